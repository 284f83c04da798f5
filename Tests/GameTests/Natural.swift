// Whole numbers of any size, as far as the accuracy table needs them: multiply and compare, written
// the way it is done on paper. Slow, exact, and only for tests.

/// A number that is never negative and never rounded.
struct Natural: Comparable {
  /// Digits to base 2^32, the lowest first, none of them needlessly zero at the top.
  private var digits: [UInt32]

  init(_ number: Int) {
    precondition(number >= 0)
    digits = [UInt32(truncatingIfNeeded: number), UInt32(number >> 32)]
    normalize()
  }

  static func * (one: Natural, other: Natural) -> Natural {
    var product = Natural(0)
    product.digits = Array(repeating: 0, count: one.digits.count + other.digits.count)
    for (low, digit) in one.digits.enumerated() {
      var carry: UInt64 = 0
      for (high, factor) in other.digits.enumerated() {
        carry += UInt64(digit) * UInt64(factor) + UInt64(product.digits[low + high])
        product.digits[low + high] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product.digits[low + other.digits.count] = UInt32(carry)
    }
    product.normalize()
    return product
  }

  func power(_ exponent: Int) -> Natural {
    (0..<exponent).reduce(Natural(1)) { product, _ in product * self }
  }

  static func < (one: Natural, other: Natural) -> Bool {
    guard one.digits.count == other.digits.count else {
      return one.digits.count < other.digits.count
    }
    return one.digits.reversed().lexicographicallyPrecedes(other.digits.reversed())
  }

  private mutating func normalize() {
    while digits.last == 0 { digits.removeLast() }
  }
}
