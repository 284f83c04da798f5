// Several lanes are one server: wherever the door puts somebody, they meet everybody else.

import Net
import Rooms
import Server
import Testing

@Suite("Lanes")
@OwnThread
struct LaneTests {
  @Test("players and watchers of one room come from all lanes")
  func oneRoom() async throws {
    try await withServer({ $0.lanes = 4 }) { port in
      let clients = try (0..<8).map { _ in try LineClient(port: port) }
      for (number, client) in clients.enumerated() {
        try client.say("HELLO v=1 name=Guest\(number)")
      }
      let names = try clients.map { field("me", of: try $0.hear("WELCOME")) }
      #expect(Set(names).count == 8)
      try clients[0].say("CREATE rounds=1 time=5")
      let code = try #require(field("room", of: try clients[0].hear("IN")))
      for client in clients[1..<4] { try client.say("JOIN room=\(code)") }
      for client in clients[4...] { try client.say("WATCH room=\(code)") }
      for client in clients[1...] { try client.hear("IN") }
      for client in clients[..<4] { try client.say("READY") }
      for client in clients { #expect(try client.hear("ROUND").contains("round=1")) }
      for client in clients[..<4] {
        try client.race()
        try client.hitTarget()
      }
      for client in clients { try client.hear("SEED") }
    }
  }

  @Test("whoever lists or is quick finds the rooms of all lanes")
  func directory() async throws {
    try await withServer({ $0.lanes = 3 }) { port in
      let hosts = try (0..<6).map { _ in try LineClient(port: port) }
      for (number, host) in hosts.enumerated() {
        try host.say("HELLO v=1 name=Host\(number)")
        try host.say("CREATE name=room\(number) mode=hsb")
        try host.hear("WATCHERS")
      }
      let guest = try LineClient(port: port)
      try guest.say("HELLO v=1 name=Guest")
      var listed: Set<String> = []
      // What one lane tells another takes a moment.
      for _ in 0..<1_000 where listed.count < 6 {
        try guest.say("PING t=1")
        try guest.hear("PONG")
        try guest.say("LIST")
        listed = []
        while let line = try guest.hear(), !line.hasPrefix("END") {
          if let name = field("name", of: line) { listed.insert(name) }
        }
      }
      #expect(listed == Set((0..<6).map { "room\($0)" }))
      try guest.say("QUICK mode=hsb")
      #expect(try guest.hear("ROOM").contains("name=room"))
    }
  }

  @Test("a crowd of watchers is spread, hears the same, and is counted")
  func crowd() async throws {
    try await withServer({
      $0.lanes = 3
      $0.limits.halls.watchersAtHomeMax = 2
    }) { port in
      let host = try LineClient(port: port)
      try host.say("HELLO v=1 name=Host")
      try host.say("CREATE seats=1 rounds=1 time=5")
      let code = try #require(field("room", of: try host.hear("IN")))
      let watchers = try (0..<40).map { _ in try LineClient(port: port) }
      for watcher in watchers {
        try watcher.say("HELLO v=1 name=Wim")
        try watcher.say("WATCH room=\(code)")
        try watcher.hear("WATCHERS")
      }
      while try host.hear("WATCHERS") != "WATCHERS count=40" {}
      try host.say("READY")
      try host.race()
      try host.hitTarget()
      let seed = try host.hear("SEED")
      for watcher in watchers {
        try watcher.hear("ROUND")
        try watcher.hear("MOVE")
        #expect(try watcher.hear("SEED") == seed)
        try watcher.say("LEAVE")
        try watcher.hear("OUT")
      }
      while try host.hear("WATCHERS") != "WATCHERS count=0" {}
    }
  }

  @Test("what is due because somebody left is done, though nothing else happens")
  func departure() async throws {
    try await withServer({
      $0.lanes = 1
      // Nothing else is due as long as a client waits.
      let later = Int(LineClient.patience) * 2_000
      $0.limits.halls.helloMilliseconds = later
      $0.limits.halls.idleMilliseconds = later
      $0.limits.halls.pingMilliseconds = later
      $0.limits.halls.emptyRoomMilliseconds = later
    }) { port in
      let host = try LineClient(port: port)
      try host.say("HELLO v=1 name=Host")
      try host.say("CREATE")
      let code = try #require(field("room", of: try host.hear("IN")))
      var watcher: LineClient? = try LineClient(port: port)
      try watcher?.say("HELLO v=1 name=Wim")
      try watcher?.say("WATCH room=\(code)")
      while try host.hear("WATCHERS") != "WATCHERS count=1" {}
      watcher = nil
      #expect(try host.hear("WATCHERS") == "WATCHERS count=0")
    }
  }

  @Test("so many of one address and no more, and one who leaves makes room")
  func oneAddress() async throws {
    try await withWholeServer({
      $0.lanes = 2
      $0.limits.connectionsPerAddressMax = 3
    }) { server in
      let port = server.endpoint.port
      var inside = try (0..<3).map { _ in try LineClient(port: port) }
      for client in inside {
        try client.say("HELLO v=1")
        try client.hear("WELCOME")
      }
      try server.letDoorHear()
      let refused = try LineClient(port: port)
      try refused.say("HELLO v=1")
      let line = try refused.hear("NO")
      #expect(field("code", of: line) == "server-full" && line.contains("address"))
      try inside[0].say("BYE")
      #expect(try inside[0].isClosedByServer())
      inside.removeFirst()
      // The door hears of it a moment later.
      var isIn = false
      for _ in 0..<1_000 where !isIn {
        let next = try LineClient(port: port)
        try next.say("HELLO v=1")
        isIn = try next.hear()?.hasPrefix("WELCOME") == true
      }
      #expect(isIn)
    }
  }
}
