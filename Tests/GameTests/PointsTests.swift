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

  @Test("each entry of the table is the largest difference that earns and finds its accuracy")
  func table() {
    expect(Accuracy.farthest.count, equals: Accuracy.best)
    for (index, farthest) in Accuracy.farthest.enumerated() {
      let accuracy = Accuracy.best - index
      expect(Accuracy.of(Difference(thousandths: farthest)), equals: accuracy)
      expect(Accuracy.of(Difference(thousandths: farthest + 1)), equals: accuracy - 1)
      // No entry is so near to a border that the rounding of a Double could decide.
      let border = Double(accuracy) - 0.5
      expect(exact(at: farthest), isAbove: border + 1e-9, "\(accuracy) at \(farthest)")
      // Differences end at 999.999, where the formula still gives 1.
      guard farthest < 999_999 else { continue }
      expect(exact(at: farthest + 1), isBelow: border - 1e-9, "\(accuracy) at \(farthest + 1)")
    }
    expect(Accuracy.farthest.last, equals: 999_999)
    expect(Accuracy.of(.zero) == 1_000 && Accuracy.of(Difference(thousandths: .max)) == 0)
  }

  /// ΔE in thousandths, milliseconds, the round's seconds, points.
  static let ledger: [(thousandths: Int, elapsed: Int, seconds: Int, points: Int)] = [
    // Perfect and at once, where no eye sees that it is not, and the first that costs a point.
    (0, 0, 30, 1000), (1_103, 0, 30, 1000), (1_104, 0, 30, 999), (2_000, 0, 30, 982),
    (3_000, 0, 30, 946), (5_000, 0, 30, 853), (10_000, 0, 30, 613), (20_000, 0, 30, 324),
    // Time costs half at most: 999.5, 426.5 and 0.5 round up, 999.48 does not.
    (0, 30_000, 30, 500), (0, 15_000, 30, 750), (0, 30, 30, 1000), (0, 31, 30, 999),
    (2_000, 30_000, 30, 491), (5_000, 30_000, 30, 427), (5_000, 29_999, 30, 427),
    (999_999, 30_000, 30, 1), (999_999, 0, 30, 1), (1_000_000, 0, 30, 0),
    // 613 · 0.9 = 551.7; 324 · 0.75, and the same share of a longer round.
    (10_000, 6_000, 30, 552), (20_000, 2_500, 5, 243), (20_000, 60_000, 120, 243),
    (0, 5_000, 5, 500),
    // Before the round opened counts as its opening, after it shut as its end.
    (0, -5, 30, 1000), (0, 99_999, 30, 500),
  ]

  private func earned(_ difference: Difference, after elapsed: Int, of length: Int) -> Int {
    Points.of(accuracy: Accuracy.of(difference), after: elapsed, of: length)
  }

  @Test("points are accuracy less the share of time, halves up")
  func points() {
    for (thousandths, elapsed, seconds, points) in Self.ledger {
      let found = earned(Difference(thousandths: thousandths), after: elapsed, of: seconds * 1_000)
      expect(found, equals: points, "\(thousandths) after \(elapsed) of \(seconds) s")
    }
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
}
