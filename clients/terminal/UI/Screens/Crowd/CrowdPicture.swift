// The field of those who play along: a cell is one pixel on ground of the target's color, and four
// once it is locked. A player who has left leaves a hole. Each row's first number stands at its
// left, so that a number is found. Where there is space, pixels are larger, all by the same whole
// number. A field that does not fit is not shown.

import Chroma
import ClientCore
import Game
import Wire

/// A field that fits in an area.
struct CrowdPicture {
  private let field: CrowdSeen.Field
  private let target: Color?
  private let columns: Int
  /// Columns and half rows of a pixel.
  private let scale: Int
  private let area: Area

  /// Columns of the numbers at the left, and a blank.
  private static let numberColumns = 6
  /// How many cells a row can have.
  private static let columnCounts = [5, 10, 20, 25, 30, 35, 40, 50]

  /// - Parameter target: what is around each cell; nil where nobody may see it.
  init?(_ field: CrowdSeen.Field, around target: Color?, in area: Area) {
    let count = field.colors.count
    func scale(_ columns: Int) -> Int {
      min(
        (area.width - CrowdPicture.numberColumns) / (2 * columns),
        area.height / max(1, (count + columns - 1) / columns))
    }
    let fitting = CrowdPicture.columnCounts.filter { scale($0) >= 1 }
    // A little wider than high, where there is space.
    guard count > 0,
      let columns = fitting.first(where: { 2 * $0 * $0 >= 3 * count }) ?? fitting.last
    else { return nil }
    (self.field, self.target, self.columns) = (field, target, columns)
    self.scale = scale(columns)
    let width = CrowdPicture.numberColumns + 2 * columns * self.scale
    self.area = Area(
      column: area.column + (area.width - width) / 2, row: area.row, width: width,
      height: area.height)
  }

  func draw(on sheet: inout Sheet) {
    for (index, color) in field.colors.enumerated() {
      let row = area.row + scale * (index / columns)
      if index % columns == 0 {
        sheet.canvas.text(
          "\(field.shown.first + index * field.shown.step)",
          endColumn: area.column + CrowdPicture.numberColumns - 1, row: row, .dim)
      }
      if field.gone.indices.contains(index), field.gone[index] { continue }
      let column = area.column + CrowdPicture.numberColumns + 2 * scale * (index % columns)
      let cell = Area(column: column, row: row, width: 2 * scale, height: scale)
      let isLocked = field.locked.indices.contains(index) && field.locked[index]
      guard let target, !isLocked else {
        sheet.canvas.fill(cell, color)
        continue
      }
      sheet.canvas.fill(cell, target)
      for pixel in 0..<scale * scale {
        sheet.canvas.pixel(
          column: column + pixel % scale, halfRow: 2 * row + pixel / scale, color)
      }
    }
  }
}

extension Sheet {
  /// All who play along as one more player in a race: what they make together, how near that is,
  /// and how many they are, as far as there is space.
  mutating func crowdLane(_ crowd: CrowdCount, _ area: Area, namesRow row: Int) {
    var column = area.column
    if let color = crowd.color, !setup.isByNumbers {
      let isBeside = area.height == 0
      let place = isBeside ? Area(column: column, row: row, width: 3, height: 1) : area
      let swatch = Swatch(color, to: crowd.to)
      if swatch.to == nil {
        canvas.swatch(place, color)
      } else {
        canvas.gradient(place, swatch.gradient, countMax: 5)
      }
      if isBeside { column += 4 }
    }
    let near = crowd.near.map { "\($0)%" } ?? ""
    let end = canvas.text(near, endColumn: area.endColumn, row: row, .label)
    let limit = max(0, end - column - 1)
    let name = Words["The crowd"]
    let words = ["\(name)  \(crowd.words)", crowd.words]
      .first { ShownText.columns(of: $0) <= limit }
    canvas.text(words ?? name, column: column, row: row, .text, limit: limit)
  }

  /// The same in a column below the target, as seats have one for those who look on.
  mutating func crowdColumn(_ crowd: CrowdCount, _ area: Area) {
    if let color = crowd.color {
      patch(
        area, Swatch(color, to: crowd.to), square: true, steps: StepBand.countAmongOthers)
    }
    canvas.text(
      Words["The crowd"], column: area.column, row: area.endRow, .text, limit: area.width)
    canvas.text(
      crowd.near.map { "\($0)%" } ?? "", column: area.column, row: area.endRow + 1, .label,
      limit: area.width)
  }

  /// The best of those who play along, in a row, the best first.
  mutating func best(_ best: [Best], row: Int, points: (Best) -> Int) {
    var column = Sheet.margin
    let head = Words["The best who play along"]
    column = canvas.text(head, column: column, row: row, .dim) + 2
    for one in best {
      let words = "\(one.called) \(points(one))"
      guard column + ShownText.columns(of: words) <= endColumn else { return }
      column = canvas.text(words, column: column, row: row, .text) + 3
    }
  }
}
