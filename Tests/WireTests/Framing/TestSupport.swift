// What the framing tests share: streams that are cut into pieces in every way, and the files of
// examples.

import Foundation
import Framing
import TestSupport
import Testing

/// What came out of a stream: its lines, and the refusal that ended it, if one did.
struct FramedLines: Equatable {
  var lines: [[UInt8]] = []
  var refusal: FramingError?

  init(_ lines: [String], _ refusal: FramingError? = nil) {
    self.lines = lines.map { Array($0.utf8) }
    self.refusal = refusal
  }

  /// Feeds the pieces one after the other and drains the framer after each, as a lane does.
  init(of pieces: [ArraySlice<UInt8>], lineBytesMax: Int) {
    var framer = LineFramer(lineBytesMax: lineBytesMax)
    for piece in pieces {
      framer.receive(piece)
      do {
        while let line = try framer.next() { lines.append(Array(line)) }
      } catch {
        if refusal == nil { refusal = error }
      }
    }
  }

  /// The same stream whole, cut in two at every point, and byte by byte.
  static func ofEveryCut(_ bytes: [UInt8], lineBytesMax: Int) -> [FramedLines] {
    everyCut(of: bytes).map { FramedLines(of: $0, lineBytesMax: lineBytesMax) }
  }
}

/// A stream whole, byte by byte, and cut in two: a short one at every point, a longer one at every
/// point of its beginning and at its last. The bytes in the middle of a payload are all alike.
func everyCut(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
  let points = bytes.indices.filter { $0 < 24 || $0 == bytes.count - 1 }
  let halves = points.map { [bytes[..<$0], bytes[$0...]] }
  return [[bytes[...]]] + halves + [bytes.indices.map { bytes[$0...$0] }]
}

/// Groups of hexadecimal digits, each of which may be repeated: `0a`, `5049 61*1024`.
func decoded(hexadecimal text: some StringProtocol) throws -> [UInt8] {
  try text.split(separator: " ")
    .flatMap { group in
      let parts = group.split(separator: "*")
      let digits = Array(parts[0])
      let unit = try stride(from: 0, to: digits.count, by: 2)
        .map { try require(UInt8(String(digits[$0...($0 + 1)]), radix: 16)) }
      let count = parts.count == 2 ? try require(Int(parts[1])) : 1
      return Array(repeatElement(unit, count: count).joined())
    }
}

/// The rows of a file in `Fixtures`, without the first, as cells. `make_fixtures.py` beside them
/// says where they come from.
func fixture(_ name: String, columns: Int) throws -> [[String]] {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    .appending(path: name)
  return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    .map { row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try require(cells.count == columns, "\(row)")
      return cells
    }
}

/// One row of `protocol/vectors/framing.tsv`: which lines are in which bytes, and how a stream ends
/// that cannot be read.
struct FramingVector: Sendable, CustomTestStringConvertible {
  let lineBytesMax: Int
  let bytes: [UInt8]
  let lines: [[UInt8]]
  /// Why the stream is refused; nil when it is not.
  let refusal: FramingError?
  let testDescription: String

  static func all() throws -> [FramingVector] {
    let ends: [String: FramingError] = [
      "too-long": .tooLong, "not-utf8": .notUTF8, "nul": .containsNUL,
    ]
    return try ContractTable("vectors/framing.tsv").rows
      .map { row in
        try require((row["THEN"] == "open") == (ends[row["THEN"]] == nil), row.place)
        let lines = row["LINES"].split(separator: ";", omittingEmptySubsequences: false).dropLast()
        return FramingVector(
          lineBytesMax: row["FROM"] == "client" ? 1_024 : 4_096,
          bytes: try decoded(hexadecimal: row["BYTES"]),
          lines: try lines.map { try decoded(hexadecimal: $0) },
          refusal: ends[row["THEN"]], testDescription: row["REASON"])
      }
  }
}
