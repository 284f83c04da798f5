// Where everything on the race screen stands, from the size of the grid and from what the mode is
// made of: counted from the bottom, and whatever is left over goes to the colors. Invariant: target
// and guess touch, are equally large, and have free cells around them.

import Chroma
import Game
import Wire

/// The places of a race screen.
struct RaceLayout {
  /// The target; of tiles, above all of them.
  let target: Area
  /// One's own color or gradient, or all the tiles.
  let yours: Area
  /// The row that says how near one is, when the room helps.
  let hintRow: Int
  /// The row with both ends of a gradient, above the sliders.
  let stopRow: Int
  /// The other players' swatches; no height where only a row of names fits.
  let strip: Area
  /// The row with the other players' names; nil where there is no space for it.
  let namesRow: Int?
  /// Where the wheel is; nil while the sliders are there.
  let wheel: WheelLayout?
  /// Rows of one gradient: more cost bytes in every column, and are no easier to judge.
  private static let gradientRowsMax = 6
  private let firstSlider: Int
  private let sliderStep: Int

  /// The first row of the colors, below what stands above their line.
  static let colorsRow = 5

  /// - Parameters:
  ///   - showsColors: whether the others' colors are shown.
  ///   - helps: whether there is a row of help above the sliders.
  ///   - isOnWheel: whether a wheel stands for the sliders.
  init(
    width: Int, height: Int, mode: Mode, hasRivals: Bool, showsColors: Bool, helps: Bool,
    isOnWheel: Bool
  ) {
    let look = mode.look
    let isBig = height >= 36
    let isSmall = height < 24 || width < 80
    let names = height - (isBig ? 4 : 3)
    namesRow = look == .tiles && height < 24 ? nil : names
    let rows = isBig ? (look == .gradient ? 4 : 6) : look == .gradient || isOnWheel ? 0 : 2
    let stripHeight = !hasRivals || isSmall || !showsColors ? 0 : rows
    let columns = width - 2 * Sheet.margin
    strip = Area(
      column: Sheet.margin, row: names - stripHeight, width: columns, height: stripHeight)
    sliderStep = height < 24 || (look == .gradient && !isBig) ? 1 : 2
    let gap = isBig ? 2 : 1
    let end = hasRivals && namesRow != nil ? strip.row - gap : height - 2 - gap
    let sliders = mode.channels.count / mode.stops
    firstSlider = end - (sliders - 1) * sliderStep - 1
    let top = RaceLayout.colorsRow
    wheel =
      !isOnWheel
      ? nil
      : WheelLayout(
        width: width, height: height, end: end, stops: mode.stops,
        footRows: mode.stops + (helps ? 3 : 0))
    if let wheel {
      (target, yours) = (wheel.target, wheel.yours)
      stopRow = wheel.footRow
      hintRow = wheel.footRow + mode.stops + 2
      return
    }
    switch look {
    case .pair:
      stopRow = firstSlider - 1
      hintRow = firstSlider - 1
      let rows = firstSlider - gap - top - (helps && gap == 1 ? 1 : 0)
      (target, yours) =
        Area(column: Sheet.margin, row: top, width: columns, height: rows)
        .halvesAcross
    case .gradient:
      stopRow = firstSlider - 1
      hintRow = stopRow - 1
      let rows = min((stopRow - 2 - top) / 2, RaceLayout.gradientRowsMax)
      (target, yours) =
        Area(column: Sheet.margin, row: top, width: columns, height: 2 * rows)
        .halvesDown
    case .tiles:
      stopRow = firstSlider - 1
      hintRow = top - 1
      target = Area(column: Sheet.margin, row: top, width: columns, height: (height - 5) / 5)
      let first = target.endRow + 1
      yours = Area(column: Sheet.margin, row: first, width: columns, height: end - first)
    }
  }

  func sliderRow(_ index: Int) -> Int { firstSlider + index * sliderStep }

  /// The columns that target and guess have together.
  var columns: Range<Int> {
    min(target.column, yours.column)..<max(target.endColumn, yours.endColumn)
  }
  /// The row above the colors, for their labels.
  var labelRow: Int { target.row - 1 }
}

extension Area {
  /// The left and the right half, touching; of an odd width the right one is larger.
  var halvesAcross: (Area, Area) {
    let left = Area(column: column, row: row, width: width / 2, height: height)
    return (
      left, Area(column: left.endColumn, row: row, width: width - left.width, height: height)
    )
  }

  /// The upper and the lower half, touching; of an odd height the lower one is larger.
  var halvesDown: (Area, Area) {
    let upper = Area(column: column, row: row, width: width, height: height / 2)
    return (
      upper, Area(column: column, row: upper.endRow, width: width, height: height - upper.height)
    )
  }
}

/// Where tiles stand.
struct TileGrid {
  private let area: Area
  private let columns: Int
  private let rows: Int

  /// Columns and rows between tiles.
  private static let columnsBetween = 2
  private static let rowsBetween = 1

  init(_ area: Area, count: Int) {
    self.area = area
    columns = TileKeys.columns(of: count)
    rows = max(1, (count + columns - 1) / columns)
  }

  /// The place of a tile, counted from 0.
  subscript(index: Int) -> Area {
    func span(_ place: Int, _ count: Int, _ length: Int, _ between: Int) -> Range<Int> {
      let start = place * (length + between) / count
      return start..<(place + 1) * (length + between) / count - between
    }
    let across = span(index % columns, columns, area.width, TileGrid.columnsBetween)
    // Rows of tiles are all equally high; what is left over stays below them.
    let height = (area.height - (rows - 1) * TileGrid.rowsBetween) / rows
    return Area(
      column: area.column + across.lowerBound,
      row: area.row + index / columns * (height + TileGrid.rowsBetween), width: across.count,
      height: height)
  }
}
