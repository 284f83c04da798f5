// Where everything stands while a wheel is played on: the wheel at the left, as large as fits, the
// bar of brightness beside it, and at the right target and guess above each other, equally large,
// with the figures below them.

import Chroma
import Game

/// The places of a wheel and of what is beside it.
struct WheelLayout {
  /// The square around the wheel, as many half rows high as columns wide.
  let disk: Area
  /// The track of the brightness: the top is full.
  let bar: Area
  /// Target and guess.
  let target: Area
  let yours: Area
  /// The first of the rows with figures, below the guess.
  let footRow: Int
  /// The columns at the right.
  let side: Range<Int>

  private static let top = 3
  private static let left = 3
  /// From the wheel to the bar and from there to its figure and to the right side, in columns.
  private static let barGap = 3, barWidth = 3, figureGap = 2, sideGap = 8
  /// Rows of a color, where there is space for them.
  private static let rowsWanted = 5

  /// How large the wheel is on a screen, in pixels: it depends on nothing else, so that it never
  /// changes its size during a match.
  static func diameter(width: Int, height: Int) -> Int {
    let rows = height - (height >= 36 ? 15 : 7)
    return max(2, min(2 * rows, (width / 2 - 12) / 2 * 2))
  }

  /// - Parameters:
  ///   - end: the first row that belongs to others.
  ///   - footRows: rows with figures.
  init(width: Int, height: Int, end: Int, footRows: Int) {
    let diameter = WheelLayout.diameter(width: width, height: height)
    let (top, left, rows) = (WheelLayout.top, WheelLayout.left, diameter / 2)
    disk = Area(column: left, row: top, width: diameter, height: rows)
    bar = Area(
      column: disk.endColumn + WheelLayout.barGap, row: top, width: WheelLayout.barWidth,
      height: rows)
    let sideColumn = bar.endColumn + WheelLayout.sideGap
    side = sideColumn..<max(sideColumn, width - Sheet.margin)
    // Two labels and the figures have to be there; blanks between them are a luxury.
    let space = end - top - 2 - footRows
    let wanted = max(WheelLayout.rowsWanted, (rows - 5) / 2)
    let blanks = [2, 1].first { (space - $0) / 2 >= min(wanted, WheelLayout.rowsWanted) } ?? 0
    let height = min(wanted, max(1, (space - blanks) / 2))
    target = Area(column: sideColumn, row: top + 1, width: side.count, height: height)
    yours = Area(
      column: sideColumn, row: target.endRow + (blanks > 1 ? 2 : 1), width: side.count,
      height: height)
    footRow = yours.endRow + min(blanks, 1)
  }

  /// Where the figure of the brightness begins.
  var figureColumn: Int { bar.endColumn + WheelLayout.figureGap }
}

extension Mode {
  /// Whether the sliders of a color are hue, saturation and brightness, which a wheel and a bar can
  /// stand for.
  var hasWheel: Bool {
    let usual = Mode.hsb.channels
    let mine = channels.prefix(channels.count / stops)
    return answer == .sliders && mine.count == usual.count
      && zip(mine, usual).allSatisfy { $0.grid == $1.grid && $0.label == $1.label }
  }
}
