// Those who come and do not get to the point: a request that never ends, byte by byte, and a TLS
// handshake that is never finished. All are sent away when their time is over, and meanwhile those
// who play do not notice.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Slow openings")
@OwnThread
struct SlowlorisTests {
  @Test(
    "a thousand of them are closed when their time is over, and a match is played meanwhile",
    .enabled(if: descriptorsMax >= 2_200))
  func slowloris() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
      try await withWholeServer({
        $0.lanes = 2
        $0.tls = certificate
        $0.limits.halls.helloMilliseconds = 2_000
        $0.limits.handshakesUnderWayMax = 1_000
        $0.limits.handshakesPerAddressMax = 1_000
        $0.limits.halls.lineBurst = 1_000_000
      }) { server in
        let port = server.endpoint.port
        let player = try LineClient(port: port)
        try player.enter(as: "Ada")
        _ = try player.openRoom(seats: 1, seconds: 120)
        try player.say("READY")
        var requests = try (0..<500).map { _ in try RudePeer(port: port) }
        var handshakes = try handshakes(500, port: port)
        var head = Array("GET /play HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".utf8).makeIterator()
        // The head of a request may be longer than what they get to say.
        for _ in 0..<4_000 where !requests.isEmpty {
          let byte = head.next() ?? UInt8(ascii: "a")
          for peer in requests { peer.say([byte]) }
          try player.catchUp()
          requests.removeAll(where: \.isHungUpOn)
        }
        try until("all have been closed") {
          requests.removeAll(where: \.isHungUpOn)
          handshakes.removeAll(where: \.isHungUpOn)
          return requests.isEmpty && handshakes.isEmpty
        }
        // It was their time that was over, and nothing else.
        try until("all are counted") {
          try server.metrics()["chromatch_connections_closed_total", ["reason": "server"]] == 1_000
        }
        try player.race()
        try player.hitTarget()
        try player.hear("SEED")
      }
    }
  }

  // In a process of its own, because it is the memory of the whole process that is looked at.
  @Test(
    "a thousand that begin TLS and get nowhere cost less than 20 MiB",
    .enabled(if: descriptorsMax >= 2_200),
    .disabled(if: isSanitized, "a sanitizer takes memory of its own, and keeps what is freed"))
  func memory() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
      try await withWholeServer({
        $0.lanes = 2
        $0.tls = certificate
        $0.limits.halls.helloMilliseconds = 60_000
      }) { server in
        let before = residentBytes()
        let peers = try handshakes(1_000, port: server.endpoint.port)
        let saidBytes = peers.map(\.saidBytes).reduce(0, +)
        try until("all is read") {
          try server.metrics()["chromatch_received_bytes_total"] == saidBytes
        }
        #expect(residentBytes() - before < 20 << 20)
        // Whoever has not said all of it costs so little that nobody minds.
        let isHalf = peers.indices.map { !$0.isMultiple(of: 2) }
        #expect(zip(peers, isHalf).allSatisfy { !$1 || !$0.isHungUpOn })
      }
    }
  }
}

/// Peers that begin TLS and say no more: one half after a whole first message, the other in the
/// middle of it.
@OwnThread
private func handshakes(_ count: Int, port: UInt16) throws -> [RudePeer] {
  var wrapping = try Wrapping(.tls)
  let hello = wrapping.wrap([])
  return try (0..<count)
    .map { index in
      let peer = try RudePeer(port: port)
      peer.say(Array(hello.prefix(index.isMultiple(of: 2) ? hello.count : hello.count / 2)))
      return peer
    }
}
