// What a room agrees on before a match: mode, rounds, time and how near is near enough. The numbers
// that are the same in every match stand here too, by name, so that playing may change them in one
// place. A round is announced 250 ms earlier than its lead needs, so that a late lane still opens
// it as promised; without that, 8 of 127 rounds opened up to 61 ms late on a quiet machine.

public import Chroma

/// How near a guess has to be for its lock to be taken.
public enum Level: String, CaseIterable, Sendable {
  /// ΔE ≤ 8.
  case easy
  /// ΔE ≤ 5.
  case normal
  /// ΔE ≤ 3.
  case hard

  /// τ: the largest difference that locks.
  public var tolerance: Difference {
    switch self {
    case .easy: Difference(thousandths: 8_000)
    case .normal: Difference(thousandths: 5_000)
    case .hard: Difference(thousandths: 3_000)
    }
  }
}

/// The rules of one match.
public struct Rules: Hashable, Sendable {
  /// The kind of round.
  public var mode: Mode
  /// How many rounds, within `roundsRange`.
  public var rounds: Int
  /// The length of a round in seconds, within `secondsRange`.
  public var seconds: Int
  /// How near is near enough.
  public var level: Level

  /// Whether players are helped with names, hints and numbers; their scores say so.
  public var isAssisted: Bool

  /// What a room has when nobody asked for anything else.
  public static let standard = Rules.usual(of: .rgb)

  /// What a room of a mode has when nobody asked for anything else.
  public static func usual(of mode: Mode) -> Rules {
    Rules(mode, mode.usual.rounds, mode.usual.seconds, .normal, isAssisted: false)
  }

  /// The numbers of rounds that may be asked for.
  public static let roundsRange = 1...20
  /// The lengths of a round that may be asked for, in seconds.
  public static let secondsRange = 5...120
  /// How many players race.
  public static let seatsRange = 1...8

  /// From the start of a match to its first target.
  public static let countdownMilliseconds = 3_000
  /// From the shutting of a round to the next target.
  public static let intervalMilliseconds = 5_000
  /// What the others have left once the bell has rung.
  public static let graceMilliseconds = 3_000
  /// How long a lock that was too far off freezes the player's lock.
  public static let freezeMilliseconds = 1_500
  /// How long before it opens a round has to be announced at the least and at the most. Of what a
  /// client makes the server believe about its way here no more is granted than where lag is taken
  /// off: a client that delays its answers would otherwise see each target a second early.
  public static let leadRange = 100...(100 + lagQuotaMax)
  /// How much earlier it is announced, so that a server that is late by no more opens it on time.
  public static let slackMilliseconds = 250
  /// How much later a match can be made at once by standing still.
  public static let heldMillisecondsMax = 3_600_000

  /// What lag can take off a player's times at first and at the most, in milliseconds.
  public static let lagQuotaMax = 150
  /// What comes back of it with every further round.
  public static let lagQuotaRefill = 50
  /// Locks no further apart than this were made at the same time.
  public static let tieMilliseconds = 10
  /// A match without a last round ends after this many all the same.
  public static let endlessRoundsMax = 99

  /// Takes the rules as they are; nil when rounds or seconds are out of range, or other than the
  /// mode allows.
  public init?(
    checkedMode mode: Mode, rounds: Int, seconds: Int, level: Level, isAssisted: Bool = false
  ) {
    self.init(mode, rounds, seconds, level, isAssisted: isAssisted)
    if !isAllowed { return nil }
  }

  /// Whether rounds and seconds are in range, and all is as the mode allows.
  public var isAllowed: Bool {
    Rules.roundsRange.contains(rounds) && Rules.secondsRange.contains(seconds)
      && (!mode.isFixed || self == Rules.usual(of: mode))
  }

  private init(
    _ mode: Mode, _ rounds: Int, _ seconds: Int, _ level: Level, isAssisted: Bool
  ) {
    self.mode = mode
    self.rounds = rounds
    self.seconds = seconds
    self.level = level
    self.isAssisted = isAssisted
  }

  /// How many rounds a match has at the most.
  public var roundsMax: Int { mode.isEndless ? Rules.endlessRoundsMax : rounds }

  /// The length of a round in milliseconds.
  public func milliseconds(ofRound round: Int) -> Int { mode.milliseconds(seconds, round) }

  /// τ: the largest difference that locks in a round.
  public func tolerance(inRound round: Int) -> Difference { mode.tolerance(level, round) }

  /// What a guess that was locked after so long is worth in a round, 0…1000.
  public func points(_ difference: Difference, after elapsed: Int, inRound round: Int) -> Int {
    Points.of(
      accuracy: mode.accuracy(difference), after: elapsed, of: milliseconds(ofRound: round))
  }
}
