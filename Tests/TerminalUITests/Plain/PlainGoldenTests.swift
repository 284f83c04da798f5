// Whole matches as the line mode tells them: to a player who types and to a watcher, in a room that
// helps; one of tiles; and one of memory, whose target is never said once it is hidden.

import ClientCore
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainGoldenTests {
  @Test func aWholeMatchReadsAsItsGolden() throws {
    var world = World("golden")
    let player = PlainScreen()
    let wishes = RoomWishes(
      mode: .hsb, rounds: 2, seconds: 20, seats: 3, name: "sunday race",
      isAssisted: true)
    world.add(.browse, name: "mira", up: 12, down: 12, screen: player, then: 100)
    world.act(0, .create(wishes, bots: []), then: 100)
    let code = try require(world.room(0)?.code)
    let watcher = PlainScreen()
    world.add(.watch(nil, password: nil), name: "jun", screen: watcher, then: 100)
    for line in ["bot 1", "ready"] {
      world.type(0, line, then: 500)
    }
    play(&world, to: code)
    world.reach { $0.room(0)?.verdict != nil }
    world.run(100)
    for line in ["standings", "leave"] {
      world.type(0, line, then: 100)
    }
    world.type(0, "quit")
    world.act(1, .quit)

    try expectGolden("player.txt", player.lines)
    try expectGolden("watcher.txt", watcher.lines)
    let standings = player.lines.filter { $0.hasPrefix("standings: ") }
    expect(standings.count, equals: 1)
    expect(watcher.lines.filter { $0.hasPrefix("standings: ") }, equals: standings)
  }

  @Test func anOpenFloorIsPlayedAlongInLines() throws {
    var world = World("floor")
    let (presenter, player) = (PlainScreen(), PlainScreen())
    var wishes = RoomWishes(mode: .rgb, rounds: 2, seconds: 10, seats: 0, name: "class")
    wishes.isPresented = true
    wishes.series = 3
    world.add(.browse, name: "mira", screen: presenter, then: 100)
    world.act(0, .create(wishes, bots: []), then: 100)
    let code = try require(world.room(0)?.code)
    world.add(.watch(code, password: nil), name: "jun", screen: player, then: 100)
    world.type(1, "help", then: 100)
    world.type(0, "start")
    for (round, lines) in [
      (
        1,
        ["r 1", "play along", "yours", "200 100 50", "hint", "lock", "players", "answer", "lock"]
      ),
      (2, ["time"]),
    ] {
      world.reach { world in
        world.room(1)?.match?.round
          .map { $0.start.round == round && $0.isOpen(at: world.now) } ?? false
      }
      for line in lines {
        world.run(800)
        let answer = world.room(1)?.match?.round?.challenge.answer.values ?? []
        world.type(
          1, line == "answer" ? answer.map(String.init).joined(separator: " ") : line)
      }
    }
    world.reach { $0.room(0)?.verdict != nil }
    world.run(1_500)
    world.type(1, "standings", then: 100)
    try expectGolden("along.txt", player.lines)
    try expectGolden("presenter.txt", presenter.lines)
    let words = (player.lines + presenter.lines).joined(separator: "\n")
    expect(!words.contains("all ready") && !words.contains("nobody is left"))
    expect(!words.contains("everyone left"))
  }

  private func play(_ world: inout World, to code: RoomCode) {
    let rounds = [
      [
        "target", "hint", "h 210", "s +40", "lock", "time", "players", "hue +5", "near", "lock",
        "h 3",
      ],
      ["hint", "h -20", "bright", "s 70", "b 500", "hint", "help", "b +99"],
    ]
    for (index, lines) in rounds.enumerated() {
      world.reach { world in
        world.clients[0].session.canMove(at: world.clients[0].local(world.now))
          && world.room(0)?.match?.round?.start.round == index + 1
      }
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
    let guess = match.rules.mode.nearest(Swatch(target)).values
    return "h \(guess[0]) s \(guess[1] + 2) b \(guess[2] + 1)"
  }

  private struct Typist {
    var world: World
    let screen = PlainScreen()

    init(_ wishes: RoomWishes) {
      let mode = wishes.mode ?? .rgb
      world = World("typed \(mode.name)")
      world.add(.browse, name: "mira", up: 12, down: 12, screen: screen, then: 2_000)
      world.act(0, .create(wishes, bots: mode.seats.upperBound > 1 ? [1] : []), then: 100)
      world.type(0, "ready")
    }

    var match: MatchState? { world.room(0)?.match }

    /// Waits for a round, then types one line after the other with pauses in between, as long as it
    /// is on.
    mutating func play(_ round: Int, pause: Int = 700, _ lines: [String]) {
      world.reach { world in
        world.room(0)?.match?.round
          .map {
            $0.start.round == round && $0.isOpen(at: world.now)
          } ?? false
      }
      for line in lines {
        world.run(pause)
        world.type(0, line == "answer" ? answer : line)
      }
    }

    private var answer: String {
      guard let answer = match?.round?.challenge.answer.values else { return "" }
      return answer.map(String.init).joined(separator: " ")
    }

    var wrongTile: String { match?.round?.challenge.answer == Guess([1]) ? "2" : "1" }

    mutating func finish() {
      world.reach(within: 3_000_000) { $0.room(0)?.verdict != nil }
      world.run(100)
    }
  }

  @Test func tilesArePickedByTheirNumbers() throws {
    var typist = Typist(RoomWishes(mode: .tiles, rounds: 3, seconds: 15, seats: 2))
    typist.play(1, ["target", "hint", "lock", "yours", "r 7", "13", "0", "answer"])
    typist.play(2, ["help"])
    let wrong = typist.wrongTile
    typist.play(2, ["pick \(wrong)", "yours", "pick 1", "players"])
    typist.play(3, pause: 1_600, ["time", "answer", "1"])
    typist.finish()
    try expectGolden("tiles.txt", typist.screen.lines)
  }

  @Test func whatIsToBeRememberedIsSaidOnce() throws {
    var typist = Typist(
      RoomWishes(mode: .memory, rounds: 2, seconds: 20, seats: 2, isAssisted: true))
    typist.play(1, ["target", "hint", "h 200"])
    typist.world.run(1_500)
    let seen = typist.screen.lines.count
    typist.play(1, ["target", "hint", "yours", "s 50", "lock", "players", "time", "target"])
    typist.world.run(1_000)
    let hidden = typist.screen.lines[seen...]
    expect(hidden.first, equals: "> target")
    expect(!hidden.contains { $0.contains("distance") || $0.contains("percent") })
    let nearer = ["warmer", "colder", "no nearer"] + Warmth.allCases.map { ". \($0.word)" }
    expect(!hidden.contains { line in nearer.contains { line.contains($0) } })
    let name = typist.match?.round?.challenge.target.spoken ?? ""
    expect(!name.isEmpty && !hidden.contains { $0.contains(name) })
    typist.play(2, ["answer", "lock"])
    typist.finish()
    try expectGolden("memory.txt", typist.screen.lines)
  }
}
