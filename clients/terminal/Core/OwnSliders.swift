// The user's own sliders in one round: where they stand on the screen, which is at once, and what
// the server has been told of it: at most thirty times a second, and twice without a seat. A tile
// that is chosen is told to nobody before it is locked. It does not know whether the server agreed;
// that is in the room.
// Invariant: the guess is on its mode's grid, and does not move once a lock is on its way.

import Chroma
import Game
import Wire

/// Where the user's sliders stand, and what of it was sent.
struct OwnSliders: Hashable, Sendable {
  let match: Int
  let round: Int
  let mode: Mode
  /// The colors to choose from; none in modes with sliders.
  let tiles: [Color]
  private(set) var guess: Guess
  /// A lock that was sent and not yet answered.
  private(set) var isLocking = false
  /// When the lock was made that was sent last, in milliseconds after the opening.
  private(set) var claim = 0
  private let pause: Int
  private var isUnsent = false
  private var nextSend: Instant

  /// - Parameter pause: from one SET to the next, in milliseconds.
  init(
    match: Int, round: Int, mode: Mode, tiles: [Color],
    pause: Int = SessionLimits.setMilliseconds, at now: Instant
  ) {
    self.match = match
    self.round = round
    self.mode = mode
    self.tiles = tiles
    self.pause = pause
    guess = mode.start
    nextSend = now
  }

  /// Whether the server is told of a guess before it is locked.
  private var isTold: Bool { mode.answer == .sliders }

  private func isPossible(_ guess: Guess) -> Bool { mode.swatch(of: guess, among: tiles) != nil }

  /// When the newest guess has to be sent; nil when the server knows it.
  var deadline: Instant? { isUnsent ? nextSend : nil }

  /// Moves the sliders, unless a lock is on its way or the guess is off the grid.
  mutating func move(to guess: Guess) {
    guard !isLocking, guess != self.guess, isPossible(guess) else { return }
    self.guess = guess
    isUnsent = isTold
  }

  /// Locks there; nil when a lock is on its way already, the guess is off the grid, or no tile was
  /// chosen.
  ///
  /// - Parameter claim: milliseconds from the opening of the round to the key.
  mutating func lock(_ guess: Guess, claim: Int) -> ClientMessage? {
    guard !isLocking, isPossible(guess), isTold || guess != mode.start else { return nil }
    self.guess = guess
    isLocking = true
    isUnsent = false
    self.claim = claim
    return .play(.lock(guess, claim: claim))
  }

  /// The lock was answered, or will never be.
  mutating func unlock() { isLocking = false }

  /// A new connection: the server may not have heard the last of it.
  mutating func reconnect(at now: Instant) {
    isLocking = false
    isUnsent = isTold && guess != mode.start
    nextSend = now
  }

  /// There is nobody to tell the newest guess to.
  mutating func keepQuiet() { isUnsent = false }

  /// The guess, when it is time to send it.
  mutating func due(at now: Instant) -> ClientMessage? {
    guard let deadline, deadline <= now else { return nil }
    isUnsent = false
    nextSend = now + pause
    return .play(.set(guess))
  }
}
