// The laws of writing frames. That either end reads what the other wrote is a law of the fuzz
// target for frames.

import Framing
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

  @Test("the examples of RFC 6455, section 5.7, that a peer sends are written as it says")
  func examples() {
    let hello = Array("Hello".utf8)[...]
    let frame: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    expect(bytes { server.appendMessage(.text, hello, to: &$0) }, equals: frame)
    let masked: [UInt8] = [
      0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
    ]
    let client = WebSocketEncoder(role: client())
    expect(bytes { client.appendMessage(.text, hello, to: &$0) }, equals: masked)
    let pong: [UInt8] = [0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
    expect(bytes { client.appendPong(hello, to: &$0) }, equals: pong)
  }

  static let headers: [(count: Int, header: [UInt8])] = [
    (0, [0x82, 0]), (1, [0x82, 1]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]),
    (255, [0x82, 126, 0, 255]), (256, [0x82, 126, 1, 0]), (65_535, [0x82, 126, 255, 255]),
    (65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
  ]

  @Test("a length takes the fewest bytes that hold it")
  func lengths() {
    for (count, header) in Self.headers {
      let content = [UInt8](repeating: 0x61, count: count)
      let bytes = bytes { server.appendMessage(.binary, content[...], to: &$0) }
      expect(bytes == header + content, "\(count) bytes")
    }
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
}
