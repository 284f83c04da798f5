// The lines of a match's record, as values: those that were told, the commands that brought them
// about, and what stands around them. Most are the protocol's own; the others have verbs that
// nobody says on the wire. What order makes a record is not said here.

public import Game

extension RecordTitle {
  /// The version of records that there is.
  public static let version = 1
}

extension RecordedSeat {
  /// The name of everybody but a room's own bots.
  public static let nameless = "-"
}

extension Person {
  /// How many random bytes keep a seal from being guessed.
  public static let saltByteCount = 16
}

/// A line of a record. Its `at` is in milliseconds after the match began.
public enum RecordLine: Hashable, Sendable {
  /// What match it is.
  case title(RecordTitle)
  /// Who began it.
  case seat(RecordedSeat)
  /// A player's move, taken then.
  case moved(Command, by: PlayerID, at: Int)
  /// A round was announced then.
  case tick(at: Int)
  /// A player's shortest round trip became that many milliseconds.
  case measured(by: PlayerID, milliseconds: Int)
  /// A player went then; why follows.
  case quit(by: PlayerID, at: Int)
  /// What everybody was told, or what they knew before.
  case told(ServerMessage)
  /// Who a player was.
  case person(Person)
  /// Where the record is in the log, and the hash of it.
  case leaf(index: Int, hash: [UInt8])
  /// What leads from the leaf to the root of a tree of that size.
  case path(size: Int, hashes: [[UInt8]])
  /// The signed head of such a tree.
  case tree(size: Int, root: [UInt8], signature: [UInt8], key: [UInt8])
}
