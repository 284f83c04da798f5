// TLS between two reactors: the same lines as without it, for peers who can trust each other, and a
// reason for those who cannot. What TLS itself does is tested beside it, without sockets.

import Dispatch
import Framing
import Glibc
import Net
import TestSupport
import Testing

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
    let id = await client.run { reactor, _ in
      let id = reactor.connect(host: "localhost", port: port, over: carriage)
      for line in lines { reactor.send(Array((line + "\n").utf8), to: id) }
      return id
    }
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
    await client.run { reactor, _ in
      let id = reactor.connect(host: "127.0.0.1", port: port, over: carriage)
      reactor.send(Array("FIRST\n".utf8), to: id)
    }
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

  @Test("a connection over TLS changes its reactor like any other")
  func carried() async throws {
    let second = try TestLane(answer: echo)
    await second.start()
    let first = try TestLane(tls: server, movingTo: second, answer: echo)
    let port = try await first.listen()
    let client = try TestLane()
    await client.start()
    let carriage = try carriage(.firstUse)
    await client.run { reactor, _ in
      for _ in 0..<20 {
        let id = reactor.connect(host: "127.0.0.1", port: port, over: carriage)
        for line in ["ONE", "MOVE", "TWO", "THREE"] {
          reactor.send(Array((line + "\n").utf8), to: id)
        }
      }
    }
    await client.until { $0.lines.count == 60 }
    await second.run { _, probe in
      expect(probe.lines.count { $0 == "TWO" }, equals: 20)
      expect(probe.lines.count { $0 == "THREE" }, equals: 20)
    }
    await client.stop()
    await second.until { $0.closedCount == 20 }
    await first.stop()
    await second.stop()
  }

  @Test("another certificate is for those who come later")
  func replaced() async throws {
    let lane = try TestLane(tls: server, answer: echo)
    let client = try TestLane()
    let port = try await lane.listen()
    await client.start()
    let carriage = try carriage(.firstUse)
    @Sendable func call(_ reactor: Reactor) -> SocketID {
      let id = reactor.connect(host: "127.0.0.1", port: port, over: carriage)
      reactor.send(Array("HELLO\n".utf8), to: id)
      return id
    }
    let early = await client.run { reactor, _ in call(reactor) }
    await client.until { $0.lines.count == 1 }
    let other = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    await lane.run { reactor, _ in reactor.tls?.server = other }
    let late = await client.run { reactor, _ in call(reactor) }
    await client.until { $0.lines.count == 2 }
    await client.run { [server] reactor, _ in
      expect(reactor.peerFingerprint(of: early), equals: server.fingerprint)
      expect(reactor.peerFingerprint(of: late), equals: other.fingerprint)
      reactor.send(Array("STILL HERE\n".utf8), to: early)
    }
    await client.until { $0.lines.last == "STILL HERE" }
    await lane.stop()
    await client.stop()
  }
}
