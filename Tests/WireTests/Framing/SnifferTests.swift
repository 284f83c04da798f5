// The laws of telling streams apart: which bytes decide, that nothing after them changes the
// decision, and that no line of the protocol is ever taken for anything else.

import Framing
import TestSupport
import Testing

@Suite("The first bytes tell who is there")
struct SnifferTests {
  /// Starts, each with a bar behind the byte that decides what it is; nil when no byte does.
  static let starts: [(kind: StreamKind?, bars: [String])] = [
    (
      .http,
      [
        "GET |/ HTTP/1.1\r\n", "GET |garbage", "HEAD /| HTTP/1.1\r\n", "POST /| HTTP/1.1\r\n",
        "PUT /|x", "DELETE /|x", "PATCH /|x", "TRACE /|x", "OPTIONS *| HTTP/1.1\r\n",
        "CONNECT example:443 HTTP/1.1\r\n|", "POST http://example/ HTTP/1.1\r\n|",
        "PROPFIND /x HTTP/1.1\r\n|", "PRI * HTTP/2.0\r\n|\r\nSM\r\n\r\n",
        "BREW /pot HTTP/1.0\n|",
      ]
    ),
    (
      .lines,
      [
        "HELLO v=|1 name=Ada\n", "HELLO v=|1 HTTP/1.1\r\n", "POST v=|1 HTTP/1.1\r\n",
        "PUT color=|#ff8800\n", "BYE\n|", "BYE\r|\n", "HELLO /x\n|", "HELLO HTTP/1.1x\n|",
        "HELLO XHTTP/1.1\n|", "POST !\n|", "POST \n|", "h|ello\n", "g|et / HTTP/1.1\r\n",
        " |GET /", "\n|", "{|}", "\u{15}|\u{3}", "A\u{16}|",
      ]
    ),
    (
      nil,
      ["", "GET", "HELLO", "HELLO v", "POST ", "POST http:", "PROPFIND / HTTP/1.1\r", "\u{16}"]
    ),
    // Records of TLS that are whole, of no length or too old, and one that is not all there.
    (.tls, ["\u{16}\u{3}\u{1}\0\u{2}\u{7}\u{7}|9", "\u{16}\u{3}\u{1}\0\0|\u{7}", "\u{16}\u{2}|"]),
    // As long as a record may be, and longer.
    (nil, ["\u{16}\u{3}\u{1}\0\u{2}\u{7}", "\u{16}\u{3}\u{3}@\0\u{7}"]),
    (.tls, ["\u{16}\u{3}\u{3}@\u{1}|\u{7}"]),
  ]

  @Test("each start is what it is, from the byte on that decides", arguments: starts.indices)
  func kinds(_ index: Int) {
    for bar in Self.starts[index].bars {
      let bytes = Array(bar.replacing("|", with: "").utf8)
      let decidingCount = Array(bar.utf8).firstIndex(of: UInt8(ascii: "|")) ?? bytes.count
      for pieces in everyCut(of: bytes) {
        var sniffer = Sniffer(lineBytesMax: 1_024)
        var count = 0
        for piece in pieces {
          let kind = sniffer.receive(piece)
          count += piece.count
          let expected = count >= decidingCount ? Self.starts[index].kind : nil
          expect(kind, equals: expected, "\(bar.debugDescription)")
        }
        expect(sniffer.bytes, equals: bytes)
      }
    }
  }

  @Test("what is not decided within the limit is lines, and so is what is no text")
  func limit() {
    var other = Sniffer(lineBytesMax: 32)
    expect(other.receive([0x80]), equals: .lines)
    for text in ["HELLO", "POST http://", "BREW /"] {
      var sniffer = Sniffer(lineBytesMax: 32)
      let padding = text.contains(" ") ? "!" : "O"
      let bytes = Array((text + String(repeating: padding, count: 32 - text.utf8.count)).utf8)
      expect(sniffer.receive(bytes.dropLast()), equals: nil)
      expect(sniffer.receive(bytes.suffix(1)), equals: .lines)
      expect(sniffer.receive(Array(" HTTP/1.1\r\n".utf8)[...]), equals: .lines)
    }
  }

  @Test("of TLS it waits for the whole first record, however long a line may be")
  func wholeRecord() {
    var sniffer = Sniffer(lineBytesMax: 32)
    let record = [0x16, 3, 1, 0x40, 0] + [UInt8](repeating: 0x0a, count: 1 << 14)
    for byte in record.dropLast() {
      expect(sniffer.receive([byte]), equals: nil)
      expect(!sniffer.mayBeLines)
    }
    expect(sniffer.receive(record.suffix(1)), equals: .tls)
    expect(sniffer.bytes, equals: record)
  }
}
