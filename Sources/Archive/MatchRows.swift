// What an archive has of a match beside its record: what lists, ratings and boards are made of. It
// was read out of the record once, and is the only source of it when the record's time is up.

public import Game

/// What stands beside the record of a match.
public struct MatchRows: Hashable, Sendable {
  /// What stands there of a seat.
  public struct Seat: Hashable, Sendable {
    /// The number of the player in the match.
    public var who: Int
    /// Whether a bot sat there.
    public var isBot: Bool
    /// Who sat there; nil for guests, a room's bots and those who were forgotten.
    public var player: KeyID?
    /// The PERSON line; nil for bots, and once its time is up.
    public var person: String?
    /// The place; nil for who left.
    public var place: Int?
    /// All points.
    public var total: Int
    /// The color of each round's guess of a daily match: 0xRRGGBB.
    public var colors: [Int]
    /// The rating before the match; nil where nobody is rated.
    public var ratingBefore: Rating?
    /// Against which seats it is rated, the first of them as the lowest bit; nil for who cannot be,
    /// and in matches of before that was decided.
    public var rivals: Int?
    /// Equal for those of one address, from the record; nil in what is kept beside it.
    public var household: Int?

    /// Describes a seat.
    public init(
      who: Int, isBot: Bool, player: KeyID?, person: String?, place: Int?, total: Int,
      colors: [Int], ratingBefore: Rating?, rivals: Int?, household: Int? = nil
    ) {
      self.who = who
      self.isBot = isBot
      self.player = player
      self.person = person
      self.place = place
      self.total = total
      self.colors = colors
      self.ratingBefore = ratingBefore
      self.rivals = rivals
      self.household = household
    }
  }

  /// What names it.
  public var name: MatchName
  /// The mode's name.
  public var mode: String
  /// The family it is rated in; nil if it is not rated.
  public var family: String?
  /// Whether its rules were the mode's usual ones.
  public var isUsual: Bool
  /// The day whose targets a daily match had.
  public var daily: Day?
  /// Whether it was its player's one ranked try of that day.
  public var isRanked: Bool
  /// Whether anybody could look on.
  public var isOpen: Bool
  /// Which match of the log it copies; nil for one that copies none.
  public var copies: Int?
  /// Everyone who began it.
  public var seats: [Seat]

  /// Describes a match.
  public init(
    name: MatchName, mode: String, family: String?, isUsual: Bool, daily: Day?, isRanked: Bool,
    isOpen: Bool, copies: Int? = nil, seats: [Seat]
  ) {
    self.name = name
    self.mode = mode
    self.family = family
    self.isUsual = isUsual
    self.daily = daily
    self.isRanked = isRanked
    self.isOpen = isOpen
    self.copies = copies
    self.seats = seats
  }

  /// The rows of a match as it is kept.
  ///
  /// - Parameter consequences: what follows from it; nil while that is not known.
  public init(_ match: MatchEntry, _ consequences: Consequences? = nil) {
    self.init(
      name: match.name, mode: match.mode, family: match.family, isUsual: match.isUsual,
      daily: match.daily, isRanked: match.isRanked, isOpen: match.isOpen,
      copies: match.copies,
      seats: match.seats.enumerated()
        .map { index, seat in
          Seat(
            who: seat.who, isBot: seat.isBot, player: seat.profile?.id, person: seat.person,
            place: seat.place, total: seat.total, colors: seat.colors,
            ratingBefore: consequences?.ratingsBefore[index],
            rivals: consequences?.rivals[index], household: seat.household)
        })
  }

  /// The day it counts for.
  public var day: Day { Day(of: name.began) }
}
