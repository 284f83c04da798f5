// The lines of a match's record, as values: those that were told, the commands that brought them
// about, and what stands around them. Most are the protocol's own; the others have verbs that
// nobody says on the wire. What order makes a record is not said here.

public import Game
public import Identity

/// The first line of a record.
public struct RecordTitle: Hashable, Sendable {
  /// The version of records that there is.
  public static let version = 1

  /// The version of the record.
  public var version: Int
  /// The log that keeps it, such as "play.example/chromatch".
  public var log: String
  /// The room that it was played in.
  public var room: RoomCode
  /// Which match of the room.
  public var match: Int
  /// When its countdown began; the moments of commands are counted from here.
  public var began: Instant
  /// The `Rules.edition` that it was played under; nil in records from before there were any.
  public var rules: String?

  /// Describes a record.
  public init(
    version: Int = RecordTitle.version, log: String, room: RoomCode, match: Int, began: Instant,
    rules: String? = Rules.edition
  ) {
    self.version = version
    self.log = log
    self.room = room
    self.match = match
    self.began = began
    self.rules = rules
  }
}

/// One of those who began a match. What is personal is only sealed here, so that it can be
/// forgotten and the record still be proved.
public struct RecordedSeat: Hashable, Sendable {
  /// The name of everybody but a room's own bots.
  public static let nameless = "-"

  /// Which player.
  public var player: PlayerID
  /// How they were shown, without their name.
  public var profile: Profile
  /// The shortest round trip that was known when the match began, in milliseconds.
  public var roundTrip: Int
  /// SHA-256 of the player's `Person` line; nil for a room's own bots.
  public var seal: [UInt8]?
  /// Of a rated match: equal for players of one address, who are not rated against each other; nil
  /// for those who shared theirs with nobody there.
  public var household: Int?

  /// Describes a player.
  public init(
    player: PlayerID, profile: Profile, roundTrip: Int, seal: [UInt8]?, household: Int? = nil
  ) {
    self.player = player
    self.profile = profile
    self.roundTrip = roundTrip
    self.seal = seal
    self.household = household
  }
}

/// Who a player of a record was.
public struct Person: Hashable, Sendable {
  /// How many random bytes keep a seal from being guessed.
  public static let saltByteCount = 16

  /// Which player.
  public var player: PlayerID
  /// Random bytes.
  public var salt: [UInt8]
  /// The name that was shown.
  public var name: String
  /// The player's identity; nil for a guest.
  public var id: KeyID?

  /// Describes a person.
  public init(player: PlayerID, salt: [UInt8], name: String, id: KeyID?) {
    self.player = player
    self.salt = salt
    self.name = name
    self.id = id
  }
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
