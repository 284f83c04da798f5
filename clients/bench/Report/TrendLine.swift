// A straight line through measurements, and how far its slope can be trusted. It knows nothing of
// what was measured.

/// The line of least squares through points that came one after the other.
struct TrendLine: Equatable {
  /// How much a value grows from one unit of time to the next.
  let slope: Double
  /// The standard error of the slope. Memory that was large a moment ago is still large now, so
  /// neighbors say less than their number suggests: the error counts only as many points as are
  /// independent of each other.
  let standardError: Double
  /// How much one point's distance from the line tells of the next one's, 0 to 1.
  let autocorrelation: Double

  /// Fits the line; nil with fewer than three points, or when all have the same time.
  init?(through points: [(time: Double, value: Double)]) {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.time } / count
    let mean = points.reduce(0) { $0 + $1.value } / count
    let spread = points.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
    guard points.count >= 3, spread > 0 else { return nil }
    let slope = points.reduce(0) { $0 + ($1.time - middle) * ($1.value - mean) } / spread
    let rests = points.map { $0.value - mean - slope * ($0.time - middle) }
    let sum = rests.reduce(0) { $0 + $1 * $1 }
    let products = zip(rests, rests.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    self.slope = slope
    autocorrelation = sum > 0 ? min(max(products / sum, 0), Self.autocorrelationMax) : 0
    // The variance of a mean of such points is larger by this factor (a process of order one).
    let inflation = (1 + autocorrelation) / (1 - autocorrelation)
    standardError = (sum / (count - 2) / spread * inflation).squareRoot()
  }

  /// Whether the slope is above a bound by more than two standard errors: one flat line in forty
  /// would be said to be above zero.
  func isSignificantlyAbove(_ bound: Double) -> Bool { slope - 2 * standardError > bound }

  private static let autocorrelationMax = 0.99
}
