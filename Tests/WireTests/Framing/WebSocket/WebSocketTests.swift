// The laws of one end of a WebSocket: what it answers by itself, and how it ends (RFC 6455,
// sections 5.5 and 7).

import Framing
import TestSupport
import Testing

@Suite("A WebSocket answers and ends")
struct WebSocketTests {
  private func socket(role: WebSocketRole = .server, takesBinary: Bool = false) -> WebSocket {
    WebSocket(role: role, takesBinary: takesBinary, messageBytesMax: 1_000)
  }

  /// Reads all that is there, as text, and the ending if there is one.
  private func drain(_ socket: inout WebSocket) -> (text: String, ending: WebSocketEnding?) {
    var text = ""
    do {
      while let piece = try socket.next() { text += String(decoding: piece.bytes, as: UTF8.self) }
      return (text, nil)
    } catch {
      return (text, error)
    }
  }

  @Test("each Ping has its Pong, in order and masked as the end requires")
  func pongs() {
    var server = socket()
    server.receive((frame(0x89, [1]) + frame(0x81, [0x41]) + frame(0x89, [2, 3]))[...])
    expect(drain(&server).text, equals: "A")
    expect(server.takeReplies(), equals: [0x8a, 1, 1, 0x8a, 2, 2, 3])
    expect(server.takeReplies(), equals: [])
    var other = socket(role: client())
    other.receive(frame(0x89, [1], masked: false)[...])
    expect(drain(&other).text, equals: "")
    expect(other.takeReplies(), equals: frame(0x8a, [1]))
  }

  @Test("a Close is echoed, and then all is over")
  func echo() {
    var server = socket()
    server.receive((frame(0x81, [0x41]) + frame(0x88, [0x0f, 0xa0] + "bye".utf8))[...])
    let (text, ending) = drain(&server)
    expect(text, equals: "A")
    expect(ending, equals: .closed(WebSocketCloseCode(rawValue: 4000), reason: "bye"))
    expect(server.takeReplies(), equals: [0x88, 2, 0x0f, 0xa0])
    server.receive(frame(0x81, [0x41])[...])
    expect(drain(&server).ending, equals: ending)
    server.close(.normal, reason: "")
    expect(server.takeReplies(), equals: [])
  }

  @Test("after our Close nothing is said, and what comes is read over until the peer's")
  func closing() {
    var server = socket()
    server.receive(frame(0x89, [1])[...])
    expect(drain(&server).text, equals: "")
    server.close(.goingAway, reason: "bye")
    server.close(.normal, reason: "again")
    expect(server.takeReplies(), equals: [0x8a, 1, 1, 0x88, 5, 0x03, 0xe9] + "bye".utf8)
    server.receive((frame(0x81, [0x41]) + frame(0x89, [1]))[...])
    expect(drain(&server).text, equals: "")
    expect(drain(&server).ending, equals: nil)
    server.receive(frame(0x88, [0x03, 0xe9])[...])
    expect(drain(&server).ending, equals: .closed(.goingAway, reason: ""))
    expect(server.takeReplies(), equals: [])
  }

  static let breaches: [(bytes: [UInt8], code: WebSocketCloseCode)] = [
    ([0xc1], .protocolError), (frame(0x82, [1]), .unsupportedData),
    (frame(0x81, [0xff]), .invalidPayload), ([0x81, 0xfe, 0x03, 0xe9, 0, 0, 0, 0], .messageTooBig),
  ]

  @Test("a breach is answered by a Close with its code and the reason, but after our own")
  func violations() {
    for (bytes, code) in Self.breaches {
      var server = socket()
      server.receive((frame(0x81, [0x41]) + bytes)[...])
      let (text, ending) = drain(&server)
      guard text == "A", case .violated(let violation) = ending, violation.code == code else {
        Issue.record("\(text) and \(ending.debugDescription) instead of \(code)")
        continue
      }
      let reply = Transcript(
        of: [server.takeReplies()[...]],
        by: WebSocketDecoder(role: client(), takesBinary: false, messageBytesMax: 0))
      expect(reply, equals: Transcript(["close \(code) \(violation.reason)"]))
      server.receive(frame(0x81, [0x41])[...])
      expect(drain(&server).ending, equals: ending)
      expect(server.takeReplies(), equals: [])
    }
    var server = socket()
    server.close(.normal, reason: "")
    _ = server.takeReplies()
    server.receive([0xc1][...])
    expect(drain(&server).ending, differsFrom: nil)
    expect(server.takeReplies(), equals: [])
  }

  @Test("messages are gathered from their pieces, however they are cut")
  func messages() {
    let long = [UInt8](repeating: 0x62, count: 40)
    let stream =
      frame(0x01, [0xc3]) + frame(0x89, []) + frame(0x80, [0xb6]) + frame(0x82, [])
      + frame(0x82, long) + frame(0x01, [0x41]) + frame(0x88, [])
    let expected = [
      WebSocketMessage(kind: .text, bytes: [0xc3, 0xb6]),
      WebSocketMessage(kind: .binary, bytes: []), WebSocketMessage(kind: .binary, bytes: long),
    ]
    for pieces in everyCut(of: stream) {
      var reader = WebSocketMessages(socket(takesBinary: true))
      var messages: [WebSocketMessage] = []
      var ending: WebSocketEnding?
      for piece in pieces {
        reader.socket.receive(piece)
        do {
          while let message = try reader.next() { messages.append(message) }
        } catch { ending = error }
      }
      expect(messages, equals: expected)
      expect(ending, equals: .closed(nil, reason: ""))
      expect(reader.socket.takeReplies(), equals: [0x8a, 0, 0x88, 0])
    }
  }
}
