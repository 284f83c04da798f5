// Streams of frames that PyPI's websockets wrote and judged: an independent opinion of what is in
// them and of how they end.

import Framing
import TestSupport
import Testing

@Suite("Frames are read as another implementation reads them")
struct FrameFixtureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let role: WebSocketRole
    let limit: Int
    let bytes: [UInt8]
    let expected: Transcript

    init(_ cells: [String]) throws {
      testDescription = "\(cells[0]): \(cells[5])"
      role = cells[0] == "server" ? .server : client()
      limit = try require(Int(cells[1]))
      bytes = try FramingTests.bytes(hexadecimal: cells[2])
      let contents = try cells[3].split(separator: ";").map { try Self.content(String($0)) }
      let code = UInt16(cells[4]).map(WebSocketCloseCode.init(rawValue:))
      expected = Transcript(contents, code)
    }

    /// What the file writes in digits, a transcript writes as text.
    private static func content(_ cell: String) throws -> String {
      let words = cell.split(separator: " ", maxSplits: cell.hasPrefix("close") ? 2 : 1)
      let bytes = try FramingTests.bytes(
        hexadecimal: words.count > (words[0] == "close" ? 2 : 1) ? words[words.count - 1] : "")
      let text = String(decoding: bytes, as: UTF8.self)
      switch words[0] {
      case "text": return "text \(text)"
      case "close": return "close \(words[1]) \(text)"
      default: return "\(words[0]) \(hexadecimal(bytes[...]))"
      }
    }
  }

  @Test("each stream gives what it gives there", arguments: try fixture("frames.tsv", columns: 6))
  func isRead(_ cells: [String]) throws {
    let row = try Row(cells)
    let cuts = everyCut(of: row.bytes)
    let isLong = row.bytes.count > 400
    for pieces in isLong ? [cuts[0]] : [cuts[0], cuts[cuts.count / 2], cuts[cuts.count - 1]] {
      let decoder = WebSocketDecoder(
        role: row.role, takesBinary: true, messageBytesMax: row.limit)
      expect(Transcript(of: pieces, by: decoder), equals: row.expected, "\(row.testDescription)")
    }
  }
}
