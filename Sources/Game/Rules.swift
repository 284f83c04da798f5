// What a room agrees on before a match: mode, rounds, time and how near is near enough. The numbers
// that are the same in every match stand here too, by name, so that playing may change them in one
// place.

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

  /// What a room has when nobody asked for anything else.
  public static let standard = Rules(mode: .rgb, rounds: 5, seconds: 30, level: .normal)
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
  /// How long before it opens a round is announced at the least and at the most.
  public static let leadRange = 100...1_000

  /// Takes the rules as they are; nil when rounds or seconds are out of range.
  public init?(checkedMode mode: Mode, rounds: Int, seconds: Int, level: Level) {
    guard Rules.roundsRange.contains(rounds), Rules.secondsRange.contains(seconds) else {
      return nil
    }
    self.init(mode: mode, rounds: rounds, seconds: seconds, level: level)
  }

  private init(mode: Mode, rounds: Int, seconds: Int, level: Level) {
    self.mode = mode
    self.rounds = rounds
    self.seconds = seconds
    self.level = level
  }
}
