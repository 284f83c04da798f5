// Who a person is, end to end: the key is made at the first start, proves to a server that keeps
// its own, goes to another computer as a line, and is never lost or used half.

import Foundation
import Testing

@Stage
@Suite("A person's identity")
struct IdentityTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  private var file: String { "\(home.path)/chromatch/identity" }

  private func run(
    _ arguments: [String], typing text: String? = nil, at home: Scratch? = nil
  ) throws -> PlainRun {
    let run = try PlainRun(
      .client, arguments, isTypedTo: text != nil, environment: (home ?? self.home).environment)
    if let text {
      run.type(text)
      run.endInput()
    }
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    return run
  }

  private func shown(at home: Scratch? = nil) throws -> [String] {
    let run = try run(["identity", "show"], at: home)
    #expect(run.end == .exited(0))
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test("is made once, is nobody else's to read, and is shown as a line")
  func made() throws {
    let first = try shown()
    #expect(try shown() == first)
    let line = try #require(first.last)
    #expect(line.split(separator: "-").count == 14)
    #expect(home.text(of: file) == "CHROMATCH-KEY 1 \(line)\n")
    for (path, mode) in [(file, 0o600), ("\(home.path)/chromatch", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test("goes to another computer, and stays the same")
  func carried() throws {
    let line = try #require(try shown().last)
    let other = try Scratch()
    let taken = try run(["identity", "import"], typing: line.lowercased() + "\n", at: other)
    #expect(taken.end == .exited(0))
    #expect(try shown(at: other) == (try shown()))
  }

  /// What is typed wrong, and a word of the answer.
  nonisolated static let slips: [(@Sendable (String) -> String, String)] = [
    ({ String($0.prefix(34)) }, "ends too early"), ({ "\($0)-0000" }, "too long"),
    ({ String($0.dropLast()) + ($0.hasSuffix("7") ? "8" : "7") }, "do not fit together"),
    ({ "CHROMATCH-KEY 2 \($0)" }, "version 2"), ({ _ in "" }, "ends too early"),
  ]

  @Test("a key that is half or wrong is refused, and nothing is lost", arguments: slips.indices)
  func refused(slip: Int) throws {
    let other = try Scratch()
    let line = try #require(try shown(at: other).last)
    let before = try shown()
    let (change, word) = IdentityTests.slips[slip]
    let taken = try run(
      ["identity", "import", "--replace"], typing: change(line) + "\n")
    #expect(taken.end == .exited(1))
    #expect(taken.errors.contains(word), "\(taken.errors)")
    #expect(try shown() == before)
  }

  @Test("another key takes its place only when that is said, and the old one is kept")
  func replaced() throws {
    let other = try Scratch()
    let line = try #require(try shown(at: other).last)
    let before = try shown()
    let old = try #require(home.text(of: file))
    let refused = try run(["identity", "import"], typing: line + "\n")
    #expect(refused.end == .exited(1) && refused.errors.contains("--replace"))
    #expect(try shown() == before)
    #expect(try run(["identity", "import", "--replace"], typing: line + "\n").end == .exited(0))
    #expect(try shown() == (try shown(at: other)))
    let kept = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/chromatch")
      .filter { $0.hasPrefix("identity.") }
    #expect(kept.count == 1)
    #expect(kept.map { home.text(of: "\(home.path)/chromatch/\($0)") } == [old])
  }

  @Test("one that others can read is not used, and is not touched", arguments: [0o644, 0o660])
  func exposed(mode: Int) throws {
    _ = try shown()
    let before = try #require(home.text(of: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    let run = try run(["identity", "show"])
    #expect(run.end == .exited(1))
    #expect(run.errors.contains("identity"))
    #expect(home.text(of: file) == before)
  }

  @Test("seats its owner in a room for known players, and says the tag")
  func plays() throws {
    let sentence = try shown().first ?? ""
    let tag = try #require(sentence.split(separator: " ").last?.dropLast())
    let room = try PlainRun(
      .client, ["play", "--plain", "--known", "--mode", "rgb", "--name", "mira"],
      isTypedTo: true, environment: home.environment)
    try wait(for: "the room", hearing: [room], scene: { room.scene }) {
      room.text.contains("players: ")
    }
    #expect(room.text.contains("for known players only"))
    #expect(room.text.contains(" \(tag) "))
    room.type("quit\n")
    try wait(for: "its end", hearing: [room], scene: { room.scene }) { room.end != nil }
  }
}
