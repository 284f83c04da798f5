// What can be wrong with a record, by the check that finds it, in the order in which checks are
// made. Words for people are found elsewhere.

public import Game

/// What is checked of a record, one after another.
public enum RecordCheck: String, CaseIterable, Sendable {
  /// Each line is in its one form and in its place.
  case lines
  /// The names are those that were sealed.
  case seals
  /// The hash of the record is the one that the log has.
  case leaf
  /// The log has it there.
  case path
  /// The head of the log is signed.
  case signature
  /// It was played by the rules that are known here; of others nothing below can be said.
  case rules
  /// Targets, scores and places follow from the seed that was promised.
  case fairness
  /// All that was told follows from the commands.
  case replay
}

/// The first thing that is wrong with a record.
public enum RecordFault: Error, Hashable, Sendable {
  /// A line, counted from 1, is not in its one form or not in its place.
  case line(Int)
  /// What stands in a player's PERSON is not what was sealed.
  case seal(PlayerID)
  /// The hash of the record is another one.
  case leaf
  /// The record is in no tree of that root.
  case path
  /// The signature is not that of the key, or the key is not the one that is trusted.
  case signature
  /// It was played by rules of another edition.
  case rules(String)
  /// Somebody cheated; nil when no verdict can be reached.
  case fairness(Verdict?)
  /// What a line tells, counted from 1, is not what comes of the commands before it, or the match
  /// does not take that command.
  case replay(line: Int)

  /// The check that found it.
  public var check: RecordCheck {
    switch self {
    case .line: .lines
    case .seal: .seals
    case .leaf: .leaf
    case .path: .path
    case .signature: .signature
    case .rules: .rules
    case .fairness: .fairness
    case .replay: .replay
    }
  }
}
