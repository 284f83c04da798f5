// `chromatch verify`, end to end: a match that a real server played with a person at a raw
// connection is proved from what was heard, and a record from what it holds, and neither any more
// once a digit is changed.

import Foundation
import Testing

@Stage
@Suite("A saved match")
struct VerifyTests {
  private static let saved = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "saved-match.txt")

  private func verify(
    _ argument: String, _ options: [String] = [], typing text: String? = nil
  ) throws -> PlainRun {
    let run = try PlainRun(.client, ["verify", argument] + options, isTypedTo: text != nil)
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

  private static let records = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "../../protocol/vectors/records").standardized
  private static let record = records.appending(path: "match.record")
  private static let key = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"

  @Test("as a record is checked move by move, and signed by the key that is named")
  func record() throws {
    let run = try verify(Self.record.path, ["--key", Self.key])
    #expect(run.end == .exited(0))
    #expect(
      run.text == """
        match 1 of room NEU9, from the log play.example/chromatch
        p1 is Ada
        p2 is Bea
        lines: each has its only form and stands in its place
        names: each is the one that was sealed
        leaf: the log has the hash of this match
        path: it is match 8 of 13 in the log
        signature: the log's key has signed it
        fairness: all of it follows from the seed promised before
        replay: all that was told follows from the moves
        proved

        """)
    let unasked = try verify(Self.record.path)
    #expect(unasked.end == .exited(0))
    #expect(unasked.text.contains("signature: the key \(Self.key) has signed it; is that"))
  }

  @Test(
    "as a record is named wrong where it first is",
    arguments: [
      ("SCORE n=14", "SCORE  n=14", "WRONG: line 24 does not have its only form"),
      ("name=Ada", "name=Eve", "WRONG: what is said of p1 is not what was sealed"),
      ("SET v=63", "SET v=64", "WRONG: the log's hash of this match is missing"),
      ("size=13 root", "size=14 root", "WRONG: the path does not lead"),
      ("key=03", "key=04", "WRONG: the key has not signed the log"),
    ])
  func forged(text: String, lie: String, fault: String) throws {
    let honest = try String(contentsOf: Self.record, encoding: .utf8)
    let run = try verify("-", typing: String(honest.replacing(text, with: lie).dropLast()))
    #expect(run.end == .exited(1))
    let lines = run.text.split(separator: "\n")
    #expect(lines.dropLast().last?.hasPrefix(fault) == true, "\(run.text)")
    #expect(lines.last == "not proved")
  }

  @Test("as a record is not the log's with another key, and a key is 64 digits, for records")
  func foreignKey() throws {
    let other = try verify(
      Self.record.path, ["--key", String(Self.key.reversed())])
    #expect(other.end == .exited(1))
    #expect(other.text.contains("WRONG: the key has not signed the log, or is not the log's"))
    #expect(try verify(Self.record.path, ["--key", "03a1"]).end == .exited(64))
    let saved = try verify(Self.saved.path, ["--key", Self.key])
    #expect(saved.end == .exited(1))
    #expect(saved.errors.contains("is no record, so no key has signed it"))
  }
}
