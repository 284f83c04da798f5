// Many people behind one address: three hundred can play, whoever says no HELLO takes nobody's
// place, and a seat can be come back to however full it is.

import Net
import Server
import Testing

@Suite("Crowds")
@OwnThread
struct CrowdTests {
  @Test("three hundred people behind one address play")
  func oneAddress() async throws {
    try await withServer({
      $0.lanes = 3
      $0.limits = ServerLimits()
    }) { port in
      let people = try (0..<300).map { _ in try LineClient(port: port) }
      for person in people { try person.say("HELLO v=1") }
      for person in people { try person.hear("WELCOME") }
      let tables = stride(from: 0, to: 300, by: 8).map { people[$0..<min(300, $0 + 8)] }
      for table in tables { try table.first?.say("CREATE") }
      for table in tables {
        let room = try field("room", of: table.first?.hear("IN") ?? "")
        for guest in table.dropFirst() { try guest.say("JOIN room=\(room ?? "")") }
      }
      for person in people {
        if !person.heard.contains(where: { $0.hasPrefix("IN ") }) { try person.hear("IN") }
      }
      for person in people { try person.say("READY") }
      for person in people { try person.hear("COUNTDOWN") }
    }
  }

  @Test(
    "connections that say no HELLO give their places to people of their address",
    arguments: [1, 3])
  func silent(lanes: Int) async throws {
    try await withServer({
      $0.lanes = lanes
      $0.limits.connectionsPerAddressMax = 3
    }) { port in
      let silent = try (0..<30).map { _ in try LineClient(port: port) }
      var people: [LineClient] = []
      for _ in 0..<3 {
        people.append(try LineClient(port: port))
        try people.last?.say("HELLO v=1")
        try people.last?.hear("WELCOME")
      }
      for client in silent { #expect(try client.isClosedByServer()) }
      for person in people {
        try person.say("PING t=1")
        try person.hear("PONG")
      }
    }
  }

  @Test(
    "a seat can be come back to when the server is full, or the address",
    arguments: [true, false])
  func returning(isServer: Bool) async throws {
    try await withWholeServer({
      $0.lanes = 3
      if isServer {
        $0.limits.connectionsMax = 2
      } else {
        $0.limits.connectionsPerAddressMax = 2
      }
    }) { server in
      let port = server.endpoint.port
      let bob = try LineClient(port: port)
      try bob.say("HELLO v=1 name=Bob")
      try bob.hear("WELCOME")
      let token = try lostSeat(seenBy: bob, port)
      // Somebody takes the place; the door hears a moment later that it is free.
      var stranger: LineClient?
      for _ in 0..<1_000 where stranger == nil {
        let next = try LineClient(port: port)
        try next.say("HELLO v=1")
        if try next.hear()?.hasPrefix("WELCOME") == true { stranger = next }
      }
      #expect(stranger != nil)
      try server.letDoorHear()
      for hello in ["HELLO v=1", "HELLO v=1 resume=0123456789abcdef"] {
        let late = try LineClient(port: port)
        try late.say(hello)
        #expect(field("code", of: try late.hear("NO")) == "server-full")
        #expect(try late.isClosedByServer())
      }
      let ada = try LineClient(port: port)
      try ada.say("HELLO v=1 resume=\(token)")
      try ada.hear("WELCOME")
      try bob.hear("BACK")
    }
  }

  /// Ada sits down in a room of Bob's and is lost.
  ///
  /// - Returns: the token of her seat.
  private func lostSeat(seenBy bob: LineClient, _ port: UInt16) throws -> String {
    try bob.say("CREATE")
    let room = try #require(field("room", of: try bob.hear("IN")))
    let token: String
    do {
      let ada = try LineClient(port: port)
      try ada.say("HELLO v=1 name=Ada")
      token = try #require(field("resume", of: try ada.hear("WELCOME")))
      try ada.say("JOIN room=\(room)")
      try ada.hear("IN")
    }
    try bob.hear("AWAY")
    return token
  }
}
