// What changes a room and does not follow from what was before: what somebody did there, and when
// time was looked at with consequences. A room that is told the same deeds at the same moments is
// the same room, to the byte. It knows no files, and nothing of what comes of a deed.

public import Game

/// Something that was done to a room.
public enum RoomDeed: Hashable, Sendable {
  /// It was opened, by somebody and with settings; everything random in it comes from 32 bytes.
  indirect case opened(by: PlayerID, RoomSettings, key: [UInt8])
  /// Somebody sat down.
  indirect case sat(Sitter)
  /// A player's connection was lost.
  case lost(PlayerID)
  /// A player came back to the seat, with a screen of so many bits of color.
  case resumed(PlayerID, depth: Int?)
  /// A player's shortest round trip so far, in milliseconds.
  case measured(PlayerID, roundTrip: Int)
  /// Somebody looks on where nobody did, or nobody does any more; and whether anybody has visited
  /// the room but who opened it.
  case looked(isAnybodyThere: Bool, wasVisited: Bool)
  /// A bot, the so manyeth player of its lane, is to sit down then if nobody else does.
  case awaited(bot: PlayerID, number: Int, due: Instant)
  /// The host seated a bot.
  case seated(bot: PlayerID, number: Int, level: Int)
  /// Time passed, and something numbered was told.
  case ticked
  /// A player's move, as it was judged.
  case played(PlayerID, Command, arrived: ClosedRange<Instant>)
  /// A player got ready, or is not any more.
  case readied(PlayerID, Bool, Share)
  /// A player opened the seal of a nonce.
  case revealed(PlayerID, Nonce)
  /// The host began a match.
  case started
  /// The host set the room.
  indirect case configured(RoomSettings)
  /// The host made somebody else the host.
  case hosted(PlayerID)
  /// A seat was emptied.
  case left(PlayerID, Departure)
  /// A watcher may not come back.
  case banned(PlayerID)
  /// The room is gone.
  case closed
  /// The server was gone since then, and is back.
  case held(since: Instant)
}

extension RoomDeed {
  /// Whom it is about; nil when it is about nobody, or about somebody who sits there already.
  public var player: PlayerID? {
    switch self {
    case .opened(let player, _, _), .banned(let player), .left(let player, _): player
    case .sat(let sitter): sitter.player
    case .awaited(let bot, _, _), .seated(let bot, _, _): bot
    default: nil
    }
  }
}

/// Somebody who sits down, with what the server knows of them.
public struct Sitter: Hashable, Sendable {
  /// Who.
  public var player: PlayerID
  /// How they want to be shown.
  public var profile: Profile
  /// What gives them the seat back.
  public var token: String
  /// Bits of color that their screen shows, as far as they said.
  public var depth: Int?
  /// Their shortest round trip so far in milliseconds, if it is known.
  public var roundTrip: Int?

  /// Describes somebody.
  public init(
    player: PlayerID, profile: Profile, token: String, depth: Int?, roundTrip: Int?
  ) {
    self.player = player
    self.profile = profile
    self.token = token
    self.depth = depth
    self.roundTrip = roundTrip
  }
}

/// A deed in a journal.
public struct JournalLine: Hashable, Sendable {
  /// What was done.
  public var deed: RoomDeed
  /// Where.
  public var room: RoomCode
  /// When, by the server's clock.
  public var at: Instant
  /// What had come due by then in the room had happened before; nil when nothing had since the line
  /// before.
  public var due: Instant?
  /// The number of the room's newest event after it.
  public var last: Int

  /// Describes a deed.
  public init(_ deed: RoomDeed, room: RoomCode, at: Instant, due: Instant?, last: Int) {
    self.deed = deed
    self.room = room
    self.at = at
    self.due = due
    self.last = last
  }
}
