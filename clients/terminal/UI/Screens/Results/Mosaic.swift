// A whole match in one picture: each round's target is a column, and every guess is a field on it,
// as the same target would be: a perfect one cannot be seen. A player who made none has a hole
// there. It draws the picture alone; who is in which row stands beside it.

import Chroma
import Game
import Wire

/// A match in colors: rounds from left to right, players from top to bottom.
struct Mosaic {
  let match: MatchState
  /// From top to bottom.
  let players: [PlayerID]
  let area: Area
  /// The rounds that are shown: the newest, if there is no space for all.
  let rounds: ArraySlice<RoundResult>
  /// Rows of a player.
  let rowsEach: Int
  /// Whose row has a blank one below it for labels, counted from 0; nil for nobody's.
  private let labeled: Int?

  /// Narrower columns have no space for a field, and higher rows are no better.
  private static let columnsMin = 3, rowsMax = 6
  /// Columns from which on a field is two away from the edges.
  private static let columnsRoomy = 8

  /// - Parameter player: who has labels below their row, where there is space for them.
  init(_ match: MatchState, players: [PlayerID], labeled player: PlayerID?, in area: Area) {
    self.match = match
    self.players = players
    rounds = match.results.suffix(max(1, area.width / Mosaic.columnsMin))
    let count = max(1, players.count)
    let place = player.flatMap { players.firstIndex(of: $0) }
    labeled = area.height > count ? place : nil
    rowsEach = max(1, min(Mosaic.rowsMax, (area.height - (labeled == nil ? 0 : 1)) / count))
    self.area = Area(
      column: area.column, row: area.row, width: area.width,
      height: rowsEach * players.count + (labeled == nil ? 0 : 1))
  }

  /// The columns of a round, counted among those that are shown.
  func columns(ofRound index: Int) -> Range<Int> {
    let count = max(1, rounds.count)
    return area.column + index * area.width / count..<area.column + (index + 1) * area.width / count
  }

  /// The first row of a player.
  private func top(of index: Int) -> Int {
    let gap = labeled.map { index > $0 ? 1 : 0 } ?? 0
    return area.row + index * rowsEach + gap
  }

  /// The row beside which a player's name stands.
  func row(of index: Int) -> Int { top(of: index) + (rowsEach - 1) / 2 }

  /// The row for labels; nil for none.
  var labelRow: Int? { labeled.map { top(of: $0) + rowsEach } }

  func draw(on sheet: inout Sheet, showsValues: Bool) {
    for (index, result) in rounds.enumerated() {
      for (place, player) in players.enumerated() {
        let cell = cell(ofRound: index, player: place)
        let score = result.score(of: player)
        if sheet.setup.isByNumbers {
          number(score, on: &sheet, cell)
        } else {
          field(score.flatMap { match.guessed($0, in: result) }, result.target, on: &sheet, cell)
          if showsValues, let score {
            let text = match.outcomes(of: score).last ?? ""
            let column = cell.column + (cell.width - ShownText.columns(of: text)) / 2
            sheet.canvas.inked(text, column: column, row: row(of: place), limit: cell.width)
          }
        }
      }
    }
  }

  /// The edges of a player's fields that cannot be seen.
  func seam(of player: PlayerID) -> Seam {
    let place = players.firstIndex(of: player) ?? 0
    let fields = rounds.enumerated()
      .compactMap { index, result -> Area? in
        guard let score = result.score(of: player), match.isGone(score.difference) else {
          return nil
        }
        let cell = cell(ofRound: index, player: place)
        return cell.inset(columns: Mosaic.inset(of: cell), rows: 0)
      }
    return Seam(edgesOf: fields)
  }

  /// Where a player's guess of a round is, with as much of the target as is around it.
  private func cell(ofRound index: Int, player place: Int) -> Area {
    let columns = columns(ofRound: index)
    return Area(
      column: columns.lowerBound, row: top(of: place), width: columns.count,
      height: rowsEach)
  }

  /// Columns of the target at each side of a field.
  private static func inset(of cell: Area) -> Int { cell.width >= columnsRoomy ? 2 : 1 }

  /// A guess on its target, both in half rows; a gradient has its steps where the target has them.
  private func field(_ guess: Swatch?, _ target: Swatch, on sheet: inout Sheet, _ cell: Area) {
    let inset = Mosaic.inset(of: cell)
    let steps = max(1, cell.width - 1)
    let halfRows = 2 * cell.height
    // Where a player has one row, the field is as high as that.
    let edge = cell.height > 1 ? 1 : 0
    for (step, column) in cell.columns.enumerated() {
      let around = target.gradient.color(at: step, of: steps)
      let inside =
        step >= inset && step < cell.width - inset
        ? guess?.gradient.color(at: step, of: steps) ?? Neutral.surround : around
      func color(_ half: Int) -> Color {
        half >= edge && half < halfRows - edge ? inside : around
      }
      for row in cell.rows {
        let half = 2 * (row - cell.row)
        let (upper, lower) = (color(half), color(half + 1))
        if upper == lower {
          sheet.canvas.fill(Area(column: column, row: row, width: 1, height: 1), upper)
        } else {
          sheet.canvas.put("▀", column: column, row: row, Style(upper, on: lower))
        }
      }
    }
  }

  /// How far off a guess was, where colors cannot be seen.
  private func number(_ score: Score?, on sheet: inout Sheet, _ cell: Area) {
    let texts = score.map { match.outcomes(of: $0) + [$0.difference.words] } ?? ["–"]
    let fitting = texts.first { ShownText.columns(of: $0) < cell.width }
    sheet.canvas.text(
      fitting ?? "", column: cell.column, row: cell.row + (cell.height - 1) / 2, .text)
  }
}
