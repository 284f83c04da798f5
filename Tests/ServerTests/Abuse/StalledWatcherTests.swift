// A thousand who watch a room and never read a byte. They may not slow down the match, nor make the
// server keep for each of them more than its outbox may hold.

import Net
import Rooms
import Server
import TestSupport
import Testing

@Suite("Stalled watchers", .oneAtATime)
struct StalledWatcherTests {
  // In a process of its own, because it is the memory of the whole process that is looked at.
  @Test(
    "a thousand stalled watchers cost what their outboxes may hold, and nobody misses anything",
    .enabled(if: isWhole && descriptorsMax >= 2_200),
    .disabled(if: isSanitized, "a sanitizer takes memory of its own, and keeps what is freed"))
  func stalled() async {
    await #expect(processExitsWith: .success) {
      raiseDescriptorLimit()
      let (stalledCount, outboxBytesMax) = (1_000, 4_096)
      try await withServer({
        $0.lanes = 2
        $0.limits.outboxBytesMax = outboxBytesMax
        // A match that says as much in seconds as another in an hour.
        $0.limits.halls.moveMilliseconds = 10
        $0.limits.halls.lineBurst = 1_000_000
        $0.limits.byteBurst = 1 << 30
      }) { server in
        let players = try (0..<8).map { try server.guest("Player\($0)") }
        let room = try players[0].openRoom("seats=8")
        for player in players[1...] { try player.say("JOIN room=\(room)") }
        let reader = try server.guest("Rea")
        try reader.go("WATCH", room)
        let stalled = try (0..<stalledCount)
          .map { _ in
            let peer = try TestClient(port: server.port, receiveBytes: 2_048)
            peer.offer(Array("HELLO v=1 name=Sta\nWATCH room=\(room)\n".utf8))
            return peer
          }
        try until {
          try players[0].catchUp()
          let told = players[0].heard.last { $0.hasPrefix("WATCHERS ") } ?? ""
          let count = field("count", of: told).flatMap { Int($0) } ?? 0
          return try count + lostCount(of: server) > stalledCount
        }
        for player in players { try player.say("READY") }
        for player in players { try player.race() }

        let before = residentBytes()
        var color = 0
        func move(times: Int) throws {
          for _ in 0..<times {
            color += 1
            for player in players { try player.say("SET v=\(color & 255),0,\(color >> 8)") }
            for client in players + [reader] { try client.catchUp() }
          }
        }
        try until {
          try move(times: 20)
          let fallen = try server.metrics()["chromatch_conflations_total"]
          return try fallen + lostCount(of: server) >= stalledCount
        }
        // All this is not kept for them: it would be more than is allowed below.
        try move(times: 150)
        for player in players { try player.hitTarget() }
        let seeds = try (players + [reader]).map { try $0.hear("SEED") }
        expect(Set(seeds).count, equals: 1)
        for client in players + [reader] {
          let numbers = client.heard.filter { !$0.hasPrefix("IN ") }
            .compactMap { field("n", of: $0).flatMap { Int($0) } }
          let first = numbers.first ?? 0
          expect(numbers, equals: Array(first..<first + numbers.count))
        }
        // An array may have room for twice what is in it; rooms, lanes and the test need 16 MiB.
        let allowed = stalledCount * 2 * outboxBytesMax + (16 << 20)
        expect(residentBytes() - before, isAtMost: allowed)
        // The kernel may have closed some; the server has closed none.
        let reason = ["reason": "server"]
        try expect(server.metrics()["chromatch_connections_closed_total", reason], equals: 0)
        withExtendedLifetime(stalled) {}
      }
    }
  }
}

/// How many connections the kernel has given up. On a busy machine that happens to some who do not
/// read before the last of them have come.
private func lostCount(of server: Server) throws -> Int {
  try server.metrics()["chromatch_connections_closed_total", ["reason": "lost"]]
}
