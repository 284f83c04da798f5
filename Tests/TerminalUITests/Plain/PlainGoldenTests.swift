// A whole match as the line mode tells it, to somebody who plays it with typed commands and to
// somebody who looks on, in a room that helps.

import Game
import TerminalUI
import TestSupport
import Testing
import Wire

struct PlainGoldenTests {
  @Test func aWholeMatchReadsAsItsGolden() throws {
    var world = World("golden")
    let player = PlainScreen()
    let wishes = RoomWishes(
      mode: .hsb, rounds: 2, seconds: 20, seats: 3, name: "sunday race",
      isAssisted: true)
    world.add(.browse, name: "mira", up: 12, down: 12, screen: player)
    world.run(100)
    world.act(0, .create(wishes, bots: []))
    world.run(100)
    let code = try require(world.room(0)?.code)
    let watcher = PlainScreen()
    world.add(.watch(nil, password: nil), name: "jun", screen: watcher)
    world.run(100)
    for line in ["bot 1", "ready"] {
      world.type(0, line)
      world.run(500)
    }
    play(&world, to: code)
    let isOver = world.run { $0.room(0)?.verdict != nil }
    expect(isOver)
    world.run(100)
    for line in ["standings", "leave"] {
      world.type(0, line)
      world.run(100)
    }
    world.type(0, "quit")
    world.act(1, .quit)

    try expectGolden("player.txt", player.lines)
    try expectGolden("watcher.txt", watcher.lines)
    let standings = player.lines.filter { $0.hasPrefix("standings: ") }
    expect(standings.count, equals: 1)
    expect(watcher.lines.filter { $0.hasPrefix("standings: ") }, equals: standings)
  }

  /// Types what a person would, who hears what is said and gets there in the end.
  private func play(_ world: inout World, to code: RoomCode) {
    let rounds = [
      [
        "target", "hint", "h 210", "s +40", "lock", "time", "players", "hue +5", "near", "lock",
        "h 3",
      ],
      ["hint", "h -20", "bright", "s 70", "b 500", "hint", "help", "b +99"],
    ]
    for (index, lines) in rounds.enumerated() {
      let isOpen = world.run { world in
        world.clients[0].session.canMove(at: world.clients[0].local(world.now))
          && world.room(0)?.match?.round?.start.round == index + 1
      }
      expect(isOpen)
      for line in lines {
        world.run(700)
        world.type(0, line == "near" ? near(world) : line)
      }
    }
  }

  /// The numbers that a patient listener arrives at: a little beside the target.
  private func near(_ world: World) -> String {
    guard let match = world.room(0)?.match, let target = match.round?.start.target else {
      return ""
    }
    let guess = match.rules.mode.nearest(target).values
    return "h \(guess[0]) s \(guess[1] + 2) b \(guess[2] + 1)"
  }
}
