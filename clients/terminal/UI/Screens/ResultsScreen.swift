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
  /// On the server's clock.
  let now: Instant

  func draw(on sheet: inout Sheet) {
    sheet.header(
      "\(room.settings.name)   \(match.text(ofRound: match.results.count))", right: corner)
    sheet.stepper(match.stepper(playing: nil, progress: 0))
    if match.isOver {
      ending(on: &sheet)
    } else if room.isInMatch, match.isOut(room.me) {
      sheet.status("You are out", "looking on until one is left")
    }
    let isWide = sheet.width >= 110
    let isNarrow = sheet.width < 70
    let split = isWide ? sheet.width * 9 / 20 : sheet.width / 2 + (isNarrow ? 2 : 0)
    let bottom = sheet.isBig ? sheet.height - 13 : sheet.noticeRow
    if let result = match.results.last {
      let who = result.score(of: room.me) == nil ? match.standings.first?.who : room.me
      RoundPanel(room: room, match: match, result: result, who: who)
        .draw(
          on: &sheet,
          Area(column: 2, row: 3, width: split - 3, height: bottom - (sheet.isBig ? 4 : 3)))
      if sheet.isBig { everyone(on: &sheet, result, row: bottom) }
    }
    let right = split + 3
    StandingsPanel(room: room, match: match, now: now)
      .draw(
        on: &sheet,
        Area(column: right, row: 3, width: sheet.endColumn - right, height: bottom - 3))
    sheet.canvas.park(column: right, row: 3)
    sheet.keyLine(keys)
  }

  private var corner: String {
    guard !match.isOver else { return "match over" }
    let left = match.opens.map { Ticks.left(until: $0, at: now, every: 1_000) } ?? 0
    return "next in \(Say.seconds(left))"
  }

  // MARK: The end

  private func ending(on sheet: inout Sheet) {
    let winners = match.standings.filter { $0.place == 1 }.map(\.who)
    let strong: String
    if winners.isEmpty {
      strong = "Nobody was left"
    } else if match.standings.count == 1 {
      strong = "\(match.standings[0].total) points"
    } else if winners == [room.me] {
      strong = "You win"
    } else if winners.count == 1 {
      strong = "\(room.name(of: winners[0])) wins"
    } else if winners.count == 2 {
      strong = winners.map(room.name(of:)).joined(separator: " and ") + " share the first place"
    } else {
      strong = "\(winners.count) share the first place"
    }
    let words = match.verdict?.words(in: room) ?? "the seed has not been revealed yet"
    // Nobody has won anything when the targets were not fair.
    if case .mismatch = match.verdict {
      sheet.status(words, strong)
    } else {
      sheet.status(strong, words)
    }
  }

  // MARK: Everyone

  /// Everybody's guess under the target, touching it.
  private func everyone(on sheet: inout Sheet, _ result: RoundResult, row: Int) {
    sheet.canvas.text("How everyone saw it", column: Sheet.margin, row: row, .strong)
    let left = Sheet.margin
    sheet.patch(
      Area(column: left, row: row + 2, width: sheet.columns, height: 3), result.target,
      square: true)
    let count = max(1, result.scores.count)
    for (index, score) in result.scores.enumerated() {
      let start = left + index * sheet.columns / count
      let end = left + (index + 1) * sheet.columns / count
      // Gradients side by side need a gap to be told apart.
      let gap = match.rules.mode.stops - 1
      let area = Area(column: start, row: row + 5, width: end - start - gap, height: 4)
      if let guess = match.guessed(score, in: result) {
        sheet.patch(area, guess, square: true)
      }
      let isMe = score.who == room.me
      let off = sheet.canvas.text(
        match.outcome(of: score), endColumn: end - 2, row: row + 9, .label)
      sheet.canvas.text(
        "\(room.figure(of: score.who)) \(room.name(of: score.who))", column: start, row: row + 9,
        isMe ? .strong : .text, limit: max(0, off - start - 1))
    }
  }
}

extension MatchModel {
  /// What a player's guess looked like; nil for tiles when none was picked or it is not known.
  func guessed(_ score: Score, in result: RoundResult) -> Swatch? {
    if rules.mode.answer == .tiles && score.guess == rules.mode.start { return nil }
    return swatch(of: score.guess, in: result)
  }

  /// How a guess came out: by how far it was off, or which tile it was.
  func outcome(of score: Score) -> String {
    guard rules.mode.answer == .tiles else { return Say.difference(score.difference) }
    guard score.guess != rules.mode.start else { return "none" }
    return "tile \(score.guess.values[0])" + (score.difference == .zero ? " ✓" : " ×")
  }
}
