// What a player can do to a running match, and what a match answers when it may not be done. Who
// may sit, start or leave is not a command here: that is the room's.

/// A player's move.
public enum Command: Hashable, Sendable {
  /// The sliders stand here now.
  case set(Guess)
  /// This is the answer; `claim` says how many milliseconds after the round opened it was given, by
  /// the player's own measure of the server's clock.
  case lock(Guess, claim: Int?)
}

/// Why a match did not take a command.
public enum Refusal: Error, Hashable, Sendable {
  /// No round is open, the player has locked already, is out, does not play, or moves tiles.
  case notNow
  /// A value is not on the mode's grid.
  case offGrid
  /// A lock within `Rules.freezeMilliseconds` of one that was too far off.
  case frozen
}
