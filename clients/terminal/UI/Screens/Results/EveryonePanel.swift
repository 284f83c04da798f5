// How everyone saw it: everybody's guess below the target and touching it, in the order of seats,
// each with its player and how near it came. A player who is alone sees their own rounds so
// instead. Each gradient stands below a target of its own width, so that both have their steps at
// the same places. It decides nothing and knows no keys.

import Chroma
import ClientCore
import Game
import Wire

/// Everybody's guess in one round, or everybody's who is alone, beside each other.
struct EveryonePanel {
  /// A guess below its target.
  private struct Piece {
    let target: Swatch
    let guess: Swatch?
    /// What it is called, and what it is called where there is no space for that.
    let name: String, shortName: String
    /// What it is called without its figure.
    let bareName: String
    /// How it came out, the longest way to say it first.
    let outcomes: [String]
    let isMine: Bool
  }

  private let title: String
  private let pieces: [Piece]
  /// Whether one target stands above all guesses.
  private let sharesTarget: Bool
  /// Whether the values are written on the swatches.
  private let showsValues: Bool

  /// With fewer rows there is no blank below the title.
  private static let heightRoomy = 8
  /// A title, a row of pairs and a row of names.
  static let heightMin = 3
  /// More would only take longer to paint.
  private static let heightMax = 12
  /// Of a match that has no last round, the newest few are enough.
  private static let roundsMax = 8
  /// Less of a name says less than the short one does.
  private static let nameColumnsMin = 5
  /// The same of a name without its figure.
  private static let bareColumnsMin = 3

  init(room: RoomModel, match: MatchState, result: RoundResult, showsValues: Bool) {
    let isAlone = result.scores.count == 1
    self.showsValues = showsValues
    sharesTarget = match.rules.mode.look != .gradient && !isAlone
    func piece(_ score: Score, _ result: RoundResult, _ name: String, _ short: String) -> Piece {
      Piece(
        target: result.target, guess: match.guessed(score, in: result), name: name,
        shortName: short, bareName: room.name(of: score.who), outcomes: match.outcomes(of: score),
        isMine: score.who == room.me && !isAlone)
    }
    if isAlone {
      title = Words["How close, by round"]
      pieces = match.results.suffix(EveryonePanel.roundsMax)
        .compactMap { round in
          round.scores.first.map {
            piece($0, round, Words["round \(round.round)"], "\(round.round)")
          }
        }
    } else {
      title =
        match.rules.mode.look == .tiles ? Words["Everyone's choice"] : Words["Everyone's guess"]
      pieces = result.scores.map { score in
        let figure = "\(room.figure(of: score.who))"
        return piece(score, result, "\(figure) \(room.name(of: score.who))", figure)
      }
    }
  }

  func draw(on sheet: inout Sheet, _ whole: Area) {
    guard whole.height >= EveryonePanel.heightMin, pieces.count > 1 else { return }
    let area = Area(
      column: whole.column, row: whole.row, width: whole.width,
      height: min(whole.height, EveryonePanel.heightMax))
    sheet.canvas.text(title, column: area.column, row: area.row, .strong)
    let top = area.row + (area.height >= EveryonePanel.heightRoomy ? 2 : 1)
    let names = area.endRow - 1
    let rows = names - top
    let above = rows * 3 / 7
    if rows > 1, sharesTarget, let target = pieces.first?.target {
      let band = Area(column: area.column, row: top, width: area.width, height: above)
      sheet.patch(band, target, square: true, steps: StepBand.countAmongOthers)
      if showsValues { sheet.values(of: target, in: band) }
    }
    for (index, piece) in pieces.enumerated() {
      let start = area.column + index * area.width / pieces.count
      let end = area.column + (index + 1) * area.width / pieces.count
      // What does not hang on one target needs a gap to be told from the next.
      let gap = sharesTarget && rows > 1 ? 0 : 1
      let place = Area(column: start, row: top, width: end - start - gap, height: rows)
      guess(piece, on: &sheet, place, above: above)
      name(piece, on: &sheet, Area(column: start, row: names, width: end - start, height: 1))
    }
  }

  private func guess(_ piece: Piece, on sheet: inout Sheet, _ area: Area, above: Int) {
    guard area.height > 1 else {
      return sheet.canvas.strip(area, piece.target, piece.guess)
    }
    if !sharesTarget {
      sheet.patch(
        Area(column: area.column, row: area.row, width: area.width, height: above), piece.target,
        square: true, steps: StepBand.countAmongOthers)
    }
    let below = Area(
      column: area.column, row: area.row + above, width: area.width, height: area.height - above)
    guard let guess = piece.guess else {
      return sheet.canvas.text(
        Words["none"], centeredIn: below.columns, row: below.row + below.height / 2, .dim)
    }
    sheet.patch(below, guess, square: true, steps: StepBand.countAmongOthers)
    if showsValues { sheet.values(of: guess, in: below) }
  }

  private func name(_ piece: Piece, on sheet: inout Sheet, _ area: Area) {
    let end = area.endColumn - (area.width > 10 ? 2 : 1)
    let columns = ShownText.columns(of: piece.name)
    let shortest = piece.outcomes[piece.outcomes.count - 1]
    let fitting = piece.outcomes.first {
      columns + ShownText.columns(of: $0) < end - area.column
    }
    let start = sheet.canvas.text(fitting ?? shortest, endColumn: end, row: area.row, .label)
    let limit = start - area.column - 1
    // One's own name is worth more than a figure, even if only its beginning fits.
    let isNamed = limit >= min(columns, EveryonePanel.nameColumnsMin)
    let isBare = piece.isMine && limit >= EveryonePanel.bareColumnsMin
    let name = isNamed ? piece.name : isBare ? piece.bareName : piece.shortName
    sheet.canvas.text(
      name, column: area.column, row: area.row, piece.isMine ? .strong : .text, limit: limit)
  }
}

extension MatchState {
  /// What a player's guess looked like; nil for tiles when none was picked or it is not known.
  func guessed(_ score: Score, in result: RoundResult) -> Swatch? {
    if rules.mode.answer == .tiles && score.guess == rules.mode.start { return nil }
    return rules.mode.swatch(of: score.guess, among: result.tiles)
  }

  /// How a guess came out: by how far it was off, or which tile it was.
  func outcome(of score: Score) -> String {
    guard rules.mode.answer == .tiles else { return Say.difference(score.difference) }
    guard score.guess != rules.mode.start else { return Words["none"] }
    return Words["tile \(mark(of: score))"]
  }

  /// Which tile was taken, and whether it was the right one.
  private func mark(of score: Score) -> String {
    "\(score.guess.values[0]) \(score.difference == .zero ? "✓" : "×")"
  }

  /// How near a guess came, as races say it; nil for tiles, which are right or wrong.
  func near(_ score: Score) -> String? {
    guard rules.mode.answer != .tiles else { return nil }
    return "\(rules.mode.accuracy(score.difference) * 100 / Accuracy.best)%"
  }

  /// How a guess came out, the longest way to say it first.
  func outcomes(of score: Score) -> [String] {
    let outcome = outcome(of: score)
    if let near = near(score) { return ["\(outcome)  \(near)", near] }
    if score.guess == rules.mode.start { return [outcome] }
    return [outcome, mark(of: score), mark(of: score).filter { $0 != " " }]
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
