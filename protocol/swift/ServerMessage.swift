// Everything a server can say, as one value for each verb. What happens in a room is numbered and
// nested (`room`, `play`), so that session code never grows with the game.

public import Chroma
public import Game
public import Identity

/// The answer to HELLO.
public struct Welcome: Hashable, Sendable {
  /// The version of the protocol that the server speaks.
  public var version: Int
  /// The player's number.
  public var me: PlayerID
  /// The server's clock.
  public var now: Instant
  /// The secret that gives the seat back after a lost connection.
  public var token: String
  /// The program, such as "chromatchd/0.1".
  public var app: String
  /// The modes that the server knows, by name.
  public var modes: [String]

  /// Describes an answer.
  public init(
    version: Int, me: PlayerID, now: Instant, token: String, app: String, modes: [String]
  ) {
    self.version = version
    self.me = me
    self.now = now
    self.token = token
    self.app = app
    self.modes = modes
  }
}

/// One room in the answer to LIST.
public struct Listing: Hashable, Sendable {
  /// The room's code.
  public var code: RoomCode
  /// What it is called.
  public var name: String
  /// The name of its mode.
  public var mode: String
  /// How many may sit.
  public var seats: Int
  /// How many do.
  public var taken: Int
  /// How many look on.
  public var watchers: Int
  /// Whether a match is running.
  public var state: ListedState
  /// The present round, 0 before the first.
  public var round: Int
  /// How many rounds the match has.
  public var of: Int
  /// Whether a password is asked for.
  public var hasPassword: Bool
  /// The figures of those who sit, in seat order.
  public var icons: [Icon]
  /// Whether its matches count for ratings.
  public var isRated: Bool
  /// Whether only players whose screens show every color may sit.
  public var isExact: Bool
  /// How many of those who sit are bots; 0 also where the server does not say.
  public var bots: Int
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly: Bool

  /// Describes a room from outside.
  public init(
    code: RoomCode, name: String, mode: String, seats: Int, taken: Int, watchers: Int,
    state: ListedState, round: Int, of: Int, hasPassword: Bool, icons: [Icon],
    isRated: Bool = false, isExact: Bool = false, bots: Int = 0, isKnownOnly: Bool = false
  ) {
    self.code = code
    self.name = name
    self.mode = mode
    self.seats = seats
    self.taken = taken
    self.watchers = watchers
    self.state = state
    self.round = round
    self.of = of
    self.hasPassword = hasPassword
    self.icons = icons
    self.isRated = isRated
    self.isExact = isExact
    self.bots = bots
    self.isKnownOnly = isKnownOnly
  }

  /// How many people sit there.
  public var people: Int { max(0, taken - bots) }
}

/// A room's settings as everyone in it sees them.
public struct RoomView: Hashable, Sendable {
  /// The rules of the next match.
  public var rules: Rules
  /// What it is called.
  public var name: String
  /// How many may sit.
  public var seats: Int
  /// Whether LIST shows it.
  public var isListed: Bool
  /// Whether a password is asked for.
  public var hasPassword: Bool
  /// Whether its matches count for ratings.
  public var isRated: Bool
  /// How many seconds later watchers hear everything.
  public var delay: Int
  /// Whether only players whose screens show every color may sit.
  public var isExact: Bool
  /// Whether only players may sit who have proved who they are.
  public var isKnownOnly: Bool

  /// Describes a room from inside.
  public init(
    name: String, rules: Rules, seats: Int, isListed: Bool, hasPassword: Bool,
    isRated: Bool = false, delay: Int = 0, isExact: Bool = false, isKnownOnly: Bool = false
  ) {
    self.name = name
    self.rules = rules
    self.seats = seats
    self.isListed = isListed
    self.hasPassword = hasPassword
    self.isRated = isRated
    self.delay = delay
    self.isExact = isExact
    self.isKnownOnly = isKnownOnly
  }
}

/// Something that happened in a room outside the rules of the match. A room keeps hundreds of them,
/// so what is large and rare lies outside.
public enum RoomEvent: Hashable, Sendable {
  /// How the room is set.
  indirect case settings(RoomView)
  /// Somebody sat down.
  case seat(PlayerID, Profile)
  /// A player's connection is lost; the seat is kept until then.
  case away(PlayerID, until: Instant)
  /// A player who was away is back.
  case back(PlayerID)
  /// A seat is empty again.
  case gone(PlayerID, Departure)
  /// The host is now this player.
  case hosted(PlayerID)
  /// A player is ready, or not any more.
  case readied(PlayerID, Bool, Share)
  /// The hash of the next match's seed, before anyone can influence it.
  case commit(match: Int, hash: [UInt8])
  /// A match begins with these players, in seat order, as soon as their seals are opened.
  case reveal(match: Int, players: [PlayerID])
  /// A match begins: who plays it, in seat order, with each one's nonce, and whether it is the
  /// player's one ranked try of the day.
  case countdown(
    match: Int, opens: Instant, players: [PlayerID], nonces: [Nonce], isRanked: Bool = false)
}

/// The head of the log of finished matches, as its key has signed it.
public struct LogHead: Hashable, Sendable {
  /// How many matches it has.
  public var size: Int
  /// The root of their tree.
  public var root: [UInt8]
  /// The signature.
  public var signature: [UInt8]

  /// Describes a head.
  public init(size: Int, root: [UInt8], signature: [UInt8]) {
    self.size = size
    self.root = root
    self.signature = signature
  }
}

/// A match that a log has.
public struct LoggedMatch: Hashable, Sendable {
  /// Which match of its room.
  public var match: Int
  /// Which of the log's matches, counted from 0.
  public var index: Int
  /// The hash of its record.
  public var leaf: [UInt8]
  /// The log with it.
  public var head: LogHead
  /// What leads from the leaf to the root.
  public var path: [[UInt8]]

  /// Describes a match.
  public init(match: Int, index: Int, leaf: [UInt8], head: LogHead, path: [[UInt8]]) {
    self.match = match
    self.index = index
    self.leaf = leaf
    self.head = head
    self.path = path
  }
}

/// How a match has changed what is thought of a player.
public struct RatingChange: Hashable, Sendable {
  /// Which match of the room.
  public var match: Int
  /// Whose rating.
  public var who: PlayerID
  /// The rating after it, as it is shown.
  public var rating: Int
  /// How much more that is than before.
  public var delta: Int
  /// How far from the rating one deviation reaches.
  public var margin: Int
  /// How many rated matches are missing until it says something.
  public var missing: Int

  /// Describes a change.
  public init(match: Int, who: PlayerID, rating: Int, delta: Int, margin: Int, missing: Int) {
    self.match = match
    self.who = who
    self.rating = rating
    self.delta = delta
    self.margin = margin
    self.missing = missing
  }
}

/// Who is on a board, and where.
public struct BoardLine: Hashable, Sendable {
  /// The place; who has the same value shares it.
  public var place: Int
  /// Who.
  public var id: KeyID
  /// What people see of that.
  public var tag: String
  /// How they last looked.
  public var name: String
  /// The figure beside the name.
  public var icon: Icon
  /// Their color.
  public var color: Color
  /// Points, or the rating as it is shown.
  public var value: Int
  /// Which of the log's matches it is; nil for a rating.
  public var match: Int?
  /// How far from a rating one deviation reaches; nil for points.
  public var margin: Int?
  /// What their guesses looked like, on the board of a day.
  public var colors: [Color]
  /// Whether it was a program when it was seen last, as it said itself.
  public var isBot: Bool

  /// Describes a row.
  public init(
    place: Int, id: KeyID, tag: String, name: String, icon: Icon, color: Color, value: Int,
    match: Int? = nil, margin: Int? = nil, colors: [Color] = [], isBot: Bool = false
  ) {
    self.isBot = isBot
    self.place = place
    self.id = id
    self.tag = tag
    self.name = name
    self.icon = icon
    self.color = color
    self.value = value
    self.match = match
    self.margin = margin
    self.colors = colors
  }
}

/// A match that somebody has played.
public struct PlayedMatch: Hashable, Sendable {
  /// Which of the log's matches.
  public var index: Int
  /// Its mode's name.
  public var mode: String
  /// The place; nil for who left.
  public var place: Int?
  /// How many began it.
  public var of: Int
  /// All points.
  public var total: Int
  /// When it began.
  public var began: Instant

  /// Describes a match.
  public init(index: Int, mode: String, place: Int?, of: Int, total: Int, began: Instant) {
    self.index = index
    self.mode = mode
    self.place = place
    self.of = of
    self.total = total
    self.began = began
  }
}

/// How a log stands.
public struct LogState: Hashable, Sendable {
  /// Its name.
  public var log: String
  /// The key that signs it.
  public var key: [UInt8]
  /// How it is now.
  public var head: LogHead
  /// The size that was asked about.
  public var since: Int
  /// What proves that it begins with so many; nothing where that needs no proof or has none.
  public var path: [[UInt8]]

  /// Describes a log.
  public init(log: String, key: [UInt8], head: LogHead, since: Int, path: [[UInt8]]) {
    self.log = log
    self.key = key
    self.head = head
    self.since = since
    self.path = path
  }
}

/// Some lines of a record, told one behind the other.
public struct RecordPiece: Hashable, Sendable {
  /// Where the record is in the log.
  public var index: Int
  /// How many lines all of it has.
  public var lines: Int
  /// How many of them come before these.
  public var from: Int
  /// The lines themselves, each with its LF. They stand behind the message, and are not read with
  /// it.
  public var text: [UInt8]

  /// Describes a piece.
  public init(index: Int, lines: Int, from: Int, text: [UInt8] = []) {
    self.index = index
    self.lines = lines
    self.from = from
    self.text = text
  }
}

/// A line from a server. A room keeps hundreds of them, so what is large and rare lies outside.
public enum ServerMessage: Hashable, Sendable {
  /// You are known.
  case welcome(Welcome)
  /// That was not taken.
  case no(RefusalLine)
  /// The time, with the `t` of the question.
  case pong(t: Int, now: Instant)
  /// Answer at once with PONG and the same nonce.
  case ping(nonce: String)
  /// A room that is open.
  indirect case listed(Listing)
  /// A list is complete; of ratings, whether players of one address are rated against each other.
  case end(of: String, count: Int, ratesHouseholds: Bool = false)
  /// You are in a room; the room as it is follows, then what happens after event `n`.
  case entered(RoomCode, Role, n: Int)
  /// You are in no room any more.
  case out(RoomCode, Departure)
  /// Something happened in the room; without a number it is part of the room as it is.
  case room(n: Int?, RoomEvent)
  /// Something happened in the match; without a number it is part of the room as it is.
  case play(n: Int?, Event)
  /// Where a player's sliders are.
  case move(Move)
  /// How many look on.
  case watchers(Int)
  /// A player shows how they feel.
  case reacted(PlayerID, Reaction)
  /// Somebody looks on.
  case watcher(PlayerID, Profile)
  /// Sign this, to prove to that server who you are.
  indirect case challenge(nonce: [UInt8], ServerName)
  /// You have proved who you are.
  case proved(KeyID, tag: String)
  /// A match of the room is in the log.
  indirect case kept(LoggedMatch)
  /// How the log stands.
  indirect case tree(LogState)
  /// The server is about to stop, then at the latest.
  case stopping(until: Instant)
  /// A rated match has changed a rating.
  indirect case rated(RatingChange)
  /// A row of a board.
  indirect case topped(BoardLine)
  /// A match that somebody has played.
  indirect case played(PlayedMatch)
  /// Nothing says any more who you are.
  case forgotten
  /// Lines of a record follow, and then END.
  indirect case replayed(RecordPiece)
}

/// The verbs of `ServerMessage`, as they stand on the wire.
public enum ServerVerb: String, CaseIterable, Sendable {
  case welcome = "WELCOME"
  case no = "NO"
  case pong = "PONG"
  case ping = "PING"
  case listed = "LISTED"
  case end = "END"
  case entered = "IN"
  case out = "OUT"
  case settings = "ROOM"
  case seat = "SEAT"
  case away = "AWAY"
  case back = "BACK"
  case gone = "GONE"
  case hosted = "HOSTED"
  case readied = "READIED"
  case commit = "COMMIT"
  case reveal = "REVEAL"
  case countdown = "COUNTDOWN"
  case round = "ROUND"
  case locked = "LOCKED"
  case missed = "MISSED"
  case bell = "BELL"
  case held = "HELD"
  case shut = "SHUT"
  case score = "SCORE"
  case over = "OVER"
  case place = "PLACE"
  case seed = "SEED"
  case move = "MOVE"
  case watchers = "WATCHERS"
  case reacted = "REACTED"
  case watcher = "WATCHER"
  case challenge = "CHALLENGE"
  case proved = "PROVED"
  case kept = "KEPT"
  case tree = "TREE"
  case stopping = "STOPPING"
  case replayed = "REPLAYED"
  case rated = "RATED"
  case topped = "TOPPED"
  case played = "PLAYED"
  case forgotten = "FORGOTTEN"
}
