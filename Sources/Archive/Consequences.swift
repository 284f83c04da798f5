// What follows from a match once it is kept: how ratings change and what comes on boards. Live and
// in a rebuild it is the same function, over the same matches in the same order, so both come to
// the same digits. It keeps nothing itself.

public import Game
public import Identity
public import Ratings

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
    /// Who sat there; nil for guests, bots and those who were forgotten. A program that says that it
    /// is one is a bot here, though it may have an identity: neither ratings nor boards know it.
    public let player: KeyID?
    /// Who is rated there, if the match is.
    public let contender: Contender?
    /// The place; nil for who left.
    public let place: Int?
    /// All points.
    public let total: Int

    /// A seat of a match that was kept.
    ///
    /// - Parameter isDecided: whether it is rated was decided then.
    init(_ row: MatchRows.Seat, isDecided: Bool) {
      player = row.isBot ? nil : row.player
      let known = player.map(Contender.player)
      contender =
        isDecided
        ? row.ratingBefore.map { known ?? .forgotten(who: row.who, $0) } : known
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
    self.init(
      MatchRows(match, ratingsBefore: match.seats.map { _ in nil }), isDecided: false)
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
  public var ratingsBefore: [Rating?]
  /// The career of each seat after it.
  public var careers: [Career?]
  /// What may come on boards.
  public var entries: [BoardEntry]

  /// Works out what follows.
  ///
  /// - Parameter career: what a player had come to before, in the match's family.
  public init<Failure: Error>(
    of outcome: Outcome, career: (KeyID) throws(Failure) -> Career?
  ) throws(Failure) {
    (ratingsBefore, careers) = try Self.ratings(of: outcome, career: career)
    entries = []
    for seat in outcome.seats where seat.place != nil {
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

  private static func ratings<Failure: Error>(
    of outcome: Outcome, career: (KeyID) throws(Failure) -> Career?
  ) throws(Failure) -> (before: [Rating?], after: [Career?]) {
    let isRated = outcome.family != nil
    let places = ratedPlaces(
      outcome.seats.map { Finish(player: isRated ? $0.contender : nil, place: $0.place) })
    var before = [Rating?](repeating: nil, count: places.count)
    var after = [Career?](repeating: nil, count: places.count)
    var contestants: [(seat: Int, career: Career?, contestant: Contestant)] = []
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      var known: Career?
      switch outcome.seats[index].contender {
      case .player(let player):
        let career = try career(player) ?? .newcomer(on: outcome.day.number)
        (known, before[index]) = (career, career.rating(on: outcome.day.number))
      case .forgotten(_, let rating): before[index] = rating
      case nil: continue
      }
      let rating = before[index] ?? .newcomer
      contestants.append((index, known, Contestant(rating: rating, place: place)))
    }
    let ratings = Ratings.ratings(after: contestants.map(\.contestant))
    for ((seat, career, _), rating) in zip(contestants, ratings) {
      after[seat] = career?.after(rating, on: outcome.day.number)
    }
    return (before, after)
  }
}
