// One tile of several, in a race, for onlookers and on results: its color with the key that takes
// it, and whether it is chosen, wrong or the right one. That is said in shapes and signs, never in
// hues.

import Chroma
import Game

/// What there is to say about a tile.
enum TileMark {
  case plain, chosen, wrong, right
}

extension Sheet {
  /// The row of a tile in which its key stands.
  func tileKeyRow(_ area: Area) -> Int { area.row + (area.height < 3 ? 0 : 1) }

  /// One tile with its key. The chosen one stands between bright bars, a wrong one has shrunk; both
  /// say so in figures too.
  ///
  /// - Parameter showsValues: whether it is in figures where its color cannot be seen; else its
  ///   name stands there alone.
  mutating func tile(
    _ area: Area, _ color: Color, key: Unicode.Scalar, _ mark: TileMark, name: String?,
    showsValues: Bool = true
  ) {
    let row = tileKeyRow(area)
    let sign = mark == .wrong ? "×" : mark == .right ? "✓" : ""
    guard !setup.isByNumbers else {
      let values = showsValues ? Say.hsb(color) : name ?? ""
      return namedTile(
        area, values, "\(key) \(sign)", mark, name: showsValues ? name : nil)
    }
    switch mark {
    case .plain: canvas.swatch(area, color)
    case .chosen, .right: canvas.chosen(area, color)
    case .wrong: canvas.chosen(area, color, between: canvas.surround)
    }
    let ink = Neutral.ink(on: color)
    let isPlain = mark == .plain
    let style = Style(isPlain ? ink.mixed(with: color, at: 0.35) : ink, bold: !isPlain)
    canvas.text("\(key) \(sign)", column: area.column + 2, row: row, style)
    if let name {
      canvas.text(name, column: area.column + 6, row: row, style, limit: area.width - 7)
    }
  }

  /// A tile in figures, where its color cannot be seen.
  private mutating func namedTile(
    _ area: Area, _ values: String, _ label: String, _ mark: TileMark, name: String?
  ) {
    let row = tileKeyRow(area)
    let style: Style = mark == .wrong ? .dim : .text
    let arrow = mark == .chosen ? ">" : " "
    let isFramed = area.height >= 3
    if isFramed { canvas.frame(area, mark == .chosen || mark == .right ? .bright : .line) }
    let column = area.column + (isFramed ? 1 : 0)
    let end = canvas.text("\(arrow) \(label)", column: column, row: row, .strong)
    guard isFramed else {
      canvas.text(values, column: column + 2, row: row + 1, style, limit: area.width - 2)
      return
    }
    canvas.text(
      values, column: end + 2, row: row, style, limit: max(0, area.endColumn - end - 3))
    guard area.height > 3, let name else { return }
    canvas.text(name, column: column + 2, row: row + 1, .label, limit: area.width - 4)
  }
}
