// How the moment of a kept match moves with the local clock: at which speed, from where, and
// whether at all. Numbers only; what is seen at a moment is not known here.
// Invariant: the moment is never before the beginning of the match or after its end.

import Game

/// A moment that moves.
struct ReplayMotion: Sendable {
  /// The speeds, in quarters.
  private static let speeds = [1, 2, 4, 8, 16, 32]
  private static let usualSpeed = 2

  /// From the beginning to the end.
  let span: ClosedRange<Instant>
  private(set) var isPlaying = true
  private var speed = ReplayMotion.usualSpeed
  /// Where it was when anything about it changed last, and the local moment of that.
  private var moment: Instant
  private var since: Instant

  /// A moment that moves from the beginning on.
  init(within span: ClosedRange<Instant>, at now: Instant) {
    (self.span, moment, since) = (span, span.lowerBound, now)
  }

  private var quarters: Int { ReplayMotion.speeds[speed] }

  /// The speed as people write it.
  var speedText: String {
    switch quarters {
    case 1: "×¼"
    case 2: "×½"
    default: "×\(quarters / 4)"
    }
  }

  /// The moment at a local one.
  func moment(at now: Instant) -> Instant {
    isPlaying ? min(span.upperBound, moment + max(0, now - since) * quarters / 4) : moment
  }

  /// The local moment at which it is there, if nothing changes.
  func local(of goal: Instant) -> Instant {
    since + ((goal - moment) * 4 + quarters - 1) / quarters
  }

  /// The moment at a share of the way from the beginning to the end.
  func moment(at share: Double) -> Instant {
    span.lowerBound + Int(share * Double(span.upperBound - span.lowerBound))
  }

  /// How much of the way is done at a moment.
  func share(of moment: Instant) -> Double {
    Double(moment - span.lowerBound) / Double(max(1, span.upperBound - span.lowerBound))
  }

  // MARK: Changing

  /// Stands still where the end is reached.
  mutating func settle(at now: Instant) {
    if moment(at: now) == span.upperBound { stop(at: now) }
  }

  mutating func go(to goal: Instant, at now: Instant) {
    (moment, since) = (min(max(goal, span.lowerBound), span.upperBound), now)
  }

  mutating func stop(at now: Instant) {
    go(to: moment(at: now), at: now)
    isPlaying = false
  }

  mutating func toggle(at now: Instant) {
    go(to: moment(at: now), at: now)
    isPlaying.toggle()
  }

  mutating func change(speedBy places: Int, at now: Instant) {
    go(to: moment(at: now), at: now)
    speed = min(max(speed + places, 0), ReplayMotion.speeds.count - 1)
  }
}
