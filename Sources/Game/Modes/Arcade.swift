// Endless and ever tighter: each round is shorter than the last and asks for a closer match, a
// round without a lock costs one of three lives, and the last one standing wins. There is no bell,
// because nobody is to lose a life to somebody else's speed.

import Chroma

extension Mode {
  /// Sliders of red, green and blue, against shrinking time and tolerance.
  public static let arcade = Mode(name: "arcade", sliders: .rgb)
    .with {
      $0.family = $0.name
      $0.usual = (rounds: 1, seconds: 40)
      $0.lives = 3
      $0.ringsBell = false
      $0.milliseconds = { seconds, round in
        max(
          shrunk(seconds * 1_000, to: 92, rounds: round - 1), Rules.secondsRange.lowerBound * 1_000)
      }
      $0.tolerance = { level, round in
        let shrunk = shrunk(level.tolerance.thousandths, to: 94, rounds: round - 1)
        return Difference(thousandths: max(shrunk, arcadeToleranceMin))
      }
    }

  /// The tolerance shrinks no further than this, in thousandths of ΔE: what an eye just sees.
  static let arcadeToleranceMin = 1_000

  /// What is left of a number when every round leaves so many percent of it.
  private static func shrunk(_ number: Int, to percent: Int, rounds: Int) -> Int {
    // Long before so many rounds, both have shrunk as far as they may.
    (0..<min(max(rounds, 0), 64)).reduce(number) { shrunk, _ in shrunk * percent / 100 }
  }
}
