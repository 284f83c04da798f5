// One player's round after it is over: what was to be matched and what was made of it, touching
// each other, in colors and in figures, and what it was worth and why.

import Chroma
import Game
import Wire

/// One player's round: the target and the guess, touching, and all their figures.
struct RoundPanel {
  let room: RoomModel
  let match: MatchModel
  let result: RoundResult
  /// Whose guess stands beside the target; nil for nobody's.
  let who: PlayerID?

  /// Rows below the colors: four of values, and what the guess was worth.
  private static let rowsBelow = 10
  /// The same where there are few rows: all without blanks.
  private static let rowsBelowShort = 7
  /// Panels that are not so high have few rows, and those not so wide few columns.
  private static let heightFull = 17
  private static let widthFull = 30

  private var mode: Mode { match.rules.mode }

  func draw(on sheet: inout Sheet, _ area: Area) {
    let score = who.flatMap(result.score(of:))
    let yours = score.flatMap { match.guessed($0, in: result) }
    let end = area.endColumn
    labels(on: &sheet, area)
    let isShort = area.height < RoundPanel.heightFull
    let below = isShort ? RoundPanel.rowsBelowShort : RoundPanel.rowsBelow
    let rows = max(2, area.height - 1 - below)
    let colors = Area(column: area.column, row: area.row + 1, width: area.width, height: rows)
    switch mode.look {
    case .pair: pair(on: &sheet, colors, yours)
    case .gradient: gradients(on: &sheet, colors, yours)
    case .tiles: tiles(on: &sheet, colors, score)
    }
    let first = colors.endRow + (isShort ? 0 : 1)
    values(on: &sheet, yours, column: area.column, end: end, row: first)
    guard let score else { return }
    let text = Area(
      column: area.column, row: first + (isShort ? 4 : 5), width: area.width,
      height: isShort ? 3 : 4)
    worth(on: &sheet, score, yours, text)
  }

  private func labels(on sheet: inout Sheet, _ area: Area) {
    let name = who == room.me ? "YOURS" : who.map(room.name(of:)) ?? ""
    let isBelow = mode.look == .gradient && !name.isEmpty
    sheet.canvas.text("TARGET", column: area.column, row: area.row, .label)
    sheet.canvas.text(
      isBelow ? "\(name) below" : name, endColumn: area.endColumn, row: area.row, .label)
  }

  // MARK: Colors

  private func pair(on sheet: inout Sheet, _ area: Area, _ yours: Swatch?) {
    let half = area.width / 2
    sheet.patch(
      Area(column: area.column, row: area.row, width: half, height: area.height), result.color,
      square: true)
    guard let yours else { return }
    sheet.patch(
      Area(
        column: area.column + half, row: area.row, width: area.width - half, height: area.height),
      yours.color, square: true)
  }

  private func gradients(on sheet: inout Sheet, _ area: Area, _ yours: Swatch?) {
    let half = area.height / 2
    sheet.patch(
      Area(column: area.column, row: area.row, width: area.width, height: half), result.target)
    guard let yours else { return }
    sheet.patch(
      Area(
        column: area.column, row: area.row + half, width: area.width, height: area.height - half),
      yours)
  }

  /// All tiles as they stood, the right one between bright bars, the one that was taken wrongly
  /// shrunk.
  private func tiles(on sheet: inout Sheet, _ area: Area, _ score: Score?) {
    guard !result.tiles.isEmpty else { return sheet.patch(area, result.target, square: true) }
    let taken = score?.guess.values.first
    let grid = TileGrid(area, count: result.tiles.count)
    for (index, color) in result.tiles.enumerated() {
      let isRight = Guess([index + 1]) == result.answer
      let mark: TileMark = isRight ? .right : index + 1 == taken ? .wrong : .plain
      sheet.tile(grid[index], color, key: TileKeys.all[index], mark, name: nil)
    }
  }

  // MARK: Figures

  private func values(
    on sheet: inout Sheet, _ yours: Swatch?, column: Int, end: Int, row: Int
  ) {
    let isNarrow = end - column < RoundPanel.widthFull
    let figures = ColorFigures.all.prefix(mode.stops == 1 ? 4 : isNarrow ? 1 : 2)
    let lines = (0..<mode.stops)
      .flatMap { stop in
        figures.map { figure in
          let name = mode.stops == 1 ? figure.name : "\(Stops.names[stop]) \(figure.name)"
          return (name, stop, figure.text)
        }
      }
    let first = column + (mode.stops > 1 ? 7 : isNarrow ? 4 : 5)
    for (index, (name, stop, text)) in lines.enumerated() {
      sheet.canvas.text(name, column: column, row: row + index, .dim)
      sheet.canvas.text(
        text(Stops.color(stop, of: result.target)), column: first, row: row + index, .text)
      if let yours {
        sheet.canvas.text(
          text(Stops.color(stop, of: yours)), endColumn: end, row: row + index, .text)
      }
    }
  }

  private func worth(on sheet: inout Sheet, _ score: Score, _ yours: Swatch?, _ area: Area) {
    let (column, end, row) = (area.column, area.endColumn, area.row)
    let points = sheet.canvas.text("\(score.points)", column: column, row: row, .strong)
    sheet.canvas.text("of \(Accuracy.best) points", column: points + 1, row: row, .label)
    sheet.canvas.text(match.outcome(of: score), endColumn: end, row: row, .text)
    let late = mode.accuracy(score.difference) - score.points
    let time = Say.tenths(score.elapsed) + Say.lag(score.lag)
    let start = sheet.canvas.text(time, endColumn: end, row: row + 1, .text)
    sheet.canvas.text(
      late > 0 ? "-\(late) for the time" : "nothing lost on time", column: column, row: row + 1,
      .label, limit: max(0, start - column - 1))
    let marks = marks(of: score)
    let remark = remark(yours)
    // With few rows there is one for both: what is marked comes first.
    let isOneRow = area.height < 4
    sheet.canvas.text(
      isOneRow && !marks.isEmpty ? marks : remark, column: column, row: row + 2,
      isOneRow && !marks.isEmpty ? .label : .dim, limit: area.width)
    if !isOneRow {
      sheet.canvas.text(marks, column: column, row: row + 3, .label, limit: area.width)
    }
  }

  /// What the guess lacked, in words.
  private func remark(_ yours: Swatch?) -> String {
    guard let yours else { return mode.answer == .tiles ? "no tile was taken" : "" }
    switch mode.look {
    case .pair: return hint(from: yours.color, to: result.color)
    case .gradient:
      return [0, 1]
        .map { stop in
          let words = hint(
            from: Stops.color(stop, of: yours), to: Stops.color(stop, of: result.target))
          return "\(Stops.names[stop]) \(words)"
        }
        .joined(separator: "; ")
    case .tiles: return ""
    }
  }

  /// What else there is to say about a score.
  private func marks(of score: Score) -> String {
    var marks: [String] = []
    if let lives = score.lives, let most = mode.lives {
      marks.append(Say.hearts(lives, of: most) + (lives == 0 ? " out" : ""))
    }
    if score.isFirst { marks.append("first to lock") }
    if score.misses > 0 { marks.append(Say.count(score.misses, "miss", "misses")) }
    if score.isAssisted { marks.append("◐ assisted") }
    return marks.joined(separator: "  ")
  }
}

/// The four ways in which a color is written on results.
enum ColorFigures {
  static let all: [(name: String, text: @Sendable (Color) -> String)] = [
    ("hex", { $0.hex.uppercased() }),
    ("hsb", { Say.hsb($0) }),
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
