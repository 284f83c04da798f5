// What follows from a match once it is kept: how ratings change and what comes on boards. Live and
// in a rebuild it is the same function, over the same matches in the same order, so both come to
// the same digits. It keeps nothing itself.

public import Game

/// A match as far as ratings and boards follow from it.
public struct Outcome: Sendable {
  /// Who is rated in a seat.
  public enum Contender: Hashable, Sendable {
    case player(KeyID)
    /// Somebody who was forgotten since. Their rating at that time stays with the match, so that
    /// those of the others can be computed again.
    case forgotten(who: Int, Rating)
  }

  /// A seat of it.
  public struct Seat: Sendable {
    /// Who sat there; nil for guests, bots and those who were forgotten. A program that says so is
    /// a bot here, though it may have an identity: neither ratings nor boards know it.
    public let player: KeyID?
    /// Who is rated there, if the match is.
    public let contender: Contender?
    /// The place; nil for who left.
    public let place: Int?
    /// All points.
    public let total: Int
    /// Against which seats it is rated, if that was decided when the match was kept: the first as
    /// the lowest bit. It depends on who had met whom by then, which nobody knows later.
    let rivals: Int?
    /// Equal for those of one address, who are not rivals.
    let household: Int?

    /// A seat of a match that was kept.
    ///
    /// - Parameter isDecided: whether it is rated was decided then.
    init(_ row: MatchRows.Seat, isDecided: Bool) {
      player = row.isBot ? nil : row.player
      let known = player.map(Contender.player)
      contender =
        isDecided
        ? row.ratingBefore.map { known ?? .forgotten(who: row.who, $0) } : known
      (rivals, household) = (row.rivals, row.household)
      (place, total) = (row.place, row.total)
    }
  }

  let began: Instant
  let mode: String
  /// The family it is rated in.
  public let family: String?
  let isUsual: Bool
  let daily: Day?
  let isRanked: Bool
  /// Everyone who began it.
  public let seats: [Seat]

  /// A match that has just ended.
  public init(_ match: MatchEntry) {
    self.init(MatchRows(match), isDecided: false)
  }

  /// A match that was kept.
  ///
  /// - Parameter isDecided: whether only those are rated who were rated then. Somebody who had two
  ///   seats, so that nobody was rated, may be forgotten by now; but where everybody is still
  ///   named, it follows from that.
  public init(_ rows: MatchRows, isDecided: Bool = true) {
    began = rows.name.began
    (mode, family, isUsual) = (rows.mode, rows.family, rows.isUsual)
    (daily, isRanked) = (rows.daily, rows.isRanked)
    seats = rows.seats.map { Seat($0, isDecided: isDecided) }
  }

  /// The day it counts for.
  var day: Day { Day(of: began) }
}

/// Two players who were rated against each other on a day, in a family of modes: they are not again
/// on that day, so that nobody is worth more for having been beaten often.
public struct Meeting: Hashable, Sendable {
  /// When.
  public let day: Day
  /// In which family.
  public let family: String
  /// Who: the one whose identity comes first, and the other.
  public let one, other: KeyID

  init(_ one: KeyID, _ other: KeyID, in family: String, on day: Day) {
    (self.day, self.family) = (day, family)
    let isInOrder = one.bytes.lexicographicallyPrecedes(other.bytes)
    (self.one, self.other) = isInOrder ? (one, other) : (other, one)
  }
}

/// A value that somebody has on a board, if it is their best.
public struct BoardEntry: Hashable, Sendable {
  /// Where.
  public let board: Board
  /// Over what time.
  public let span: Span
  /// Whose.
  public let player: KeyID
  /// Points.
  public let value: Int
}

/// What follows from a match.
public struct Consequences: Hashable, Sendable {
  /// The rating of each seat before the match; nil where nobody is rated.
  public private(set) var ratingsBefore: [Rating?]
  /// Against which seats each is rated, the first of them as the lowest bit: none where everybody
  /// had been met that day; nil for who cannot be rated.
  public private(set) var rivals: [Int?]
  /// The career of each seat after it.
  public private(set) var careers: [Career?]
  /// Who was rated against each other.
  public private(set) var meetings: Set<Meeting> = []
  /// What may come on boards.
  public private(set) var entries: [BoardEntry] = []

  /// Works out what follows.
  ///
  /// - Parameters:
  ///   - career: what a player had come to before, in the match's family.
  ///   - isKnown: whether two had been rated against each other before, on that day; asked only
  ///     where that was not decided when the match was kept.
  public init<Failure: Error>(
    of outcome: Outcome, career: (KeyID) throws(Failure) -> Career?,
    isKnown: (Meeting) throws(Failure) -> Bool
  ) throws(Failure) {
    ratingsBefore = outcome.seats.map { _ in nil }
    (rivals, careers) = (outcome.seats.map { _ in nil }, outcome.seats.map { _ in nil })
    try rate(outcome, career, isKnown)
    // The one try of a day counts with what it came to, however it ended.
    for seat in outcome.seats where seat.place != nil || outcome.isRanked {
      guard let player = seat.player else { continue }
      func enter(_ board: Board, _ span: Span) {
        entries.append(BoardEntry(board: board, span: span, player: player, value: seat.total))
      }
      if let daily = outcome.daily {
        if outcome.isRanked { enter(.daily, .day(daily)) }
      } else if outcome.isUsual {
        let board = Board.best(mode: outcome.mode)
        for span in [.always, .day(outcome.day), Span.week(of: outcome.day)] { enter(board, span) }
      }
    }
  }

  private mutating func rate<Failure: Error>(
    _ outcome: Outcome, _ career: (KeyID) throws(Failure) -> Career?,
    _ isKnown: (Meeting) throws(Failure) -> Bool
  ) throws(Failure) {
    guard let family = outcome.family else { return }
    let places = ratedPlaces(
      outcome.seats.map { Finish(player: $0.contender, place: $0.place) })
    let rated = places.indices.filter { places[$0] != nil }
    var contestants: [Contestant] = []
    var known: [Career?] = []
    for seat in rated {
      var rating = Rating.newcomer
      switch outcome.seats[seat].contender {
      case .player(let player):
        let career = try career(player) ?? .newcomer(on: outcome.day.number)
        rating = career.rating(on: outcome.day.number)
        known.append(career)
      case .forgotten(_, let before):
        rating = before
        known.append(nil)
      case nil: known.append(nil)
      }
      contestants.append(Contestant(rating: rating, place: places[seat] ?? 0))
    }
    var against = rated.map { _ in [Int]() }
    for one in rated.indices {
      for other in rated.indices where one != other {
        let meeting = outcome.meeting(rated[one], rated[other], in: family)
        if let decided = outcome.seats[rated[one]].rivals {
          if decided >> rated[other] & 1 == 0 { continue }
        } else if outcome.shareAddress(rated[one], rated[other]) {
          continue
        } else if let meeting, try isKnown(meeting) {
          continue
        }
        against[one].append(other)
        if let meeting { meetings.insert(meeting) }
      }
    }
    for (index, rating) in ratings(after: contestants, rivals: against).enumerated() {
      let seat = rated[index]
      rivals[seat] = against[index].reduce(0) { $0 | 1 << rated[$1] }
      guard let rating else { continue }
      ratingsBefore[seat] = contestants[index].rating
      careers[seat] = known[index]?.after(rating, on: outcome.day.number)
    }
  }
}

extension Outcome {
  /// Whether two seats had one address. Somebody who plays alone against keys of their own is worth
  /// nothing by it, unless they pay for a second address.
  fileprivate func shareAddress(_ one: Int, _ other: Int) -> Bool {
    seats[one].household != nil && seats[one].household == seats[other].household
  }

  /// The meeting of those in two seats; nil where one of them is not known any more.
  fileprivate func meeting(_ one: Int, _ other: Int, in family: String) -> Meeting? {
    guard let player = seats[one].player, let rival = seats[other].player else { return nil }
    return Meeting(player, rival, in: family, on: day)
  }
}
