// `chromatch verify`, end to end: a match that a real server played with a person at a raw
// connection
// is proved from what was heard, and not any more once a digit of it is changed.

import Foundation
import Testing

@Stage
@Suite("A saved match")
struct VerifyTests {
  private static let saved = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "saved-match.txt")

  private func verify(_ argument: String, typing text: String? = nil) throws -> PlainRun {
    let run = try PlainRun(.client, ["verify", argument], isTypedTo: text != nil)
    if let text {
      run.type(text)
      run.endInput()
    }
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    return run
  }

  @Test("is proved")
  func proved() throws {
    let run = try verify(VerifyTests.saved.path)
    #expect(run.end == .exited(0))
    #expect(run.text.hasPrefix("match 1 of room "))
    #expect(
      run.text.hasSuffix(
        ": fair: all of it follows from the seed promised before\nproved\n"))
  }

  @Test(
    "is not proved with another total, or another moment",
    arguments: ["total=", "target=#", "seed=", "hash=", "opens=", "next="])
  func changed(key: String) throws {
    let text = try String(contentsOf: VerifyTests.saved, encoding: .utf8)
    let index = try #require(text.range(of: key)).upperBound
    let other = text[index] == "1" ? "2" : "1"
    let run = try verify("-", typing: text.replacingCharacters(in: index...index, with: other))
    #expect(run.end == .exited(1))
    #expect(run.text.contains("match 1 of room "))
    #expect(run.text.contains(": NOT FAIR: "))
    #expect(run.text.hasSuffix("\nnot proved\n"))
  }

  @Test("has to be there, and to be one")
  func missing() throws {
    let none = try verify("/nowhere/match.txt")
    #expect(none.end == .exited(1))
    #expect(none.errors.contains("cannot open /nowhere/match.txt: No such file or directory"))
    let empty = try verify("-", typing: "\n")
    #expect(empty.end == .exited(1))
    #expect(empty.text.hasSuffix("not proved: there is no match in it\n"))
  }
}
