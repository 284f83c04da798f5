// What lies on the last two rows of a kept match: how far it is, and the keys. Where the screens
// have notices and keys of their own there is nothing of the game.

import ClientCore
import Game
import Wire

/// The bar of a kept match, and its keys.
struct ReplayBar {
  let match: SavedMatch
  /// Whose eyes see it; nil for somebody who looks on.
  let viewer: PlayerID?
  let motion: ReplayMotion
  let moment: Instant
  let keys: [KeyBinding]

  /// The bar is never shorter than this; before that, what stands behind it is cut.
  private static let trackColumnsMin = 10
  /// How often it moves at the most, in milliseconds of the match.
  private static let tickMilliseconds = 250

  /// When the bar changes next.
  static func nextChange(after moment: Instant, of match: SavedMatch) -> Instant {
    let ticks = (moment - match.begins) / tickMilliseconds + 1
    return min(match.ends, match.begins + ticks * tickMilliseconds)
  }

  func draw(on sheet: inout Sheet) {
    let row = sheet.noticeRow
    sheet.canvas.fill(sheet.canvas.bounds.line(row), Neutral.surround)
    sheet.canvas.fill(sheet.canvas.bounds.line(row + 1), Neutral.surround)
    sheet.canvas.text(
      motion.isPlaying ? "▸" : "‖", column: Sheet.margin, row: row, .strong)
    let gone = ReplayBar.clock(moment - match.begins)
    let whole = ReplayBar.clock(match.ends - match.begins)
    let start = sheet.canvas.text(
      "\(gone) / \(whole)", column: Sheet.margin + 2, row: row, .strong)
    let space = sheet.endColumn - start - 4 - ReplayBar.trackColumnsMin
    let facts = Say.whole(facts, in: space)
    let columns = min(space, ShownText.columns(of: facts))
    let end = sheet.endColumn - columns
    sheet.canvas.text(facts, column: end, row: row, .label, limit: columns)
    let track = Area(column: start + 2, row: row, width: end - 2 - (start + 2), height: 1)
    draw(track, on: &sheet)
    sheet.hits.mark(track, as: .moment)
    sheet.keyLine(keys)
  }

  /// A line as long as the match; where rounds opened it has a notch.
  private func draw(_ track: Area, on sheet: inout Sheet) {
    let here = track.column(at: motion.share(of: moment))
    for column in track.columns {
      sheet.canvas.put("─", column: column, row: track.row, column < here ? .label : .line)
    }
    for opens in match.rounds {
      let column = track.column(at: motion.share(of: opens))
      sheet.canvas.put("│", column: column, row: track.row, column < here ? .label : .dim)
    }
    sheet.canvas.put("●", column: here, row: track.row, .strong)
    sheet.canvas.park(column: here, row: track.row)
  }

  /// The speed, whose eyes see it, and what the lines prove.
  private var facts: String {
    let name = viewer.flatMap { viewer in match.players.first { $0.player == viewer } }?.profile
      .name.withoutTurningMarks
    let eyes = name.map { Words["seen by \($0)"] } ?? Words["seen by onlookers"]
    return [motion.speedText, eyes, verdict].filter { !$0.isEmpty }.joined(separator: "   ")
  }

  /// What its audit found, in a word or two; the last screen says it in full.
  private var verdict: String {
    switch match.verdict {
    case .fair: Words["✓ fair"]
    case .unfair: Words["NOT FAIR"]
    case .unproved: Words["not proved"]
    }
  }

  /// Milliseconds as minutes and seconds, such as `2:07`.
  static func clock(_ milliseconds: Int) -> String {
    let seconds = max(0, milliseconds) / 1_000
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
