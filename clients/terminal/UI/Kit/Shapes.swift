// Shapes made of cells and parts of cells: swatches, half-block pixels, bands of color, bars and
// frames. Blocks are exact: a half block is two pixels of true colors, and nothing is ever
// dithered. Shapes know neither values nor controls; those are in Controls.swift.

import Chroma

extension Canvas {
  /// A patch of one color with a quarter cell off each corner, so that it sits softly. Less than
  /// three rows are left square: their corners would look like damage.
  mutating func swatch(_ area: Area, _ color: Color) {
    fill(area, color)
    guard area.height >= 3, area.width >= 2 else { return }
    let style = Style(color, on: surround)
    let (right, bottom) = (area.endColumn - 1, area.endRow - 1)
    put("▟", column: area.column, row: area.row, style)
    put("▙", column: right, row: area.row, style)
    put("▜", column: area.column, row: bottom, style)
    put("▛", column: right, row: bottom, style)
  }

  /// Leaves a frame of half a row and one column of what fills an area. One row keeps its ends.
  mutating func hollow(_ area: Area) {
    for column in area.columns.dropFirst().dropLast() {
      for row in area.row..<area.endRow {
        let color = self[column, row].background
        let isTop = row == area.row && area.height > 1
        let isBottom = row == area.endRow - 1 && area.height > 1
        let glyph: Unicode.Scalar = isTop ? "▀" : isBottom ? "▄" : " "
        put(glyph, column: column, row: row, Style(color, on: surround))
      }
    }
  }

  /// A patch of one color between two bars of half a row: the chosen one of several. Less than
  /// three rows have the lower bar alone, so that there is a row to write in.
  mutating func chosen(_ area: Area, _ color: Color, between bars: Color = Neutral.bright) {
    fill(area, color)
    for column in area.columns {
      if area.height >= 3 { put("▀", column: column, row: area.row, Style(bars, on: color)) }
      put("▄", column: column, row: area.endRow - 1, Style(bars, on: color))
    }
  }

  /// Colors one square pixel: half a cell, since a cell is about twice as high as wide.
  ///
  /// - Parameter halfRow: counts halves of rows from the top of the canvas.
  mutating func pixel(column: Int, halfRow: Int, _ color: Color) {
    let row = halfRow >> 1
    guard contains(column: column, row: row) else { return }
    let cell = self[column, row]
    let top = cell.glyph == "▀" ? cell.foreground : cell.background
    let (upper, lower) = halfRow & 1 == 0 ? (color, cell.background) : (top, color)
    put(
      Cell(glyph: "▀", foreground: upper, background: lower, isBold: false),
      column: column, row: row)
  }

  /// A band of color from left to right, two colors a cell.
  ///
  /// - Parameter gradient: the color at a fraction of the width, asked for the middle of each half.
  mutating func band(_ area: Area, _ gradient: (Double) -> Color) {
    let halves = Double(2 * area.width)
    for column in area.columns.clamped(to: 0..<width) {
      let half = Double(2 * (column - area.column))
      let cell = Cell(
        glyph: "▌", foreground: gradient((half + 0.5) / halves),
        background: gradient((half + 1.5) / halves), isBold: false)
      for row in area.rows {
        put(cell, column: column, row: row)
      }
    }
  }

  /// A horizontal bar that is full up to a fraction, in eighths of a cell.
  mutating func bar(_ area: Area, fraction: Double, _ color: Color, rail: Color = Neutral.rail) {
    let eighths = Int((unit(fraction) * Double(8 * area.width)).rounded(.down))
    for column in area.columns {
      let filled = min(max(eighths - 8 * (column - area.column), 0), 8)
      for row in area.rows {
        put(Canvas.leftEighths[filled], column: column, row: row, Style(color, on: rail))
      }
    }
  }

  private static let leftEighths: [Unicode.Scalar] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// A frame with rounded corners around the outermost cells of an area, its title in the top line.
  mutating func frame(_ area: Area, title: String = "", _ style: Style = .line) {
    let (right, bottom) = (area.endColumn - 1, area.endRow - 1)
    guard area.width >= 2, area.height >= 2 else { return }
    for column in area.column + 1..<right {
      put("─", column: column, row: area.row, style)
      put("─", column: column, row: bottom, style)
    }
    for row in area.row + 1..<bottom {
      put("│", column: area.column, row: row, style)
      put("│", column: right, row: row, style)
    }
    put("╭", column: area.column, row: area.row, style)
    put("╮", column: right, row: area.row, style)
    put("╰", column: area.column, row: bottom, style)
    put("╯", column: right, row: bottom, style)
    if !title.isEmpty && area.width > 6 {
      text(" ", column: area.column + 2, row: area.row, .label)
      let end = text(
        title, column: area.column + 3, row: area.row, .label, limit: area.width - 6)
      text(" ", column: end, row: area.row, .label)
    }
  }
}
