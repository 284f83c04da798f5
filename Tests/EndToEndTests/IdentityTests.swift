// Who a person is, end to end: the key is made at the first start, proves to a server that keeps
// its own, goes to another computer as a line, and is never lost or used half.

import Foundation
import Testing

@testable import TestSupport

@Stage
@Suite("A person's identity")
struct IdentityTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  private var file: String { "\(home.path)/chromatch/identity" }

  private func run(
    _ arguments: [String], typing text: String? = nil, at home: Scratch? = nil
  ) throws -> PlainRun {
    try PlainRun.ended(
      .client, ["identity"] + arguments, typing: text,
      environment: (home ?? self.home).environment)
  }

  private func shown(at home: Scratch? = nil) throws -> [String] {
    let run = try run(["show"], at: home)
    expect(run.end, equals: .exited(0))
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test("a key is made once, is nobody else's to read, and goes to another computer as a line")
  func made() throws {
    let first = try shown()
    try expect(shown(), equals: first)
    let line = try require(first.last)
    expect(line.split(separator: "-").count, equals: 14)
    expect(home.text(of: file), equals: "CHROMATCH-KEY 1 \(line)\n")
    for (path, mode) in [(file, 0o600), ("\(home.path)/chromatch", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      expect(attributes[.posixPermissions] as? Int, equals: mode, "\(path)")
    }
    let other = try Scratch()
    try expect(run(["import"], typing: line.lowercased() + "\n", at: other).end, equals: .exited(0))
    try expect(shown(at: other), equals: first)
  }

  @Test("another key takes its place only when that is said, and the old one is kept")
  func replaced() throws {
    let other = try Scratch()
    let line = try require(try shown(at: other).last)
    let before = try shown()
    let old = try require(home.text(of: file))
    for (options, text, word) in [
      ([], line, "--replace"), (["--replace"], String(line.prefix(34)), "ends too early"),
      (["--replace"], "CHROMATCH-KEY 2 \(line)", "version 2"),
    ] {
      let refused = try run(["import"] + options, typing: text + "\n")
      expect(refused.end == .exited(1) && refused.errors.contains(word), "\(refused.scene)")
      try expect(shown(), equals: before)
    }
    try expect(run(["import", "--replace"], typing: line + "\n").end, equals: .exited(0))
    try expect(shown(), equals: (try shown(at: other)))
    let kept = try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/chromatch")
      .filter { $0.hasPrefix("identity.") }
    expect(kept.map { home.text(of: "\(home.path)/chromatch/\($0)") }, equals: [old])
  }

  @Test("a key that others can read is not used, and is not touched", arguments: [0o644, 0o660])
  func exposed(mode: Int) throws {
    _ = try shown()
    let before = try require(home.text(of: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    let run = try run(["show"])
    expect(run.end == .exited(1) && run.errors.contains("identity"))
    expect(home.text(of: file), equals: before)
  }

  @Test("a key seats its owner in a room for known players, and the room says the tag")
  func plays() throws {
    let sentence = try shown().first ?? ""
    let tag = try require(sentence.split(separator: " ").last?.dropLast())
    let room = try PlainRun(
      .client, ["play", "--plain", "--known", "--mode", "rgb", "--name", "mira"],
      isTypedTo: true, environment: home.environment)
    try room.said("players: ")
    expect(room.text.contains("for known players only") && room.text.contains(" \(tag) "))
  }
}
