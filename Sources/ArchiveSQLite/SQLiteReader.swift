// What is asked of the archive on disk. It may be asked through the connection that writes, or
// through one that only reads and sees what was written by the time of its question.

public import Archive
public import Game
public import Wire

/// Something that has a connection to an archive.
public protocol OnDatabase: ArchiveReading {
  /// The connection.
  var database: Database { get }
}

/// Whose career it is, and in what.
struct CareerName: Hashable {
  let player: KeyID
  let family: String
}

/// Asks an archive that something else writes.
public struct SQLiteReader: OnDatabase {
  /// A connection that may only read.
  public let database: Database
}

extension OnDatabase {
  /// How many matches were ever kept.
  public func size() throws(ArchiveFailure) -> Int {
    try database.number("SELECT max(seq) + 1 FROM matches")
  }

  /// The place of a cluster's journal that comes next; 1 where none was followed.
  public func nextPlace() throws(ArchiveFailure) -> UInt64 {
    UInt64(max(1, try database.number("SELECT next FROM journal")))
  }

  /// Which leaf of the log a match is; nil while it is not kept.
  public func index(of match: MatchName) throws(ArchiveFailure) -> Int? {
    try database.rows(
      "SELECT seq FROM matches WHERE began = ? AND room = ? AND number = ?",
      .int(match.began.milliseconds), .text(match.room), .int(match.number)
    ) { $0.int(0) }
    .first
  }

  /// The hashes of records, from an index on.
  public func leaves(from index: Int, count: Int) throws(ArchiveFailure) -> [[UInt8]] {
    try database.rows(
      "SELECT leaf FROM matches WHERE seq >= ? ORDER BY seq LIMIT ?", .int(index),
      .int(max(count, 0))
    ) { $0.blob(0) }
  }

  /// A match; nil when there is none of that index.
  public func record(_ index: Int, for asker: Asker) throws(ArchiveFailure) -> KeptRecord? {
    let found = try database.rows(
      "SELECT leaf, body, length, daily, \(mayKnow) FROM matches WHERE seq = ?", asker.isKeeper,
      asker.who, .int(index)
    ) { row in
      (
        leaf: row.blob(0), body: row.isNull(1) ? nil : row.blob(1), length: row.int(2),
        daily: row.optionalInt(3).map(Day.init(number:)), isNamed: row.int(4) == 1
      )
    }
    guard let match = found.first else { return nil }
    let body = match.body.map { inflated($0, count: match.length) }
    if case .some(.none) = body {
      throw ArchiveFailure(.damaged, "the record of match \(index) is not whole")
    }
    let persons =
      !match.isNamed
      ? []
      : try database.rows(
        "SELECT person FROM seats WHERE seq = ? AND person IS NOT NULL ORDER BY seat", .int(index)
      ) { $0.text(0) }
    return KeptRecord(
      index: index, leaf: match.leaf, body: body ?? nil, persons: persons,
      isNamed: match.isNamed, daily: match.daily)
  }

  /// What stands beside the record of a match; nil when there is none of that index.
  func rows(_ index: Int) throws(ArchiveFailure) -> MatchRows? {
    let seats = try database.rows(
      """
      SELECT who, id, person, place, total, colors, mean, deviation, bot, rivals FROM seats
      WHERE seq = ? ORDER BY seat
      """, .int(index)
    ) { row in
      MatchRows.Seat(
        who: row.int(0), isBot: row.int(8) == 1,
        player: row.isNull(1) ? nil : KeyID(bytes: row.blob(1)),
        person: row.optionalText(2), place: row.optionalInt(3), total: row.int(4),
        colors: colors(row.blob(5)),
        ratingBefore: row.isNull(6) ? nil : Rating(mean: row.int(6), deviation: row.int(7)),
        rivals: row.optionalInt(9))
    }
    return
      try database.rows(
        """
        SELECT began, room, number, mode, family, usual, daily, ranked, open, copies
        FROM matches WHERE seq = ?
        """, .int(index)
      ) { row in
        let began = Instant(milliseconds: row.int(0))
        return MatchRows(
          name: MatchName(began: began, room: row.text(1), number: row.int(2)), mode: row.text(3),
          family: row.optionalText(4), isUsual: row.int(5) == 1,
          daily: row.optionalInt(6).map(Day.init(number:)), isRanked: row.int(7) == 1,
          isOpen: row.int(8) == 1, copies: row.optionalInt(9), seats: seats)
      }
      .first
  }

  /// Everybody who is known.
  func players() throws(ArchiveFailure) -> [KeyID: PlayerRow] {
    let rows = try database.rows(
      "SELECT id, name, icon, color, bot, first, last FROM players"
    ) { row in
      PlayerProfile(row)
        .map { profile in
          PlayerRow(
            profile: profile, first: Day(number: row.int(5)), last: Day(number: row.int(6)))
        }
    }
    return Dictionary(
      rows.compactMap(\.self).map { ($0.profile.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Everybody's career, in each family of modes.
  func careers() throws(ArchiveFailure) -> [CareerName: Career] {
    let rows = try database.rows(
      "SELECT id, family, mean, deviation, matches, day FROM ratings"
    ) { row in
      KeyID(bytes: row.blob(0))
        .map { (CareerName(player: $0, family: row.text(1)), Career(row, from: 2)) }
    }
    return Dictionary(rows.compactMap(\.self), uniquingKeysWith: { one, _ in one })
  }

  /// The rows of a board.
  public func top(
    _ board: Board, _ span: Span, on day: Day, for asker: Asker
  ) throws(ArchiveFailure) -> [BoardRow] {
    if case .rating(let family) = board { return try topRatings(of: family, on: day) }
    return
      try database.rows(
        """
        SELECT id, name, icon, color, bot, value, CASE WHEN \(mayKnow) THEN seq END,
          CASE board WHEN 'daily' THEN (
            SELECT colors FROM seats WHERE seats.seq = boards.seq AND seats.id = boards.id
            ORDER BY seat LIMIT 1
          ) END
        FROM boards JOIN players USING(id) JOIN matches USING(seq) WHERE board = ? AND span = ?
        ORDER BY value DESC, seq, id LIMIT ?
        """, asker.isKeeper, asker.who, .text(board.name), .int(span.number), .int(Board.rowsMax)
      ) { row in
        PlayerProfile(row)
          .map { profile in
            BoardRow(
              place: 0, profile: profile, value: row.int(5), match: row.optionalInt(6),
              colors: colors(row.blob(7)))
          }
      }
      .compactMap(\.self).placed()
  }

  private func topRatings(of family: String, on day: Day) throws(ArchiveFailure) -> [BoardRow] {
    var board = RatingBoard(on: day)
    try database.step(
      """
      SELECT id, name, icon, color, bot, mean, deviation, matches, day
      FROM ratings JOIN players USING(id) WHERE family = ? ORDER BY mean - 3 * deviation DESC
      """, [.text(family)]
    ) { row in
      let career = Career(row, from: 5)
      guard board.isOpen(to: career.rating) else { return false }
      if let profile = PlayerProfile(row) { board.add(profile, career) }
      return true
    }
    return board.rows
  }

  /// The newest matches of somebody.
  public func past(
    of player: KeyID, before index: Int?, count: Int, for asker: Asker
  ) throws(ArchiveFailure) -> [PlayedMatch] {
    // Of several seats of one player, min() takes the first with all its columns.
    let played = try database.rows(
      """
      SELECT seats.seq, min(seat), mode, place, total, began,
        (SELECT count(*) FROM seats AS others WHERE others.seq = seats.seq), copies
      FROM seats JOIN matches USING(seq) WHERE id = ? AND seats.seq < ? AND \(mayKnow)
      GROUP BY seats.seq ORDER BY seats.seq DESC LIMIT ?
      """, .blob(player.bytes), .int(index ?? .max), asker.isKeeper, asker.who,
      .int(max(count, 0))
    ) { row in
      PlayedMatch(
        index: row.int(0), mode: row.text(2), place: row.optionalInt(3), of: row.int(6),
        total: row.int(4), began: Instant(milliseconds: row.int(5)), copies: row.optionalInt(7))
    }
    return try played.map { match throws(ArchiveFailure) in
      guard let original = match.copies else { return match }
      var match = match
      let isLater = try hasTried(original, by: player, before: match.index)
      match.isFirstTry = !isLater
      return match
    }
  }

  /// Whether somebody has played a match, or raced it before.
  public func hasTried(
    _ index: Int, by player: KeyID, before copy: Int
  ) throws(ArchiveFailure) -> Bool {
    try database.number(
      """
      SELECT EXISTS(SELECT 1 FROM seats JOIN matches USING(seq)
        WHERE id = ?1 AND seq < ?3 AND (seq = ?2 OR copies = ?2))
      """, .blob(player.bytes), .int(index), .int(copy)) > 0
  }

  /// What somebody has come to in a family of modes.
  public func career(
    of player: KeyID, in family: String
  ) throws(ArchiveFailure) -> Career? {
    try database.rows(
      "SELECT mean, deviation, matches, day FROM ratings WHERE id = ? AND family = ?",
      .blob(player.bytes), .text(family)
    ) { Career($0, from: 0) }
    .first
  }

  /// Whether somebody's ranked try of a day is kept. Most who have had none are found among the
  /// tries, which have an index.
  public func hasPlayed(
    _ player: KeyID, rankedOn day: Day
  ) throws(ArchiveFailure) -> Bool {
    let (id, day) = (Value.blob(player.bytes), Value.int(day.number))
    if try database.number("SELECT count(*) FROM tries WHERE id = ? AND day = ?", id, day) == 0 {
      return false
    }
    return try database
      .rows(
        """
        SELECT 1 FROM seats JOIN matches USING(seq) WHERE id = ? AND daily = ? AND ranked = 1
        ORDER BY seats.seq DESC LIMIT 1
        """, id, day
      ) { _ in true }
      .first ?? false
  }

  /// How somebody last looked.
  public func profile(of player: KeyID) throws(ArchiveFailure) -> PlayerProfile? {
    try database
      .rows(
        "SELECT id, name, icon, color, bot FROM players WHERE id = ?", .blob(player.bytes)
      ) { PlayerProfile($0) }
      .first ?? nil
  }
}

/// `MatchRows.names(toward:)` for a row of `matches`; it takes `isKeeper` and `who`.
private let mayKnow = """
  (? OR matches.open OR EXISTS(
    SELECT 1 FROM seats AS own WHERE own.seq = matches.seq AND own.id = ?))
  """

extension Asker {
  fileprivate var isKeeper: Value { .int(self == .keeper ? 1 : 0) }

  /// Nobody sits there as NULL.
  fileprivate var who: Value { identity.map { .blob($0.bytes) } ?? .null }
}

extension PlayerProfile {
  /// The first five columns; nil for what can be no player.
  fileprivate init?(_ row: Row) {
    guard let id = KeyID(bytes: row.blob(0)) else { return nil }
    self.init(
      id: id, name: row.text(1), icon: row.text(2), color: row.int(3), isBot: row.int(4) == 1)
  }
}

extension Career {
  /// Four columns from one on.
  fileprivate init(_ row: Row, from column: Int32) {
    self.init(
      rating: Rating(mean: row.int(column), deviation: row.int(column + 1)),
      matches: row.int(column + 2), day: row.int(column + 3))
  }
}

/// Colors as they are stored: red, green and blue of each.
func stored(_ colors: [Int]) -> [UInt8] {
  colors.flatMap { color in
    [16, 8, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
  }
}

private func colors(_ stored: [UInt8]) -> [Int] {
  stride(from: 0, to: stored.count - 2, by: 3)
    .map { stored[$0..<$0 + 3].reduce(0) { $0 << 8 | Int($1) } }
}
