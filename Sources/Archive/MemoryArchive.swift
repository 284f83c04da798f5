// An archive that lasts as long as the process: for tests, for the simulation, and as the plainest
// statement of what an archive does. It passes the same tests as the one on disk.

public import Game
public import Wire

/// An archive in memory.
public struct MemoryArchive: Archive {
  private struct StoredMatch: Sendable {
    let leaf: [UInt8]
    var body: [UInt8]?
    var rows: MatchRows
  }

  private struct SpanBoard: Hashable, Sendable {
    let board: Board
    let span: Span
  }

  private var matches: [StoredMatch] = []
  private var indices: [MatchName: Int] = [:]
  private var players: [KeyID: PlayerRow] = [:]
  private var attempts: [Day: [KeyID: Attempt]] = [:]
  /// Tries after which another was refused: none of them is given back.
  private var finals: Set<Attempt> = []
  private var meetings: Set<Meeting> = []
  private var careers: [String: [KeyID: Career]] = [:]
  private var boards: [SpanBoard: [KeyID: (value: Int, match: Int)]] = [:]
  private var next: UInt64 = 1

  /// An empty archive.
  public init() {}
}

// Asking.
extension MemoryArchive {
  /// How many matches were ever kept.
  public func size() -> Int { matches.count }

  /// Which leaf of the log a match is; nil while it is not kept.
  public func index(of match: MatchName) -> Int? { indices[match] }

  /// The hashes of records, from an index on.
  public func leaves(from index: Int, count: Int) -> [[UInt8]] {
    matches.dropFirst(max(index, 0)).prefix(max(count, 0)).map(\.leaf)
  }

  /// A match; nil when there is none of that index.
  public func record(_ index: Int, for asker: Asker) -> KeptRecord? {
    guard matches.indices.contains(index) else { return nil }
    let kept = matches[index]
    return KeptRecord(
      index: index, leaf: kept.leaf, body: kept.body,
      persons: kept.rows.names(toward: asker) ? kept.rows.seats.compactMap(\.person) : [],
      isNamed: kept.rows.names(toward: asker),
      daily: kept.rows.daily)
  }

  /// The rows of a board.
  public func top(
    _ board: Board, _ span: Span, on day: Day, for asker: Asker
  ) -> [BoardRow] {
    if case .rating(let family) = board { return topRatings(of: family, on: day) }
    let entries = (boards[SpanBoard(board: board, span: span)] ?? [:])
      .sorted { one, other in
        if one.value.value != other.value.value { return one.value.value > other.value.value }
        if one.value.match != other.value.match { return one.value.match < other.value.match }
        return one.key.bytes.lexicographicallyPrecedes(other.key.bytes)
      }
    let rows = entries.compactMap { id, best in
      players[id]
        .map { player in
          let match = matches[best.match].rows
          let seat = match.seats.first { $0.player == id }
          return BoardRow(
            place: 0, profile: player.profile, value: best.value,
            match: match.names(toward: asker) ? best.match : nil,
            colors: board == .daily ? seat?.colors ?? [] : [])
        }
    }
    return Array(rows.prefix(Board.rowsMax)).placed()
  }

  private func topRatings(of family: String, on day: Day) -> [BoardRow] {
    var board = RatingBoard(on: day)
    for (id, career) in careers[family] ?? [:] {
      if let player = players[id] { board.add(player.profile, career) }
    }
    return board.rows
  }

  /// The newest matches of somebody.
  public func past(
    of player: KeyID, before index: Int?, count: Int, for asker: Asker
  ) -> [PlayedMatch] {
    let found = matches.prefix(max(index ?? .max, 0)).enumerated().reversed().lazy
      .compactMap { index, kept -> PlayedMatch? in
        let match = kept.rows
        guard match.names(toward: asker) else { return nil }
        return match.seats.first { $0.player == player }
          .map { seat in
            PlayedMatch(
              index: index, mode: match.mode, place: seat.place, of: match.seats.count,
              total: seat.total, began: match.name.began, copies: match.copies,
              isFirstTry: match.copies.map { !hasTried($0, by: player, before: index) } ?? false)
          }
      }
    return Array(found.prefix(max(count, 0)))
  }

  /// Whether somebody has played a match, or raced it before.
  public func hasTried(_ index: Int, by player: KeyID, before copy: Int) -> Bool {
    matches.prefix(copy).enumerated()
      .contains { place, kept in
        (place == index || kept.rows.copies == index)
          && kept.rows.seats.contains { $0.player == player }
      }
  }

  /// What somebody has come to in a family of modes.
  public func career(of player: KeyID, in family: String) -> Career? {
    careers[family]?[player]
  }

  /// Whether somebody's ranked try of a day is kept.
  public func hasPlayed(_ player: KeyID, rankedOn day: Day) -> Bool {
    guard attempts[day]?[player] != nil else { return false }
    return matches.contains { match in
      match.rows.isRanked && match.rows.daily == day
        && match.rows.seats.contains { $0.player == player }
    }
  }

  /// How somebody last looked.
  public func profile(of player: KeyID) -> PlayerProfile? { players[player]?.profile }

  /// The place of a cluster's journal that comes next.
  public func nextPlace() -> UInt64 { next }
}

// Writing.
extension MemoryArchive {
  /// Keeps matches, all or none.
  public mutating func keep(_ matches: [MatchEntry]) -> [KeptMatch] {
    matches.map { match in
      if let index = indices[match.name] {
        return KeptMatch(knownAt: index, seats: match.seats.count)
      }
      let index = self.matches.count
      let consequences = draw(Outcome(match), at: index, isKnown: meetings.contains)
      meetings.formUnion(consequences.meetings)
      indices[match.name] = index
      self.matches.append(
        StoredMatch(
          leaf: match.leaf, body: match.body,
          rows: MatchRows(match, consequences)))
      for profile in match.seats.compactMap(\.profile) {
        let first = players[profile.id]?.first ?? match.day
        players[profile.id] = PlayerRow(profile: profile, first: first, last: match.day)
      }
      var kept = KeptMatch(index: index, consequences)
      kept.firstTries = (try? firstTries(of: match, at: index)) ?? []
      return kept
    }
  }

  /// Draws the consequences of a match, and enters them.
  private mutating func draw(
    _ outcome: Outcome, at index: Int, isKnown: (Meeting) -> Bool
  ) -> Consequences {
    let family = outcome.family ?? ""
    let consequences = Consequences(
      of: outcome, career: { careers[family]?[$0] }, isKnown: isKnown)
    for (seat, career) in zip(outcome.seats, consequences.careers) {
      if let player = seat.player, let career {
        careers[family, default: [:]][player] = career
      }
    }
    for entry in consequences.entries {
      let place = SpanBoard(board: entry.board, span: entry.span)
      let best = boards[place]?[entry.player]?.value
      if best.map({ entry.value > $0 }) ?? true {
        boards[place, default: [:]][entry.player] = (entry.value, index)
      }
    }
    return consequences
  }

  /// Writes down a ranked try.
  public mutating func claim(_ attempt: Attempt) -> Bool {
    if let earlier = attempts[attempt.day]?[attempt.player] {
      let hasShown = hasShownColors(earlier)
      let isOpen = earlier == attempt ? hasShown != true : hasShown == false
      guard isOpen, !finals.contains(earlier) else {
        finals.insert(earlier)
        return false
      }
    }
    attempts[attempt.day, default: [:]][attempt.player] = attempt
    return true
  }

  /// Whether the match of a try showed its player a color; nil while it is not kept.
  private func hasShownColors(_ attempt: Attempt) -> Bool? {
    let kept = matches.map(\.rows)
      .first { rows in
        rows.name.room == attempt.room && rows.name.number == attempt.number
          && rows.daily == attempt.day && rows.seats.contains { $0.player == attempt.player }
      }
    guard let kept, let seat = kept.seats.first(where: { $0.player == attempt.player }) else {
      return nil
    }
    return kept.isRanked || !seat.colors.isEmpty
  }

  /// Deletes all that says who somebody is.
  public mutating func forget(_ player: KeyID, on day: Day) -> Bool {
    for index in matches.indices {
      for seat in matches[index].rows.seats.indices
      where matches[index].rows.seats[seat].player == player {
        matches[index].rows.seats[seat].player = nil
        matches[index].rows.seats[seat].person = nil
      }
    }
    for family in careers.keys { careers[family]?[player] = nil }
    for place in boards.keys { boards[place]?[player] = nil }
    for earlier in attempts.keys where earlier.number < day.number {
      attempts[earlier]?[player] = nil
    }
    meetings = meetings.filter {
      $0.day.number >= day.number || ($0.one != player && $0.other != player)
    }
    return players.removeValue(forKey: player) != nil
  }

  /// Deletes what has been kept long enough.
  public mutating func expire(on day: Day) {
    for index in matches.indices {
      let age = day.number - matches[index].rows.day.number
      if age > Retention.bodyDays { matches[index].body = nil }
      if age > Retention.guestDays {
        for seat in matches[index].rows.seats.indices
        where matches[index].rows.seats[seat].player == nil {
          matches[index].rows.seats[seat].person = nil
        }
      }
    }
    for (id, player) in players where day.number - player.last.number > Retention.playerDays {
      _ = forget(id, on: day)
    }
    meetings = meetings.filter { $0.day.number >= day.number - 1 }
    finals = finals.filter { $0.day.number >= day.number - 1 }
    for earlier in attempts.keys where earlier.number < day.number - 1 {
      attempts[earlier] = attempts[earlier]?.filter { players[$0.key] != nil }
    }
  }

  /// Does what a cluster's journal says before a place.
  public mutating func follow(_ deeds: [ArchiveDeed], before place: UInt64) -> [ArchiveOutcome] {
    next = place
    return deeds.map { deed in
      switch deed {
      case .keep(let match): .kept(keep([match])[0])
      case .claim(let attempt): .claimed(claim(attempt))
      case .forget(let player, let day): .forgot(forget(player, on: day))
      }
    }
  }

  /// Makes all that follows from records again.
  public mutating func rebuild(hashing: Hashing) -> Int {
    (careers, boards) = ([:], [:])
    var (acquaintances, mended) = (Acquaintances(), 0)
    for index in matches.indices {
      guard let record = record(index, for: .keeper) else { continue }
      var review = MatchReview(
        matches[index].rows, of: record, hashing: hashing, isKnown: players.isKnown)
      if !review.differences.isEmpty { mended += 1 }
      acquaintances.see(review)
      review.enter(draw(review.outcome, at: index) { _ in false })
      matches[index].rows = review.rows
    }
    indices = Dictionary(
      matches.enumerated().map { ($1.rows.name, $0) }, uniquingKeysWith: { one, _ in one })
    for player in acquaintances.everybody {
      players[player] = acquaintances.row(of: player, keptAs: players[player])
    }
    return mended
  }
}
