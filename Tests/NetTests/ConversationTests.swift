// One port, many languages: lines, requests, WebSockets of lines and of messages, told apart by
// their first bytes. What a WebSocket may say is tested with Framing; here is what a socket adds.

import Framing
import Glibc
import Net
import TestSupport
import Testing

@Suite("Conversations", .oneAtATime)
@OwnThread
struct ConversationTests {
  /// Answers as a small server would: pages, WebSockets of lines on /play, of messages on /echo.
  nonisolated static let server: Probe.Answer = { reactor, heard in
    switch heard {
    case .line(let id, let line): reactor.send(Array((line + "\n").utf8), to: id)
    case .message(let id, let message): reactor.send(message, to: id)
    case .refused(let id, let error):
      reactor.send(Array("NO \(error)\n".utf8), to: id)
      reactor.close(id)
    case .request(let id, let head): answer(head, id, reactor)
    case .badRequest(let id, let status):
      let refusal = HTTPRefusal(status, "no")
      reactor.respond(refusal.response(fields: [], withBody: true), to: id, keepsConnection: false)
    default: break
    }
  }

  private nonisolated static func answer(_ head: RequestHead, _ id: SocketID, _ reactor: Reactor) {
    let path = head.target.path
    if let upgrade = try? WebSocketUpgrade(head, subprotocol: "chromatch.1") {
      reactor.upgrade(upgrade, of: id, for: path == "/echo" ? .messages(bytesMax: 70_000) : .lines)
      return
    }
    let body = Array("you asked for \(path)\n".utf8)
    let fields = [HTTPField("Content-Length", "\(body.count)")]
    let response = ResponseHead(status: .ok, fields: fields).bytes + body
    reactor.respond(response, to: id, keepsConnection: head.keepsConnection)
  }

  nonisolated static func request(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  static let upgradeFields = """
    Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
    """

  /// A masked frame of a client whose payload is short; the key is all zeros.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }

  @Test("a thousand requests at once do not pile up on the stack; each is answered, in order")
  func requests() async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    for number in 0..<1_000 { client.send(Self.request("/\(number)")) }
    client.endSending()
    expect(client.lines(beginning: "you"), equals: (0..<1_000).map { "you asked for /\($0)" })
    await lane.stop()
  }

  @Test("an answer may come later; nothing more is read until then")
  func laterAnswer() async throws {
    let lane = try TestLane()
    let client = try TestClient(port: try await lane.listen())
    client.send(Self.request("/a") + Self.request("/b"))
    client.endSending()
    // One after the other is told.
    for number in 2...3 {
      await lane.until { $0.heard.count == number }
      await lane.run { reactor, probe in
        expect(probe.heard.count, equals: number)
        let response = ResponseHead(status: .ok, fields: [HTTPField("Content-Length", "0")])
        reactor.respond(response.bytes, to: probe.ids[0], keepsConnection: true)
      }
    }
    expect(client.lines(beginning: "HTTP/1.1 200").count, equals: 2)
    await lane.stop()
  }

  @Test("who asks and does not read makes one response wait, and is told the others later")
  func unreadAnswers() async throws {
    let body = [UInt8](repeating: 120, count: 99_999) + [10]
    let lane = try TestLane { reactor, heard in
      guard case .request(let id, _) = heard else { return }
      let head = ResponseHead(status: .ok, fields: [HTTPField("Content-Length", "\(body.count)")])
      reactor.respond(head.bytes + body, to: id, keepsConnection: true)
    }
    let client = try TestClient(port: try await lane.listen(), receiveBytes: 4096)
    let count = 100
    client.send(String(repeating: Self.request("/"), count: count))
    client.endSending()
    await lane.until { $0.heard.count > 1 }
    // The kernel takes some megabytes, and the reactor one response more.
    await lane.run { _, probe in expect(probe.heard.count, isBelow: count) }
    expect(client.lines(beginning: "HTTP/1.1 200").count, equals: count)
    await lane.stop()
  }

  @Test("what is no request is told by its status, and TLS where there is none by an alert")
  func badRequest() async throws {
    let lane = try TestLane(answer: Self.server)
    let port = try await lane.listen()
    let long = String(repeating: "a", count: 9_000)
    let rows: [(sent: String, status: HTTPStatus)] = [
      ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
      ("GET /\(long) HTTP/1.1\r\n", .uriTooLong),
      (Self.request("/", "X: \(long)\r\n"), .headTooLarge),
    ]
    for (sent, status) in rows {
      let client = try TestClient(port: port)
      client.send(sent)
      expect(client.line()?.hasPrefix("HTTP/1.1 \(status.rawValue) "), equals: true)
      _ = client.rest()
      expect(client.endedWith, equals: 0)
    }
    let client = try TestClient(port: port)
    client.send([0x16, 3, 1, 0, 200] + [UInt8](repeating: 1, count: 200))
    expect(client.bytes(), equals: [21, 3, 1, 0, 2, 2, 40])
    expect(client.endedWith, equals: 0)
    await lane.stop()
  }

  @Test("a WebSocket carries lines; what came behind its request is not lost")
  func lines() async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    let early = Self.frame(0x81, Array("HELLO v=1\nPING".utf8))
    client.send(Array(Self.request("/play", Self.upgradeFields).utf8) + early)
    while let line = client.line(), line != "\r" {}
    expect(client.bytes(12), equals: [0x81, 10] + Array("HELLO v=1\n".utf8))
    expect(client.bytes(7), equals: [0x81, 5] + Array("PING\n".utf8))
    await lane.stop()
  }

  @Test("messages come back as they were, large ones and those in fragments too")
  func messages() async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    client.send(Self.request("/echo", Self.upgradeFields))
    expect(client.line(), equals: "HTTP/1.1 101 Switching Protocols\r")
    while let line = client.line(), line != "\r" {}
    client.send(Self.frame(0x02, [1, 2]) + Self.frame(0x89, [9]) + Self.frame(0x80, [3]))
    client.send(Self.frame(0x88, [0x03, 0xe8]))
    expect(client.bytes(), equals: [0x8a, 1, 9, 0x82, 3, 1, 2, 3, 0x88, 2, 0x03, 0xe8])
    expect(client.endedWith, equals: 0)
    await lane.stop()
  }

  @Test("an outgoing connection over a WebSocket is lines to both ends")
  func outgoing() async throws {
    let server = try TestLane(answer: Self.server)
    let client = try TestLane()
    let port = try await server.listen()
    await client.start()
    let carriage = Carriage(
      tls: nil, webSocket: .init(path: "/play", subprotocol: "chromatch.1"))
    // The subprotocol is only agreed on if it was offered, so this says both.
    let lines = (0..<100).map { "LINE n=\($0)" }
    await client.call(port, over: carriage, saying: lines)
    await client.until { $0.lines == lines }
    await server.run { _, probe in expect(probe.transports, equals: [.ws]) }
    await client.run { reactor, probe in reactor.close(probe.ids[0]) }
    await server.until { $0.heard.last == .closed($0.ids[0], .peerClosed) }
    await server.stop()
    await client.stop()
  }

  @Test("what answers otherwise is no WebSocket")
  func noWebSocket() async throws {
    let server = try TestLane { reactor, heard in
      guard case .request(let id, _) = heard else { return }
      reactor.respond(
        HTTPRefusal(.notFound, "no").response(fields: [], withBody: true), to: id,
        keepsConnection: false)
    }
    let client = try TestLane()
    let port = try await server.listen()
    await client.start()
    let carriage = Carriage(tls: nil, webSocket: .init(path: "/", subprotocol: nil))
    let id = await client.call(port, over: carriage)
    let expected = NetError.speaksOtherwise(Endpoint(host: "127.0.0.1", port: port))
    await client.until { $0.heard == [.failed(id, expected)] }
    await server.stop()
    await client.stop()
  }
}
