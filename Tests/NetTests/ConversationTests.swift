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

  /// Opens a WebSocket and reads the answer to the request, which ends in an empty line.
  private func openWebSocket(_ path: String, port: UInt16) throws -> TestClient {
    let client = try TestClient(port: port)
    client.send(Self.request(path, Self.upgradeFields))
    expect(client.line(), equals: "HTTP/1.1 101 Switching Protocols\r")
    var accept: String?
    while let line = client.line(), line != "\r" {
      if line.hasPrefix("Sec-WebSocket-Accept: ") { accept = String(line.dropFirst(22).dropLast()) }
    }
    // The example of RFC 6455, section 1.3.
    expect(accept, equals: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    return client
  }

  @Test("requests on one connection are answered in order, however they are cut")
  func requests() async throws {
    let lane = try TestLane(answer: Self.server)
    let port = try await lane.listen()
    let pipelined = Array((Self.request("/a") + Self.request("/b")).utf8)
    for point in stride(from: 1, to: pipelined.count, by: 7) {
      let client = try TestClient(port: port)
      client.send(Array(pipelined[..<point]))
      client.send(Array(pipelined[point...]))
      client.send(Self.request("/c", "Connection: close\r\n"))
      expect(
        client.lines(beginning: "you"),
        equals: [
          "you asked for /a", "you asked for /b", "you asked for /c",
        ])
      expect(client.endedWith, equals: 0)
    }
    await lane.stop()
  }

  @Test("a thousand requests at once do not pile up on the stack, and each is answered")
  func manyRequests() async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    for number in 0..<1_000 { client.send(Self.request("/\(number)")) }
    client.endSending()
    expect(client.lines(beginning: "you"), equals: (0..<1_000).map { "you asked for /\($0)" })
    await lane.stop()
  }

  @Test("an answer may come later; nothing more is read until then")
  func laterAnswer() async throws {
    let lane = try TestLane { _, _ in }
    let client = try TestClient(port: try await lane.listen())
    client.send(Self.request("/a") + Self.request("/b"))
    client.endSending()
    for number in 1...2 {
      await lane.until { $0.requestCount == number }
      await lane.run { reactor, probe in
        expect(probe.requestCount, equals: number)
        let response = ResponseHead(status: .ok, fields: [HTTPField("Content-Length", "0")])
        reactor.respond(response.bytes, to: probe.ids[0], keepsConnection: true)
      }
    }
    expect(client.lines(beginning: "HTTP/1.1 200").count, equals: 2)
    await lane.stop()
  }

  @Test(
    "what is no request is told by its status, and closed",
    arguments: [
      ("GET / HTTP/2.7\r\nHost: a\r\n\r\n", HTTPStatus.versionNotSupported),
      ("GET / HTTP/1.1\r\n\r\n", .badRequest),
      ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", .methodNotAllowed),
      ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n", .uriTooLong),
      (request("/", "X: \(String(repeating: "a", count: 9_000))\r\n"), .headTooLarge),
    ])
  func badRequest(sent: String, status: HTTPStatus) async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    client.send(sent)
    expect(client.line()?.hasPrefix("HTTP/1.1 \(status.rawValue) "), equals: true)
    _ = client.rest()
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

  @Test("a Close is answered with its code, then the stream ends")
  func closes() async throws {
    let lane = try TestLane(answer: Self.server)
    let port = try await lane.listen()
    let rows: [(sent: [UInt8], code: [UInt8])] = [
      (Self.frame(0x88, [0x03, 0xe9]), [0x03, 0xe9]),
      (Self.frame(0x88, []), []),
      (Self.frame(0x88, [0x03]), [0x03, 0xea]),
      (Self.frame(0x82, [1]), [0x03, 0xeb]),
      (Self.frame(0x81, [0xff]), [0x03, 0xef]),
      ([0x81, 0x01, 0x41], [0x03, 0xea]),
      (Self.frame(0x81, [0x00, 0x0a]), [0x03, 0xef]),
      ([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0], [0x03, 0xf1]),
    ]
    for row in rows {
      let client = try openWebSocket("/play", port: port)
      client.send(row.sent)
      let answer = client.bytes()
      // The last frame is the Close; a refused line has a NO before it, a violation a reason after.
      let close = try require(answer.lastIndex(of: 0x88))
      expect(Array(answer[(close + 2)...].prefix(2)), equals: row.code, "after \(row.sent)")
      expect(client.endedWith, equals: 0)
    }
    await lane.until { $0.closedCount == rows.count }
    await lane.stop()
  }

  @Test("messages come back as they were, large ones and those in fragments too")
  func messages() async throws {
    let lane = try TestLane(answer: Self.server)
    let port = try await lane.listen()
    let client = try openWebSocket("/echo", port: port)
    client.send(Self.frame(0x02, [1, 2]) + Self.frame(0x89, [9]) + Self.frame(0x80, [3]))
    client.send(Self.frame(0x88, [0x03, 0xe8]))
    expect(client.bytes(), equals: [0x8a, 1, 9, 0x82, 3, 1, 2, 3, 0x88, 2, 0x03, 0xe8])
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
    await client.run { reactor, _ in
      let id = reactor.connect(host: "127.0.0.1", port: port, over: carriage)
      for line in lines { reactor.send(Array((line + "\n").utf8), to: id) }
    }
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
    let id = await client.run { reactor, _ in
      reactor.connect(
        host: "127.0.0.1", port: port,
        over: Carriage(tls: nil, webSocket: .init(path: "/", subprotocol: nil)))
    }
    let expected = NetError.speaksOtherwise(Endpoint(host: "127.0.0.1", port: port))
    await client.until { $0.heard == [.failed(id, expected)] }
    await server.stop()
    await client.stop()
  }

  @Test("who sends more than is allowed is cut off, and nobody else")
  func flooded() async throws {
    let limits = ReactorLimits.tests.with {
      $0.burstBytesMax = 20_000
      $0.bytesPerSecondMax = 1
    }
    let lane = try TestLane(limits, answer: Self.server)
    let port = try await lane.listen()
    let quiet = try TestClient(port: port)
    let loud = try TestClient(port: port)
    quiet.send("HELLO\n")
    expect(quiet.line(), equals: "HELLO")
    loud.send(String(repeating: "A\n", count: 50_000))
    _ = loud.rest()
    expect(loud.endedWith, equals: ECONNRESET)
    await lane.until { $0.heard.last == .closed($0.ids[1], .flooded) }
    quiet.send("HERE\n")
    expect(quiet.line(), equals: "HERE")
    await lane.stop()
  }

  @Test("without TLS, TLS is answered with an alert")
  func noTLS() async throws {
    let lane = try TestLane(answer: Self.server)
    let client = try TestClient(port: try await lane.listen())
    client.send([0x16, 3, 1, 0, 200] + [UInt8](repeating: 1, count: 200))
    expect(client.bytes(), equals: [21, 3, 1, 0, 2, 2, 40])
    expect(client.endedWith, equals: 0)
    await lane.stop()
  }
}
