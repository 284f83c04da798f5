// A match as onlookers see it: the target as a band, everybody's color right below and touching it,
// or everybody's gradient in rows as long as the target's, and how near each one is. In modes that
// keep guesses secret there is only who has locked. It moves nothing. Those who are out of lives
// look on here too.

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
  /// Rows for the names, states and totals below the colors.
  private static let rowsBelow = 3

  private var mode: Mode { match.rules.mode }

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    sheet.header(
      Words["watching   \(room.settings.name)   \(match.headline(at: now))"], right: clock.text,
      style: match.round?.hasRung == true ? .strong : .text)
    sheet.stepper(clock.stepper)
    status(on: &sheet, clock)
    lookingOn(on: &sheet)
    let rows = sheet.height - 2 - WatchScreen.rowsBelow - WatchScreen.top
    let band = Area(
      column: Sheet.margin, row: WatchScreen.top, width: sheet.columns, height: bandRows(of: rows))
    sheet.target(
      clock.isTargetSeen ? match.round?.challenge.target : nil, band, clock, numbers: nil,
      isSquare: true)
    let below = Area(
      column: Sheet.margin, row: band.endRow, width: sheet.columns, height: rows - band.height)
    switch mode.look {
    case .pair: columns(on: &sheet, below)
    case .gradient: gradients(on: &sheet, below, end: sheet.noticeRow)
    case .tiles:
      columns(on: &sheet, below)
      tiles(on: &sheet, below.inset(columns: 0, rows: 1), clock)
    }
    sheet.canvas.park(column: Sheet.margin, row: WatchScreen.top - 1)
    sheet.keyLine(keys)
  }

  /// How many look on; a press on it lists them.
  private func lookingOn(on sheet: inout Sheet) {
    let row = WatchScreen.top - 1
    let start = sheet.canvas.text(
      room.lookingOnText, endColumn: sheet.endColumn, row: row, .dim)
    let area = Area(column: start, row: row, width: sheet.endColumn - start, height: 1)
    sheet.hits.mark(area, as: .key(.character("a")))
  }

  /// Rows of the target: all of them where nobody's guess may be seen, but for the tiles.
  private func bandRows(of rows: Int) -> Int {
    switch mode.look {
    case .pair: mode.isSecret ? rows : rows * 2 / 5
    case .gradient: rows / 3
    case .tiles: rows / 4
    }
  }

  private func status(on sheet: inout Sheet, _ clock: RoundClock) {
    if room.isInMatch, match.isOut(room.me) {
      return sheet.status(Words["You are out"], Words["looking on until one is left"])
    }
    guard let round = match.round, clock.isShown else {
      return sheet.status("", Words["The round begins in a moment."])
    }
    if let first = round.locks.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      sheet.status(
        Words["\(room.name(of: first.key)) locked after \(Say.tenths(first.value))"],
        round.hasRung ? Words["the bell has rung"] : "")
    } else if clock.isHidden {
      sheet.status(Words["From memory"], Words["the target is hidden till the round ends"])
    } else if mode.isEndless {
      sheet.status("", match.conditions(ofRound: clock.number))
    } else if mode.isSecret {
      sheet.status("", Words["Nobody sees what the others choose."])
    }
  }

  private func tiles(on sheet: inout Sheet, _ area: Area, _ clock: RoundClock) {
    guard let round = match.round, clock.isShown else { return }
    let grid = TileGrid(area, count: round.challenge.tiles.count)
    for (index, color) in round.challenge.tiles.enumerated() {
      sheet.tile(grid[index], color, key: TileKeys.all[index], .plain, name: nil)
    }
  }

  // MARK: Players

  /// Side by side below the target, each with three lines.
  private func columns(on sheet: inout Sheet, _ area: Area) {
    let players = match.players.filter(match.isPlaying)
    for (index, player) in players.enumerated() {
      let start = area.column + index * area.width / players.count
      let end = area.column + (index + 1) * area.width / players.count
      let column = Area(column: start, row: area.row, width: end - start, height: area.height)
      if let move = match.round?.moves[player], match.isRacing(player) {
        sheet.patch(column, move.swatch, square: true)
      }
      let line = WatchedPlayer(player, room, match, at: now)
      let limit = max(0, column.width - 1)
      sheet.canvas.text(
        line.name, column: start, row: area.endRow, line.isLocked ? .strong : .text, limit: limit)
      sheet.canvas.text(
        line.state, column: start, row: area.endRow + 1, line.isBright ? .bright : .label,
        limit: limit)
      let fits = ShownText.columns(of: line.total) <= limit
      sheet.canvas.text(
        fits ? line.total : line.shortTotal, column: start, row: area.endRow + 2, .dim,
        limit: limit)
    }
  }

  /// One below the other, each as long as the target's and with a line above it.
  private func gradients(on sheet: inout Sheet, _ area: Area, end: Int) {
    let players = match.players.filter(match.isPlaying)
    let step = max(2, (end - area.row) / max(1, players.count))
    for (index, player) in players.enumerated() {
      let row = area.row + index * step
      guard row + 1 < end else { return }
      let line = WatchedPlayer(player, room, match, at: now)
      let total = sheet.canvas.text(line.total, endColumn: area.endColumn, row: row, .dim)
      let name = sheet.canvas.text(
        line.name, column: area.column, row: row, line.isLocked ? .strong : .text)
      sheet.canvas.text(
        line.state, column: name + 2, row: row, line.isBright ? .bright : .label,
        limit: max(0, total - name - 3))
      if let move = match.round?.moves[player], match.isRacing(player) {
        let height = min(step, end - row) - 1
        sheet.patch(
          Area(column: area.column, row: row + 1, width: area.width, height: height), move.swatch)
      }
    }
  }
}

/// What there is to read about one player of a round.
private struct WatchedPlayer {
  let name: String
  let state: String
  let total: String
  /// The same, whoever leads.
  let shortTotal: String
  let isLocked: Bool
  /// Whether the state is news.
  let isBright: Bool

  init(_ player: PlayerID, _ room: RoomModel, _ match: MatchModel, at now: Instant) {
    let reaction = room.shownReaction(of: player, at: now)
    name = room.label(of: player)
    isLocked = match.round?.locks[player] != nil
    isBright = isLocked || reaction != nil
    state = reaction.map(Say.quoted) ?? WatchedPlayer.state(of: player, room, match)
    let points = match.total(of: player)
    let totals = match.players.filter(match.isPlaying).map(match.total(of:))
    let leads = points == totals.max() && points != totals.min()
    let hearts = match.hearts(of: player).map { "\($0)  " } ?? ""
    shortTotal = "\(hearts)\(points)"
    total = shortTotal + (leads ? Words[" leads"] : "")
  }

  private static func state(
    of player: PlayerID, _ room: RoomModel, _ match: MatchModel
  ) -> String {
    if room.seat(of: player)?.awayUntil != nil { return Words["away"] }
    if match.isOut(player) { return Words["out"] }
    let near = match.round?.moves[player].map { "\($0.near)%" } ?? ""
    if let after = match.round?.locks[player] {
      return near.isEmpty ? "✓ \(Say.tenths(after))" : Words["\(near) ✓ locked"]
    }
    return near.isEmpty && match.round?.misses[player] != nil ? Words["missed"] : near
  }
}

extension RoomModel {
  /// How many look on, and how late.
  var lookingOnText: String {
    let late = settings.delay > 0 && role == .watcher ? Words[", \(settings.delay) s late"] : ""
    return Say.count(watchers, Words["watcher"]) + late
  }
}
