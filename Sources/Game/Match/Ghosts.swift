// A kept match that is raced again: its rules, what its targets are drawn with, and how its best
// players moved, to the millisecond after each round opened. It knows no rooms and no records, and
// no live player. Ghosts react to nobody: only their locks ring the bell, or a faster player would
// cut their rounds off.
// Invariant: a ghost's moves, played in a match of `copied`, come to exactly its scores of then.

/// What a match takes from the one that it copies.
public struct Copied: Hashable, Sendable {
  /// Those of its players who are ghosts.
  public var ghosts: [PlayerID]
  /// What the targets are drawn with, instead of what its own players gave.
  public var nonces: [Nonce]
  /// How many rounds there are at the most; 0 for a match that copies none.
  public var rounds: Int
  /// The streak before each round, in a mode whose targets depend on one; else nothing.
  public var streaks: [Int]

  /// What a match has that copies none.
  public static let none = Copied(ghosts: [], nonces: [], rounds: 0, streaks: [])

  /// Describes what is copied.
  public init(ghosts: [PlayerID], nonces: [Nonce], rounds: Int, streaks: [Int]) {
    (self.ghosts, self.nonces, self.rounds, self.streaks) = (ghosts, nonces, rounds, streaks)
  }

  /// Whether a match copies another one.
  public var isCopy: Bool { rounds > 0 }

  /// The nonces that targets are drawn with, of a match whose players gave others.
  func nonces(beside own: [Nonce]) -> [Nonce] { isCopy ? nonces : own }

  /// The streak before a round, of a match whose own players have another.
  func streak(before round: Int, beside own: Int) -> Int {
    isCopy ? (streaks.indices.contains(round - 1) ? streaks[round - 1] : 0) : own
  }

  /// The last round, by rules that have another.
  func roundsMax(_ rules: Rules) -> Int { isCopy ? min(rounds, rules.roundsMax) : rules.roundsMax }

  /// Whether a player's lock rings the bell.
  func rings(_ player: PlayerID) -> Bool { !isCopy || ghosts.contains(player) }
}

/// A player of a kept match, as they moved then.
public struct Ghost: Hashable, Sendable {
  /// A move, so many milliseconds after the round opened.
  public struct Step: Hashable, Sendable {
    /// When it arrived.
    public var at: Int
    /// What it was; a lock claims the time that it was given.
    public var command: Command
    /// Whether it was a lock that was taken.
    public var isTaken = false

    /// Describes a move.
    public init(at: Int, command: Command) { (self.at, self.command) = (at, command) }
  }

  /// A round of theirs.
  public struct Round: Hashable, Sendable {
    /// The shortest round trip that was known when the round was announced, in milliseconds.
    public var roundTrip: Int
    /// Their moves, in order.
    public var steps: [Step] = []

    /// A round in which nothing was done yet.
    public init(roundTrip: Int) { self.roundTrip = roundTrip }
  }

  /// Which player of that match.
  public let player: PlayerID
  /// Each round of the match.
  public let rounds: [Round]

  /// Describes a player.
  public init(player: PlayerID, rounds: [Round]) { (self.player, self.rounds) = (player, rounds) }
}

/// The ghosts of a kept match.
public struct Ghosts: Hashable, Sendable {
  /// So many race at the most: one seat is for who races them.
  public static let countMax = Rules.seatsRange.upperBound - 1

  /// The rules of the match.
  public let rules: Rules
  /// What its targets come from.
  public let seed: MatchSeed
  /// What is copied of it; its ghosts are `all`, by the numbers that they had.
  public let copied: Copied
  /// The best first.
  public let all: [Ghost]

  /// Describes a match.
  public init(rules: Rules, seed: MatchSeed, copied: Copied, _ all: [Ghost]) {
    (self.rules, self.seed, self.copied, self.all) = (rules, seed, copied, all)
  }

  /// A ghost's part of a round, counted from 1.
  public func round(_ round: Int, of ghost: Int) -> Ghost.Round {
    let rounds = all[ghost].rounds
    return rounds.indices.contains(round - 1) ? rounds[round - 1] : Ghost.Round(roundTrip: 0)
  }

  /// Where a ghost stands so many milliseconds after a round opened: its guess, and whether it has
  /// locked.
  public func stand(
    of ghost: Int, inRound round: Int, after elapsed: Int
  ) -> (guess: Guess, isLocked: Bool) {
    var stand = (guess: rules.mode.start, isLocked: false)
    for step in self.round(round, of: ghost).steps where step.at <= elapsed {
      switch step.command {
      case .set(let guess): stand.guess = guess
      case .lock(let guess, _): stand = (guess, step.isTaken)
      }
    }
    return stand
  }
}

extension Hand {
  /// A round as a ghost plays it.
  public init(_ round: Ghost.Round, opens: Instant) {
    self.init(round.steps.map { PlannedMove(at: opens + $0.at, command: $0.command) })
  }
}
