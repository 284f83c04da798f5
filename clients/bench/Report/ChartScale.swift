// How the values of an axis become places on a line, and which of them are written beside it.
// Invariant: every value that it was made for lies on the line, from 0 at its beginning to 1.

import Glibc

/// One axis of a chart.
struct ChartScale: Equatable {
  /// What is written beside the line, from its beginning to its end.
  let ticks: [Double]
  private let isLogarithmic: Bool

  /// From 0 to beyond all values, in steps of one, two or five times a power of ten; values are not
  /// negative.
  static func linear(over values: [Double]) -> ChartScale {
    guard let top = values.max(), top > 0 else {
      return ChartScale(ticks: [0, 1], isLogarithmic: false)
    }
    let least = top / ChartScale.stepsMax
    let power = pow(10, floor(log10(least)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? 10 * power
    let count = max(1, Int((top / step).rounded(.up)))
    return ChartScale(ticks: (0...count).map { Double($0) * step }, isLogarithmic: false)
  }

  /// Powers of ten around all values, or of two where the largest is small; values are 1 or more.
  static func logarithmic(over values: [Double]) -> ChartScale {
    let (least, most) = (max(1, values.min() ?? 1), max(1, values.max() ?? 1))
    let base = most <= ChartScale.doublingMax ? 2.0 : 10.0
    let first = (log(least) / log(base) + ChartScale.rounding).rounded(.down)
    let last = (log(most) / log(base) - ChartScale.rounding).rounded(.up)
    let powers = Int(first)...max(Int(first) + 1, Int(last))
    return ChartScale(ticks: powers.map { pow(base, Double($0)) }, isLogarithmic: true)
  }

  /// Where a value lies.
  func place(of value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last else { return 0 }
    return isLogarithmic
      ? log(value / first) / log(last / first) : (value - first) / (last - first)
  }

  /// Beyond this number powers of two are too many to read.
  private static let doublingMax = 16.0
  private static let stepsMax = 5.0
  /// A logarithm of a power comes out this near to a whole number.
  private static let rounding = 1e-9
}
