// How far the stepper is, without a jump: a round that ends before its time leaves the bar in the
// middle of its step, and from there it glides to the end of it. It is told where the bar should be
// and answers where it is; it draws nothing. All moments are local.

import ClientCore
import Game

/// The way of the stepper to the end of a round that is over.
struct StepperGlide: Sendable {
  /// How long it takes, and how often it moves.
  static let milliseconds = 600
  private static let tickMilliseconds = 50

  private var match = 0
  /// Where the bar was seen last, in rounds, and how many of them were over.
  private var seen = 0.0
  private var rounds = 0
  /// Where the glide began, and when; nil while there is none.
  private var from = 0.0
  private var since: Instant?

  /// Takes a look at where the bar should be.
  ///
  /// - Parameters:
  ///   - progress: how far the match is, in rounds.
  ///   - rounds: how many of them are over.
  mutating func follow(
    _ progress: Double, rounds: Int, of match: Int, isCalm: Bool, at now: Instant
  ) {
    let endsRound = match == self.match && rounds == self.rounds + 1 && progress > seen
    if endsRound, !isCalm {
      (from, since) = (seen, now)
    } else if match != self.match || rounds != self.rounds {
      since = nil
    }
    (self.match, self.rounds, seen) = (match, rounds, progress)
  }

  /// Where the bar is at a moment: quick at first, and slow in the end.
  func progress(at now: Instant) -> Double {
    guard let since else { return seen }
    let rest = 1 - unit(Double(now - since) / Double(StepperGlide.milliseconds))
    return seen - (seen - from) * rest * rest
  }

  /// When it moves next; nil once it stands.
  func nextFrame(after now: Instant) -> Instant? {
    guard let since, now < since + StepperGlide.milliseconds else { return nil }
    let ticks = (now - since) / StepperGlide.tickMilliseconds + 1
    return since + ticks * StepperGlide.tickMilliseconds
  }
}

extension ScreenModel {
  /// Looks where the stepper of the shown match should be.
  mutating func followStepper(_ session: Session, at now: Instant) {
    guard let match = session.room?.match else { return }
    let clock = RoundClock(
      match, at: session.roomTime(at: now), tick: setup.tickMilliseconds)
    glide.follow(
      clock.stepper.progress, rounds: match.results.count, of: match.number,
      isCalm: setup.isCalm, at: now)
  }
}
