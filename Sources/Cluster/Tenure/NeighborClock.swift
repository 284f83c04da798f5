// What the beats of another node say of its clock. A beat may be late, and now and then one is very
// late, so no single one counts: only when every beat for some time is off in the same direction is
// the clock. It does not know which of the two clocks is right.

import Game

/// How another node's clock stands beside ours.
struct NeighborClock: Hashable {
  /// Clocks of nodes may differ by so much, in milliseconds; those that NTP sets differ by far
  /// less.
  static let toleranceMilliseconds = 1_000
  /// A node that is off for so long, without a beat that is not, is astray, in milliseconds.
  /// Nothing is handed over to a node sooner than that.
  static let patienceMilliseconds = 3_000

  private enum Direction {
    case ahead, behind
  }

  /// How far the newest beat was ahead of our clock, in milliseconds; less than nothing if behind.
  private(set) var ahead = 0
  private var direction: Direction?
  /// Since when every beat has been off in that direction.
  private var since: Instant

  init(at now: Instant) { since = now }

  /// Takes the moment that a beat says, by its sender's clock.
  mutating func note(_ said: Instant, at now: Instant) {
    ahead = said - now
    let newest: Direction? =
      switch ahead {
      case (NeighborClock.toleranceMilliseconds + 1)...: .ahead
      case ..<(-NeighborClock.toleranceMilliseconds): .behind
      default: nil
      }
    if newest != direction { (direction, since) = (newest, now) }
  }

  /// Whether its clock and ours differ by more than they may.
  func isAstray(at now: Instant) -> Bool {
    direction != nil && now - since >= NeighborClock.patienceMilliseconds
  }
}
