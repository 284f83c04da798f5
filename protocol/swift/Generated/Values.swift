// Values of several fields, as messages and records have them. Written by protocol/generate.py from
// the tables beside it: change those.

public import Chroma
public import Game

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

  /// Describes all of it.
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

  /// Describes all of it.
  public init(version: Int, me: PlayerID, now: Instant, token: String, app: String, modes: [String])
  {
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
  /// Whether QUICK leads there now.
  public var isQuick: Bool
  /// Whether those who look on may play along.
  public var hasCrowd: Bool
  /// Whether its host has no seat.
  public var isPresented: Bool
  /// What people are called there; nil where they are called as they say.
  public var names: Naming?

  /// Describes all of it.
  public init(
    code: RoomCode, name: String, mode: String, seats: Int, taken: Int, watchers: Int,
    state: ListedState, round: Int, of: Int, hasPassword: Bool, icons: [Icon],
    isRated: Bool = false, isExact: Bool = false, bots: Int = 0, isKnownOnly: Bool = false,
    isQuick: Bool = false, hasCrowd: Bool = false, isPresented: Bool = false, names: Naming? = nil
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
    self.isQuick = isQuick
    self.hasCrowd = hasCrowd
    self.isPresented = isPresented
    self.names = names
  }
}

/// A series of matches after some of them: its table, the best first.
public struct Series: Hashable, Sendable {
  /// How many of its matches were played.
  public var played: Int
  /// Who has a row.
  public var players: [PlayerID]
  /// How many matches each of them has won.
  public var wins: [Int]
  /// All points that each of them got.
  public var points: [Int]
  /// Whether the host does not let the next match begin by itself.
  public var isStopped: Bool

  /// Describes all of it.
  public init(played: Int, players: [PlayerID], wins: [Int], points: [Int], isStopped: Bool = false)
  {
    self.played = played
    self.players = players
    self.wins = wins
    self.points = points
    self.isStopped = isStopped
  }
}

/// How a crowd stands in the round.
public struct CrowdCount: Hashable, Sendable {
  /// How many play along.
  public var count: Int
  /// How many of them have locked.
  public var locked: Int
  /// What they make together; of a gradient, where it begins.
  public var color: Color?
  /// How near to the target that is, 0…100.
  public var near: Int?
  /// Where a gradient ends.
  public var to: Color?
  /// Who of those who sit is nearest.
  public var seat: PlayerID?
  /// What that player makes.
  public var seatColor: Color?
  /// How near that is.
  public var seatNear: Int?
  /// Where the gradient of that player ends.
  public var seatTo: Color?
  /// How often each reaction was shown since this was told last, in the order of the words.
  public var reactions: [Int]

  /// Describes all of it.
  public init(
    count: Int, locked: Int, color: Color? = nil, near: Int? = nil, to: Color? = nil,
    seat: PlayerID? = nil, seatColor: Color? = nil, seatNear: Int? = nil, seatTo: Color? = nil,
    reactions: [Int] = []
  ) {
    self.count = count
    self.locked = locked
    self.color = color
    self.near = near
    self.to = to
    self.seat = seat
    self.seatColor = seatColor
    self.seatNear = seatNear
    self.seatTo = seatTo
    self.reactions = reactions
  }
}

/// The head of the log of finished matches, as its key has signed it.
public struct LogHead: Hashable, Sendable {
  /// How many matches it has.
  public var size: Int
  /// The root of their tree.
  public var root: [UInt8]
  /// The signature.
  public var signature: [UInt8]

  /// Describes all of it.
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
  /// Those whose first try of the match it was that it copies.
  public var firstTries: [PlayerID]

  /// Describes all of it.
  public init(
    match: Int, index: Int, leaf: [UInt8], head: LogHead, path: [[UInt8]],
    firstTries: [PlayerID] = []
  ) {
    self.match = match
    self.index = index
    self.leaf = leaf
    self.head = head
    self.path = path
    self.firstTries = firstTries
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

  /// Describes all of it.
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

  /// Describes all of it.
  public init(index: Int, lines: Int, from: Int, text: [UInt8] = []) {
    self.index = index
    self.lines = lines
    self.from = from
    self.text = text
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

  /// Describes all of it.
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

  /// Describes all of it.
  public init(
    place: Int, id: KeyID, tag: String, name: String, icon: Icon, color: Color, value: Int,
    match: Int? = nil, margin: Int? = nil, colors: [Color] = [], isBot: Bool = false
  ) {
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
    self.isBot = isBot
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
  /// Which of the log's matches it copies; nil for one that copies none.
  public var copies: Int?
  /// Whether it was this player's first try of that.
  public var isFirstTry: Bool

  /// Describes all of it.
  public init(
    index: Int, mode: String, place: Int?, of: Int, total: Int, began: Instant, copies: Int? = nil,
    isFirstTry: Bool = false
  ) {
    self.index = index
    self.mode = mode
    self.place = place
    self.of = of
    self.total = total
    self.began = began
    self.copies = copies
    self.isFirstTry = isFirstTry
  }
}

/// The first line of a record.
public struct RecordTitle: Hashable, Sendable {
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
  /// Of a ghost race: which of the log's matches it copies.
  public var ghost: Int?
  /// The hash of that match's record.
  public var leaf: [UInt8]?

  /// Describes all of it.
  public init(
    version: Int = RecordTitle.version, log: String, room: RoomCode, match: Int, began: Instant,
    rules: String? = Rules.edition, ghost: Int? = nil, leaf: [UInt8]? = nil
  ) {
    self.version = version
    self.log = log
    self.room = room
    self.match = match
    self.began = began
    self.rules = rules
    self.ghost = ghost
    self.leaf = leaf
  }
}

/// One of those who began a match. What is personal is only sealed here, so that it can be
/// forgotten and the record still be proved.
public struct RecordedSeat: Hashable, Sendable {
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

  /// Describes all of it.
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
  /// Which player.
  public var player: PlayerID
  /// Random bytes.
  public var salt: [UInt8]
  /// The name that was shown.
  public var name: String
  /// The player's identity; nil for a guest.
  public var id: KeyID?

  /// Describes all of it.
  public init(player: PlayerID, salt: [UInt8], name: String, id: KeyID?) {
    self.player = player
    self.salt = salt
    self.name = name
    self.id = id
  }
}
