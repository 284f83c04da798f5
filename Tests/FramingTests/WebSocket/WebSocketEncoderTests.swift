// The laws of writing frames, and that either end reads what the other wrote.

import Framing
import Fuzz
import TestSupport
import Testing

@Suite("Messages become frames")
struct WebSocketEncoderTests {
  private let server = WebSocketEncoder(role: .server)

  private func bytes(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes
  }

  @Test("the examples of RFC 6455, section 5.7, are written as it says")
  func examples() {
    let hello = Array("Hello".utf8)[...]
    let frame: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    expect(bytes { server.appendMessage(.text, hello, to: &$0) }, equals: frame)
    let masked: [UInt8] = [
      0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
    ]
    let client = WebSocketEncoder(role: client(maskingKey: 0x37fa_213d))
    expect(bytes { client.appendMessage(.text, hello, to: &$0) }, equals: masked)
    let fragments = bytes {
      server.appendFragment(.text, hello.prefix(3), isFirst: true, isLast: false, to: &$0)
      server.appendFragment(.text, hello.dropFirst(3), isFirst: false, isLast: true, to: &$0)
    }
    expect(fragments, equals: [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f])
    expect(bytes { server.appendPing(hello, to: &$0) }, equals: [0x89, 0x05] + hello)
    let pong: [UInt8] = [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
    expect(bytes { client.appendPong(hello, to: &$0) }, equals: pong)
  }

  static let headers: [(count: Int, header: [UInt8])] = [
    (0, [0x82, 0]), (1, [0x82, 1]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]),
    (255, [0x82, 126, 0, 255]), (256, [0x82, 126, 1, 0]), (65_535, [0x82, 126, 255, 255]),
    (65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
  ]

  @Test("a length takes the fewest bytes that hold it", arguments: headers.indices)
  func lengths(_ index: Int) {
    let (count, header) = Self.headers[index]
    let content = [UInt8](repeating: 0x61, count: count)
    let bytes = bytes { server.appendMessage(.binary, content[...], to: &$0) }
    expect(bytes, equals: header + content)
  }

  @Test("a Close holds its code and as much of the reason as fits in whole characters")
  func close() {
    expect(bytes { server.appendClose(nil, reason: "", to: &$0) }, equals: [0x88, 0])
    expect(
      bytes { server.appendClose(.normal, reason: "", to: &$0) }, equals: [0x88, 2, 0x03, 0xe8])
    let bye = bytes { server.appendClose(.goingAway, reason: "bye", to: &$0) }
    expect(bye, equals: [0x88, 5, 0x03, 0xe9] + "bye".utf8)
    let long = bytes {
      server.appendClose(.normal, reason: "a" + String(repeating: "ö", count: 99), to: &$0)
    }
    expect(long, equals: [0x88, 125, 0x03, 0xe8] + ("a" + String(repeating: "ö", count: 61)).utf8)
    let cut = bytes {
      server.appendClose(.normal, reason: String(repeating: "ö", count: 99), to: &$0)
    }
    expect(cut.count, equals: 2 + 2 + 122)
  }

  @Test("what one end writes the other reads", arguments: [true, false])
  func roundTrip(isServer: Bool) {
    let role = isServer ? WebSocketRole.server : client()
    let encoder = WebSocketEncoder(role: role)
    for seed in 0..<3 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      var stream: [UInt8] = []
      var expected: [String] = []
      for _ in 0..<6 {
        expected += Self.someContent(encoder, to: &stream, using: &generator)
      }
      let cut = Int.random(in: 0...stream.count, using: &generator)
      let transcript = Transcript(
        of: [stream[..<cut], stream[cut...]],
        by: WebSocketDecoder(role: role.other, takesBinary: true, messageBytesMax: 100_000))
      expect(transcript, equals: Transcript(expected), "seed \(seed)")
    }
  }

  /// Appends a message, perhaps in fragments with a Ping between, and says what it will be read as.
  private static func someContent(
    _ encoder: WebSocketEncoder, to stream: inout [UInt8],
    using generator: inout SplitMix64
  ) -> [String] {
    let counts = [0, 1, 7, 8, 125, 126, 300, 65_535, 65_536]
    let count = counts[Int.random(in: counts.indices, using: &generator)]
    let content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let line = "binary \(hexadecimal(content[...]))"
    if Bool.random(using: &generator) {
      encoder.appendMessage(.binary, content[...], to: &stream)
      return [line]
    }
    let point = Int.random(in: 0...count, using: &generator)
    encoder.appendFragment(.binary, content[..<point], isFirst: true, isLast: false, to: &stream)
    encoder.appendPing([7], to: &stream)
    encoder.appendFragment(.binary, content[point...], isFirst: false, isLast: true, to: &stream)
    return ["ping 07", line]
  }
}
