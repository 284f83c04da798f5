// A gradient on the grid: even steps from one end to the other, the first and the last exactly the
// ends. What is judged steps once a column. Where gradients are many and only looked at, a step is
// a few columns wide, because every one of them costs bytes. Two gradients in areas of the same
// width step at the same places, so that they can be compared.

import Chroma

/// Where the steps of a gradient in an area are.
struct StepBand {
  let area: Area
  /// How many there are.
  let count: Int

  /// How many steps a gradient has at most that is looked at among others.
  static let countAmongOthers = 20
  /// Such steps are not narrower, but in what is too narrow for two of them.
  private static let columnsMin = 3

  /// - Parameter countMax: how many steps there are at most; nil for one a column.
  init(_ area: Area, countMax: Int? = nil) {
    self.area = area
    let columns = countMax == nil ? 1 : max(1, min(StepBand.columnsMin, area.width / 2))
    count = max(1, min(countMax ?? .max, area.width / columns))
  }

  /// The columns of a step, over all rows.
  subscript(step: Int) -> Area {
    let start = area.column + step * area.width / count
    let end = area.column + (step + 1) * area.width / count
    return Area(column: start, row: area.row, width: end - start, height: area.height)
  }

  /// The color of a step.
  func color(of step: Int, _ gradient: Gradient) -> Color {
    gradient.color(at: step, of: max(1, count - 1))
  }
}

extension Canvas {
  /// Fills an area with a gradient.
  ///
  /// - Parameters:
  ///   - ends: what stands at both ends, when that is already another gradient: that costs little,
  ///     and shows at once where the whole is going.
  ///   - countMax: how many steps there are at most; nil for one a column.
  mutating func gradient(
    _ area: Area, _ gradient: Gradient, ends: Gradient? = nil, countMax: Int? = nil
  ) {
    let band = StepBand(area, countMax: countMax)
    for step in 0..<band.count { fillBlock(band[step], band.color(of: step, gradient)) }
    guard let ends, ends != gradient else { return }
    let coarse = StepBand(area, countMax: StepBand.countAmongOthers)
    guard coarse.count > 1 else { return }
    fill(coarse[0], ends.from)
    fill(coarse[coarse.count - 1], ends.to)
  }
}
