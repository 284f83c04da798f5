// A screen as a value: a grid of cells, each one glyph in two colors, and where the cursor rests.
// It knows nothing of escape codes, of what the terminal can show or of what was shown before; the
// renderer makes bytes of the difference between two canvases. Invariant: every cell holds a glyph
// of exactly one column, so what is drawn here can never push anything else aside.

import Chroma

/// One place on the grid: three words, since every frame is compared with the last cell by cell.
struct Cell: Equatable, Sendable {
  let glyph: Unicode.Scalar
  /// The color, and above it whether the glyph is bold.
  private let foregroundWord: UInt32
  private let backgroundWord: UInt32
  private static let boldBit: UInt32 = 1 << 24

  init(glyph: Unicode.Scalar, foreground: Color, background: Color, isBold: Bool) {
    self.glyph = glyph
    foregroundWord = foreground.packed | (isBold ? Cell.boldBit : 0)
    backgroundWord = background.packed
  }

  var foreground: Color { Color(packed: foregroundWord) }
  var background: Color { Color(packed: backgroundWord) }
  var isBold: Bool { foregroundWord & Cell.boldBit != 0 }

  /// Nothing but a background. All blanks of a background are equal, whatever was written with.
  static func blank(_ background: Color) -> Cell {
    Cell(glyph: " ", foreground: background, background: background, isBold: false)
  }
}

/// Where the hardware cursor rests between frames: on the active control, so that screen magnifiers
/// and braille displays follow it. It is visible only where text is typed.
struct Cursor: Equatable, Sendable {
  var point: Point
  var isVisible: Bool
}

/// A drawn screen.
public struct Canvas: Sendable {
  let width: Int
  let height: Int
  /// The color that a fresh canvas is filled with and that rounds the corners of swatches.
  let surround: Color
  /// Row by row, from the top left.
  private(set) var cells: [Cell]
  private(set) var cursor: Cursor?

  /// An empty canvas. Sizes below one cell count as one.
  init(width: Int, height: Int, surround: Color = Neutral.surround) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.surround = surround
    cells = Array(repeating: .blank(surround), count: self.width * self.height)
  }

  var bounds: Area { Area(column: 0, row: 0, width: width, height: height) }

  func contains(column: Int, row: Int) -> Bool {
    column >= 0 && column < width && row >= 0 && row < height
  }

  /// The cell at a place on the canvas.
  subscript(column: Int, row: Int) -> Cell {
    precondition(contains(column: column, row: row))
    return cells[row * width + column]
  }

  /// The first column, from one on, in which a row differs from that of another canvas of the same
  /// size; the width if there is none. Most of a frame's cells pass through here and nowhere else.
  func firstChange(since old: Canvas, column: Int, row: Int) -> Int {
    let (old, new) = (old.cells.span, cells.span)
    let end = (row + 1) * width
    var index = row * width + column
    while index < end, old[index] == new[index] { index += 1 }
    return index - row * width
  }

  /// Rests the cursor on a place; off the canvas it stays where it was.
  mutating func park(column: Int, row: Int, visibly isVisible: Bool = false) {
    guard contains(column: column, row: row) else { return }
    cursor = Cursor(point: Point(column: column, row: row), isVisible: isVisible)
  }

  // MARK: Cells

  /// Sets one cell; off the canvas, nothing.
  mutating func put(_ cell: Cell, column: Int, row: Int) {
    guard contains(column: column, row: row) else { return }
    cells[row * width + column] = cell.glyph == " " ? .blank(cell.background) : cell
  }

  /// Puts a glyph of the program's own choosing; text from outside goes through `text`.
  mutating func put(_ glyph: Unicode.Scalar, column: Int, row: Int, _ style: Style) {
    assert(Glyph.isOneColumn(glyph))
    guard contains(column: column, row: row) else { return }
    let background = style.background ?? cells[row * width + column].background
    put(
      Cell(
        glyph: glyph, foreground: style.foreground, background: background, isBold: style.isBold),
      column: column, row: row)
  }

  /// Fills an area with a color.
  mutating func fill(_ area: Area, _ color: Color) {
    let columns = area.columns.clamped(to: 0..<width)
    for row in area.rows.clamped(to: 0..<height) {
      for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
        cells[index] = .blank(color)
      }
    }
  }

  // MARK: Text

  /// Writes text from a column on and returns the column after it. Any text at all: see
  /// `OneColumnGlyphs` for what becomes of it. What is too long for `limit` columns ends in `…`.
  @discardableResult
  mutating func text(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) -> Int {
    let isCut = limit < text.utf8.count && OneColumnGlyphs.count(of: text) > limit
    guard limit > 0 else { return column }
    var place = column
    for glyph in OneColumnGlyphs(of: text) {
      if isCut && place - column == limit - 1 {
        put("…", column: place, row: row, style)
        return place + 1
      }
      put(glyph, column: place, row: row, style)
      place += 1
    }
    return place
  }

  /// Writes text that ends just before a column, and returns the column it begins at.
  @discardableResult
  mutating func text(_ text: String, endColumn: Int, row: Int, _ style: Style) -> Int {
    let column = endColumn - OneColumnGlyphs.count(of: text)
    self.text(text, column: column, row: row, style)
    return column
  }

  /// Writes text in the middle of some columns; what is left over goes to the right, and what is
  /// too long for them is cut.
  mutating func text(_ text: String, centeredIn columns: Range<Int>, row: Int, _ style: Style) {
    let room = max(0, columns.count - OneColumnGlyphs.count(of: text))
    self.text(
      text, column: columns.lowerBound + room / 2, row: row, style, limit: columns.count)
  }
}
