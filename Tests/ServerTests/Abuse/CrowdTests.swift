// Many people behind one address: a connection without HELLO takes nobody's place, and a player can
// come back to a seat however full it is.

import Net
import Server
import TestSupport
import Testing

@Suite("Crowds", .oneAtATime)
@OwnThread
struct CrowdTests {
  @Test("connections that say no HELLO give their places to people of their address")
  func silent() async throws {
    try await withServer({
      $0.lanes = 3
      $0.limits.connectionsPerAddressMax = 3
    }) { server in
      let silent = try (0..<30).map { _ in try server.client() }
      let people = try (0..<3).map { _ in try server.guest() }
      for client in silent { try expect(client.isClosedByServer()) }
      for person in people { try person.catchUp() }
    }
  }

  @Test(
    "a player comes back to a seat when the server is full, or the address",
    arguments: [true, false])
  func returning(isServer: Bool) async throws {
    try await withServer({
      $0.lanes = 3
      if isServer {
        $0.limits.connectionsMax = 2
      } else {
        $0.limits.connectionsPerAddressMax = 2
      }
    }) { server in
      let bob = try server.guest("Bob")
      let room = try bob.openRoom()
      var ada: LineClient? = try server.client()
      let token = try require(try ada?.enter(as: "Ada"))
      try ada?.go("JOIN", room)
      ada = nil
      try bob.hear("AWAY")
      // Somebody takes the place; the door hears a moment later that it is free.
      var stranger: LineClient?
      try until {
        stranger = try server.client()
        return try stranger?.ask("HELLO v=1", for: "WELCOME").hasPrefix("WELCOME") == true
      }
      try server.letDoorHear()
      for hello in ["HELLO v=1", "HELLO v=1 resume=0123456789abcdef"] {
        let late = try server.client()
        try late.say(hello)
        try expect(late.refusal(), equals: "server-full")
        try expect(late.isClosedByServer())
      }
      let back = try server.client()
      try expect(back.ask("HELLO v=1 resume=\(token)", for: "WELCOME").hasPrefix("WELCOME"))
      try bob.hear("BACK")
      withExtendedLifetime(stranger) {}
    }
  }
}
