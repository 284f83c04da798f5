// A match as onlookers see it: the target as a band, everybody's color right below and touching it,
// or everybody's gradient below a target of its own width, and how near each one is. In modes that
// keep guesses secret there is only who has locked. It moves nothing. Those who are out of lives
// look on here too.

import Chroma
import ClientCore
import Game
import Wire

/// Looking on at a round.
struct WatchScreen {
  let room: RoomModel
  let match: MatchState
  let keys: [KeyBinding]
  /// Whether the field of those who play along is put aside.
  let hidesField: Bool
  /// On the server's clock.
  let now: Instant

  private static let top = RaceLayout.colorsRow
  /// Rows for the names, states and totals below the colors.
  private static let rowsBelow = 3

  private var mode: Mode { match.rules.mode }

  func draw(on sheet: inout Sheet) {
    let clock = RoundClock(match, at: now, tick: sheet.setup.tickMilliseconds)
    let hasRung = match.round?.hasRung == true
    sheet.header(
      Words["watching   \(room.settings.name)   \(match.headline(at: now))"], right: clock.text,
      isUrgent: hasRung)
    sheet.stepper(clock.stepper)
    status(on: &sheet, clock)
    let all = Area(
      column: Sheet.margin, row: WatchScreen.top, width: sheet.columns,
      height: sheet.height - 2 - WatchScreen.rowsBelow - WatchScreen.top)
    let row = WatchScreen.top - 1
    let taken = sheet.headline(
      clock.headline(isUrgent: hasRung), over: all.columns, row: row)
    sheet.labels(
      left: [(mode.look == .tiles ? "" : Words["TARGET"], .label)], right: [], around: taken,
      in: all.columns, row: row)
    lookingOn(on: &sheet)
    let target = clock.isTargetSeen ? match.round?.challenge.target : nil
    if let picture = picture(in: all, around: target) {
      picture.draw(on: &sheet)
      let names = Area(column: all.column, row: all.endRow - 1, width: all.width, height: 1)
      columns(on: &sheet, names, below: nil)
    } else if mode.look == .gradient, target != nil {
      columns(on: &sheet, all, below: target)
    } else {
      var band = all
      band.height = bandRows(of: all.height)
      sheet.target(target, band, clock, numbers: nil)
      let below = Area(
        column: all.column, row: band.endRow, width: all.width, height: all.height - band.height)
      columns(on: &sheet, below, below: nil)
      if mode.look == .tiles { tiles(on: &sheet, below.inset(columns: 0, rows: 1), clock) }
    }
    sheet.canvas.park(column: Sheet.margin, row: row)
    sheet.keyLine(keys)
  }

  /// The field of those who play along, above a row of the seats' colors.
  private func picture(in area: Area, around target: Swatch?) -> CrowdPicture? {
    guard !hidesField, let field = room.crowd.field, field.round == match.newestRound else {
      return nil
    }
    let rows = area.height - 2
    let above = Area(column: area.column, row: area.row, width: area.width, height: rows)
    return CrowdPicture(field, around: target?.color, in: above)
  }

  /// How many look on; a press on it lists them. Those who play along are counted before them.
  private func lookingOn(on sheet: inout Sheet) {
    let row = WatchScreen.top - 1
    if let count = room.crowd.count {
      sheet.canvas.text(
        count.words, endColumn: sheet.endColumn, row: row - 1, .text)
    }
    let start = sheet.canvas.text(
      room.lookingOnText, endColumn: sheet.endColumn, row: row, .dim)
    let area = Area(column: start, row: row, width: sheet.endColumn - start, height: 1)
    sheet.hits.mark(area, as: .key(.character("a")))
  }

  /// Rows of the target: all of them where nobody's guess may be seen, but for the tiles.
  private func bandRows(of rows: Int) -> Int {
    switch mode.look {
    case .pair: mode.isSecret ? rows : rows * 2 / 5
    case .gradient: rows
    case .tiles: rows / 4
    }
  }

  private func status(on sheet: inout Sheet, _ clock: RoundClock) {
    let (strong, label) = standing(clock)
    guard match.round?.hasRung == true, !strong.isEmpty else { return sheet.status(strong, label) }
    // The seconds stand large in the middle.
    let limit = sheet.width / 2 - WatchScreen.headlineReach
    sheet.status(strong, "", endColumn: limit)
    sheet.status("", label, row: Sheet.statusRow + 1, endColumn: limit)
  }

  private static let headlineReach = 5

  /// How it stands: what matters, and what may be overlooked.
  private func standing(_ clock: RoundClock) -> (String, String) {
    if room.isInMatch, match.isOut(room.me) {
      return (Words["You are out"], Words["watching until one is left"])
    }
    guard let round = match.round, clock.isShown else {
      return ("", Words["The round begins in a moment."])
    }
    if let first = round.firstLock {
      return (
        Words["\(room.name(of: first.player)) locked after \(Say.tenths(first.elapsed))"],
        round.hasRung ? Words["the bell has rung"] : ""
      )
    }
    if clock.isHidden {
      return (Words["From memory"], Words["the target is hidden till the round ends"])
    }
    if mode.isEndless { return ("", match.conditions(ofRound: clock.number)) }
    return ("", mode.isSecret ? Words["Nobody sees what the others choose."] : "")
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
  ///
  /// - Parameter target: what each has above it, in its own width; nil where all have one.
  private func columns(on sheet: inout Sheet, _ area: Area, below target: Swatch?) {
    let players = match.players.filter(match.isPlaying)
    let crowd = room.crowd.count
    let count = players.count + (crowd == nil ? 0 : 1)
    if let crowd {
      let start = area.column + players.count * area.width / count
      let place = Area(
        column: start, row: area.row, width: area.endColumn - start, height: area.height)
      sheet.crowdColumn(crowd, place)
    }
    for (index, player) in players.enumerated() {
      let start = area.column + index * area.width / count
      let end = area.column + (index + 1) * area.width / count
      var column = Area(column: start, row: area.row, width: end - start, height: area.height)
      if let target {
        // What does not hang on one target needs a gap to be told from the next.
        column.width -= index + 1 < players.count ? 1 : 0
        let (above, below) = column.halvesDown
        sheet.patch(above, target, square: true, steps: StepBand.countAmongOthers)
        column = below
      }
      if let move = match.round?.move(of: player), match.isRacing(player) {
        sheet.patch(column, move.swatch, square: true, steps: StepBand.countAmongOthers)
      }
      let line = WatchedPlayer(player, room, match, at: now)
      let limit = max(0, end - start - 1)
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
}

/// What there is to read about one player of a round.
private struct WatchedPlayer {
  let name: String
  let state: String
  let total: String
  /// The same, without the word for the leader.
  let shortTotal: String
  let isLocked: Bool
  /// Whether the state is news.
  let isBright: Bool

  init(_ player: PlayerID, _ room: RoomModel, _ match: MatchState, at now: Instant) {
    let reaction = room.shownReaction(of: player, at: now)
    name = room.label(of: player)
    isLocked = match.round?.lock(of: player) != nil
    isBright = isLocked || reaction != nil
    state = reaction.map(Say.quoted) ?? WatchedPlayer.state(of: player, room, match)
    let points = match.total(of: player)
    let totals = match.players.filter(match.isPlaying).map(match.total(of:))
    let leads = points == totals.max() && points != totals.min()
    let hearts = match.hearts(of: player).map { "\($0)  " } ?? ""
    shortTotal = "\(hearts)\(points)"
    total = leads ? Words["\(shortTotal) leads"] : shortTotal
  }

  private static func state(
    of player: PlayerID, _ room: RoomModel, _ match: MatchState
  ) -> String {
    if room.seat(of: player)?.awayUntil != nil { return Words["away"] }
    if match.isOut(player) { return Words["out"] }
    let near = match.round?.move(of: player).map { "\($0.near)%" } ?? ""
    if let after = match.round?.lock(of: player)?.elapsed {
      return near.isEmpty ? "✓ \(Say.tenths(after))" : Words["\(near) ✓ locked"]
    }
    return near.isEmpty && match.round?.miss(of: player) != nil ? Words["missed"] : near
  }
}

extension RoomModel {
  /// How many look on, and how late; nothing where that is not told, as of a kept match.
  var lookingOnText: String {
    if watchers == 0 { return "" }
    let late = settings.delay > 0 && role == .watcher ? Words[", \(settings.delay) s late"] : ""
    return Words[watchers, "\(watchers) watcher", "\(watchers) watchers"] + late
  }
}
