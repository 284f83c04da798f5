// When a TLS handshake begins: not before there is something to begin with.

import TestSupport
import Testing

@testable import Net

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
    await lane.heardBytes(hello.count - 1)
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
    let lane = try TestLane(
      tls: server,
      handshakes: HandshakeLimits(
        perSecondMax: 1_000, underWayMax: 2, ofOneGroupMax: 1_000,
        ofOneGroupPerSecondMax: 1_000), answer: echo)
    let port = try await lane.listen()
    let friend = try TestLane()
    await friend.start()
    let carriage = Carriage(
      tls: try TLSClient(trust: .pinned(server.fingerprint)), webSocket: nil)
    let id = await friend.run { reactor, _ in
      let id = reactor.connect(host: "localhost", port: port, over: carriage)
      reactor.send(Array("FIRST\n".utf8), to: id)
      return id
    }
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
    await friend.run { reactor, _ in reactor.send(Array("STILL\n".utf8), to: id) }
    await friend.until { $0.lines == ["FIRST", "STILL"] }
    await lane.stop()
    await friend.stop()
  }
}

extension TestLane {
  /// Waits until so many bytes have been read from all peers.
  fileprivate func heardBytes(_ count: Int) async {
    while run({ reactor, _ in reactor.counts.bytesRead }) < count { await Task.yield() }
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
