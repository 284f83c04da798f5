// After a round: the target and the guess touching, what the guess was worth, and where everybody
// stands. Below five players the round has the whole width, and everybody one line. The page after
// the last round is in FinalScreen.swift.

import Chroma
import ClientCore
import Game
import Wire

/// What came of the last round that is over, or of the whole match.
struct ResultsScreen {
  let room: RoomModel
  let match: MatchState
  let keys: [KeyBinding]
  /// Whether the values are written on the swatches.
  let showsValues: Bool
  /// How far the stepper is, in rounds.
  let progress: Double
  /// How much of the line between target and guess has gone; nil while it does not go.
  let vanish: Double?
  /// Whether the state of the connection covers the row of the status.
  let hasBanner: Bool
  /// On the server's clock.
  let now: Instant

  /// Rows from the title of everybody's guesses down, where there are many.
  private static let rowsOfEveryone = 13
  /// So many players have a line each below the round; more stand beside it.
  private static let playersBelow = 4
  private static let top = 3

  func draw(on sheet: inout Sheet) {
    var stepper = match.stepper(playing: nil, progress: 0)
    stepper.progress = min(stepper.progress, progress)
    sheet.stepper(stepper)
    match.isOver ? drawEnd(on: &sheet) : drawRound(on: &sheet)
  }

  private func drawRound(on sheet: inout Sheet) {
    let left = match.opens.map { Ticks.left(until: $0, at: now, every: 1_000) } ?? 0
    sheet.header(
      "\(room.settings.name)   \(match.text(ofRound: match.results.count))",
      right: Words["next in \(Say.seconds(left))"])
    if room.isInMatch, match.isOut(room.me) {
      sheet.status(Words["You are out"], Words["watching until one is left"])
    }
    var bottom = sheet.isBig ? sheet.height - ResultsScreen.rowsOfEveryone : sheet.noticeRow
    if let crowd = match.crowd {
      bottom -= 1
      tell(crowd, on: &sheet, row: bottom)
    }
    if match.standings.count <= ResultsScreen.playersBelow {
      across(on: &sheet, bottom: bottom)
    } else {
      beside(on: &sheet, bottom: bottom)
    }
    sheet.keyLine(keys)
  }

  /// What those who play along came to, and the viewer among them.
  private func tell(_ crowd: CrowdHeard, on sheet: inout Sheet, row: Int) {
    let together = crowd.together
    let flaw =
      room.isYoursRight ? "" : Words["The server’s sum does not follow from your guess."]
    let counts = Phrase.playing(together.of, locked: together.locked)
    let words = [flaw, room.beatWords, counts].filter { !$0.isEmpty }
    sheet.status(room.yoursWords, words.joined(separator: "   "))
    sheet.best(crowd.best, row: row) { $0.points ?? 0 }
  }

  private var standings: StandingsPanel { StandingsPanel(room: room, match: match, now: now) }

  private func round(_ result: RoundResult) -> RoundPanel {
    RoundPanel(
      room: room, match: match, result: result, who: match.shownPlayer(in: result, to: room),
      vanish: vanish)
  }

  private func everyone(_ result: RoundResult) -> EveryonePanel {
    EveryonePanel(room: room, match: match, result: result, showsValues: showsValues)
  }

  /// The round above, and below it a line for everybody.
  private func across(on sheet: inout Sheet, bottom: Int) {
    let lines = match.standings.count + (sheet.height >= 24 ? 1 : 0)
    let list = Area(
      column: Sheet.margin, row: bottom - lines - (sheet.isBig ? 1 : 0), width: sheet.columns,
      height: lines)
    standings.drawLines(on: &sheet, list)
    sheet.canvas.park(column: list.column, row: list.row)
    guard let result = match.results.last else { return }
    let end = list.row - (sheet.height >= 24 ? 1 : 0)
    round(result).draw(on: &sheet, left(width: sheet.columns, end: end))
    guard sheet.isBig else { return }
    everyone(result).draw(on: &sheet, bigArea(sheet, bottom))
  }

  /// The round at the left, everybody at the right.
  private func beside(on sheet: inout Sheet, bottom: Int) {
    let split = sheet.width >= 110 ? sheet.width * 9 / 20 : sheet.width / 2 + sheet.narrowColumns
    let right = Area(
      column: split + 3, row: ResultsScreen.top, width: sheet.endColumn - split - 3,
      height: bottom - ResultsScreen.top)
    standings.draw(on: &sheet, right)
    sheet.canvas.park(column: right.column, row: right.row)
    guard let result = match.results.last else { return }
    round(result).draw(on: &sheet, left(width: split - 3, end: bottom))
    var rest = right
    rest.row = standings.endRow(on: sheet, right)
    rest.height = max(0, bottom - rest.row)
    everyone(result).draw(on: &sheet, sheet.isBig ? bigArea(sheet, bottom) : rest)
  }

  /// Where the round is.
  private func left(width: Int, end: Int) -> Area {
    let top = ResultsScreen.top
    return Area(column: Sheet.margin, row: top, width: width, height: end - top)
  }

  private func bigArea(_ sheet: Sheet, _ bottom: Int) -> Area {
    Area(
      column: Sheet.margin, row: bottom, width: sheet.columns,
      height: sheet.noticeRow - 1 - bottom)
  }
}

extension MatchState {
  /// Whose guess a viewer is shown of a round: their own, or that of the leader.
  func shownPlayer(in result: RoundResult, to room: RoomModel) -> PlayerID? {
    room.score(of: room.me, in: result) == nil ? standings.first?.who : room.me
  }
}

extension Sheet {
  /// What the left half gets more where there are few columns.
  fileprivate var narrowColumns: Int { width < 70 ? 2 : 0 }
}
