// A token bucket: so much at once, so much a second in the long run. It knows neither what is
// counted nor what becomes of what is too much.

import Game

/// How much may still come.
struct Bucket: Sendable {
  /// Thousandths of a token; less than none while a debt is paid off.
  private var credit: Int
  private var refilled: Instant

  init(full burst: Int, at now: Instant) {
    credit = burst * 1_000
    refilled = now
  }

  /// Takes tokens out when there are enough.
  ///
  /// - Returns: whether there were.
  mutating func take(_ count: Int, burst: Int, perSecond: Int, at now: Instant) -> Bool {
    refill(burst: burst, perSecond: perSecond, at: now)
    guard holds(count) else { return false }
    spend(count)
    return true
  }

  /// Adds what has come since this was done last.
  mutating func refill(burst: Int, perSecond: Int, at now: Instant) {
    credit = min(burst * 1_000, credit + (now - refilled) * perSecond)
    refilled = now
  }

  /// How many tokens are missing until it is full.
  func missing(of burst: Int, perSecond: Int, at now: Instant) -> Int {
    var full = self
    full.refill(burst: burst, perSecond: perSecond, at: now)
    return burst - full.credit / 1_000
  }

  /// Whether there are so many tokens.
  func holds(_ count: Int) -> Bool { credit >= count * 1_000 }

  /// How many milliseconds it takes until no debt is left.
  func wait(perSecond: Int) -> Int { credit >= 0 ? 0 : (perSecond - 1 - credit) / perSecond }

  /// Takes tokens out, even more than there are.
  mutating func spend(_ count: Int) { credit -= count * 1_000 }
}
