// A kept match as somebody saw it: players see their own sliders, and lines tell each moment.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("A replay")
struct ReplayTests {
  private func replay(_ viewer: PlayerID?, at moment: Int) throws -> Replay {
    var replay = Replay(
      try KeptFiles.match(KeptFiles.saved), seenBy: viewer, hashing: hashing)
    replay.seek(to: KeptFiles.began + moment)
    return replay
  }

  @Test("a replay shows players their own sliders, as far as anybody told where they were")
  func sliders() throws {
    // Nobody told a move; each was scored for where the lock was.
    try expect(replay(KeptFiles.ada, at: 6_000).session.guess, equals: Mode.rgb.start)
    try expect(replay(KeptFiles.ada, at: 6_500).session.guess?.values, equals: [43, 95, 40])
    try expect(replay(KeptFiles.bea, at: 15_500).session.guess, equals: Mode.rgb.start)
    try expect(replay(nil, at: 6_500).session.guess, equals: nil)
    // What the others saw of Ada's moves is where her own sliders were.
    let match = try KeptFiles.match(KeptFiles.real)
    var replay = Replay(match, seenBy: KeptFiles.ada, hashing: hashing)
    var moves = 0
    for beat in match.beats {
      guard case .move(let move) = beat.message, move.who == KeptFiles.ada else { continue }
      replay.seek(to: beat.at)
      expect(replay.session.guess.flatMap { Mode.rgb.swatch(of: $0) }, equals: move.swatch)
      moves += 1
    }
    expect(moves, equals: 4)
  }

  @Test("a replay is told in lines, each with its moment")
  func lines() throws {
    for (name, viewer) in [("replay-onlooker", nil), ("replay-player", KeptFiles.ada)] {
      let match = try KeptFiles.match(KeptFiles.real)
      try expectGolden(
        name + ".txt", PlainReplay.lines(of: match, seenBy: viewer, hashing: hashing))
    }
  }
}
