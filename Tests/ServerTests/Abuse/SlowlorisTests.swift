// Peers that come and do not get to the point: a request that never ends, byte by byte, and a TLS
// handshake that is never finished. All are sent away when their time is over, and nobody who plays
// notices.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Slow openings", .oneAtATime)
@OwnThread
struct SlowlorisTests {
  @Test("slow openings are closed when their time is over, and a match is played meanwhile")
  func slow() async throws {
    let count = 20
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    try await withServer({
      $0.lanes = 2
      $0.tls = certificate
      $0.limits.halls.helloMilliseconds = 2_000
      $0.limits.handshakesUnderWayMax = 1_000
      $0.limits.handshakesPerAddressMax = 1_000
      $0.limits.halls.lineBurst = 1_000_000
    }) { server in
      // On a busy machine the player may be too slow as well, and comes again.
      var player: LineClient?
      try until {
        player = try? server.guest("Ada")
        return player != nil
      }
      let ada = try require(player)
      _ = try ada.openRoom("seats=1")
      try ada.say("READY")
      var requests = try (0..<count).map { _ in try TestClient(port: server.port) }
      let openings = try handshakes(count, port: server.port)
      var head = Array("GET /play HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".utf8).makeIterator()
      // The head of a request may be longer than what they get to say.
      for _ in 0..<4_000 where !requests.isEmpty {
        let byte = head.next() ?? UInt8(ascii: "a")
        for peer in requests { peer.offer([byte]) }
        try ada.catchUp()
        requests.removeAll(where: \.isHungUpOn)
      }
      try until { requests.allSatisfy(\.isHungUpOn) && openings.allSatisfy(\.isHungUpOn) }
      // It was their time that was over: the server has closed them.
      try until {
        try server.metrics()["chromatch_connections_closed_total", ["reason": "server"]]
          >= 2 * count
      }
      try ada.race()
      try ada.hitTarget()
      try ada.hear("SEED")
    }
  }

  // In a process of its own, because it is the memory of the whole process that is looked at.
  @Test(
    "a thousand that begin TLS and get nowhere cost less than 20 MiB",
    .enabled(if: isWhole && descriptorsMax >= 2_200),
    .disabled(if: isSanitized, "a sanitizer takes memory of its own, and keeps what is freed"))
  func memory() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
      try await withServer({
        $0.lanes = 2
        $0.tls = certificate
      }) { server in
        let before = residentBytes()
        var saidBytes = 0
        let peers = try handshakes(1_000, port: server.port) { saidBytes += $0 }
        try until { try server.metrics()["chromatch_received_bytes_total"] == saidBytes }
        expect(residentBytes() - before, isBelow: 20 << 20)
        // Half a first message costs so little that nobody minds.
        let isHalf = peers.indices.map { !$0.isMultiple(of: 2) }
        expect(zip(peers, isHalf).allSatisfy { !$1 || !$0.isHungUpOn })
      }
    }
  }
}

/// Peers that begin TLS and say no more: one half after a whole first message, the other in the
/// middle of it.
@OwnThread
private func handshakes(
  _ count: Int, port: UInt16, said: (Int) -> Void = { _ in }
) throws -> [TestClient] {
  var wrapping = try Wrapping(.tls)
  let hello = wrapping.wrap([])
  return try (0..<count)
    .map { index in
      let peer = try TestClient(port: port)
      let bytes = hello.prefix(index.isMultiple(of: 2) ? hello.count : hello.count / 2)
      said(peer.offer(Array(bytes)))
      return peer
    }
}
