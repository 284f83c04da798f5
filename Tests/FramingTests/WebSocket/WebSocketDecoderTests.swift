// The laws of reading frames: what is in a stream however it is cut, and breaches that no fixture
// has. What an independent implementation says of others is in FrameFixtureTests.

import Framing
import TestSupport
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
  func contents(of stream: Stream) { demand(stream) }

  /// What may not be, behind a message that still counts; the fixtures have many more.
  static let violations: [Stream] =
    [
      ("reserved bit 1", frame(0xc1, [0x41]), .protocolError),
      ("opcode 3", frame(0x83, []), .protocolError),
      ("an unmasked text", frame(0x81, [0x41], masked: false), .protocolError),
      ("0 in 2 bytes", frame(0x81, [], lengthBytes: 2), .protocolError),
      ("125 in 2 bytes", frame(0x81, letters(125), lengthBytes: 2), .protocolError),
      ("1 in 8 bytes", frame(0x81, [0x41], lengthBytes: 8), .protocolError),
      ("126 in 8 bytes", frame(0x81, letters(126), lengthBytes: 8), .protocolError),
      ("65535 in 8 bytes", [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff], .protocolError),
      ("a length of 2^63", [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
      ("1 byte of Ping in 2 bytes of length", frame(0x89, [1], lengthBytes: 2), .protocolError),
      ("a close reason cut in a letter", frame(0x88, [0x03, 0xe8, 0xc3]), .invalidPayload),
      (
        "a continuation after the last", frame(0x01, []) + frame(0x80, []) + frame(0x80, []),
        .protocolError
      ),
      (
        "a letter that the next fragment breaks", frame(0x01, [0xe2]) + frame(0x80, [0x41]),
        .invalidPayload
      ),
      ("a surrogate", frame(0x81, [0xed, 0xa0, 0x80]), .invalidPayload),
      ("301 bytes in fragments", frame(0x02, letters(300)) + frame(0x80, [1]), .messageTooBig),
    ]
    .map { name, bytes, code in
      let contents = name.hasPrefix("a continuation after") ? ["text A", "text "] : ["text A"]
      return Stream(name, frame(0x81, [0x41]) + bytes, contents, code)
    }

  private static func letters(_ count: Int) -> [UInt8] { Array(repeating: 0x61, count: count) }

  @Test("a breach is answered with its code, and what came before it counts", arguments: violations)
  func violation(of stream: Stream) { demand(stream) }

  private func demand(_ stream: Stream) {
    for pieces in everyCut(of: stream.bytes) {
      let decoder = WebSocketDecoder(role: .server, takesBinary: true, messageBytesMax: 300)
      expect(Transcript(of: pieces, by: decoder), equals: stream.expected)
    }
  }
}
