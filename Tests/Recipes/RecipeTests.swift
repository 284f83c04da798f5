// What the recipes of ARCHITECTURE.md have brought about, asked of a server that runs. Only the
// copy of the tree that Tests/Recipes/run makes has these tests: nothing of this is in the game.

import Rooms
import TestSupport
import Testing

@testable import Server

@Suite("Recipes", .oneAtATime)
@OwnThread
struct RecipeTests {
  @Test("a CHEER is heard by watchers on other lanes, and a setting is told in ROOM")
  func cheer() async throws {
    try await withServer({
      $0.lanes = 3
      $0.limits.halls.watchersAtHomeMax = 0
    }) { server in
      let player = try server.guest("Ada")
      let room = try player.openRoom("beginners=1")
      try #expect(player.hear("ROOM").hasSuffix(" beginners=1"))
      let watchers = try ["Bob", "Cal"].map { try server.guest($0) }
      for watcher in watchers { try watcher.go("WATCH", room) }
      try player.say("CHEER")
      for client in [player] + watchers { try client.hear("CHEERED") }
    }
  }

  @Test("a match that began is counted")
  func counter() async throws {
    try await withServer { server in
      let name = "chromatch_matches_begun_total"
      try #expect(server.page("/metrics").contains("\(name) 0"))
      let player = try server.guest("Ada")
      _ = try player.openRoom("seats=1")
      try player.say("READY")
      try player.hear("COUNTDOWN")
      try #expect(server.page("/metrics").contains("\(name) 1"))
    }
  }

  @Test("beyond the limit nobody can look on")
  func limit() async throws {
    try await withServer({ $0.limits.halls.watchersMax = 1 }) { server in
      let room = try server.guest("Ada").openRoom()
      let watchers = try ["Bob", "Cal"].map { try server.guest($0) }
      try watchers[0].go("WATCH", room)
      try watchers[1].say("WATCH room=\(room)")
      try #expect(watchers[1].refusal() == "not-now")
    }
  }
}
