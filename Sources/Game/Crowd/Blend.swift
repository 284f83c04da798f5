// The mean of many colors, in OKLab: what a crowd guesses together. Each color becomes whole steps
// before it is added, so the order of the sum is nothing, and every machine has the same mean.

import Chroma

/// Colors, or ends of gradients, that are added up.
struct Blend {
  /// How many steps there are from black to white.
  private static var steps: Int { 1 << 20 }

  private var count = 0
  /// Lightness, a and b of where each begins, and of where it ends.
  private var (sums, ends) = (SIMD4<Int>(), SIMD4<Int>())

  /// Adds what somebody's sliders make.
  mutating func add(_ swatch: Swatch) {
    count += 1
    let start = Self.coordinates(of: swatch.color)
    sums &+= start
    ends &+= swatch.to.map(Self.coordinates) ?? start
  }

  /// The mean of all; nil when there are none.
  ///
  /// - Parameter hasEnds: whether it is a gradient.
  func mean(hasEnds: Bool) -> Swatch? {
    if count == 0 { return nil }
    return Swatch(color(of: sums), to: hasEnds ? color(of: ends) : nil)
  }

  private static func coordinates(of color: Color) -> SIMD4<Int> {
    let lab = OKLab(color)
    func whole(_ value: Double) -> Int { Int((value * Double(steps)).rounded()) }
    return SIMD4(whole(lab.lightness), whole(lab.a), whole(lab.b), 0)
  }

  private func color(of sum: SIMD4<Int>) -> Color {
    /// The nearest whole step, halves up.
    func mean(_ sum: Int) -> Double {
      let (twice, divisor) = (2 * sum + count, 2 * count)
      let down = twice % divisor < 0 ? 1 : 0
      return Double(twice / divisor - down) / Double(Self.steps)
    }
    return Color(OKLab(lightness: mean(sum[0]), a: mean(sum[1]), b: mean(sum[2])))
  }
}
