// The laws of reading frames: the examples of RFC 6455, every way to break its section 5 with the
// code that answers it, and the limits. Every stream is fed whole, cut at every point and byte by
// byte; what an independent implementation says is in FrameFixtureTests.

import Framing
import Testing

@Suite("Frames become messages")
struct WebSocketDecoderTests {
  struct Stream: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let expected: Transcript

    init(_ name: String, _ bytes: [UInt8], _ contents: [String], _ code: WebSocketCloseCode? = nil)
    {
      testDescription = name
      self.bytes = bytes
      expected = Transcript(contents, code)
    }
  }

  /// RFC 6455, section 5.7; all but the second are a server's.
  static let examples: [(role: WebSocketRole, bytes: [UInt8], contents: String)] = [
    (client(), [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], "text Hello"),
    (
      .server, [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], "text Hello"
    ),
    (client(), [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f], "text Hello"),
    (client(), [0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], "ping 48656c6c6f"),
    (
      .server, [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58],
      "pong 48656c6c6f"
    ),
    (
      client(), [0x82, 0x7e, 0x01, 0x00] + Array(repeating: 0xab, count: 256),
      "binary " + String(repeating: "ab", count: 256)
    ),
  ]

  @Test("the examples of RFC 6455 are read as it says", arguments: examples.indices)
  func example(_ index: Int) {
    let example = Self.examples[index]
    for pieces in everyCut(of: example.bytes) {
      let decoder = WebSocketDecoder(
        role: example.role, takesBinary: true, messageBytesMax: 1_000)
      #expect(Transcript(of: pieces, by: decoder) == Transcript([example.contents]))
    }
  }

  /// All of them come from a client, to a server that takes binary messages of up to 300 bytes.
  static let streams: [Stream] = [
    Stream("nothing", [], []),
    Stream("an empty text", frame(0x81, []), ["text "]),
    Stream("an empty binary message", frame(0x82, []), ["binary "]),
    Stream(
      "a Ping between fragments", frame(0x01, [0x41]) + frame(0x89, [1]) + frame(0x80, [0x42]),
      ["ping 01", "text AB"]),
    Stream(
      "empty fragments", frame(0x01, []) + frame(0x00, [0x41]) + frame(0x00, []) + frame(0x80, []),
      ["text A"]),
    Stream(
      "a letter cut between fragments", frame(0x01, [0xc3]) + frame(0x80, [0xb6]), ["text ö"]),
    Stream("two messages", frame(0x81, [0x41]) + frame(0x82, [0x42]), ["text A", "binary 42"]),
    Stream(
      "125 bytes of Ping", frame(0x89, letters(125)),
      ["ping " + String(repeating: "61", count: 125)]),
    Stream(
      "126 bytes of text", frame(0x81, letters(126)),
      ["text " + String(repeating: "a", count: 126)]),
    Stream(
      "a Close inside a message", frame(0x01, [0x41]) + frame(0x88, [0x03, 0xe8]), ["close 1000 "]),
    Stream("a Close of nothing", frame(0x88, []), ["close - "]),
    Stream("a Close with a reason", frame(0x88, [0x0f, 0xa0] + "bye".utf8), ["close 4000 bye"]),
    Stream(
      "nothing counts behind a Close", frame(0x88, []) + frame(0x81, [0x41]) + [0xff, 0xff],
      ["close - "]),
  ]

  @Test("a stream gives its contents however it is cut", arguments: streams)
  func contents(of stream: Stream) { expect(stream) }

  /// What may not be, behind a message that still counts.
  static let violations: [Stream] =
    [
      ("reserved bit 1", frame(0xc1, [0x41]), .protocolError),
      ("reserved bit 2", frame(0xa1, [0x41]), .protocolError),
      ("reserved bit 3", frame(0x91, [0x41]), .protocolError),
      ("reserved bits of a Ping", frame(0xf9, []), .protocolError),
      ("opcode 3", frame(0x83, []), .protocolError),
      ("opcode 7", frame(0x87, []), .protocolError),
      ("opcode 11", frame(0x8b, []), .protocolError),
      ("opcode 15", frame(0x8f, []), .protocolError),
      ("an unmasked text", frame(0x81, [0x41], masked: false), .protocolError),
      ("an unmasked empty text", frame(0x81, [], masked: false), .protocolError),
      ("an unmasked Ping", frame(0x89, [], masked: false), .protocolError),
      ("an unmasked Close", frame(0x88, [0x03, 0xe8], masked: false), .protocolError),
      ("0 in 2 bytes", frame(0x81, [], lengthBytes: 2), .protocolError),
      ("125 in 2 bytes", frame(0x81, letters(125), lengthBytes: 2), .protocolError),
      ("1 in 8 bytes", frame(0x81, [0x41], lengthBytes: 8), .protocolError),
      ("126 in 8 bytes", frame(0x81, letters(126), lengthBytes: 8), .protocolError),
      ("65535 in 8 bytes", [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff], .protocolError),
      ("a length of 2^63", [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
      ("a fragment of a Ping", frame(0x09, []), .protocolError),
      ("a fragment of a Pong", frame(0x0a, []), .protocolError),
      ("a fragment of a Close", frame(0x08, []), .protocolError),
      ("126 bytes of Ping", frame(0x89, letters(126)), .protocolError),
      ("126 bytes of Pong", frame(0x8a, letters(126)), .protocolError),
      ("126 bytes of Close", frame(0x88, [0x03, 0xe8] + letters(124)), .protocolError),
      ("1 byte of Ping in 2 bytes of length", frame(0x89, [1], lengthBytes: 2), .protocolError),
      ("a Close of one byte", frame(0x88, [0x03]), .protocolError),
      ("close code 0", frame(0x88, [0, 0]), .protocolError),
      ("close code 999", frame(0x88, [0x03, 0xe7]), .protocolError),
      ("close code 1004", frame(0x88, [0x03, 0xec]), .protocolError),
      ("close code 1005", frame(0x88, [0x03, 0xed]), .protocolError),
      ("close code 1006", frame(0x88, [0x03, 0xee]), .protocolError),
      ("close code 1015", frame(0x88, [0x03, 0xf7]), .protocolError),
      ("close code 2999", frame(0x88, [0x0b, 0xb7]), .protocolError),
      ("close code 5000", frame(0x88, [0x13, 0x88]), .protocolError),
      ("a close reason that is no text", frame(0x88, [0x03, 0xe8, 0xff]), .invalidPayload),
      ("a close reason cut in a letter", frame(0x88, [0x03, 0xe8, 0xc3]), .invalidPayload),
      ("nothing to continue", frame(0x80, [0x41]), .protocolError),
      ("nothing to continue, not the last", frame(0x00, [0x41]), .protocolError),
      (
        "a continuation after the last", frame(0x01, []) + frame(0x80, []) + frame(0x80, []),
        .protocolError
      ),
      ("a text inside a text", frame(0x01, [0x41]) + frame(0x81, [0x42]), .protocolError),
      ("binary inside a text", frame(0x01, [0x41]) + frame(0x02, [0x42]), .protocolError),
      ("a text that is none", frame(0x81, [0x41, 0xff]), .invalidPayload),
      ("a text that ends in a letter", frame(0x81, [0x41, 0xe2, 0x82]), .invalidPayload),
      (
        "a letter that the next fragment breaks", frame(0x01, [0xe2]) + frame(0x80, [0x41]),
        .invalidPayload
      ),
      ("a surrogate", frame(0x81, [0xed, 0xa0, 0x80]), .invalidPayload),
      ("301 bytes", frame(0x82, letters(301)), .messageTooBig),
      ("301 bytes in fragments", frame(0x02, letters(300)) + frame(0x80, [1]), .messageTooBig),
    ]
    .map { name, bytes, code in
      let contents = name.hasPrefix("a continuation after") ? ["text A", "text "] : ["text A"]
      return Stream(name, frame(0x81, [0x41]) + bytes, contents, code)
    }

  private static func letters(_ count: Int) -> [UInt8] { Array(repeating: 0x61, count: count) }

  @Test("a breach is answered with its code, and what came before it counts", arguments: violations)
  func violation(of stream: Stream) { expect(stream) }

  private func expect(_ stream: Stream) {
    for pieces in everyCut(of: stream.bytes) {
      let decoder = WebSocketDecoder(role: .server, takesBinary: true, messageBytesMax: 300)
      #expect(Transcript(of: pieces, by: decoder) == stream.expected)
    }
  }
}
