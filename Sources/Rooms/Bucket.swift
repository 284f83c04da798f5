// A token bucket: so much at once, so much a second in the long run. It knows neither what is
// counted nor what becomes of what is too much.

import Game

/// How much may still come.
struct Bucket: Sendable {
  /// Thousandths of a token.
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
    credit = min(burst * 1_000, credit + (now - refilled) * perSecond)
    refilled = now
    guard credit >= count * 1_000 else { return false }
    credit -= count * 1_000
    return true
  }
}
