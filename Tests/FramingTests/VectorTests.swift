// The framing vectors of the protocol, `protocol/vectors/framing.tsv`: which lines are in which
// bytes, and how a stream ends that cannot be read. Each is fed whole and byte by byte.

import Foundation
import Framing
import TestSupport
import Testing

@Suite("Framing vectors")
struct VectorTests {
  /// One row of the file.
  struct Vector: Sendable, CustomTestStringConvertible {
    let lineBytesMax: Int
    let bytes: [UInt8]
    let lines: [[UInt8]]
    let end: String
    let reason: String

    var testDescription: String { reason }
  }

  @Test("each is read as it says, however it is cut", arguments: try vectors(), [1, 7, Int.max])
  func isRead(_ vector: Vector, chunk: Int) {
    var framer = LineFramer(lineBytesMax: vector.lineBytesMax)
    var lines: [[UInt8]] = []
    var end = "open"
    var rest = vector.bytes[...]
    while !rest.isEmpty {
      framer.receive(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      do throws(FramingError) {
        while let line = try framer.next() { lines.append(Array(line)) }
      } catch {
        switch error {
        case .tooLong: end = "too-long"
        case .notUTF8: end = "not-utf8"
        case .containsNUL: end = "nul"
        }
      }
    }
    expect(lines, equals: vector.lines)
    expect(end, equals: vector.end)
  }

  static func vectors() throws -> [Vector] {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "protocol/vectors/framing.tsv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    return try rows.map { row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try require(cells.count == 5, "\(row)")
      let lines = cells[2].split(separator: ";", omittingEmptySubsequences: false).dropLast()
      return Vector(
        lineBytesMax: cells[0] == "client" ? 1_024 : 4_096, bytes: try bytes(hexadecimal: cells[1]),
        lines: try lines.map { try bytes(hexadecimal: $0) }, end: cells[3], reason: cells[4])
    }
  }
}
