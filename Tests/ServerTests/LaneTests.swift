// Several lanes are one server: wherever the door puts somebody, they meet everybody else. What a
// player did before a round closed counts, though the lane came to it later.

import Dispatch
import Glibc
import Net
import Rooms
import TestSupport
import Testing

@testable import Server

@Suite("Lanes", .oneAtATime)
@OwnThread
struct LaneTests {
  @Test("people of one room come from all lanes, find the rooms of all, and hear the same")
  func oneRoom() async throws {
    try await withServer({
      $0.lanes = 4
      $0.limits.halls.watchersAtHomeMax = 2
      // LIST may be said again and again.
      $0.limits.halls.lineBurst = 1_000_000
    }) { server in
      let clients = try (0..<24).map { _ in try server.client() }
      for client in clients { try client.say("HELLO v=1 name=Guest") }
      let names = try clients.map { field("me", of: try $0.hear("WELCOME")) }
      expect(Set(names).count, equals: clients.count)
      let (players, watchers) = (Array(clients[..<4]), clients[4...])
      let codes = try players.map { try $0.openRoom("seats=4") }
      // What one lane tells another takes a moment.
      try until {
        var listed = Set<String?>()
        try clients[7].say("LIST")
        while let line = try clients[7].hear(), !line.hasPrefix("END") {
          listed.insert(field("room", of: line))
        }
        return listed.isSuperset(of: codes)
      }
      for client in players[1...] {
        try client.leave()
        try client.go("JOIN", codes[0])
      }
      for watcher in watchers { try watcher.go("WATCH", codes[0]) }
      while try players[0].hear("WATCHERS") != "WATCHERS count=20" {}
      try playRound(players)
      let seeds = try clients.map { try $0.hear("SEED") }
      expect(Set(seeds).count, equals: 1)
      for watcher in watchers {
        expect(watcher.heard.contains { $0.hasPrefix("MOVE ") })
        try watcher.leave()
      }
      while try players[0].hear("WATCHERS") != "WATCHERS count=0" {}
    }
  }

  @Test("what is due because somebody left is done, though nothing else happens")
  func departure() async throws {
    try await withServer { server in
      let host = try server.guest("Host")
      let code = try host.openRoom()
      var watcher: LineClient? = try server.guest("Wim")
      try watcher?.go("WATCH", code)
      while try host.hear("WATCHERS") != "WATCHERS count=1" {}
      watcher = nil
      try expect(host.hear("WATCHERS"), equals: "WATCHERS count=0")
    }
  }

  @Test("a SET that came before the close is scored, though the lane reads it after")
  func lateLane() async throws {
    try await withServer { server in
      let clock = Clock()
      var score: String?
      while score == nil {
        let player = try server.guest("Ada")
        _ = try player.openRoom("seats=1 time=5")
        try player.say("READY")
        let round = try player.hear("ROUND")
        let closes = try require(field("closes", of: round).flatMap { Int64($0) })
        // A machine that was busy all round long is given another one.
        while clock.milliseconds() < closes,
          try player.ask("SET v=1,2,3", for: "MOVE").hasPrefix("NO")
        { usleep(20_000) }
        let (isBusy, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        server.lanes[0].executor.queue
          .async {
            isBusy.signal()
            gate.wait()
          }
        isBusy.wait()
        try player.say("SET v=9,8,7")
        try player.say("SET v=7,8,9")
        let isInTime = clock.milliseconds() < closes
        while clock.milliseconds() < closes + 200 { usleep(10_000) }
        // The kernel keeps one time for all of it, and that is after the close.
        try player.say("PING t=1")
        gate.signal()
        if isInTime { score = try player.hear("SCORE") }
      }
      expect(score?.contains(" v=7,8,9 "), equals: true)
    }
  }
}
