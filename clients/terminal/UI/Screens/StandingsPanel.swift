// Where everybody stands: place, points, and for each round a strip with the target above the
// guess, so that a whole match is seen at a glance.

import Chroma
import Game
import Wire

/// The standings beside the last round.
struct StandingsPanel {
  let room: RoomModel
  let match: MatchModel

  func draw(on sheet: inout Sheet, _ area: Area) {
    sheet.canvas.text("Standings", column: area.column, row: area.row, .strong)
    let rounds = Say.count(match.results.count, "round")
    let isWide = area.width >= 36
    let label = match.isOver ? (isWide ? "\(rounds), " : "") + readiness : rounds
    sheet.canvas.text(label, endColumn: area.endColumn, row: area.row, .dim)
    let standings = match.standings
    guard !standings.isEmpty else { return }
    let space = area.height - 2
    let step = [4, 3, 2].first { $0 * standings.count <= space + 1 && $0 <= (sheet.isBig ? 4 : 3) }
    for (index, standing) in standings.enumerated() {
      let row = area.row + 2 + index * (step ?? 1)
      guard row < area.endRow else { return }
      line(standing, on: &sheet, area, row: row)
      if step != nil { strips(standing, of: standings, on: &sheet, area, row: row + 1) }
    }
  }

  /// How many are ready for the next match.
  private var readiness: String {
    "\(room.seats.count { $0.isReady }) of \(room.seats.count) ready"
  }

  private func line(_ standing: Standing, on sheet: inout Sheet, _ area: Area, row: Int) {
    let isMe = standing.who == room.me
    let style: Style = isMe ? .strong : .text
    sheet.canvas.text(
      "\(standing.place)", column: area.column, row: row, isMe ? .strong : .dim)
    sheet.canvas.text("\(standing.total)", endColumn: area.endColumn, row: row, style)
    var end = area.endColumn - 6
    if let points = match.results.last?.score(of: standing.who)?.points {
      end = sheet.canvas.text("+\(points)", endColumn: end, row: row, .dim)
    }
    let isReady = match.isOver && room.seat(of: standing.who)?.isReady == true
    if isReady { end = sheet.canvas.text("ready", endColumn: end - 1, row: row, .label) }
    sheet.canvas.text(
      room.label(of: standing.who), column: area.column + 3, row: row, style,
      limit: max(0, end - area.column - 4))
  }

  private func strips(
    _ standing: Standing, of all: [Standing], on sheet: inout Sheet, _ area: Area, row: Int
  ) {
    let left = area.column + 3
    guard !sheet.setup.isByNumbers else {
      let differences = match.results.map { result in
        result.score(of: standing.who)?.difference.tenthsText ?? "–"
      }
      sheet.canvas.text(
        "ΔE " + differences.joined(separator: "  "), column: left, row: row, .label,
        limit: area.endColumn - left)
      return
    }
    let count = match.rules.rounds
    // Half the width for the rounds, the rest for the bar.
    let space = max(1, (area.width - 3) / 2)
    let width = min(6, max(1, space / count - 1))
    let pitch = width + (width > 1 ? 1 : 0)
    var end = left
    for result in match.results where end + width <= area.endColumn {
      defer { end += pitch }
      guard let score = result.score(of: standing.who) else { continue }
      let color = match.rules.mode.color(of: score.guess) ?? Mode.startColor
      for offset in 0..<width {
        sheet.canvas.put(
          "▀", column: end + offset, row: row, Style(result.color, on: color))
      }
    }
    let bar = Area(
      column: left + count * pitch + 1, row: row,
      width: area.endColumn - left - count * pitch - 1, height: 1)
    guard bar.width > 6 else { return }
    let best = max(1, all.map(\.total).max() ?? 1)
    sheet.canvas.bar(
      bar, fraction: Double(standing.total) / Double(best),
      standing.who == room.me ? Neutral.bright : Neutral.label)
  }
}
