// One player's round after it is over: what was to be matched and what was made of it, touching
// each other, in colors and in figures, and what it was worth and why.

import Chroma
import ClientCore
import Game
import Wire

/// One player's round: the target and the guess, touching, and all their figures.
struct RoundPanel {
  let room: RoomModel
  let match: MatchState
  let result: RoundResult
  /// Whose guess stands beside the target; nil for nobody's.
  let who: PlayerID?
  /// How much of the line between the two has gone; nil while it does not go.
  let vanish: Double?

  /// Rows of values below the colors, at least and at most.
  private static let valueRows = 1...5
  /// Fewer rows of colors leave no blanks around the values.
  private static let colorRowsRoomy = 8
  /// Panels that are not so wide have few columns.
  private static let widthFull = 30
  /// The same for a gradient, whose ends are named.
  private static let widthOfStops = 34

  private var mode: Mode { match.rules.mode }

  func draw(on sheet: inout Sheet, _ area: Area) {
    let score = who.flatMap { room.score(of: $0, in: result) }
    let yours = score.flatMap { match.guessed($0, in: result) }
    labels(on: &sheet, area)
    let notes = score.map { self.notes($0, yours, columns: area.width) } ?? []
    // What it was worth takes two rows, and its notes as many as they need.
    let below = score == nil ? 0 : 2 + notes.count
    let rest = area.height - 1 - below
    let count = min(
      max(rest / 3, RoundPanel.valueRows.lowerBound), RoundPanel.valueRows.upperBound)
    // Where rows are many the values stand free.
    let gaps = rest - count >= RoundPanel.colorRowsRoomy + 2 ? 2 : 0
    let colors = Area(
      column: area.column, row: area.row + 1, width: area.width, height: max(2, rest - count - gaps)
    )
    switch mode.look {
    case .pair: pair(on: &sheet, colors, yours)
    case .gradient: gradients(on: &sheet, colors, yours)
    case .tiles: tiles(on: &sheet, colors, score)
    }
    values(
      on: &sheet, yours, column: area.column, end: area.endColumn, row: colors.endRow + gaps / 2,
      count: count)
    guard let score else { return }
    let text = Area(
      column: area.column, row: area.endRow - below, width: area.width, height: below)
    worth(on: &sheet, score, notes, text)
  }

  private func labels(on sheet: inout Sheet, _ area: Area) {
    let name = who == room.me ? Words["YOURS"] : who.map(room.name(of:)) ?? ""
    let isBelow = mode.look == .gradient && !name.isEmpty
    guard mode.look != .tiles else { return }
    sheet.canvas.text(Words["TARGET"], column: area.column, row: area.row, .label)
    sheet.canvas.text(
      isBelow ? Words["\(name) below"] : name, endColumn: area.endColumn, row: area.row, .label)
  }

  // MARK: Colors

  private func pair(on sheet: inout Sheet, _ area: Area, _ yours: Swatch?) {
    let (left, right) = area.halvesAcross
    for (place, swatch) in [(left, result.target), (right, yours)] {
      if let swatch { sheet.patch(place, swatch, square: true) }
    }
    dissolve(on: &sheet, left, right)
  }

  private func gradients(on sheet: inout Sheet, _ area: Area, _ yours: Swatch?) {
    let (above, below) = area.halvesDown
    for (place, swatch) in [(above, result.target), (below, yours)] {
      if let swatch { sheet.patch(place, swatch) }
    }
    dissolve(on: &sheet, above, below)
  }

  private func dissolve(on sheet: inout Sheet, _ one: Area, _ other: Area) {
    guard let vanish else { return }
    Seam(between: one, other).draw(on: &sheet.canvas, progress: vanish)
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
    on sheet: inout Sheet, _ yours: Swatch?, column: Int, end: Int, row: Int, count: Int
  ) {
    let width = mode.stops == 1 ? RoundPanel.widthFull : RoundPanel.widthOfStops
    let isNarrow = end - column < width
    let figures = ColorFigures.all.prefix(mode.stops == 1 ? count : isNarrow ? 1 : 2)
    let lines = (0..<mode.stops)
      .flatMap { stop in
        figures.map { figure in
          let name = mode.stops == 1 ? figure.name : Stops.named(stop, isNarrow ? "" : figure.name)
          return (name, stop, figure.text)
        }
      }
    let first = column + (mode.stops > 1 ? isNarrow ? 7 : 11 : isNarrow ? 5 : 6)
    for (index, (name, stop, text)) in lines.enumerated() {
      func values(_ swatch: Swatch) -> String {
        let values = text(Stops.color(stop, of: swatch))
        return isNarrow ? values.filter { !"°%".contains($0) } : values
      }
      sheet.canvas.text(name, column: column, row: row + index, .dim)
      sheet.canvas.text(values(result.target), column: first, row: row + index, .text)
      if let yours {
        sheet.canvas.text(values(yours), endColumn: end, row: row + index, .text)
      }
    }
  }

  private func worth(on sheet: inout Sheet, _ score: Score, _ notes: [String], _ area: Area) {
    let (column, end, row) = (area.column, area.endColumn, area.row)
    let points = sheet.canvas.text("\(score.points)", column: column, row: row, .strong)
    sheet.canvas.text(Words["of \(Accuracy.best) points"], column: points + 1, row: row, .label)
    sheet.canvas.text(match.outcome(of: score), endColumn: end, row: row, .text)
    let time = match.timing(of: score, in: result)
    let start = sheet.canvas.text(time, endColumn: end, row: row + 1, .text)
    sheet.canvas.text(
      split(of: score, columns: start - column - 1), column: column, row: row + 1, .label,
      limit: max(0, start - column - 1))
    for (index, note) in notes.enumerated() {
      sheet.canvas.text(note, column: column, row: row + 2 + index, .text, limit: area.width)
    }
  }

  /// What the guess lacked and what else there is to say, in as many lines as it takes.
  private func notes(_ score: Score, _ yours: Swatch?, columns: Int) -> [String] {
    let (remark, marks) = (remark(score, yours), marks(of: score, columns: columns))
    var lines = Say.wrapped(remark, width: columns)
    if marks.isEmpty { return lines }
    if let last = lines.last,
      ShownText.columns(of: last) + 3 + ShownText.columns(of: marks) <= columns
    {
      lines[lines.count - 1] = "\(last)   \(marks)"
    } else {
      lines.append(marks)
    }
    return lines
  }

  /// What the points are made of. Half of what nearness is worth is had without any haste: the rest
  /// is for speed, and the whole of it for a lock at once.
  private func split(of score: Score, columns: Int) -> String {
    let accuracy = mode.accuracy(score.difference)
    let near = min(score.points, Points.of(accuracy: accuracy, after: 1, of: 1))
    let speed = score.points - near
    let words = Words[
      "\(mode.answer == .tiles ? Words["right"] : Words["closeness"]) \(near) + speed \(speed)"]
    return words.utf8.count <= columns ? words : "\(near) + \(speed)"
  }

  /// What the guess lacked, in words.
  private func remark(_ score: Score, _ yours: Swatch?) -> String {
    if match.isGone(score.difference) {
      let time = match.isLocked(score, in: result) ? score.elapsed : nil
      return Vanish.headline(score.difference, in: time)
    }
    guard let yours else { return mode.answer == .tiles ? Words["no tile was chosen"] : "" }
    return mode.look == .tiles
      ? "" : Say.hint(from: yours, to: result.target, isJudged: true)
  }

  /// What else there is to say about a score; the mark of help alone where its word has no space.
  private func marks(of score: Score, columns: Int) -> String {
    var marks: [String] = []
    if let lives = score.lives, let most = mode.lives {
      let hearts = Say.hearts(lives, of: most)
      marks.append(lives == 0 ? Words["\(hearts) out"] : hearts)
    }
    if score.isFirst { marks.append(Words["first to lock"]) }
    let misses = score.misses
    if misses > 0 { marks.append(Words[misses, "\(misses) miss", "\(misses) misses"]) }
    guard score.isAssisted else { return marks.joined(separator: "  ") }
    let whole = (marks + [Words["◐ assisted"]]).joined(separator: "  ")
    return ShownText.columns(of: whole) <= columns
      ? whole : (marks + ["◐"]).joined(separator: "  ")
  }
}

extension MatchState {
  /// Whether a score is of a lock, and not of where the sliders stood when the round ended.
  func isLocked(_ score: Score, in result: RoundResult) -> Bool {
    score.elapsed < rules.milliseconds(ofRound: result.round)
  }

  /// After how long a player locked, and what of it was lag. A player who did not is scored as if
  /// at the end of the round, when nobody can lock.
  func timing(of score: Score, in result: RoundResult) -> String {
    isLocked(score, in: result)
      ? Say.tenths(score.elapsed) + Say.lag(score.lag) : Words["not locked"]
  }
}

/// The ways in which a color is written on results.
enum ColorFigures {
  static let all: [(name: String, text: @Sendable (Color) -> String)] = [
    ("hex", { $0.hex.uppercased() }),
    ("hsb", { Say.hsb($0) }),
    ("rgb", { "\($0.red) \($0.green) \($0.blue)" }),
    (
      "cmyk",
      {
        let cmyk = CMYK(nearest: $0)
        return [cmyk.cyan, cmyk.magenta, cmyk.yellow, cmyk.black].map(String.init)
          .joined(separator: " ")
      }
    ),
    (
      "lab",
      {
        let lab = Lab($0)
        return [lab.lightness, lab.a, lab.b].map { "\(Int($0.rounded()))" }.joined(separator: " ")
      }
    ),
  ]
}
