// Shows a player's lock at once: the hands freeze and grow dim, a frame stands around the guess for
// a moment, and the players who still play are named. The frame is outside of the colors and open
// towards the target: nothing lies on them or between them.

import Chroma
import ClientCore
import Game
import Wire

extension RaceScreen {
  /// Whether the player has done what can be done in this round; the server may not have said so.
  var isDone: Bool { isLocked || isLocking }

  /// The frame around the guess.
  func lockMark(on sheet: inout Sheet, _ layout: RaceLayout) {
    guard isDone, marksLock else { return }
    let area = layout.yours
    // The side at which the target lies stays open.
    let (top, left) = (area.row == layout.target.row, area.row > layout.target.row)
    let words = sheet.canvas
    for column in area.columns {
      if words.isFree(column: column, row: area.endRow) {
        sheet.canvas.put("▀", column: column, row: area.endRow, .bright)
      }
      if top, words.isFree(column: column, row: area.row - 1) {
        sheet.canvas.put("▄", column: column, row: area.row - 1, .bright)
      }
    }
    for row in area.rows {
      sheet.canvas.put("▌", column: area.endColumn, row: row, .bright)
      if left { sheet.canvas.put("▐", column: area.column - 1, row: row, .bright) }
    }
  }

  /// Who is still playing, for the line of keys; empty when nobody is waited for.
  var waitedFor: String {
    guard isLocked, let round else { return "" }
    let names = match.players
      .filter { match.isRacing($0) && round.lock(of: $0) == nil }
      .map(room.name(of:))
    return names.isEmpty ? "" : Words["waiting for \(names.joined(separator: ", "))"]
  }

  /// How long a lock stays frozen that was too far off: a bar that runs out above the guess.
  func freeze(on sheet: inout Sheet, _ layout: RaceLayout) {
    guard let round, !isDone, let end = round.frozenUntil(room.me), end > now else { return }
    let left = Ticks.left(until: end, at: now, every: sheet.setup.tickMilliseconds)
    let columns = layout.columns
    let start = (columns.lowerBound + columns.upperBound) / 2 + RaceScreen.freezeGap
    let width = columns.upperBound - start
    guard width > 0 else { return }
    let share = Double(left) / Double(Rules.freezeMilliseconds)
    let filled = Int((unit(share) * Double(width)).rounded(.up))
    for offset in 0..<width {
      sheet.canvas.put(
        "▄", column: start + offset, row: layout.labelRow - 1,
        offset < filled ? .bright : Style(Neutral.rail))
    }
  }

  /// Columns that stay free between the line and the bar.
  private static let freezeGap = 5
}

extension Canvas {
  /// Whether nothing is written in a cell or near it in its row.
  fileprivate func isFree(column: Int, row: Int) -> Bool {
    (column - 2...column + 2)
      .allSatisfy { !contains(column: $0, row: row) || self[$0, row].isBlank }
  }
}
