// Places on the grid. Columns and rows count from 0 at the top left; nothing here knows what a cell
// looks like or what is drawn where. An area may stick out of the canvas or be empty: drawing
// clips.

/// A cell's place.
package struct Point: Hashable, Sendable {
  /// Cells from the left edge.
  package var column: Int
  /// Cells from the top edge.
  package var row: Int
}

/// A rectangle of cells.
struct Area: Hashable, Sendable {
  var column: Int
  var row: Int
  var width: Int
  var height: Int

  static let nothing = Area(column: 0, row: 0, width: 0, height: 0)

  init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// One row, as wide as the area.
  func line(_ row: Int) -> Area { Area(column: column, row: row, width: width, height: 1) }

  /// The first column to the right of the area.
  var endColumn: Int { column + width }
  /// The first row below the area.
  var endRow: Int { row + height }

  var columns: Range<Int> { column..<endColumn }
  var rows: Range<Int> { row..<endRow }

  func contains(_ point: Point) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// The area without its outermost columns and rows.
  func inset(columns: Int, rows: Int) -> Area {
    Area(
      column: column + columns, row: row + rows,
      width: width - 2 * columns, height: height - 2 * rows)
  }

  /// How far along the area a column lies: 0 at the first, 1 at the last, clamped. This is what a
  /// press on a slider's track means.
  func fraction(at column: Int) -> Double {
    guard width > 1 else { return 0 }
    return Double(min(max(column - self.column, 0), width - 1)) / Double(width - 1)
  }

  /// The column at a fraction of the area: the inverse of `fraction(at:)`, where a knob stands.
  func column(at fraction: Double) -> Int {
    guard width > 1 else { return column }
    return column + Int((unit(fraction) * Double(width - 1)).rounded())
  }
}

/// The value moved into 0…1, with NaN as 0: what comes out can always be made a whole number.
func unit(_ value: Double) -> Double {
  value > 0 ? min(value, 1) : 0
}
