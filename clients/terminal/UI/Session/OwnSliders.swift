// The user's own sliders in one round: where they stand on the screen, which is at once, and what
// the server has been told of it, which is at most thirty times a second. It does not know whether
// the server agreed; that is in the room.
// Invariant: the guess is on its mode's grid, and does not move once a lock is on its way.

import Game
import Wire

/// Where the user's sliders stand, and what of it was sent.
struct OwnSliders: Hashable, Sendable {
  let match: Int
  let round: Int
  let mode: Mode
  private(set) var guess: Guess
  /// A lock that was sent and not yet answered.
  private(set) var isLocking = false
  private var isUnsent = false
  private var nextSend: Instant

  init(match: Int, round: Int, mode: Mode, at now: Instant) {
    self.match = match
    self.round = round
    self.mode = mode
    guess = mode.start
    nextSend = now
  }

  /// When the newest guess has to be sent; nil when the server knows it.
  var deadline: Instant? { isUnsent ? nextSend : nil }

  /// Moves the sliders, unless a lock is on its way or the guess is off the grid.
  mutating func move(to guess: Guess) {
    guard !isLocking, guess != self.guess, guess.isOnGrid(of: mode.channels) else { return }
    self.guess = guess
    isUnsent = true
  }

  /// Locks there; nil when a lock is on its way already or the guess is off the grid.
  mutating func lock(_ guess: Guess) -> ClientMessage? {
    guard !isLocking, guess.isOnGrid(of: mode.channels) else { return nil }
    self.guess = guess
    isLocking = true
    isUnsent = false
    return .play(.lock(guess))
  }

  /// The lock was answered, or will never be.
  mutating func unlock() { isLocking = false }

  /// A new connection: the server may not have heard the last of it.
  mutating func reconnect(at now: Instant) {
    isLocking = false
    isUnsent = guess != mode.start
    nextSend = now
  }

  /// There is nobody to tell the newest guess to.
  mutating func keepQuiet() { isUnsent = false }

  /// The guess, when it is time to send it.
  mutating func due(at now: Instant) -> ClientMessage? {
    guard let deadline, deadline <= now else { return nil }
    isUnsent = false
    nextSend = now + SessionLimits.setMilliseconds
    return .play(.set(guess))
  }
}
