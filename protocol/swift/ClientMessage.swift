// Everything a client can say, as one value for each verb. A message knows its fields and nothing
// of bytes; `ClientCodec.swift` turns it into a line and back.

public import Chroma
public import Game
public import Identity

/// The first line of a client.
public struct Hello: Hashable, Sendable {
  /// The version of the protocol, `Wire.version`.
  public var version: Int
  /// How the player wants to be shown; fields that are nil are chosen by the server.
  public var name: String?
  /// The figure beside the name.
  public var icon: Icon?
  /// The player's own color.
  public var color: Color?
  /// Whether a program plays.
  public var isBot: Bool
  /// The token of a seat that is kept, to sit there again.
  public var resume: String?
  /// The program, such as "chromatch/0.1".
  public var app: String?
  /// Bits of color that the client's screen shows: 0, 4, 8 or 24.
  public var depth: Int?

  /// Describes a client.
  public init(
    version: Int = Wire.version, name: String? = nil, icon: Icon? = nil, color: Color? = nil,
    isBot: Bool = false, resume: String? = nil, app: String? = nil, depth: Int? = nil
  ) {
    self.version = version
    self.name = name
    self.icon = icon
    self.color = color
    self.isBot = isBot
    self.resume = resume
    self.app = app
    self.depth = depth
  }
}

/// The wishes of a room's creator or host; what is nil stays as it is, or is as usual.
public struct RoomWishes: Hashable, Sendable {
  /// The kind of round.
  public var mode: Mode?
  /// How many rounds.
  public var rounds: Int?
  /// The length of a round in seconds.
  public var seconds: Int?
  /// How near is near enough.
  public var level: Level?
  /// How many players may sit.
  public var seats: Int?
  /// Whether LIST shows the room.
  public var isListed: Bool?
  /// What others have to say to come in.
  public var password: String?
  /// What the room is called.
  public var name: String?
  /// Whether its matches count for ratings.
  public var isRated: Bool?
  /// Whether players are helped with names, hints and numbers.
  public var isAssisted: Bool?
  /// How many seconds later watchers hear everything.
  public var delay: Int?
  /// Whether only players whose screens show every color may sit.
  public var isExact: Bool?
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly: Bool?

  /// Describes a wished-for room.
  public init(
    mode: Mode? = nil, rounds: Int? = nil, seconds: Int? = nil, level: Level? = nil,
    seats: Int? = nil, isListed: Bool? = nil, password: String? = nil, name: String? = nil,
    isRated: Bool? = nil, isAssisted: Bool? = nil, delay: Int? = nil, isExact: Bool? = nil,
    isKnownOnly: Bool? = nil
  ) {
    self.mode = mode
    self.rounds = rounds
    self.seconds = seconds
    self.level = level
    self.seats = seats
    self.isListed = isListed
    self.password = password
    self.name = name
    self.isRated = isRated
    self.isAssisted = isAssisted
    self.delay = delay
    self.isExact = isExact
    self.isKnownOnly = isKnownOnly
  }
}

/// A line from a client. What takes more than a move does is indirect: of moves there are most, and
/// they are handed on.
public enum ClientMessage: Hashable, Sendable {
  /// Who I am.
  indirect case hello(Hello)
  /// What is the time? `t` comes back unchanged.
  case ping(t: Int)
  /// The answer to the server's PING.
  case pong(nonce: String)
  /// Which rooms are open, of one mode or of all?
  case list(Mode?)
  /// Open a room and sit down in it.
  indirect case create(RoomWishes)
  /// Sit down in a room.
  indirect case join(RoomCode, password: String?)
  /// Look on in a room; `since` is the last event seen, to get only what came after.
  indirect case watch(RoomCode, password: String?, since: Int?)
  /// Find me a room of one mode or of any, and sit me down in it.
  case quick(Mode?)
  /// Leave the room.
  case leave
  /// Set the room otherwise (host only); `opens` takes the password away.
  indirect case config(RoomWishes, opens: Bool)
  /// Make somebody else the host (host only).
  case host(PlayerID)
  /// Put a player out; they may come back (host only).
  case kick(PlayerID)
  /// Put a player out for the room's life (host only).
  case ban(PlayerID)
  /// Who looks on (host only)?
  case who
  /// How does the log of finished matches stand, and does it begin with its first `since`?
  case tree(since: Int?)
  /// Which record has the log at that place? From that line of it on.
  case replay(index: Int, from: Int)
  /// Seat a bot (host only).
  case bot(level: Int)
  /// I am ready, or not any more; with my share of the randomness.
  indirect case ready(Bool, Share)
  /// The nonce that I sealed.
  case reveal(Nonce)
  /// Start now, ready or not (host only).
  case start
  /// A move in the round.
  case play(Command)
  /// Show the others how I feel.
  case react(Reaction)
  /// Good-bye: leave the room and close.
  case bye
  /// I can prove to be the owner of this key.
  case identify(PublicKey)
  /// The proof: a signature of what CHALLENGE asks for, and what this end sees of the connection.
  case prove(signature: [UInt8], Binding.Kind)
  /// Who is on a board, over what time that ends with a day, starting at row `from` (0-based)?
  indirect case top(Board, BoardTime?, Day?, from: Int?)
  /// What has somebody played, or I, from that match of the log on back?
  case past(KeyID?, from: Int?)
  /// Forget who I am.
  case forget(isSure: Bool)
}

/// The verbs of `ClientMessage`, as they stand on the wire.
public enum ClientVerb: String, CaseIterable, Sendable {
  case hello = "HELLO"
  case ping = "PING"
  case pong = "PONG"
  case list = "LIST"
  case create = "CREATE"
  case join = "JOIN"
  case watch = "WATCH"
  case quick = "QUICK"
  case leave = "LEAVE"
  case config = "CONFIG"
  case host = "HOST"
  case kick = "KICK"
  case ban = "BAN"
  case bot = "BOT"
  case ready = "READY"
  case reveal = "REVEAL"
  case start = "START"
  case set = "SET"
  case lock = "LOCK"
  case react = "REACT"
  case bye = "BYE"
  case who = "WHO"
  case identify = "IDENTIFY"
  case prove = "PROVE"
  case tree = "TREE"
  case replay = "REPLAY"
  case top = "TOP"
  case past = "PAST"
  case forget = "FORGET"
}
