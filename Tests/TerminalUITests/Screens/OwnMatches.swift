// Matches that somebody remembers, made up: of every kind that a board can show.

import Chroma
import Game
import TestSupport
import Testing

@testable import TerminalUI

enum OwnMatches {
  /// One match; what nobody says is usual.
  static func match(
    _ mode: Mode, points: Int, rounds: Int = 5, day: String = "2023-11-12",
    difference: Int = 2_134, place: Int = 1, players: Int = 4, isAssisted: Bool = false,
    server: String = "ams-1", pairs: Int? = nil
  ) throws -> OwnMatch {
    let colors = try (0..<(pairs ?? rounds))
      .map { round in
        let hue = (round * 67 + points) % 360
        return OwnMatch.Pair(
          target: try require(HSB(hue: hue, saturation: 70, brightness: 80)).color,
          answer: try require(HSB(hue: (hue + 9) % 360, saturation: 62, brightness: 84)).color)
      }
    return OwnMatch(
      day: day, mode: mode, points: points, rounds: rounds,
      difference: Difference(thousandths: difference), place: place, players: players,
      isAssisted: isAssisted, server: server, pairs: colors)
  }

  /// Matches of a few modes, one of them today's.
  static func board() throws -> BestMatches {
    var board = BestMatches()
    board.add(try match(.hsb, points: 4_560, place: 2))
    board.add(try match(.hsb, points: 4_105, day: "2023-10-30", difference: 3_480))
    board.add(try match(.rgb, points: 6_872, rounds: 8, isAssisted: true))
    board.add(
      try match(.arcade, points: 10_250, rounds: 14, difference: 4_020, place: 1, players: 2))
    board.add(try match(.tiles, points: 3_900, difference: 0, players: 6, pairs: 0))
    board.add(
      try match(
        .daily, points: 4_377, day: "2023-11-14", difference: 1_870, players: 1, isAssisted: true))
    return board
  }
}
