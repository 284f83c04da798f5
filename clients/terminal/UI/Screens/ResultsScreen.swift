// After a round, and after the last: the target and the guess touching, what the guess was worth,
// and where everybody stands. At the end also who has won, and whether the targets are proved to
// have been fair.

import Chroma
import Game
import Wire

/// The results of the last round that is over.
struct ResultsScreen {
  let room: RoomModel
  let match: MatchModel
  let keys: [KeyBinding]
  /// Whether the values are written on the swatches.
  let showsValues: Bool
  /// How far the stepper is, in rounds.
  let progress: Double
  /// On the server's clock.
  let now: Instant

  /// Rows from the title of everybody's guesses down, where there are many.
  private static let rowsOfEveryone = 13

  func draw(on sheet: inout Sheet) {
    sheet.header(
      "\(room.settings.name)   \(match.text(ofRound: match.results.count))", right: corner)
    var stepper = match.stepper(playing: nil, progress: 0)
    stepper.progress = min(stepper.progress, progress)
    sheet.stepper(stepper)
    if match.isOver {
      ending(on: &sheet)
    } else if room.isInMatch, match.isOut(room.me) {
      sheet.status(Words["You are out"], Words["looking on until one is left"])
    }
    let isWide = sheet.width >= 110
    let isNarrow = sheet.width < 70
    let split = isWide ? sheet.width * 9 / 20 : sheet.width / 2 + (isNarrow ? 2 : 0)
    let bottom = sheet.isBig ? sheet.height - ResultsScreen.rowsOfEveryone : sheet.noticeRow
    let right = Area(
      column: split + 3, row: 3, width: sheet.endColumn - split - 3, height: bottom - 3)
    let standings = StandingsPanel(room: room, match: match, now: now)
    standings.draw(on: &sheet, right)
    if let result = match.results.last {
      let who = result.score(of: room.me) == nil ? match.standings.first?.who : room.me
      RoundPanel(room: room, match: match, result: result, who: who, showsValues: showsValues)
        .draw(on: &sheet, Area(column: 2, row: 3, width: split - 3, height: bottom - 3))
      let below = standings.endRow(on: sheet, right)
      EveryonePanel(room: room, match: match, result: result, showsValues: showsValues)
        .draw(
          on: &sheet,
          sheet.isBig
            ? Area(
              column: Sheet.margin, row: bottom, width: sheet.columns,
              height: sheet.noticeRow - 1 - bottom)
            : Area(column: right.column, row: below, width: right.width, height: bottom - below))
    }
    rematch(on: &sheet)
    sheet.canvas.park(column: right.column, row: right.row)
    // The key of the rematch has a place of its own right above.
    sheet.keyLine(offersRematch ? keys.filter { $0.key != .character("r") } : keys)
  }

  private var offersRematch: Bool { match.isOver && room.role == .player }

  private var corner: String {
    guard !match.isOver else { return Words["match over"] }
    let left = match.opens.map { Ticks.left(until: $0, at: now, every: 1_000) } ?? 0
    return Words["next in \(Say.seconds(left))"]
  }

  // MARK: The end

  private func ending(on sheet: inout Sheet) {
    let winners = match.standings.filter { $0.place == 1 }.map(\.who)
    let strong: String
    if winners.isEmpty {
      strong = Words["Nobody was left"]
    } else if match.standings.count == 1 {
      strong = Words["\(match.standings[0].total) points"]
    } else if winners == [room.me] {
      strong = Words["You win"]
    } else if winners.count == 1 {
      strong = Words["\(room.name(of: winners[0])) wins"]
    } else if winners.count == 2 {
      strong =
        winners.map(room.name(of:)).joined(separator: Words[" and "])
        + Words[" share the first place"]
    } else {
      strong = Words["\(winners.count) share the first place"]
    }
    let words = match.verdict?.words(in: room) ?? Words["the seed has not been revealed yet"]
    // Nobody has won anything when the targets were not fair.
    if case .mismatch = match.verdict {
      sheet.status(words, strong)
    } else {
      sheet.status(strong, words)
    }
  }

  /// Who wants another match, beside the key that says so.
  private func rematch(on sheet: inout Sheet) {
    guard offersRematch else { return }
    let isReady = room.mySeat?.isReady == true
    let row = sheet.noticeRow
    let words = isReady ? Words[" r  ready ✓ "] : Words[" r  rematch "]
    let end = sheet.canvas.text(
      words, column: Sheet.margin, row: row,
      Style(Neutral.bright, on: isReady ? Neutral.rail : Neutral.chosen, bold: true))
    sheet.hits.mark(
      Area(column: Sheet.margin, row: row, width: end - Sheet.margin, height: 1),
      as: .key(.character("r")))
    sheet.canvas.text(
      readiness, column: end + 2, row: row, .label, limit: sheet.endColumn - end - 2)
  }

  /// Who is ready for another match, and who is waited for.
  private var readiness: String {
    let seats = room.seats.filter { $0.awayUntil == nil }
    guard seats.count > 1 else { return Words["the same again"] }
    func names(_ isReady: Bool) -> String {
      seats.filter { $0.isReady == isReady }
        .map { $0.player == room.me ? Words["you"] : $0.profile.name }
        .joined(separator: ", ")
    }
    let (ready, waiting) = (names(true), names(false))
    if waiting.isEmpty { return Words["all are ready"] }
    return ready.isEmpty
      ? Words["nobody is ready yet"] : Words["ready: \(ready)   not yet: \(waiting)"]
  }
}
