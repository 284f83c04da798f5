// Outgoing connections: made, refused, looked up, given up.

import Glibc
import TestSupport
import Testing

@testable import Net

@Suite("Connecting", .oneAtATime)
@OwnThread
struct ConnectingTests {
  /// Says hello as soon as it is connected.
  static let caller: Probe.Answer = { reactor, heard in
    if case .connected(let id) = heard { reactor.send(Array("SECOND\n".utf8), to: id) }
  }

  @Test(
    "by literal and by name",
    arguments: [
      ("127.0.0.1", "localhost"), ("::1", "::1"), ("::1", "localhost"), ("::", "127.0.0.1"),
      ("localhost", "localhost"), ("0.0.0.0", "127.0.0.1"),
    ])
  func byName(listening: String, calling: String) async throws {
    let server = try TestLane(answer: echo)
    let client = try TestLane(answer: Self.caller)
    // "localhost" is tried at 127.0.0.1 first, where the port may be some other test's.
    let held = calling == "localhost" && listening == "::1" ? try BoundSocket() : nil
    let port = try await server.listen(host: listening, port: held?.port ?? 0)
    await client.start()
    let id = await client.call(port, at: calling, saying: ["FIRST"])
    await client.until { $0.lines.count == 2 }
    await client.run { _, probe in
      expect(probe.heard, equals: [.connected(id), .line(id, "FIRST"), .line(id, "SECOND")])
    }
    let peer = await server.run { _, probe in probe.peers[0] }
    expect(peer.host, equals: (calling == "::1" || listening == "::1" ? "::1" : "127.0.0.1"))
    expect(peer.port, differsFrom: 0)
    await server.stop()
    await client.until { $0.heard.last == .closed(id, .peerClosed) }
    await client.stop()
    withExtendedLifetime(held) {}
  }

  @Test("a port where nobody listens and a name that cannot be are told as that")
  func refused() async throws {
    let lane = try TestLane()
    await lane.start()
    // Bound but not listening: nobody else can take the port meanwhile.
    let bystander = try BoundSocket()
    let id = await lane.call(bystander.port)
    await lane.until { $0.heard.count == 1 }
    let expected = NetError.refused(Endpoint(host: "127.0.0.1", port: bystander.port))
    await lane.run { reactor, probe in
      expect(probe.heard == [.failed(id, expected)] && reactor.connectionCount == 0)
    }
    expect(expected.description, equals: "nothing listens on 127.0.0.1:\(bystander.port)")
    for (index, host) in ["", "no such name", "256.256.256.256"].enumerated() {
      let id = await lane.call(1, at: host)
      await lane.until { $0.heard.count == 2 + index }
      await lane.run { _, probe in
        guard case .failed(id, .cannotResolve(host, _))? = probe.heard.last else {
          Issue.record("heard \(probe.heard)")
          return
        }
      }
    }
    await lane.stop()
  }

  @Test("an address that does not answer is given up")
  func timeout() async throws {
    let limits = ReactorLimits.tests.with { $0.connectMillisecondsMax = 50 }
    let lane = try TestLane(limits)
    await lane.start()
    // A queue of one that is full: the next SYN is dropped, as by a firewall.
    let deaf = try BoundSocket()
    listen(deaf.descriptor, 0)
    let first = try TestClient(port: deaf.port)
    let id = await lane.call(deaf.port)
    await lane.until { $0.heard.count == 1 }
    await lane.run { _, probe in
      let endpoint = Endpoint(host: "127.0.0.1", port: deaf.port)
      expect(probe.heard, equals: [.failed(id, .timedOut(endpoint))])
    }
    first.close()
    await lane.stop()
  }

  @Test(
    "an address that swallows all does not keep a live one waiting, and the live one is first next")
  func race() async throws {
    // Nobody gives up while this test can last: only a race gets to the second address.
    let limits = ReactorLimits.tests.with { $0.connectMillisecondsMax = 3_600_000 }
    let deaf = try BoundSocket()
    listen(deaf.descriptor, 0)
    let first = try TestClient(port: deaf.port)
    let server = try TestLane(answer: echo)
    let port = try await server.listen(host: "::1", port: deaf.port)
    let client = try TestLane(limits)
    await client.start()
    // "localhost" is 127.0.0.1 first, where the port is deaf, and ::1 then.
    for count in 1...2 {
      let id = await client.call(port, at: "localhost")
      await client.until { $0.heard.count == count }
      await client.run { reactor, probe in
        expect(probe.heard.last, equals: .connected(id))
        let endpoint = Endpoint(host: "localhost", port: port)
        expect(reactor.proved[endpoint]?.endpoint.host, equals: "::1")
      }
    }
    first.close()
    await client.stop()
    await server.stop()
  }

  @Test("a connect that is closed before it is made is told as closed, not as failed")
  func closedBefore() async throws {
    let lane = try TestLane()
    let port = try await lane.listen()
    let id = await lane.run { reactor, _ in
      let id = reactor.connect(host: "127.0.0.1", port: port)
      reactor.close(id)
      return id
    }
    await lane.until { $0.heard.contains(.closed(id, .closedHere)) }
    await lane.stop()
    await lane.run { _, probe in
      expect(probe.count { if case .failed = $0 { true } else { false } }, equals: 0)
    }
  }
}

/// A socket that has a port but does not listen.
final class BoundSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | getsockname(descriptor, $0, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try require(status == 0)
  }

  deinit { close(descriptor) }
}
