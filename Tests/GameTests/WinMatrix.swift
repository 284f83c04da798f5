// How often each level of bots beats each other one, from whole matches under a mode's usual rules.

import Game
import Testing

/// A table of wins among the four levels.
struct WinMatrix: CustomStringConvertible {
  /// Percent of the matches in which the level of the row had the better place.
  private var percents: [[Int]] = []

  /// Plays every pair of levels, as many matches as there are seeds, on the one seat and the other
  /// in turn.
  init(_ mode: Mode, seeds: Range<Int>) throws {
    for level in Skill.levels {
      percents.append(
        try Skill.levels.map { other in
          if level == other { return 0 }
          return try WinMatrix.wins(of: level, over: other, in: mode, seeds: seeds) * 100
            / seeds.count
        })
    }
  }

  /// How often one level beats another, in percent.
  func wins(of level: Int, over other: Int) -> Int { percents[level - 1][other - 1] }

  var description: String {
    let rows = zip(Skill.levels, percents)
      .map { level, row in
        let cells = zip(Skill.levels, row).map { $0 == level ? "  -" : padded("\($1)", 3) }
        return "level \(level): \(cells.joined(separator: " "))"
      }
    return rows.joined(separator: "\n")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// In how many of the matches `level` came out before `other`.
  static func wins(
    of level: Int, over other: Int, in mode: Mode, seeds: Range<Int>
  ) throws -> Int {
    try seeds.count { seed in
      // The same matches for either row.
      let isSecond = (seed % 2 == 1) != (level > other)
      var race = try Race(
        .usual(of: mode), levels: isSecond ? [other, level] : [level, other], seed: seed)
      race.run()
      let places = [race.place(of: 1) ?? 0, race.place(of: 2) ?? 0]
      return isSecond ? places[1] < places[0] : places[0] < places[1]
    }
  }
}
