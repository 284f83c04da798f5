// What a guess is worth. The accuracy table is computed again here from its formula.

import Chroma
import Glibc
import TestSupport
import Testing

@testable import Game

@Suite("Accuracy and points")
struct PointsTests {
  /// The formula before it is rounded: `1000 / (1 + x ^ 1.6)` with `x = (ΔE − 1) / 12`.
  private func exact(at thousandths: Int) -> Double {
    1_000 / (1 + pow(Double(max(0, thousandths - 1_000)) / 12_000, 1.6))
  }

  @Test("each entry of the table is the largest difference that earns its accuracy")
  func table() {
    expect(Accuracy.farthest.count, equals: Accuracy.best)
    for (index, farthest) in Accuracy.farthest.enumerated() {
      let accuracy = Accuracy.best - index
      // No entry is so near to a border that the rounding of a Double could decide.
      let border = Double(accuracy) - 0.5
      expect(exact(at: farthest), isAbove: border + 1e-9, "\(accuracy) at \(farthest)")
      // Differences end at 999.999, where the formula still gives 1.
      guard farthest < 999_999 else { continue }
      expect(exact(at: farthest + 1), isBelow: border - 1e-9, "\(accuracy) at \(farthest + 1)")
    }
    expect(Accuracy.farthest.last, equals: 999_999)
  }

  @Test("the table is looked up right at both sides of each of its steps")
  func lookup() {
    for (index, farthest) in Accuracy.farthest.enumerated() {
      expect(Accuracy.of(Difference(thousandths: farthest)), equals: 1_000 - index)
      expect(Accuracy.of(Difference(thousandths: farthest + 1)), equals: 999 - index)
    }
    expect(Accuracy.of(.zero), equals: 1_000)
    expect(Accuracy.of(Difference(thousandths: .max)), equals: 0)
  }

  @Test(
    "the values that the rules name",
    arguments: [(0, 1000), (1, 1000), (2, 982), (3, 946), (5, 853), (10, 613), (20, 324)])
  func named(units: Int, accuracy: Int) {
    expect(Accuracy.of(.whole(units)), equals: accuracy)
  }

  /// ΔE in thousandths, milliseconds, the round's seconds, points.
  static let ledger: [(thousandths: Int, elapsed: Int, seconds: Int, points: Int)] = [
    (0, 0, 30, 1000),  // perfect and at once
    (1_103, 0, 30, 1000),  // no eye sees that it is not
    (1_104, 0, 30, 999),  // the first that costs a point
    (0, 30_000, 30, 500),  // time costs half at most
    (0, 15_000, 30, 750),  // half the time costs a quarter
    (0, 30, 30, 1000),  // 999.5 rounds up
    (0, 31, 30, 999),  // 999.48 does not
    (2_000, 0, 30, 982),
    (2_000, 30_000, 30, 491),
    (5_000, 30_000, 30, 427),  // 426.5 rounds up
    (5_000, 29_999, 30, 427),
    (10_000, 6_000, 30, 552),  // 613 · 0.9 = 551.7
    (20_000, 2_500, 5, 243),  // 324 · 0.75
    (20_000, 60_000, 120, 243),  // the same share of a longer round
    (0, 5_000, 5, 500),
    (999_999, 0, 30, 1),  // the least that is not nothing
    (999_999, 30_000, 30, 1),  // 0.5 rounds up
    (1_000_000, 0, 30, 0),
    (0, -5, 30, 1000),  // before the round opened counts as its opening
    (0, 99_999, 30, 500),  // after it shut counts as its end
  ]

  private func earned(_ difference: Difference, after elapsed: Int, of length: Int) -> Int {
    Points.of(accuracy: Accuracy.of(difference), after: elapsed, of: length)
  }

  @Test("points are accuracy less the share of time, halves up", arguments: ledger)
  func points(thousandths: Int, elapsed: Int, seconds: Int, points: Int) {
    let difference = Difference(thousandths: thousandths)
    expect(earned(difference, after: elapsed, of: seconds * 1_000), equals: points)
  }

  @Test("points are the nearest whole number, for every accuracy and time")
  func rounding() {
    var generator = SplitMix64(seed: 1)
    for farthest in Accuracy.farthest {
      let difference = Difference(thousandths: farthest)
      let length = generator.int(5...120) * 1_000
      let elapsed = generator.int(0...length)
      let points = earned(difference, after: elapsed, of: length)
      // points − 1/2 ≤ a (2T − t) / 2T < points + 1/2, times 4T.
      let exact = 2 * Accuracy.of(difference) * (2 * length - elapsed)
      expect((4 * points - 2) * length <= exact && exact < (4 * points + 2) * length)
    }
  }

  @Test("farther or later never earns more")
  func monotone() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let near = generator.int(0...100_000)
      let early = generator.int(0...30_000)
      let far = Difference(thousandths: near + generator.int(0...5_000))
      let late = early + generator.int(0...5_000)
      let best = earned(Difference(thousandths: near), after: early, of: 30_000)
      expect(earned(far, after: early, of: 30_000), isAtMost: best)
      expect(earned(Difference(thousandths: near), after: late, of: 30_000), isAtMost: best)
    }
  }
}
