// How near a guess is, in five steps with a word each: the one ladder for screens and plain lines,
// for the whole of a guess by its difference and for one slider by what is left of its way.

import Chroma
import ClientCore

/// A step of the ladder, from the coldest up.
enum Warmth: Int, CaseIterable, Comparable {
  case cold = 1
  case cool, warm, hot, there

  /// Of a whole guess, whose lock is taken within `tolerance`.
  init(_ difference: Difference, within tolerance: Difference) {
    let bounds: [(Warmth, Int)] = [(.hot, 10_000), (.warm, 18_000), (.cool, 32_000)]
    self =
      difference <= tolerance
      ? .there : bounds.first { difference.thousandths < $0.1 }?.0 ?? .cold
  }

  /// Of one slider with `way` values left to go on a grid of `count`.
  init(way: Int, of count: Int) {
    let bounds: [(Warmth, Int)] = [(.hot, 3), (.warm, 10), (.cool, 25)]
    let percent = abs(way) * 100 / count
    self = way == 0 ? .there : bounds.first { percent < $0.1 }?.0 ?? .cold
  }

  static func < (one: Warmth, other: Warmth) -> Bool { one.rawValue < other.rawValue }

  /// What it is called of a whole guess.
  var word: String {
    switch self {
    case .cold: Words["cold"]
    case .cool: Words["cool"]
    case .warm: Words["warm"]
    case .hot: Words["hot"]
    case .there: Words["on it"]
    }
  }
}
