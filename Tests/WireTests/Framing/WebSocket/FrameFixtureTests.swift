// Streams of frames that PyPI's websockets wrote and judged: an independent opinion of what is in
// them and of how they end.

import Framing
import TestSupport
import Testing

@Suite("Frames are read as another implementation reads them")
struct FrameFixtureTests {
  /// What the file writes in digits, a transcript writes as text.
  private func content(_ cell: Substring) throws -> String {
    let isClose = cell.hasPrefix("close")
    let words = cell.split(separator: " ", maxSplits: isClose ? 2 : 1)
    let bytes = try decoded(
      hexadecimal: words.count > (isClose ? 2 : 1) ? words[words.count - 1] : "")
    let text = String(decoding: bytes, as: UTF8.self)
    switch words[0] {
    case "text": return "text \(text)"
    case "close": return "close \(words[1]) \(text)"
    default: return "\(words[0]) \(hexadecimal(bytes[...]))"
    }
  }

  @Test("each stream gives what it gives there", arguments: try fixture("frames.tsv", columns: 6))
  func isRead(_ cells: [String]) throws {
    let limit = try require(Int(cells[1]))
    let bytes = try decoded(hexadecimal: cells[2])
    let code = UInt16(cells[4]).map(WebSocketCloseCode.init(rawValue:))
    let expected = Transcript(try cells[3].split(separator: ";").map(content), code)
    let cuts = everyCut(of: bytes)
    let isLong = bytes.count > 400
    for pieces in isLong ? [cuts[0]] : [cuts[0], cuts[cuts.count / 2], cuts[cuts.count - 1]] {
      let decoder = WebSocketDecoder(
        role: cells[0] == "server" ? .server : client(), takesBinary: true, messageBytesMax: limit)
      expect(Transcript(of: pieces, by: decoder), equals: expected, "\(cells[0]): \(cells[5])")
    }
  }
}
