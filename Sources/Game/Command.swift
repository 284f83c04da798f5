// What a player can do to a running match, and what a match answers when it may not be done. Who
// may sit, start or leave is not a command here: that is the room's.

/// A player's move.
public enum Command: Hashable, Sendable {
  /// The sliders stand here now.
  case set(Guess)
  /// This is the answer.
  case lock(Guess)
}

/// Why a match did not take a command.
public enum Refusal: Error, Hashable, Sendable {
  /// No round is open, the player has locked already, or does not play.
  case notNow
  /// A value is not on the mode's grid.
  case offGrid
  /// A lock within `Rules.freezeMilliseconds` of one that was too far off.
  case frozen
}
