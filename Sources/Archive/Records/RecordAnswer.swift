// What a server answers somebody who wants to see a match again: some lines of its record. They are
// cut from bytes and not read, since nothing is told here that the archive does not have.
// Invariant: an answer has no more bytes of lines than it may, but for a line, and for the proof at
// their end; all answers of one record, from its first line on, are the record.

import Game
public import Wire

/// A record as a log has it, for those who ask.
public struct RecordAnswer: Sendable {
  private let index: Int
  private let record: [UInt8]
  private let proof: [UInt8]

  /// - Parameters:
  ///   - body: its lines from RECORD to SEED.
  ///   - persons: those of its PERSON lines that the asker may know.
  public init(_ body: [UInt8], persons: [String], _ receipt: Receipt) {
    index = receipt.index
    record = body + persons.flatMap { Array("\($0)\n".utf8) }
    var proof: [UInt8] = []
    for line in receipt.lines { line.encode(into: &proof) }
    self.proof = proof
  }

  /// What is said, of the lines from one on. The proof changes as the log grows, so its lines are
  /// told together.
  public func messages(from line: Int, atMost bytesMax: Int) -> [ServerMessage] {
    var (start, end, count) = (0, 0, 0)
    for (place, byte) in record.enumerated() where byte == Self.newline {
      count += 1
      if count <= line {
        (start, end) = (place + 1, place + 1)
      } else if place < start + bytesMax || end == start {
        end = place + 1
      }
    }
    let isLast = line <= count && end == record.count
    let text = record[start..<end] + (isLast ? proof[...] : [])
    let total = count + proof.count { $0 == Self.newline }
    let piece = RecordPiece(index: index, lines: total, from: line, text: Array(text))
    return [
      .replayed(piece),
      .end(of: ClientVerb.replay.rawValue, count: text.count { $0 == Self.newline }),
    ]
  }

  private static let newline = UInt8(ascii: "\n")
}
