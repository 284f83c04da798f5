// A match of tiles and one of memory, played by typing alone, as they read; and that nothing of a
// target that has to be remembered is said later.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainModeTests {
  /// Somebody who plays one mode by typing.
  private struct Typist {
    var world: World
    let screen = PlainScreen()

    /// In a room of their own, alone or against a bot, and ready.
    init(_ wishes: RoomWishes) {
      let mode = wishes.mode ?? .rgb
      world = World("typed \(mode.name)")
      world.add(.browse, name: "mira", up: 12, down: 12, screen: screen)
      world.run(2_000)
      world.act(0, .create(wishes, bots: mode.seats.upperBound > 1 ? [1] : []))
      world.run(100)
      world.type(0, "ready")
    }

    var match: MatchState? { world.room(0)?.match }

    /// Waits for a round, then types one line after the other with pauses in between, as long as it
    /// is on.
    mutating func play(_ round: Int, pause: Int = 700, _ lines: [String]) {
      let isOpen = world.run { world in
        world.room(0)?.match?.round
          .map {
            $0.start.round == round && $0.isOpen(at: world.now)
          } ?? false
      }
      expect(isOpen)
      for line in lines {
        world.run(pause)
        world.type(0, line == "answer" ? answer : line)
      }
    }

    /// What would lock, as one types it.
    private var answer: String {
      guard let answer = match?.round?.challenge.answer.values else { return "" }
      return answer.map(String.init).joined(separator: " ")
    }

    /// A tile that is not the one.
    var wrongTile: String { match?.round?.challenge.answer == Guess([1]) ? "2" : "1" }

    mutating func finish() {
      let isOver = world.run(within: 3_000_000) { $0.room(0)?.verdict != nil }
      expect(isOver)
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
    expect(!hidden.contains { $0.contains("warmer") || $0.contains("colder") })
    let name = typist.match?.round?.challenge.target.spoken ?? ""
    expect(!name.isEmpty && !hidden.contains { $0.contains(name) })
    typist.play(2, ["answer", "lock"])
    typist.finish()
    try expectGolden("memory.txt", typist.screen.lines)
  }
}
