// What a day came to, to paste where others are: text of four lines that spoils nothing. No color
// is in it, and no hue says good or bad: squares are the larger the nearer a guess was. Where such
// squares cannot be counted on, as on the grid of a terminal, they are letters.

import Chroma
import ClientCore
package import Game

/// A day's result.
package struct DayResult: Hashable, Sendable {
  let day: Day
  /// How far apart each guess was, in thousandths of ΔE.
  let apart: [Int]
  let total: Int
  /// How many days in a row, with this one.
  let streak: Int
  /// Where others find the server's page; nil where there is none for them.
  let page: String?

  /// A square and a letter for guesses below so many thousandths.
  private static let squares: [(below: Int, square: String, letter: String)] = [
    (1_000, "⬜", "A"), (3_000, "◻️", "B"), (6_000, "◽", "C"), (.max, "▫️", "D"),
  ]

  /// The result of a match that is over; nil where it was no day's, or a ghost race.
  ///
  /// - Parameters:
  ///   - streak: how many days in a row, with this one.
  ///   - page: where others find the server's page.
  package init?(of match: MatchState, me: PlayerID, streak: Int, page: String?) {
    guard match.rules.mode.isDaily, !match.copied.isCopy, let begins = match.begins else {
      return nil
    }
    day = Day(of: begins - Rules.countdownMilliseconds)
    apart = match.results.compactMap { $0.score(of: me)?.difference.thousandths }
    total = match.total(of: me)
    (self.streak, self.page) = (streak, page)
  }

  private func row(_ apart: Int) -> (below: Int, square: String, letter: String) {
    DayResult.squares.first { apart < $0.below } ?? DayResult.squares[DayResult.squares.count - 1]
  }

  /// The lines, with letters for squares.
  package var lines: [String] { lines(of: letters) }

  /// A letter for each guess.
  var letters: String { apart.map { row($0).letter }.joined() }

  /// How far apart each guess was, with as many decimals as tell the letters apart: never rounded
  /// up to where the next letter begins.
  var apartWords: String {
    let numbers = apart.map { thousandths in
      let hundredths = thousandths % 1_000 / 10
      let decimals = hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
      return Words["\(thousandths / 1_000).\(decimals)"]
    }
    return "ΔE " + numbers.joined(separator: "  ")
  }

  /// The text to paste, with squares.
  package var text: String {
    lines(of: apart.map { row($0).square }.joined()).joined(separator: "\n")
  }

  private func lines(of squares: String) -> [String] {
    let days = Words[streak, "\(streak) day in a row", "\(streak) days in a row"]
    return ["chromatch \(day.text)", "\(squares) \(total)", days] + (page.map { [$0] } ?? [])
  }

  /// What the letters are.
  static var legend: String { Words["A: below 1, B: below 3, C: below 6, D: farther apart"] }
}

extension Sheet {
  /// The day's result, as long as somebody looks at it.
  mutating func result(of day: DayResult) {
    let lines = day.lines
    let inside = panel(width: 60, height: lines.count + 9, title: Words["to paste"])
    for (index, line) in lines.enumerated() {
      canvas.text(
        line, column: inside.column, row: inside.row + index, .text, limit: inside.width)
    }
    let notes = [
      day.apartWords, DayResult.legend, Words["Copied, if your terminal lets programs copy."],
    ]
    for (index, note) in notes.enumerated() where lines.count + 1 + index < inside.height - 1 {
      canvas.text(
        note, column: inside.column, row: inside.row + lines.count + 1 + index, .dim,
        limit: inside.width)
    }
    choices([("Esc", Words["back"], .escape)], inside)
    canvas.park(column: inside.column, row: inside.row)
  }
}
