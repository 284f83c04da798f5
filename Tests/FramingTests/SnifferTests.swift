// The laws of telling streams apart: which bytes decide, that nothing after them changes the
// decision, and that no line of the protocol is ever taken for anything else.

import Framing
import TestSupport
import Testing

@Suite("The first bytes tell who is there")
struct SnifferTests {
  struct Start: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    /// What it is, on which byte that is known; nil when it is not known by the end.
    let kind: StreamKind?
    let decidingCount: Int

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    /// - Parameter bar: a text with a bar behind the byte that decides.
    init(_ bar: String, _ kind: StreamKind?) {
      self.init(Array(bar.utf8), kind)
    }

    init(_ bar: [UInt8], _ kind: StreamKind?) {
      bytes = bar.filter { $0 != UInt8(ascii: "|") }
      self.kind = kind
      decidingCount = bar.firstIndex(of: UInt8(ascii: "|")) ?? bar.count
    }
  }

  static let starts: [Start] = [
    // A record of TLS 1.0 with two bytes, and one more behind it.
    Start([0x16, 3, 1, 0, 2, 7, 7, 0x7c, 9], .tls),
    Start([0x16, 3, 1, 0, 2, 7], nil),
    // As long as a record may be, and longer.
    Start([0x16, 3, 3, 0x40, 0, 7], nil),
    Start([0x16, 3, 3, 0x40, 1, 0x7c, 7], .tls),
    Start([0x16, 3, 1, 0, 0, 0x7c, 7], .tls),
    Start([0x16, 2, 0x7c, 7], .tls),
    Start([0x16], nil),
    Start("GET |/ HTTP/1.1\r\n", .http),
    Start("GET |garbage", .http),
    Start("HEAD /| HTTP/1.1\r\n", .http),
    Start("POST /| HTTP/1.1\r\n", .http),
    Start("PUT /|x", .http),
    Start("DELETE /|x", .http),
    Start("PATCH /|x", .http),
    Start("TRACE /|x", .http),
    Start("OPTIONS *| HTTP/1.1\r\n", .http),
    Start("CONNECT example:443 HTTP/1.1\r\n|", .http),
    Start("POST http://example/ HTTP/1.1\r\n|", .http),
    Start("PROPFIND /x HTTP/1.1\r\n|", .http),
    Start("PRI * HTTP/2.0\r\n|\r\nSM\r\n\r\n", .http),
    Start("BREW /pot HTTP/1.0\n|", .http),
    Start("HELLO v=|1 name=Ada\n", .lines),
    Start("HELLO v=|1 HTTP/1.1\r\n", .lines),
    Start("POST v=|1 HTTP/1.1\r\n", .lines),
    Start("PUT color=|#ff8800\n", .lines),
    Start("BYE\n|", .lines),
    Start("BYE\r|\n", .lines),
    Start("HELLO /x\n|", .lines),
    Start("HELLO HTTP/1.1x\n|", .lines),
    Start("HELLO XHTTP/1.1\n|", .lines),
    Start("POST !\n|", .lines),
    Start("POST \n|", .lines),
    Start("h|ello\n", .lines),
    Start("g|et / HTTP/1.1\r\n", .lines),
    Start(" |GET /", .lines),
    Start("\n|", .lines),
    Start("{|}", .lines),
    Start([0x80, 0x7c], .lines),
    Start([0x15, 0x7c, 0x03], .lines),
    Start("A\u{16}|", .lines),
    Start("", nil),
    Start("GET", nil),
    Start("HELLO", nil),
    Start("HELLO v", nil),
    Start("POST ", nil),
    Start("POST http:", nil),
    Start("PROPFIND / HTTP/1.1\r", nil),
  ]

  @Test("each start is what it is, from the byte on that decides", arguments: starts)
  func kinds(_ start: Start) {
    for pieces in everyCut(of: start.bytes) {
      var sniffer = Sniffer(lineBytesMax: 1_024)
      var count = 0
      for piece in pieces {
        let kind = sniffer.receive(piece)
        count += piece.count
        let isDecided = start.kind != nil && count >= start.decidingCount
        expect(kind, equals: (isDecided ? start.kind : nil))
      }
      expect(sniffer.bytes, equals: start.bytes)
    }
  }

  @Test("what is not decided within the limit is lines")
  func limit() {
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
