// What an archive has to say, in the words of the protocol. It asks nothing and decides nothing.

import Chroma
public import Game
public import Wire

extension KeptMatch {
  /// How the ratings of those who were rated have changed, in seat order.
  public func ratingChanges(in match: MatchEntry) -> [RatingChange] {
    zip(match.seats, zip(ratingsBefore, careers))
      .compactMap { seat, numbers in
        guard case (let before?, let career?) = numbers else { return nil }
        return RatingChange(
          match: match.number, who: PlayerID(number: seat.who), rating: career.rating.shown,
          delta: career.rating.shown - before.shown, margin: career.rating.margin,
          missing: career.matchesMissing)
      }
  }
}

extension ArchiveReading {
  /// Those to whom a match that copies another one is the first try of that, by their numbers.
  public func firstTries(
    of match: MatchEntry, at index: Int
  ) throws(ArchiveFailure) -> [Int] {
    guard let original = match.copies else { return [] }
    var first: [Int] = []
    for seat in match.seats {
      guard let player = seat.profile?.id else { continue }
      let isLater = try hasTried(original, by: player, before: index)
      if !isLater { first.append(seat.who) }
    }
    return first
  }
}

extension LoggedMatch {
  /// The same, with those whose first try it was.
  public func told(_ kept: KeptMatch) -> LoggedMatch {
    var told = self
    told.firstTries = kept.firstTries.map(PlayerID.init(number:))
    return told
  }
}

extension BoardRow {
  /// The row as it is told.
  public var line: BoardLine {
    BoardLine(
      place: place, id: profile.id, tag: profile.id.tag, name: profile.name,
      icon: Icon(rawValue: profile.icon) ?? .diamond, color: Color(profile.color), value: value,
      match: match, margin: margin, colors: colors.map { Color($0) }, isBot: profile.isBot)
  }
}

extension ArchiveReading {
  /// All rows of a board, as they are told to everybody.
  public func lines(
    of board: Board, _ span: Span, on day: Day
  ) throws(ArchiveFailure) -> [ServerMessage] {
    try top(board, span, on: day, for: .anybody).map { .topped($0.line) }
  }

  /// The newest matches of somebody, as they are told to the asker.
  ///
  /// - Parameter index: none newer than that.
  public func lines(
    ofPast player: KeyID, from index: Int?, for asker: Asker
  ) throws(ArchiveFailure) -> [ServerMessage] {
    let matches = try past(
      of: player, before: index.map { $0 + 1 }, count: Board.rowsMax, for: asker)
    return matches.map(ServerMessage.played)
  }
}

extension Day {
  /// How long tries of a day may run on once it is over, in milliseconds: five rounds, before each
  /// of which the room waits for a lost player as long as it keeps a seat.
  private static let triesMilliseconds = 600_000

  /// The first day whose colors are still secret at a moment.
  public static func secret(at now: Instant) -> Day { Day(of: now - triesMilliseconds) }
}

// What is kept from somebody until they have had their own try.
extension ArchiveReading {
  /// Whether the colors of a day are kept from somebody: until the day is over, or their ranked try
  /// of it is kept. A guest has no such try, and could have one under a key.
  private func isSecret(
    _ day: Day, to asker: KeyID?, on today: Day
  ) throws(ArchiveFailure) -> Bool {
    if day.number < today.number { return false }
    guard let asker else { return true }
    let hasPlayed = try hasPlayed(asker, rankedOn: day)
    return !hasPlayed
  }

  /// Rows of a board as somebody may see them: those of a day without its colors, if need be.
  public func lines(
    _ lines: [ServerMessage], of span: Span, to asker: KeyID?, on today: Day
  ) throws(ArchiveFailure) -> [ServerMessage] {
    guard case .day(let day) = span, try isSecret(day, to: asker, on: today) else { return lines }
    return lines.map { line in
      guard case .topped(var row) = line else { return line }
      row.colors = []
      return .topped(row)
    }
  }

  /// A match that anybody may see; nil where there is none of that index, where it was not for
  /// everybody, where its day is not over, and once its record's time is up.
  public func published(
    _ index: Int, on today: Day
  ) throws(ArchiveFailure) -> KeptRecord? {
    guard let record = try record(index, for: .anybody), let body = record.body,
      MatchEntry.isOpen(body), try refusal(of: record, to: nil, on: today) == nil
    else { return nil }
    return record
  }

  /// Why somebody may not see a record now; nil if they may.
  public func refusal(
    of record: KeptRecord, to asker: KeyID?, on today: Day
  ) throws(ArchiveFailure) -> RefusalLine? {
    guard let day = record.daily, try isSecret(day, to: asker, on: today) else { return nil }
    return RefusalLine(
      code: .notNow, text: "that shows the day's colors: first have your own ranked try")
  }
}

extension [ServerMessage] {
  /// The lines from one on, counted from 1, and the end of the answer.
  public func answer(
    to verb: ClientVerb, from first: Int = 1, ratesHouseholds: Bool = false
  ) -> [ServerMessage] {
    let lines = dropFirst(Swift.max(first, 1) - 1)
    return lines
      + [.end(of: verb.rawValue, count: lines.count, ratesHouseholds: ratesHouseholds)]
  }
}

extension Color {
  /// The color of 0xRRGGBB.
  fileprivate init(_ number: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }
}
