// Records as they are told: cut into pieces and put together again.

import Archive
import Game
import Net
import TestSupport
import Testing
import Wire

@Suite("Records that are told")
struct RecordAnswerTests {
  private func example() throws -> RecordFile {
    try RecordFile(reading: RecordVectors.record("match.record"))
  }

  private func answer(_ example: RecordFile) throws -> RecordAnswer {
    let persons = example.persons.map { person in
      var line: [UInt8] = []
      RecordLine.person(person).encode(into: &line)
      return String(decoding: line.dropLast(), as: UTF8.self)
    }
    return RecordAnswer(example.match.body, persons: persons, try require(example.receipt))
  }

  /// Asks until all of it is there; each question may have another answer.
  private func told(
    atMost bytesMax: Int, _ answer: (_ question: Int) throws -> RecordAnswer
  ) throws -> (record: [UInt8], questions: Int) {
    var pieces = RecordPieces(of: 7)
    for questions in 1...200 {
      guard case .replay(7, let from) = pieces.question else { break }
      for message in try answer(questions).messages(from: from, atMost: bytesMax) {
        var lines: [UInt8] = []
        message.encode(into: &lines)
        expect(lines.count, isBelow: bytesMax + 4_096 + 2_048)
        for line in lines.split(separator: UInt8(ascii: "\n")) {
          switch try pieces.take(line) {
          case .whole(let bytes): return (bytes, questions)
          case .taken, .next: break
          case .refused, .foreign: Issue.record("\(String(decoding: line, as: UTF8.self))")
          }
        }
      }
    }
    return try require(nil, "it never ends")
  }

  @Test("however it is cut, it is the same file", arguments: [1, 50, 300, 1_000, 65_536])
  func cut(bytesMax: Int) throws {
    let (record, questions) = try told(atMost: bytesMax) { _ in try answer(example()) }
    try expect(record, equals: RecordVectors.record("match.record"))
    expect((questions == 1), equals: (bytesMax == 65_536))
    try RecordVerifier.openSSL.verify(record, key: nil)
  }

  @Test("the proof at its end is told in one piece, whatever the log has come to meanwhile")
  func grows() throws {
    let before = try example()
    var after = before
    after.receipt?.root[0] ^= 1
    let (record, questions) = try told(atMost: 900) { try answer($0 == 1 ? before : after) }
    expect(questions, isAbove: 2)
    try expect(RecordFile(reading: record).receipt, equals: after.receipt)
  }

  @Test("a match of which somebody was forgotten still proves itself")
  func forgotten() throws {
    var example = try example()
    example.persons.removeFirst()
    let record = try told(atMost: 2_000) { _ in try answer(example) }.record
    let file = try RecordVerifier.openSSL.verify(record, key: nil)
    expect(file.persons.map(\.name), equals: ["Bea"])
  }

  @Test("lines that are not there are none")
  func beyond() throws {
    let answer = try answer(example())
    let lines = try RecordVectors.text("match.record").count { $0 == "\n" }
    for from in [lines, lines + 1, 1 << 53] {
      expect(
        answer.messages(from: from, atMost: 900),
        equals: [
          .replayed(RecordPiece(index: 7, lines: lines, from: from)),
          .end(of: "REPLAY", count: 0),
        ])
    }
  }

  /// What a server may say to somebody who asked for match 7, and has nothing yet.
  static let nonsense = [
    ["REPLAYED index=8 lines=3"], ["REPLAYED index=7 lines=3 from=1"], ["REPLAYED index=7 lines=0"],
    ["REPLAYED index=7 lines=1", "one", "two"],
    [
      "REPLAYED index=7 lines=2", "one", "END of=REPLAY count=1", "REPLAYED index=7 lines=3 from=1",
    ],
    ["REPLAYED index=7 lines=2", "one", "END of=REPLAY count=1", "REPLAYED index=7 lines=2"],
  ]

  @Test("what makes no record is refused", arguments: nonsense)
  func refuses(lines: [String]) throws {
    var pieces = RecordPieces(of: 7)
    for line in lines.dropLast() { _ = try pieces.take(Array(line.utf8)[...]) }
    let last = Array((lines.last ?? "").utf8)
    #expect(throws: RecordPieces.Nonsense.self) { try pieces.take(last[...]) }
  }

  @Test("a server that never ends is not heard to its end")
  func endless() throws {
    var pieces = RecordPieces(of: 7)
    _ = try pieces.take(Array("REPLAYED index=7 lines=9007199254740992".utf8)[...])
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
    #expect(throws: RecordPieces.Nonsense.self) {
      for _ in 0...RecordPieces.bytesMax / 4_096 { _ = try pieces.take(line[...]) }
    }
  }

  @Test("what else is said meanwhile is somebody else's")
  func others() throws {
    var pieces = RecordPieces(of: 7)
    try expect(pieces.take(Array("PING nonce=a".utf8)[...]), equals: .foreign(.ping(nonce: "a")))
    let refusal = RefusalLine(code: .noMatch, verb: "REPLAY")
    try expect(
      pieces.take(Array("NO code=no-match verb=REPLAY".utf8)[...]), equals: .refused(refusal))
    try expect(pieces.take(Array("NEWER thing=1".utf8)[...]), equals: .taken)
    // Inside, every line is one of the record.
    _ = try pieces.take(Array("REPLAYED index=7 lines=2".utf8)[...])
    try expect(pieces.take(Array("PING nonce=a".utf8)[...]), equals: .taken)
    try expect(pieces.take(Array("TREE size=1".utf8)[...]), equals: .taken)
    try expect(
      pieces.take(Array("END of=REPLAY count=2".utf8)[...]),
      equals: .whole(Array("PING nonce=a\nTREE size=1\n".utf8)))
  }
}
