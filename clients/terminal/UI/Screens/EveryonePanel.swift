// How everyone saw it: everybody's guess below the target and touching it, in the order of seats,
// each with its player and how near it came. Of gradients each stands below a target of its own
// width, so that both have their steps at the same places. It decides nothing and knows no keys.

import Chroma
import Game
import Wire

/// Everybody's guess in one round, beside each other.
struct EveryonePanel {
  let room: RoomModel
  let match: MatchModel
  let result: RoundResult
  /// Whether the values are written on the swatches.
  let showsValues: Bool

  /// With fewer rows there is no blank below the title.
  private static let heightRoomy = 8
  /// A title, a row of pairs and a row of names.
  static let heightMin = 3
  /// More would only take longer to paint.
  private static let heightMax = 12
  /// Less of a name says less than the figure does.
  private static let nameColumnsMin = 3

  private var isGradient: Bool { match.rules.mode.look == .gradient }

  func draw(on sheet: inout Sheet, _ area: Area) {
    guard area.height >= EveryonePanel.heightMin, result.scores.count > 1 else { return }
    let area = Area(
      column: area.column, row: area.row, width: area.width,
      height: min(area.height, EveryonePanel.heightMax))
    let isTiles = match.rules.mode.look == .tiles
    sheet.canvas.text(
      isTiles ? "What everyone took" : "How everyone saw it", column: area.column, row: area.row,
      .strong)
    let top = area.row + (area.height >= EveryonePanel.heightRoomy ? 2 : 1)
    let names = area.endRow - 1
    let rows = names - top
    let above = rows * 3 / 7
    if rows > 1, !isGradient {
      let band = Area(column: area.column, row: top, width: area.width, height: above)
      sheet.patch(band, result.target, square: true)
      if showsValues { sheet.values(of: result.target, in: band) }
    }
    for (index, score) in result.scores.enumerated() {
      let start = area.column + index * area.width / result.scores.count
      let end = area.column + (index + 1) * area.width / result.scores.count
      // Gradients side by side, and pairs in one row, need a gap to be told apart.
      let gap = isGradient || rows == 1 ? 1 : 0
      let place = Area(column: start, row: top, width: end - start - gap, height: rows)
      guess(score, on: &sheet, place, above: above)
      name(score, on: &sheet, Area(column: start, row: names, width: end - start, height: 1))
    }
  }

  private func guess(_ score: Score, on sheet: inout Sheet, _ area: Area, above: Int) {
    let guess = match.guessed(score, in: result)
    guard area.height > 1 else {
      return sheet.canvas.strip(area, result.target, guess)
    }
    if isGradient {
      sheet.patch(
        Area(column: area.column, row: area.row, width: area.width, height: above), result.target)
    }
    let below = Area(
      column: area.column, row: area.row + above, width: area.width, height: area.height - above)
    guard let guess else {
      return sheet.canvas.text(
        "none", centeredIn: below.columns, row: below.row + below.height / 2, .dim)
    }
    sheet.patch(below, guess, square: true)
    if showsValues { sheet.values(of: guess, in: below) }
  }

  private func name(_ score: Score, on sheet: inout Sheet, _ area: Area) {
    let isMe = score.who == room.me
    let style: Style = isMe ? .strong : .text
    let name = room.name(of: score.who)
    let end = area.endColumn - (area.width > 10 ? 2 : 1)
    let outcomes = match.outcomes(of: score)
    let fitting = outcomes.first {
      OneColumnGlyphs.count(of: name) + OneColumnGlyphs.count(of: $0) + 2 < end - area.column
    }
    let off = sheet.canvas.text(
      fitting ?? outcomes[outcomes.count - 1], endColumn: end, row: area.row, .label)
    sheet.canvas.put(room.figure(of: score.who), column: area.column, row: area.row, style)
    let limit = off - area.column - 3
    guard limit >= EveryonePanel.nameColumnsMin else { return }
    sheet.canvas.text(name, column: area.column + 2, row: area.row, style, limit: limit)
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

  /// How near a guess came, as races say it; nil for tiles, which are right or wrong.
  func near(_ score: Score) -> String? {
    guard rules.mode.answer != .tiles else { return nil }
    return "\(rules.mode.accuracy(score.difference) * 100 / Accuracy.best)%"
  }

  /// How a guess came out, the longest way to say it first.
  fileprivate func outcomes(of score: Score) -> [String] {
    let outcome = outcome(of: score)
    guard let near = near(score) else { return [outcome] }
    return ["\(outcome)  \(near)", near]
  }
}

extension Sheet {
  /// A swatch's name and values at its foot, in what reads on it.
  mutating func values(of swatch: Swatch, in area: Area) {
    guard !setup.isByNumbers else { return }
    guard swatch.to == nil else {
      let ends = [swatch.gradient.from, swatch.gradient.to].map { $0.hex.uppercased() }
      let row = area.endRow - 1
      let right = area.endColumn - 1 - ends[1].count
      let left = area.column + 1
      canvas.inked(ends[0], column: left, row: row, limit: area.width - 2)
      if right > left + ends[0].count {
        canvas.inked(ends[1], column: right, row: row, limit: ends[1].count)
      }
      return
    }
    let hex = swatch.color.hex.uppercased()
    let isWide = area.width >= 60
    let one = [name(of: swatch.color), hex, Say.hsb(swatch.color)].joined(separator: "   ")
    let lines = isWide ? [one] : [name(of: swatch.color), hex]
    caption(area.height > lines.count + 1 ? lines : [hex], in: area)
  }
}

extension Canvas {
  /// The target above the guess in one row; nothing below it where there was no guess.
  mutating func strip(_ area: Area, _ target: Swatch, _ guess: Swatch?) {
    let steps = max(1, area.width - 1)
    for (step, column) in area.columns.enumerated() {
      put(
        "▀", column: column, row: area.row,
        Style(
          target.gradient.color(at: step, of: steps),
          on: guess?.gradient.color(at: step, of: steps) ?? surround))
    }
  }
}
