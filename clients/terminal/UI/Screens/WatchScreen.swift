// A match as onlookers see it: the target as a band, everybody's color right below and touching it,
// and how near each one is. It moves nothing.

import Chroma
import Game
import Wire

/// Looking on at a round.
struct WatchScreen {
  let room: RoomModel
  let match: MatchModel
  let keys: [KeyBinding]
  /// On the server's clock.
  let now: Instant

  private static let top = 4

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    sheet.header(
      "watching   \(room.settings.name)   \(match.rules.mode.name)", right: clock.text,
      style: match.round?.hasRung == true ? .strong : .text)
    sheet.stepper(clock.stepper)
    status(on: &sheet, clock)
    sheet.canvas.text("TARGET", column: Sheet.margin, row: WatchScreen.top - 1, .label)
    let watchers = room.watchers == 1 ? "1 watcher" : "\(room.watchers) watchers"
    sheet.canvas.text(
      watchers, endColumn: sheet.endColumn, row: WatchScreen.top - 1, .dim)
    let namesRow = sheet.height - 5
    let rows = namesRow - WatchScreen.top
    let band = Area(
      column: Sheet.margin, row: WatchScreen.top, width: sheet.columns, height: rows * 2 / 5)
    if let round = match.round, clock.isShown {
      sheet.patch(band, round.start.target, square: true)
    } else {
      sheet.hidden(band, count: clock.secondsToOpen)
    }
    players(
      on: &sheet,
      Area(
        column: Sheet.margin, row: band.endRow, width: sheet.columns, height: rows - band.height))
    sheet.canvas.park(column: Sheet.margin, row: WatchScreen.top - 1)
    sheet.keyLine(keys)
  }

  private func status(on sheet: inout Sheet, _ clock: RoundClock) {
    guard let round = match.round, clock.isShown else {
      return sheet.status("", "The round begins in a moment.")
    }
    let first = round.locks.min { ($0.value, $0.key) < ($1.value, $1.key) }
    if let first {
      sheet.status(
        "\(room.name(of: first.key)) locked after \(Say.tenths(first.value))",
        round.hasRung ? "the bell has rung" : "")
    }
  }

  private func players(on sheet: inout Sheet, _ area: Area) {
    let players = match.players.filter(match.isPlaying)
    let leader = match.results.isEmpty ? nil : match.standings.first?.total
    for (index, player) in players.enumerated() {
      let start = area.column + index * area.width / players.count
      let end = area.column + (index + 1) * area.width / players.count
      let column = Area(column: start, row: area.row, width: end - start, height: area.height)
      let move = match.round?.moves[player]
      if let move { sheet.patch(column, move.color, square: true) }
      let isLocked = match.round?.locks[player] != nil
      let limit = max(0, column.width - 1)
      sheet.canvas.text(
        room.label(of: player), column: start, row: area.endRow, isLocked ? .strong : .text,
        limit: limit)
      let near = move.map { "\($0.near)%" } ?? ""
      let isAway = room.seat(of: player)?.awayUntil != nil
      let state = isAway ? "away" : isLocked ? "\(near) ✓ locked" : near
      sheet.canvas.text(
        state, column: start, row: area.endRow + 1, isLocked ? .bright : .label, limit: limit)
      let total = match.total(of: player)
      sheet.canvas.text(
        "\(total)\(total == leader ? " leads" : "")", column: start, row: area.endRow + 2, .dim,
        limit: limit)
    }
  }
}
