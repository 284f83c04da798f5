// The clock at a person's end, which is pure: a reading depends on the moment alone.

import Game
import TranscriptSupport

/// A person's own clock, which nobody has set.
struct PersonalClock: Sendable {
  /// How far it is ahead of the server's when the world begins, in milliseconds.
  let offset: Int
  /// How much too fast it runs, in millionths.
  let drift: Int
  /// What has to be added to a reading to get the server's time, and the round trip that taught so.
  private var lesson: (correction: Int, roundTrip: Int)?

  /// A clock that is so far off and so much too fast.
  init(offset: Int, drift: Int) {
    self.offset = offset
    self.drift = drift
  }

  /// Whether it is so far off that believing it would show.
  var isSkewed: Bool { abs(offset) > 1_000 }

  /// What the clock shows, in milliseconds of Unix time.
  func reading(at now: Int) -> Int {
    World.start.milliseconds + now + offset + now * drift / 1_000_000
  }

  /// What the person takes the server's clock to show; nil before anything was learned.
  func serverTime(at now: Int) -> Int? {
    lesson.map { reading(at: now) + $0.correction }
  }

  /// Learns from WELCOME, as long as there is nothing better.
  mutating func learn(welcomed time: Int, at now: Int) {
    if lesson == nil { lesson = (time - reading(at: now), .max) }
  }

  /// Learns from a PONG: the shorter the round trip, the truer the time.
  mutating func learn(sent: Int, answered time: Int, at now: Int) {
    let roundTrip = reading(at: now) - sent
    guard roundTrip >= 0, roundTrip <= lesson?.roundTrip ?? .max else { return }
    lesson = (time + roundTrip / 2 - reading(at: now), roundTrip)
  }

  /// The moment of the world at which the person takes the server's clock to show `time`.
  func moment(of time: Int, at now: Int) -> Int {
    guard let believed = serverTime(at: now) else { return time - World.start.milliseconds }
    return now + time - believed
  }
}
