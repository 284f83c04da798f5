// A gradient on the grid: even steps from one end to the other, each one color over a few whole
// columns, the first and the last exactly the ends. Every row of it costs bytes for every step, so
// there are no more steps than an eye is glad of; two gradients in areas of the same width step at
// the same places, so that they can be compared.

import Chroma

/// Where the steps of a gradient in an area are.
struct StepBand {
  let area: Area
  /// How many there are.
  let count: Int

  /// More steps than this cost more than they show.
  static let countMax = 20
  /// Narrower steps are not made, for the same reason, but in what is too narrow for two of them.
  static let columnsMin = 3

  /// - Parameter countMax: how many steps there are at most.
  init(_ area: Area, countMax: Int = StepBand.countMax) {
    self.area = area
    let columns = max(1, min(StepBand.columnsMin, area.width / 2))
    count = max(1, min(countMax, area.width / columns))
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
  ///   - ends: what stands in the first and in the last step, when that is already another
  ///     gradient: two steps cost little, and show at once where the whole is going.
  ///   - countMax: how many steps there are at most.
  mutating func gradient(
    _ area: Area, _ gradient: Gradient, ends: Gradient? = nil, countMax: Int = StepBand.countMax
  ) {
    let band = StepBand(area, countMax: countMax)
    for step in 0..<band.count { fill(band[step], band.color(of: step, gradient)) }
    guard let ends, band.count > 1 else { return }
    fill(band[0], ends.from)
    fill(band[band.count - 1], ends.to)
  }
}
