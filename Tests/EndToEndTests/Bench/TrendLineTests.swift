// The line through a soak's samples: its slope, how far it is trusted, and what is called growth.

import TestSupport
import Testing

@testable import chromatch_bench

@Suite("The line through samples")
struct TrendLineTests {
  /// Noise that is the same every time, from -1 to 1.
  private func noise(_ count: Int) -> [Double] {
    var state: UInt64 = 7
    return (0..<count)
      .map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 23) - 1
      }
  }

  private func line(
    rising slope: Double, _ noise: [Double], every step: Double = 0.25
  ) throws -> TrendLine {
    let points = noise.enumerated()
      .map { (time: Double($0) * step, value: 20_000 + slope * Double($0) * step + $1) }
    return try require(TrendLine(through: points))
  }

  @Test("without noise the slope is exact, and so is what is known of it")
  func exact() throws {
    let line = try line(rising: 12.5, Array(repeating: 0, count: 100))
    expect(abs(line.slope - 12.5), isBelow: 1e-6)
    expect(line.standardError, isBelow: 1e-6)
    expect(line.isSignificantlyAbove(12))
    expect(!line.isSignificantlyAbove(13))
  }

  @Test("the error is the textbook's when neighbors do not depend on each other")
  func independent() throws {
    let count = 400
    let line = try line(rising: 0, noise(count).map { $0 * 100 })
    // Uniform noise of ±100 has a variance of 100² / 3; times are 0.25 apart.
    let spread = 0.0625 * Double(count) * (Double(count * count) - 1) / 12
    let expected = (10_000 / 3 / spread).squareRoot()
    expect(line.autocorrelation, isBelow: 0.15)
    expect(line.standardError, isAbove: 0.8 * expected)
    expect(line.standardError, isBelow: 1.3 * expected)
    expect(abs(line.slope), isBelow: 3 * expected)
  }

  @Test("growth is found in noise, and noise is not called growth")
  func verdicts() throws {
    let noise = noise(720).map { $0 * 300 }
    func isGrowth(_ slope: Double, above bound: Double) throws -> Bool {
      try line(rising: slope, noise).isSignificantlyAbove(bound)
    }
    try expect(isGrowth(100, above: 10))
    try expect(isGrowth(0, above: 10), equals: false)
    try expect(isGrowth(-50, above: 0), equals: false)
  }
}
