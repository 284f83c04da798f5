// The running table of a series in one line: who has won how many of its matches, and all points as
// far as there is space. The viewer's own row is never left out.

import ClientCore
import Game
import Wire

/// The table of a series.
struct SeriesLine {
  let room: RoomModel
  let series: Series

  /// Blanks between two players.
  private static let gap = 3

  func draw(on sheet: inout Sheet, row: Int) {
    let start = sheet.canvas.text(Words["series"], column: Sheet.margin, row: row, .dim) + 2
    var column = start
    let space = sheet.endColumn - start
    let rows = series.rows
    let hasPoints = width(of: rows, hasPoints: true) <= space
    // Where not all have space, those at the end are left out, but for the viewer.
    var shown = rows
    while shown.count > 1, width(of: shown, hasPoints: hasPoints) > space {
      let last = shown.lastIndex { $0.player != room.me } ?? 0
      shown.remove(at: last)
    }
    for standing in shown {
      let isMe = standing.player == room.me
      column = sheet.canvas.text("\(standing.place) ", column: column, row: row, .dim)
      let limit = max(0, sheet.endColumn - column)
      column = sheet.canvas.text(
        name(of: standing), column: column, row: row, isMe ? .strong : .text, limit: limit)
      let rest = " \(pips(of: standing))\(hasPoints ? " \(standing.points)" : "")"
      column = sheet.canvas.text(
        rest, column: column, row: row, .label, limit: max(0, sheet.endColumn - column))
      column += SeriesLine.gap
    }
  }

  private func width(of rows: [Series.Row], hasPoints: Bool) -> Int {
    rows.reduce(-SeriesLine.gap) { sum, row in
      let points = hasPoints ? 1 + "\(row.points)".count : 0
      return sum + "\(row.place)".count + 2 + ShownText.columns(of: name(of: row))
        + pips(of: row).count + points + SeriesLine.gap
    }
  }

  private func name(of row: Series.Row) -> String {
    row.player == room.me && room.role == .player ? Words["you"] : room.name(of: row.player)
  }

  private func pips(of row: Series.Row) -> String { room.settings.pips(row.wins) }
}

extension RoomSettings {
  /// Matches that somebody has won of those that win the series.
  func pips(_ wins: Int) -> String {
    let needed = series / 2 + 1
    let won = min(max(0, wins), needed)
    return String(repeating: "●", count: won) + String(repeating: "○", count: needed - won)
  }
}

extension RoomModel {
  /// How a series stands, for the room; nil where none is on.
  var seriesWords: String? {
    guard let series else { return nil }
    let rows = series.rows.map { "\(name(of: $0.player)) \(settings.pips($0.wins))" }
    return ([settings.words(of: .series)] + rows).joined(separator: ", ")
  }
}
