// The way back: where the sliders stood before each thing that was done to them in a round. Keys
// that follow each other quickly, and a whole drag, are one thing. It only remembers; what is on
// the screen is RaceState's. Invariant: never more than `lengthMax` places.

import Game

/// Where the sliders stood before.
struct UndoHistory: Sendable {
  /// The oldest first.
  private var places: [Guess] = []
  /// When the sliders were moved last; nil when what comes next is a new thing.
  private var lastMove: Instant?

  /// Moves that come after a longer pause are something new.
  static let pauseMilliseconds = 500
  static let lengthMax = 64

  /// The sliders are about to be moved away from a guess.
  mutating func leave(_ guess: Guess, isHeld: Bool, at now: Instant) {
    let isSame = lastMove.map { isHeld || now - $0 < UndoHistory.pauseMilliseconds } ?? false
    lastMove = now
    guard !isSame else { return }
    if places.count == UndoHistory.lengthMax { places.removeFirst() }
    places.append(guess)
  }

  /// What comes next is a new thing, however soon it comes.
  mutating func pause() { lastMove = nil }

  /// The place before the last thing that was done; nil when nothing is left to undo.
  mutating func back() -> Guess? {
    lastMove = nil
    return places.popLast()
  }

  /// A new round.
  mutating func clear() { self = UndoHistory() }
}
