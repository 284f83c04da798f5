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
    let round = "round \(match.results.count) of \(match.rules.rounds)"
    sheet.header("\(room.settings.name)   \(round)", right: corner)
    sheet.stepper(
      Stepper(
        colors: match.results.map(\.color), rounds: match.rules.rounds,
        progress: Double(match.results.count)))
    if match.isOver { ending(on: &sheet) }
    let isWide = sheet.width >= 110
    let isNarrow = sheet.width < 70
    let split = isWide ? sheet.width * 9 / 20 : sheet.width / 2 + (isNarrow ? 2 : 0)
    let bottom = sheet.isBig ? sheet.height - 13 : sheet.noticeRow
    if let result = match.results.last {
      let who = result.score(of: room.me) == nil ? match.standings.first?.who : room.me
      RoundPanel(room: room, match: match, result: result, who: who)
        .draw(on: &sheet, Area(column: 2, row: 3, width: split - 3, height: bottom - 3))
      if sheet.isBig { everyone(on: &sheet, result, row: bottom) }
    }
    let right = split + 3
    StandingsPanel(room: room, match: match)
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
    } else if winners == [room.me] {
      strong = "You win"
    } else if winners.count == 1 {
      strong = "\(room.name(of: winners[0])) wins"
    } else {
      strong = winners.map(room.name(of:)).joined(separator: " and ") + " share the first place"
    }
    sheet.status(strong, verdict)
  }

  /// What the revealed seed proves.
  private var verdict: String {
    switch match.verdict {
    case .verified: "✓ the targets were fair: they follow from the promised seed"
    case .unknown: "the targets follow from the seed; its promise was not heard"
    case .mismatch(.commitment): "WARNING: the seed is not the one that was promised"
    case .mismatch(.nonces): "WARNING: somebody's share of the seed was changed"
    case .mismatch(.target(let round)):
      "WARNING: the target of round \(round) does not follow from the seed"
    case nil: "the seed has not been revealed yet"
    }
  }

  // MARK: Everyone

  /// Everybody's guess under the target, touching it.
  private func everyone(on sheet: inout Sheet, _ result: RoundResult, row: Int) {
    sheet.canvas.text("How everyone saw it", column: Sheet.margin, row: row, .strong)
    let left = Sheet.margin
    sheet.patch(
      Area(column: left, row: row + 2, width: sheet.columns, height: 3), result.color,
      square: true)
    let count = max(1, result.scores.count)
    for (index, score) in result.scores.enumerated() {
      let start = left + index * sheet.columns / count
      let end = left + (index + 1) * sheet.columns / count
      let color = match.rules.mode.color(of: score.guess) ?? Mode.startColor
      sheet.patch(
        Area(column: start, row: row + 5, width: end - start, height: 4), color, square: true)
      let isMe = score.who == room.me
      let off = sheet.canvas.text(
        Say.difference(score.difference), endColumn: end - 2, row: row + 9, .label)
      sheet.canvas.text(
        "\(room.figure(of: score.who)) \(room.name(of: score.who))", column: start, row: row + 9,
        isMe ? .strong : .text, limit: max(0, off - start - 1))
    }
  }
}

/// One player's round: the target and the guess, touching, and all their figures.
struct RoundPanel {
  let room: RoomModel
  let match: MatchModel
  let result: RoundResult
  /// Whose guess stands beside the target; nil for nobody's.
  let who: PlayerID?

  /// Rows below the colors: four of values, and what the guess was worth.
  private static let rowsBelow = 10

  func draw(on sheet: inout Sheet, _ area: Area) {
    let score = who.flatMap(result.score(of:))
    let yours = score.flatMap { match.rules.mode.color(of: $0.guess) }
    let name = who == room.me ? "YOURS" : who.map(room.name(of:)) ?? ""
    let end = area.endColumn
    sheet.canvas.text("TARGET", column: area.column, row: area.row, .label)
    sheet.canvas.text(name, endColumn: end, row: area.row, .label)
    let isShort = area.height < 17
    let rows = max(2, area.height - 1 - (isShort ? 7 : RoundPanel.rowsBelow))
    let half = area.width / 2
    let colors = Area(column: area.column, row: area.row + 1, width: area.width, height: rows)
    sheet.patch(
      Area(column: colors.column, row: colors.row, width: half, height: rows), result.color,
      square: true)
    if let yours {
      sheet.patch(
        Area(
          column: colors.column + half, row: colors.row, width: area.width - half, height: rows),
        yours, square: true)
    }
    let below = colors.endRow + (isShort ? 0 : 1)
    values(on: &sheet, yours, column: area.column, end: end, row: below)
    guard let score, let yours else { return }
    worth(
      on: &sheet, score, yours, column: area.column, end: end, row: below + (isShort ? 4 : 5))
  }

  private func values(
    on sheet: inout Sheet, _ yours: Color?, column: Int, end: Int, row: Int
  ) {
    for (index, (name, text)) in ColorFigures.all.enumerated() {
      sheet.canvas.text(name, column: column, row: row + index, .dim)
      sheet.canvas.text(
        text(result.color), column: column + (end - column < 30 ? 4 : 5), row: row + index, .text)
      if let yours { sheet.canvas.text(text(yours), endColumn: end, row: row + index, .text) }
    }
  }

  private func worth(
    on sheet: inout Sheet, _ score: Score, _ yours: Color, column: Int, end: Int, row: Int
  ) {
    let points = sheet.canvas.text("\(score.points)", column: column, row: row, .strong)
    sheet.canvas.text("of \(Accuracy.best) points", column: points + 1, row: row, .label)
    sheet.canvas.text(Say.difference(score.difference), endColumn: end, row: row, .text)
    let late = Accuracy.of(score.difference) - score.points
    let time = Say.tenths(score.elapsed)
    sheet.canvas.text(time, endColumn: end, row: row + 1, .text)
    sheet.canvas.text(
      late > 0 ? "-\(late) for the time" : "nothing lost on time", column: column, row: row + 1,
      .label)
    sheet.canvas.text(
      hint(from: yours, to: result.color), column: column, row: row + 2, .dim,
      limit: end - column)
  }
}

/// The four ways in which a color is written on results.
enum ColorFigures {
  static let all: [(name: String, text: @Sendable (Color) -> String)] = [
    ("hex", { $0.hex.uppercased() }),
    (
      "hsb",
      {
        let hsb = HSB(nearest: $0)
        return "\(hsb.hue)° \(hsb.saturation)% \(hsb.brightness)%"
      }
    ),
    ("rgb", { "\($0.red) \($0.green) \($0.blue)" }),
    (
      "lab",
      {
        let lab = Lab($0)
        return [lab.lightness, lab.a, lab.b].map { "\(Int($0.rounded()))" }.joined(separator: " ")
      }
    ),
  ]
}
