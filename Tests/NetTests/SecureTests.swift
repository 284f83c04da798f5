// TLS between two reactors: when a handshake begins, the same lines as without it, and a reason for
// those who cannot trust each other. What TLS itself does is tested beside it, without sockets.

import Dispatch
import Framing
import Glibc
import TestSupport
import Testing

@testable import Net

@Suite("TLS over sockets", .oneAtATime)
@OwnThread
struct SecureTests {
  let server: TLSServer

  init() throws {
    server = try TLSServer(SelfSignedCertificate(hosts: ["localhost", "127.0.0.1"]))
  }

  private func carriage(_ trust: TLSClient.Trust, isWebSocket: Bool = false) throws -> Carriage {
    Carriage(
      tls: try TLSClient(trust: trust),
      webSocket: isWebSocket ? .init(path: "/play", subprotocol: "chromatch.1") : nil)
  }

  @Test("lines come back, in a WebSocket or not", arguments: [false, true])
  func lines(isWebSocket: Bool) async throws {
    let lane = try TestLane(tls: server, answer: ConversationTests.server)
    let client = try TestLane()
    let port = try await lane.listen()
    await client.start()
    let carriage = try carriage(.pinned(server.fingerprint), isWebSocket: isWebSocket)
    let lines = (0..<2_000).map { "LINE n=\($0) \(String(repeating: "x", count: 50))" }
    let id = await client.call(port, at: "localhost", over: carriage, saying: lines)
    await client.until { $0.lines == lines }
    await client.run { [server] reactor, _ in
      expect(reactor.peerFingerprint(of: id), equals: server.fingerprint)
      reactor.close(id)
    }
    await lane.run { reactor, probe in
      expect(probe.transports, equals: [isWebSocket ? .wss : .tls])
      expect(reactor.counts.handshakes, equals: 1)
    }
    await lane.until { $0.heard.last == .closed($0.ids[0], .peerClosed) }
    await client.until { $0.heard.last == .closed(id, .closedHere) }
    await lane.stop()
    await client.stop()
  }

  @Test("a slow reader over TLS is conflated like any other: whole lines, then the picture")
  func slowReader() async throws {
    let stalled = DispatchSemaphore(value: 0)
    let lane = try TestLane(SlowReaderTests.limits, tls: server) { reactor, heard in
      switch heard {
      case .line(let id, "GO"):
        for number in 0..<8_000 { reactor.send(SlowReaderTests.line(number), to: id) }
      case .overflowed(let id):
        reactor.conflate(id)
        stalled.signal()
      case .drained(let id): reactor.send(Array("PICTURE\n".utf8), to: id)
      default: break
      }
    }
    let client = try TestLane()
    let port = try await lane.listen()
    await client.start()
    let carriage = try carriage(.firstUse)
    await client.call(port, over: carriage, saying: ["FIRST"])
    await lane.until { $0.transports == [.tls] }
    await client.run { reactor, probe in
      reactor.send(Array("GO\n".utf8), to: probe.ids[0])
      // The client's queue is held up as soon as that is written, so that it reads nothing until
      // too much waits for it.
      client.executor.queue.async { stalled.wait() }
    }
    await client.until { $0.lines.last == "PICTURE" }
    await client.run { _, probe in
      let numbered = probe.lines.dropLast()
      expect(numbered.count, isBelow: 8_000)
      for (number, line) in numbered.enumerated() {
        expect(line.hasPrefix("MOVE n=\(number) ") && line.utf8.count == 999)
      }
    }
    await lane.stop()
    await client.stop()
  }
}

@Suite("The beginning of a handshake", .oneAtATime)
@OwnThread
struct HandshakeTests {
  @Test("a peer that drips its first message has no session before all of it has come")
  func dripped() async throws {
    let lane = try TestLane(tls: TLSServer(SelfSignedCertificate(hosts: ["localhost"])))
    let client = try TestClient(port: try await lane.listen())
    let hello = try firstMessage()
    for byte in hello.dropLast() { client.send([byte]) }
    await lane.until { $0.ids.count == 1 }
    while await lane.run({ reactor, _ in reactor.counts.bytesRead }) < hello.count - 1 {
      await Task.yield()
    }
    await lane.run { reactor, probe in expect(reactor.transport(of: probe.ids[0]), equals: .tcp) }
    client.send([hello[hello.count - 1]])
    // The server's answer is a record of a handshake.
    expect(client.bytes(1), equals: [0x16])
    await lane.run { reactor, probe in expect(reactor.transport(of: probe.ids[0]), equals: .tls) }
    await lane.stop()
  }

  @Test("one more than may be under way cuts the oldest off, and none that is done")
  func tooMany() async throws {
    let server = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    let lane = try TestLane(tls: server, handshakesMax: 2, answer: echo)
    let port = try await lane.listen()
    let friend = try TestLane()
    await friend.start()
    let carriage = Carriage(
      tls: try TLSClient(trust: .pinned(server.fingerprint)), webSocket: nil)
    let id = await friend.call(port, at: "localhost", over: carriage, saying: ["FIRST"])
    await friend.until { $0.lines == ["FIRST"] }
    let hello = try firstMessage()
    let stalled = try (0..<5)
      .map { _ in
        let client = try TestClient(port: port)
        client.send(hello)
        expect(client.bytes(1), equals: [0x16])
        return client
      }
    for client in stalled.prefix(3) {
      _ = client.bytes()
      expect(client.endedWith, differsFrom: nil)
    }
    await lane.run { reactor, _ in
      expect(reactor.connectionCount, equals: 3)
      expect(reactor.counts.handshakesRefused, equals: 3)
    }
    await friend.say("STILL", to: id)
    await friend.until { $0.lines == ["FIRST", "STILL"] }
    await lane.stop()
    await friend.stop()
  }
}

/// What a client of TLS says first.
private func firstMessage() throws -> [UInt8] {
  let client = TLSSession(
    client: try TLSClient(trust: .firstUse), host: "localhost", speaking: .lines,
    memory: TLSMemory())
  var bytes: [UInt8] = []
  client.withSealed {
    bytes = Array($0)
    return $0.count
  }
  return bytes
}
