// Where everything stands while a wheel is played on: the wheel at the left, as large as fits, the
// bar of brightness beside it, and at the right target and guess, touching and equally large, with
// the figures below them.

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
  private static let rowsMax = 12
  private static let left = 3
  /// From the wheel to the bar and from there to its figure and to the right side, in columns.
  private static let barGap = 3, barWidth = 3, figureGap = 2, sideGap = 8

  /// How large the wheel is on a screen, in pixels: it depends on nothing else, so that it never
  /// changes its size during a match.
  static func diameter(width: Int, height: Int) -> Int {
    let rows = height - (height >= 36 ? 15 : 7)
    return max(2, min(2 * rows, (width / 2 - 12) / 2 * 2))
  }

  /// - Parameters:
  ///   - end: the first row that belongs to others.
  ///   - stops: how many colors are made: two are a gradient's.
  ///   - footRows: rows with figures.
  init(width: Int, height: Int, end: Int, stops: Int, footRows: Int) {
    let diameter = WheelLayout.diameter(width: width, height: height)
    let (top, left, rows) = (WheelLayout.top, WheelLayout.left, diameter / 2)
    disk = Area(column: left, row: top, width: diameter, height: rows)
    bar = Area(
      column: disk.endColumn + WheelLayout.barGap, row: top, width: WheelLayout.barWidth,
      height: rows)
    let sideColumn = bar.endColumn + WheelLayout.sideGap
    side = sideColumn..<max(sideColumn, width - Sheet.margin)
    // They end where the wheel does, unless the figures and the row above them need the space. What
    // is larger is no easier to judge, and costs more whenever it changes.
    let first = RaceLayout.colorsRow
    let space = min(disk.endRow, end - footRows - 1) - first
    let height =
      stops > 1
      ? max(2, min(space, rows * 4 / 7) / 2 * 2) : max(1, min(space, WheelLayout.rowsMax))
    let both = Area(column: sideColumn, row: first, width: side.count, height: height)
    (target, yours) = stops > 1 ? both.halvesDown : both.halvesAcross
    footRow = both.endRow + 1
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
