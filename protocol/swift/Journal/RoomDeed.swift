// What changes a room and does not follow from what was before: what somebody did there, and when
// time was looked at with consequences. A room that is told the same deeds at the same moments is
// the same room, to the byte. It knows no files, and nothing of what comes of a deed.

public import Game

/// Something that was done to a room. What takes more than a move does is indirect: of moves there
/// are most, and they are handed on.
public enum RoomDeed: Hashable, Sendable {
  /// It was opened, by somebody and with settings; everything random in it comes from 32 bytes.
  indirect case opened(by: PlayerID, RoomSettings, key: [UInt8])
  /// Somebody sat down.
  indirect case sat(Sitter)
  /// Somebody who looks on hosts the room from now on.
  indirect case presented(Sitter)
  /// A player's connection was lost.
  case lost(PlayerID)
  /// A player came back to the seat, with a screen of so many bits of color; `home` is another
  /// player of the room who connected from the same address.
  case resumed(PlayerID, depth: Int?, home: PlayerID?)
  /// A player's shortest round trip so far, in milliseconds.
  case measured(PlayerID, roundTrip: Int)
  /// Somebody looks on where nobody did, or nobody does any more; and whether anybody has visited
  /// the room but who opened it.
  case looked(isAnybodyThere: Bool, wasVisited: Bool)
  /// QUICK opened the room: a bot, player `number` of its lane, is there while somebody is alone.
  case accompanied(bot: PlayerID, number: Int, level: Int)
  /// The host seated a bot.
  case seated(bot: PlayerID, number: Int, level: Int)
  /// A part of the record that the room races, as bytes; the last one comes before `haunted`.
  indirect case copied([UInt8])
  /// The room races that match of the log: its ghosts are these players, the best first.
  indirect case haunted(by: [PlayerID], index: Int)
  /// Time passed, and something numbered was told.
  case ticked
  /// A player's move, as it was judged.
  case played(PlayerID, Command, arrived: ClosedRange<Instant>)
  /// A player said something that a journal has as it was said (JOURNAL of messages.tsv).
  indirect case said(PlayerID, ClientMessage)
  /// The host began a match.
  case started
  /// The archive has said whether the match that waits for it is its player's ranked try of the
  /// day.
  case claimed(isRanked: Bool)
  /// The host set the room.
  indirect case configured(RoomSettings)
  /// The host made somebody else the host.
  case hosted(PlayerID)
  /// A seat was emptied.
  case left(PlayerID, Departure)
  /// A watcher may not come back, nor a client that proves the same key.
  case banned(PlayerID, KeyID?)
  /// What came of those who play along, of whom a journal has no moves. It comes before the deed
  /// that told it.
  indirect case foretold(RoomEvent)
  /// Everybody on an open floor who had moved has locked, so its round is over.
  case floorDone
  /// The room is gone.
  case closed
  /// The server was gone since then, and is back.
  case held(since: Instant)
  /// The room stood since then, with everybody who is there, and goes on.
  case stood(since: Instant)
  /// The room writes itself down: nothing before this is needed any more. What is known of it, who
  /// sits there, who is banned, and whether anybody looks on come with it.
  indirect case rested(RestingRoom)
  /// What everybody knows of a room that writes itself down: one message of its snapshot, or of its
  /// newest events.
  indirect case known(ServerMessage)
  /// Somebody sits in a room that writes itself down.
  indirect case sits(Sitter)
  /// So does a bot.
  case botSits(PlayerID, level: Int)
}

extension RoomDeed {
  /// So much of a record is in one line at the most.
  public static let partBytesMax = 3_000

  /// Whether nobody is answered it: a move of sliders, or how long somebody's answers take.
  public var isUnanswered: Bool {
    switch self {
    case .measured, .played(_, .set, _): true
    default: false
    }
  }

  /// Whom it is about; nil when it is about nobody, or about somebody who sits there already.
  public var player: PlayerID? {
    switch self {
    case .opened(let player, _, _), .banned(let player, _), .left(let player, _): player
    case .rested(let room): room.opener
    case .sat(let sitter), .sits(let sitter), .presented(let sitter): sitter.player
    case .accompanied(let bot, _, _), .seated(let bot, _, _), .botSits(let bot, _): bot
    case .known(.room(_, .seat(let player, _))): player
    case .haunted(let ghosts, _): ghosts.max()
    default: nil
    }
  }
}

/// A room in which no match runs and none is about to begin: what only the server knows of it.
public struct RestingRoom: Hashable, Sendable {
  /// Who opened it.
  public var opener: PlayerID
  /// How it is set.
  public var settings: RoomSettings
  /// What everything random in it comes from.
  public var key: [UInt8]
  /// How much has been drawn from that.
  public var drawn: Int
  /// The number of the next match.
  public var match: Int
  /// The seed of the next match.
  public var seed: MatchSeed
  /// When it closes, while nobody is there.
  public var emptyUntil: Instant?
  /// When the next match begins without those who are not ready, while somebody waits for them.
  public var patienceEnds: Instant?

  /// Describes a room.
  public init(
    opener: PlayerID, settings: RoomSettings, key: [UInt8], drawn: Int, match: Int,
    seed: MatchSeed, emptyUntil: Instant?, patienceEnds: Instant?
  ) {
    self.opener = opener
    self.settings = settings
    self.key = key
    self.drawn = drawn
    self.match = match
    self.seed = seed
    self.emptyUntil = emptyUntil
    self.patienceEnds = patienceEnds
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
  /// Another player of the room who connected from the same address, if there is one. The journal
  /// names that player because it has no addresses.
  public var home: PlayerID?
  /// When they did something last, in a room that writes itself down.
  public var heeded: Instant?

  /// Describes somebody.
  public init(
    player: PlayerID, profile: Profile, token: String, depth: Int?, roundTrip: Int?,
    home: PlayerID? = nil, heeded: Instant? = nil
  ) {
    self.player = player
    self.profile = profile
    self.token = token
    self.depth = depth
    self.roundTrip = roundTrip
    self.home = home
    self.heeded = heeded
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
