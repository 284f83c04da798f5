// One round as its viewers know it: while it is announced or open, and what came of it. What a
// round asks is the mode's own reading of what was announced; nothing here asks which mode it is.
// Moments are the server's.
// Invariant: in a mode that keeps guesses secret there are no moves, not even the viewer's own.

public import Chroma
public import Game
public import Wire

/// A round that is announced or open.
public struct RoundModel: Hashable, Sendable {
  /// How it was announced.
  public let start: RoundStart
  /// What it asks: the target, the tiles to choose from if there are any, and the guess that
  /// matches.
  public let challenge: Challenge
  /// The largest difference that locks.
  public let tolerance: Difference
  /// When it shuts as things stand: earlier than announced once the bell has rung.
  public internal(set) var closes: Instant
  /// Whether somebody has locked, so that the others have only the grace left.
  public internal(set) var hasRung = false
  /// Who has locked, and how many milliseconds after the round opened.
  public internal(set) var locks: [PlayerID: Int] = [:]
  /// How many milliseconds were taken off each lock for lag.
  public internal(set) var lags: [PlayerID: Int] = [:]
  /// Whose last lock was too far off, and how many milliseconds after the round opened.
  public internal(set) var misses: [PlayerID: Int] = [:]
  /// Where everybody's sliders are, as far as that may be seen.
  public internal(set) var moves: [PlayerID: Move] = [:]

  /// - Parameter players: who races in it.
  init(_ start: RoundStart, rules: Rules, players: [PlayerID]) {
    self.start = start
    let mode = rules.mode
    challenge = mode.challenge(of: start)
    tolerance = start.tolerance ?? rules.level.tolerance
    closes = start.closes
    guard !mode.isSecret else { return }
    let place = Swatch(start.start, to: mode.swatch(of: mode.start, among: start.tiles)?.to)
    let near = mode.accuracy(place.difference(from: start.swatch)) * 100 / Accuracy.best
    for player in players {
      moves[player] = Move(who: player, near: near, color: place.color, to: place.to)
    }
  }

  /// Whether players may move at a moment of the server's clock.
  public func isOpen(at now: Instant) -> Bool { start.opens <= now && now < closes }

  /// Whether the target has to be remembered by now: it may not be shown, nor anything that tells
  /// how near to it one is.
  public func isHidden(at now: Instant) -> Bool { start.hides.map { $0 <= now } ?? false }

  /// Until when a player's lock is frozen; nil when none of theirs was too far off.
  public func frozenUntil(_ player: PlayerID) -> Instant? {
    misses[player].map { start.opens + $0 + Rules.freezeMilliseconds }
  }
}

/// A round that is over.
public struct RoundResult: Hashable, Sendable {
  /// Which round, counted from 1.
  public let round: Int
  /// The guess that would have matched, on the mode's grid.
  public let answer: Guess
  /// The target. Light gray where it cannot be known: to whoever came after a round of tiles.
  public let target: Swatch
  /// The colors there were to choose from, the first of them tile 1; none in modes with sliders,
  /// and none for whoever came after the round.
  public let tiles: [Color]
  /// Whether no other round follows.
  public let isLast: Bool
  /// What everybody got, in seat order.
  public internal(set) var scores: [Score] = []

  /// The target's color; of a gradient, where it begins.
  public var color: Color { target.color }

  /// What a player got; nil for those who did not play the round.
  public func score(of player: PlayerID) -> Score? {
    scores.first { $0.who == player }
  }
}

/// A player's place; equal ones share one.
public struct Standing: Hashable, Sendable {
  /// Counted from 1.
  public let place: Int
  /// Whose.
  public let who: PlayerID
  /// All points of the match so far.
  public let total: Int
}
