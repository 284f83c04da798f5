// A finished match as an archive takes it: the record itself, as bytes that nobody looks into here,
// and beside it what lists and boards are made of. The caller has read the one out of the
// other. Invariant: what ratings and boards follow from stands in fields, so they can be made
// again when a record's time is up.

public import Game

/// Someone with an identity, as others saw them.
public struct PlayerProfile: Hashable, Sendable {
  /// Which identity.
  public var id: KeyID
  /// The name that they had.
  public var name: String
  /// Their icon.
  public var icon: String
  /// Their color: 0xRRGGBB.
  public var color: Int
  /// Whether it was a program, as it said itself.
  public var isBot: Bool

  /// Describes someone.
  public init(id: KeyID, name: String, icon: String, color: Int, isBot: Bool = false) {
    self.id = id
    self.name = name
    self.icon = icon
    self.color = color
    self.isBot = isBot
  }
}

/// A seat of a finished match.
public struct SeatEntry: Hashable, Sendable {
  /// The number of the player in the match.
  public var who: Int
  /// Whether a bot sat there: one of the room, or a program that said so. None is rated or ranked.
  public var isBot: Bool
  /// Who sat there; nil for guests and a room's bots.
  public var profile: PlayerProfile?
  /// The PERSON line, which opens the seal of the name in the record; nil for bots.
  public var person: String?
  /// The place; nil for who left before the end.
  public var place: Int?
  /// All points.
  public var total: Int
  /// The color of each round's guess, for the mosaic of a daily match: 0xRRGGBB.
  public var colors: [Int]
  /// Equal for those of one address, who are not rated against each other; nil for all others.
  public var household: Int?

  /// Describes a seat.
  public init(
    who: Int, isBot: Bool = false, profile: PlayerProfile? = nil, person: String? = nil,
    place: Int?, total: Int, colors: [Int] = [], household: Int? = nil
  ) {
    self.who = who
    self.isBot = isBot
    self.profile = profile
    self.person = person
    self.place = place
    self.total = total
    self.colors = colors
    self.household = household
  }
}

/// What names a match: one that is played again after a crash has the same name, so that it is kept
/// once.
public struct MatchName: Hashable, Sendable {
  /// When its countdown began.
  public let began: Instant
  /// The room's code.
  public let room: String
  /// Which match of the room it was.
  public let number: Int

  /// Names a match.
  public init(began: Instant, room: String, number: Int) {
    self.began = began
    self.room = room
    self.number = number
  }
}

/// A match that is to be kept.
public struct MatchEntry: Hashable, Sendable {
  /// How many bytes the hash of a record has.
  public static let leafByteCount = 32

  /// The lines of the record, from RECORD to SEED.
  public let body: [UInt8]
  /// The hash of the body, a leaf of the log's tree.
  public let leaf: [UInt8]
  /// When its countdown began.
  public let began: Instant
  /// The room's code.
  public let room: String
  /// Which match of the room it was.
  public let number: Int
  /// The mode's name.
  public let mode: String
  /// The family of modes that it is rated in; nil if it is not rated.
  public let family: String?
  /// Whether its rules were the mode's usual ones, so points compare with those of other matches.
  public let isUsual: Bool
  /// The day whose targets a daily match had; nil for others.
  public let daily: Day?
  /// Whether it was a player's one ranked try of that day, as everybody was told when it began.
  public let isRanked: Bool
  /// Whether anybody could look on.
  public var isOpen: Bool
  /// Which match of the log it copies; nil for one that copies none.
  public let copies: Int?
  /// Everyone who began it.
  public let seats: [SeatEntry]

  /// Describes a match.
  public init(
    body: [UInt8], leaf: [UInt8], began: Instant, room: String, number: Int, mode: String,
    family: String?, isUsual: Bool, daily: Day?, isRanked: Bool = false,
    isOpen: Bool = false, copies: Int? = nil, seats: [SeatEntry]
  ) {
    precondition(leaf.count == Self.leafByteCount, "a leaf is a SHA-256 digest")
    precondition(Set(seats.map(\.who)).count == seats.count, "a player has one seat")
    self.body = body
    self.leaf = leaf
    self.began = began
    self.room = room
    self.number = number
    self.mode = mode
    self.family = family
    self.isUsual = isUsual
    self.daily = daily
    self.isRanked = isRanked
    self.isOpen = isOpen
    self.copies = copies
    self.seats = seats
  }

  /// Its name.
  public var name: MatchName { MatchName(began: began, room: room, number: number) }

  /// The day it counts for.
  public var day: Day { Day(of: began) }
}

/// A player's one ranked try of a day: the match that begins with it, whatever becomes of it.
public struct Attempt: Hashable, Sendable {
  /// Whose.
  public let player: KeyID
  /// The day whose targets it has.
  public let day: Day
  /// The room of the match that begins with it.
  public let room: String
  /// Which match of the room that is. The room of a server that was killed comes back and names it
  /// alike, so nobody loses a try by that.
  public let number: Int

  /// Describes a try.
  public init(player: KeyID, day: Day, room: String, number: Int) {
    self.player = player
    self.day = day
    self.room = room
    self.number = number
  }
}
