// A whole match as one watcher heard it, to be told again as it was or otherwise.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

/// A match of which every message was kept, as a watcher heard it from before the countdown on.
struct MatchRecord {
  let code: RoomCode
  let messages: [ServerMessage]

  init(_ name: String = "record") throws {
    var world = World(name)
    let code = try world.addHost()
    let watcher = world.add(.watch(code, password: nil), name: "jun")
    world.run(100)
    let skill = try require(Skill(level: 2))
    world.add(
      .join(code, password: nil), name: "oskar", selfPlay: SelfPlay(skill: skill, matches: 1))
    let isOver = world.run { $0.room(watcher)?.verdict != nil }
    expect(isOver)
    world.run(2_000)
    self.code = code
    messages = world.clients[watcher].heard
  }

  func room(_ messages: some Collection<ServerMessage>) -> RoomModel {
    var room = RoomModel(
      code: code, role: .watcher, me: PlayerID(number: 99), last: 0, before: nil)
    for message in messages { room.fold(message, hashing: hashing) }
    return room
  }
}
