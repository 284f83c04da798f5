// A screen as a value: a grid of cells, each with a character in two colors or a part of one, and
// where the cursor rests. It knows nothing of escape codes, of what the terminal can show or of
// what was shown before; the renderer makes bytes of the difference between two canvases.
// Invariant: a character has all of its columns or none, and never pushes anything else aside.

import Chroma

/// One place on the grid: three words, since every frame is compared with the last cell by cell.
struct Cell: Equatable, Sendable {
  /// The glyph, and above it the number of what is joined to it among the canvas's tails.
  private let glyphWord: UInt32
  /// The color, and above it whether the glyph is bold and whether it only is the rest of one.
  private let foregroundWord: UInt32
  /// The color, and above it how many columns the glyph takes beyond the first.
  private let backgroundWord: UInt32
  private static let boldBit: UInt32 = 1 << 24
  private static let restBit: UInt32 = 1 << 25
  private static let glyphBits: UInt32 = 21
  /// The most different tails that a canvas can have.
  static let tailsMax = 1 << 11 - 1
  /// The most columns that a character can have.
  static let columnsMax = 1 << 8

  init(
    glyph: Unicode.Scalar, foreground: Color, background: Color, isBold: Bool, columns: Int = 1,
    tail: Int = 0
  ) {
    glyphWord = glyph.value | UInt32(tail) << Cell.glyphBits
    foregroundWord = foreground.packed | (isBold ? Cell.boldBit : 0)
    backgroundWord = background.packed | UInt32(columns - 1) << 24
  }

  private init(restOn background: Color) {
    glyphWord = UInt32(UInt8(ascii: " "))
    foregroundWord = background.packed | Cell.restBit
    backgroundWord = background.packed
  }

  /// What the character begins with.
  var glyph: Unicode.Scalar { Unicode.Scalar(glyphWord & (1 << Cell.glyphBits - 1)) ?? " " }
  /// What it goes on with, by its number in `Canvas.tails`; 0 for nothing.
  var tail: Int { Int(glyphWord >> Cell.glyphBits) }
  var foreground: Color { Color(packed: foregroundWord) }
  var background: Color { Color(packed: backgroundWord) }
  var isBold: Bool { foregroundWord & Cell.boldBit != 0 }
  /// How many columns the character takes, from this cell on.
  var columns: Int { Int(backgroundWord >> 24) + 1 }
  /// Whether the cell is one of those columns, but not the first.
  var isRest: Bool { foregroundWord & Cell.restBit != 0 }

  /// Whether there is nothing but a background.
  var isBlank: Bool { glyph == " " && !isRest }

  /// Nothing but a background. All blanks of a background are equal, whatever was written with.
  static func blank(_ background: Color) -> Cell {
    Cell(glyph: " ", foreground: background, background: background, isBold: false)
  }

  /// One of the columns of a character that began before it.
  static func rest(on background: Color) -> Cell { Cell(restOn: background) }

  /// The same in both colors mixed with another one.
  func mixed(with color: Color, at share: Double) -> Cell {
    let background = background.mixed(with: color, at: share)
    if isRest { return .rest(on: background) }
    return Cell(
      glyph: glyph, foreground: foreground.mixed(with: color, at: share), background: background,
      isBold: isBold, columns: columns, tail: tail)
  }

  /// The same character in another color.
  func inked(_ foreground: Color) -> Cell {
    isRest || glyph == " "
      ? self
      : Cell(
        glyph: glyph, foreground: foreground, background: background, isBold: isBold,
        columns: columns, tail: tail)
  }
}

/// Where the hardware cursor rests between frames: on the active control, so that screen magnifiers
/// and braille displays follow it. It is visible only where text is typed.
struct Cursor: Equatable, Sendable {
  var point: Point
  var isVisible: Bool
}

/// A drawn screen.
package struct Canvas: Sendable {
  let width: Int
  let height: Int
  /// The color that a fresh canvas is filled with and that rounds the corners of swatches.
  let surround: Color
  /// Row by row, from the top left.
  private(set) var cells: [Cell]
  private(set) var cursor: Cursor?
  /// Areas of one color that have others beside them, above all the steps of gradients: said one
  /// after the other instead of row by row, they take a quarter of the bytes.
  private(set) var blocks: [Area] = []
  /// What characters go on with that are more than one scalar. Cells name them by their number from
  /// 1 on.
  private(set) var tails: [ShownCharacter] = []
  /// Whether any character takes more than one column.
  private var hasWide = false

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

  /// The first column, from one on, in which a row may differ from that of another canvas of the
  /// same size; the width if there is none. Most of a frame's cells pass through here and nowhere
  /// else. `sharesTails` says that the same number is the same tail on both.
  func firstChange(since old: Canvas, column: Int, row: Int, sharesTails: Bool) -> Int {
    let (old, new) = (old.cells.span, cells.span)
    let end = (row + 1) * width
    var index = row * width + column
    while index < end, old[index] == new[index], sharesTails || new[index].tail == 0 { index += 1 }
    return index - row * width
  }

  /// What a cell's character goes on with; nil for nothing.
  func tail(of cell: Cell) -> ShownCharacter? { cell.tail == 0 ? nil : tails[cell.tail - 1] }

  /// Rests the cursor on a place; off the canvas it stays where it was.
  mutating func park(column: Int, row: Int, visibly isVisible: Bool = false) {
    guard contains(column: column, row: row) else { return }
    cursor = Cursor(point: Point(column: column, row: row), isVisible: isVisible)
  }

  // MARK: Cells

  /// Sets one cell; off the canvas, nothing.
  mutating func put(_ cell: Cell, column: Int, row: Int) {
    guard contains(column: column, row: row) else { return }
    let index = row * width + column
    if hasWide { breakUp(at: index) }
    cells[index] = cell.glyph == " " ? .blank(cell.background) : cell
  }

  /// Leaves nothing of a character of several columns that is about to lose one of them.
  private mutating func breakUp(at index: Int) {
    var start = index
    while cells[start].isRest { start -= 1 }
    let end = start + cells[start].columns
    guard end > start + 1 else { return }
    for part in start..<end { cells[part] = .blank(cells[part].background) }
  }

  /// Puts a character into all of its columns; where there are not so many, only their background.
  private mutating func put(_ character: ShownCharacter, column: Int, row: Int, _ style: Style) {
    if character.columns == 1, character.tail.isEmpty {
      return put(character.glyph, column: column, row: row, style)
    }
    let columns = column..<column + character.columns
    for column in columns { put(" ", column: column, row: row, style) }
    guard contains(column: column, row: row), columns.upperBound <= width,
      columns.count <= Cell.columnsMax
    else { return }
    // At the edge nothing can be tried that may go beyond it.
    let fitting = column + character.reach <= width ? character : character.bare
    let start = row * width + column
    let background = style.background ?? cells[start].background
    cells[start] = Cell(
      glyph: fitting.glyph, foreground: style.foreground, background: background,
      isBold: style.isBold, columns: fitting.columns, tail: number(of: fitting))
    for index in start + 1..<start + columns.count { cells[index] = .rest(on: background) }
    hasWide = hasWide || columns.count > 1
  }

  /// The number of a tail, 0 where there is none or no number left.
  private mutating func number(of character: ShownCharacter) -> Int {
    if character.tail.isEmpty { return 0 }
    if let index = tails.firstIndex(of: character) { return index + 1 }
    guard tails.count < Cell.tailsMax else { return 0 }
    tails.append(character)
    return tails.count
  }

  /// Shows what is in a cell in another color.
  mutating func ink(_ color: Color, column: Int, row: Int) {
    guard contains(column: column, row: row) else { return }
    cells[row * width + column] = self[column, row].inked(color)
  }

  /// Puts a glyph of the program's own choosing; text from outside goes through `text`.
  mutating func put(_ glyph: Unicode.Scalar, column: Int, row: Int, _ style: Style) {
    assert(glyph == " " || [.plain, .rightToLeft].contains(Glyph.kind(of: glyph)))
    guard contains(column: column, row: row) else { return }
    let background = style.background ?? cells[row * width + column].background
    put(
      Cell(
        glyph: glyph, foreground: style.foreground, background: background, isBold: style.isBold),
      column: column, row: row)
  }

  /// Lets everything step back but some areas, for what is to lie on top.
  mutating func stepBack(except kept: [Area]) {
    for index in cells.indices where cells[index] != .blank(surround) {
      let point = Point(column: index % width, row: index / width)
      if kept.contains(where: { $0.contains(point) }) { continue }
      cells[index] = cells[index].mixed(with: surround, at: Canvas.stepBackShare)
    }
  }

  private static let stepBackShare = 0.65

  /// Fills an area that has areas of other colors beside it.
  mutating func fillBlock(_ area: Area, _ color: Color) {
    fill(area, color)
    let isOnCanvas = contains(column: area.column, row: area.row)
    if isOnCanvas, area.height > 1, area.endColumn < width, area.endRow <= height {
      blocks.append(area)
    }
  }

  /// Fills an area with a color.
  mutating func fill(_ area: Area, _ color: Color) {
    let columns = area.columns.clamped(to: 0..<width)
    for row in area.rows.clamped(to: 0..<height) {
      if hasWide, let last = columns.last {
        breakUp(at: row * width + columns.lowerBound)
        breakUp(at: row * width + last)
      }
      for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
        cells[index] = .blank(color)
      }
    }
  }

  // MARK: Text

  /// Writes text from a column on and returns the column after it. Any text at all: see `ShownText`
  /// for what becomes of it. What is too long for `limit` columns ends in `…`.
  @discardableResult
  mutating func text(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) -> Int {
    guard limit > 0 else { return column }
    guard ShownText.isSimple(text) else {
      return write(ShownText(text), column: column, row: row, style, limit: limit)
    }
    let isCut = limit < text.utf8.count && text.unicodeScalars.count > limit
    var place = column
    for glyph in text.unicodeScalars {
      if isCut && place - column == limit - 1 {
        put("…", column: place, row: row, style)
        return place + 1
      }
      put(glyph.properties.isWhitespace ? " " : glyph, column: place, row: row, style)
      place += 1
    }
    return place
  }

  /// The same for text that is more than one letter after the other.
  private mutating func write(
    _ text: ShownText, column: Int, row: Int, _ style: Style, limit: Int
  ) -> Int {
    let isCut = text.columns > limit
    var place = column
    for character in text.prefix(columns: isCut ? limit - 1 : limit).inSight {
      put(character, column: place, row: row, style)
      place += character.columns
    }
    guard isCut else { return place }
    put("…", column: place, row: row, style)
    return place + 1
  }

  /// Writes text that ends just before a column, and returns the column it begins at.
  @discardableResult
  mutating func text(_ text: String, endColumn: Int, row: Int, _ style: Style) -> Int {
    let column = endColumn - ShownText.columns(of: text)
    self.text(text, column: column, row: row, style)
    return column
  }

  /// Writes text in the middle of some columns; what is left over goes to the right, and what is
  /// too long for them is cut.
  mutating func text(_ text: String, centeredIn columns: Range<Int>, row: Int, _ style: Style) {
    let room = max(0, columns.count - ShownText.columns(of: text))
    self.text(
      text, column: columns.lowerBound + room / 2, row: row, style, limit: columns.count)
  }
}
