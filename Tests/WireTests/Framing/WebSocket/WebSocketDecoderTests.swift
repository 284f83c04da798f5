// What a decoder says before a frame is whole, what it keeps, and whose storage it touches. What
// an independent implementation says of whole frames is in FrameFixtureTests.

import Framing
import TestSupport
import Testing

@Suite("Frames are judged as they come")
struct WebSocketDecoderTests {
  private func decoder(
    role: WebSocketRole = .server, takesBinary: Bool = true, messageBytesMax: Int = 1_000
  ) -> WebSocketDecoder {
    WebSocketDecoder(role: role, takesBinary: takesBinary, messageBytesMax: messageBytesMax)
  }

  private func violation(
    of decoder: WebSocketDecoder, fed bytes: [UInt8]
  ) -> WebSocketCloseCode? {
    Transcript(of: [bytes[...]], by: decoder).violation
  }

  /// Breaches of fragments, and contents between them; a message in front of each counts.
  static let fragments: [(bytes: [UInt8], contents: [String], code: WebSocketCloseCode?)] = [
    (frame(0x01, [0x41]) + frame(0x89, [1]) + frame(0x80, [0x42]), ["ping 01", "text AB"], nil),
    (
      frame(0x01, []) + frame(0x00, [0x41]) + frame(0x00, []) + frame(0x80, []), ["text A"], nil
    ),
    (frame(0x01, [0xc3]) + frame(0x80, [0xb6]), ["text ö"], nil),
    (frame(0x01, [0x41]) + frame(0x88, [0x03, 0xe8]), ["close 1000 "], nil),
    (frame(0x88, []) + frame(0x81, [0x41]) + [0xff, 0xff], ["close - "], nil),
    (frame(0x01, []) + frame(0x80, []) + frame(0x80, []), ["text "], .protocolError),
    (frame(0x01, [0xe2]) + frame(0x80, [0x41]), [], .invalidPayload),
    (frame(0x88, [0x03, 0xe8, 0xc3]), [], .invalidPayload),
    (frame(0x81, [0x41], lengthBytes: 8), [], .protocolError),
  ]

  @Test("fragments give their contents however they are cut")
  func cutFragments() {
    for (bytes, contents, code) in Self.fragments {
      for pieces in everyCut(of: frame(0x82, [0x42]) + bytes) {
        let expected = Transcript(["binary 42"] + contents, code)
        expect(Transcript(of: pieces, by: decoder()), equals: expected, "\(bytes)")
      }
    }
  }

  static let early: [(name: String, bytes: [UInt8], code: WebSocketCloseCode)] = [
    ("a reserved bit, by one byte", [0xc1], .protocolError),
    ("a reserved opcode, by one byte", [0x83], .protocolError),
    ("a fragment of a Ping, by one byte", [0x09], .protocolError),
    ("no mask, by two bytes", [0x81, 0x01], .protocolError),
    ("a long Ping, by two bytes", [0x89, 0xfe], .protocolError),
    ("125 in two bytes, by four", [0x81, 0xfe, 0, 125], .protocolError),
    ("65535 in eight bytes, by ten", [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff], .protocolError),
    ("2^63 bytes, by ten", [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
    ("2^62 bytes", [0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], .messageTooBig),
    ("1,001 bytes, by a header", [0x82, 0xfe, 0x03, 0xe9, 1, 2, 3, 4], .messageTooBig),
    ("no message, by a header", [0x80, 0x85, 1, 2, 3, 4], .protocolError),
    ("no letter, by its byte", [0x81, 0xe4, 0, 0, 0, 0, 0x41, 0xff], .invalidPayload),
    ("an overlong form, by two bytes", [0x81, 0xe4, 0, 0, 0, 0, 0xe0, 0x9f], .invalidPayload),
    ("a surrogate, by its second byte", [0x81, 0xe4, 0, 0, 0, 0, 0xed, 0xa0], .invalidPayload),
    ("above U+10FFFF, by its second byte", [0x81, 0xe4, 0, 0, 0, 0, 0xf4, 0x90], .invalidPayload),
  ]

  @Test("what is wrong is said at the byte that makes it so")
  func isEarly() {
    for (name, bytes, code) in Self.early {
      expect(violation(of: decoder(), fed: bytes), equals: code, name)
      expect(violation(of: decoder(), fed: bytes.dropLast()), equals: nil, name)
    }
  }

  @Test("the largest message of all does not overflow")
  func largest() {
    let maximal: [UInt8] = [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
    var decoder = decoder(role: client(), messageBytesMax: .max)
    decoder.receive(([0x02, 0x7f] + maximal)[...])
    #expect(throws: Never.self) { try decoder.next() == nil }
    let twice = frame(0x02, [1], masked: false) + [0x80, 0x7f] + maximal
    let huge = WebSocketDecoder(role: client(), takesBinary: true, messageBytesMax: .max)
    expect(violation(of: huge, fed: twice), equals: .messageTooBig)
  }

  @Test("a payload is handed on as it comes, whatever was declared")
  func pieces() throws {
    var decoder = decoder(messageBytesMax: 1 << 40)
    decoder.receive([0x82, 0xff, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8][...])
    let piece = WebSocketPiece(kind: .binary, bytes: [7, 8], isLast: false)
    try expect(decoder.next(), equals: .piece(piece))
    try expect(decoder.next(), equals: nil)
    decoder.receive([9][...])
    try expect(
      decoder.next(), equals: .piece(WebSocketPiece(kind: .binary, bytes: [9], isLast: false)))
  }

  static let unfinished: [[UInt8]] = [
    frame(0x81, Array("HELLO".utf8)) + [0x81, 0x85, 1, 2], frame(0x81, Array("HELLO".utf8)),
    [0x81, 0x85, 1, 2], frame(0x89, [1, 2]).dropLast(), [],
  ]

  @Test(
    "the caller's bytes stay masked, and are its own again between reads", arguments: unfinished)
  func returnsStorage(_ bytes: [UInt8]) throws {
    var buffer = bytes + [0]  // one byte more than was read
    let copy = buffer.map(\.self)
    let address = buffer.withUnsafeBytes { $0.baseAddress }
    var decoder = decoder()
    decoder.receive(buffer[..<bytes.count])
    while try decoder.next() != nil {}
    expect(buffer, equals: copy)
    buffer[0] = 1  // copies the buffer if the decoder still shares it
    expect(buffer.withUnsafeBytes { $0.baseAddress }, equals: address)
  }

  @Test("every length of a payload is unmasked in every length of piece", arguments: [1, 8])
  func unmasking(_ pieceCount: Int) throws {
    for count in [0, 1, 7, 8, 9, 33] {
      let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let bytes = frame(0x82, payload)
      let pieces = stride(from: 0, to: bytes.count, by: pieceCount)
        .map { bytes[$0..<min($0 + pieceCount, bytes.count)] }
      let expected = Transcript(["binary \(hexadecimal(payload[...]))"])
      expect(Transcript(of: pieces, by: decoder()), equals: expected)
    }
  }
}
