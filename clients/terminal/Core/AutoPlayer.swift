// Plays a seat as the server's own bots do, with the same hand, when the program is told to play
// for itself. It sees the target only as everybody does: as a color, when the round is announced.
// Moments are the server's. It moves nothing itself: what it wants played goes the user's way.

import Game
import Wire

/// A hand that plays one seat.
struct AutoPlayer: Sendable {
  private let skill: Skill
  private var matchesLeft: Int
  private var begun: Int?
  private var readied: Int?
  private var wasReady = false
  private var hand: Hand?
  private var draw: RandomStream

  /// - Parameter key: bytes that make this player's mistakes its own.
  init(_ play: SelfPlay, key: [UInt8], hashing: Hashing) {
    skill = play.skill
    matchesLeft = play.matches
    draw = RandomStream(key: key, hashing: hashing)
  }

  /// When the next move is due at the server; nil while there is nothing to play.
  var deadline: Instant? { hand?.deadline }

  /// Plans a round that was announced.
  mutating func plan(_ start: RoundStart, rules: Rules) {
    hand = Hand(
      skill: skill, mode: rules.mode, challenge: rules.mode.challenge(of: start),
      opens: start.opens, tolerance: rules.tolerance(inRound: start.round), draw: &draw)
  }

  /// The round is shut, or somebody else's.
  mutating func drop() { hand = nil }

  /// The moves that are due at a moment of the server's clock.
  mutating func act(at now: Instant) -> [Command] { hand?.act(at: now) ?? [] }

  /// Whether to say now that one is ready for a match: once for each on one connection, and again
  /// when the room does not count it any more.
  mutating func getsReady(for match: Int, isReady: Bool) -> Bool {
    if wasReady != isReady {
      wasReady = isReady
      if !isReady { readied = nil }
    }
    guard matchesLeft > 0, !isReady, readied != match else { return false }
    readied = match
    return true
  }

  /// A match runs that this seat is in; saying so again changes nothing.
  mutating func begin(_ match: Int) {
    guard begun != match else { return }
    begun = match
    matchesLeft -= 1
  }

  /// A new connection: what was said on the old one may not have been heard.
  mutating func reconnect() { readied = nil }
}
