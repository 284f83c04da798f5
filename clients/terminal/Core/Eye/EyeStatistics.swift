// Means of errors and how sure they are: the bootstrap, by a stated generator and in whole numbers,
// so that every implementation finds the same thousandths. It knows no hue and no player.

/// The mean of one part of some errors, all in thousandths of ΔE.
package struct EyeMean: Equatable, Sendable {
  package let bias: Int
  /// Where the mean lies 19 times in 20.
  package let low: Int
  package let high: Int
  /// The standard deviation.
  package let spread: Int
  /// Whether the mean is far enough from zero and beyond the player's average, to the same side.
  let isWeak: Bool

  /// A mean below this is on target.
  private static let onTarget = 500
  /// A weakness has to be so many margins away: 37 means are looked at, not one.
  private static let margins = 2

  /// - Parameters:
  ///   - ends: the sums of as many values, drawn from these, at the ends of the interval.
  ///   - average: the mean of all errors of the player.
  init(_ values: [Int], ends: (low: Int, high: Int), average: Int) {
    let (count, sum) = (values.count, values.reduce(0, +))
    let bias = quotient(sum, count)
    // Few answers vary less than the eye they come from; so the interval is wider by
    // (n + 1)/(n − 1).
    func end(_ drawn: Int, _ margins: Int) -> Int {
      quotient(
        sum * (count - 1) + margins * (drawn - sum) * (count + 1), count * (count - 1))
    }
    let isBeyond =
      end(ends.low, EyeMean.margins) > max(0, average)
      || end(ends.high, EyeMean.margins) < min(0, average)
    let squares = values.reduce(0) { $0 + ($1 - bias) * ($1 - bias) }
    self.bias = bias
    (low, high) = (end(ends.low, 1), end(ends.high, 1))
    spread = Int(((Double(squares) / Double(count - 1)).squareRoot() + 0.5).rounded(.down))
    isWeak = abs(bias) >= EyeMean.onTarget && isBeyond
  }
}

/// The bootstrap: as many errors as there are, drawn again and again, and summed.
enum EyeBootstrap {
  private static let draws = 399
  /// How many sums lie outside at each side, the last of them being the end of the interval.
  private static let outside = 10
  /// What the generator begins with: xorshift32 (Marsaglia 2003), shifts 13, 17 and 5.
  private static let seed: UInt32 = 2_463_534_242

  /// The ten least sums, kept without sorting all of them.
  private struct Tail {
    private var least = [Int](repeating: .max, count: outside)
    /// The largest of them.
    private(set) var end = Int.max

    mutating func take(_ sum: Int) {
      guard sum < end else { return }
      least[outside - 1] = sum
      var index = outside - 1
      while index > 0, least[index - 1] > sum {
        least.swapAt(index - 1, index)
        index -= 1
      }
      end = least[outside - 1]
    }
  }

  /// The sums of each part at the ends of its interval.
  static func ends(of errors: [EyeError]) -> [(low: Int, high: Int)] {
    let count = UInt64(errors.count)
    var state = seed
    var low = EyePart.allCases.map { _ in Tail() }
    var high = low
    // In a debug build nothing here costs more than checked accesses.
    errors.flatMap(\.parts)
      .withUnsafeBufferPointer { parts in
        guard let parts = parts.baseAddress else { return }
        for _ in 0..<draws {
          var (lightness, chroma, hue) = (0, 0, 0)
          var left = count
          while left > 0 {
            state ^= state &<< 13
            state ^= state &>> 17
            state ^= state &<< 5
            let error = parts + 3 * Int(truncatingIfNeeded: (UInt64(state) &* count) &>> 32)
            lightness &+= error.pointee
            chroma &+= (error + 1).pointee
            hue &+= (error + 2).pointee
            left &-= 1
          }
          for (part, sum) in [lightness, chroma, hue].enumerated() {
            low[part].take(sum)
            high[part].take(-sum)
          }
        }
      }
    return zip(low, high).map { ($0.end, -$1.end) }
  }
}

/// A quotient to the nearest whole number, halves up.
func quotient(_ dividend: Int, _ divisor: Int) -> Int {
  let (whole, rest) = (2 * dividend + divisor).quotientAndRemainder(dividingBy: 2 * divisor)
  return rest < 0 ? whole - 1 : whole
}

/// The middle of some numbers, or between the two in the middle.
func median(_ numbers: [Int]) -> Int {
  let sorted = numbers.sorted()
  return quotient(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2], 2)
}
