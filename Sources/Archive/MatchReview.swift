// The rows of a match held against its record. Looking and mending are the same here: what the rows
// should be is worked out once, and a check that only looks does not write it.
// Invariant: what a record says, the rows say then. Who somebody was a record only seals: that is
// taken from a PERSON line which opens the seal, and from nowhere else, and nobody comes back who
// was forgotten.

public import Game
import Wire

/// What a record says of the rows beside it.
public struct MatchReview: Sendable {
  /// The rows as they should be. Where the record is gone, or is not to be believed, they are as
  /// they were.
  public private(set) var rows: MatchRows
  /// What the rows have otherwise, each in a few words, such as "mode".
  public private(set) var differences: [String] = []
  /// What is wrong and nothing here can say better, a sentence each.
  public private(set) var doubts: [String] = []
  /// How those looked whose names the record seals.
  public private(set) var profiles: [PlayerProfile] = []
  /// What ratings and boards follow from.
  public private(set) var outcome: Outcome
  /// Whether the record shows of every seat who is rated there, so that ratings before the match
  /// may be written where there are none.
  public private(set) var showsEverybody = false

  private let index: Int

  /// Holds rows against a record.
  ///
  /// - Parameter isKnown: whether somebody has been known since a day or longer, and was not
  ///   forgotten since.
  public init(
    _ rows: MatchRows, of record: KeptRecord, hashing: Hashing, isKnown: (KeyID, Day) -> Bool
  ) {
    (self.rows, index, outcome) = (rows, record.index, Outcome(rows))
    guard let body = record.body else { return }
    guard hashing.leaf(body) == record.leaf else {
      doubts = ["the record of match \(index) is not the one that was kept"]
      return
    }
    do throws(RecordFault) {
      let extract = try Extract(body)
      let persons = SealedPersons(rows, extract, hashing: hashing)
      let match = try MatchEntry(
        extract, body: body, leaf: record.leaf,
        persons: persons.known(on: Day(of: extract.title.began), isKnown))
      hold(against: match, extract, persons)
    } catch {
      doubts = ["the record of match \(index) cannot be read"]
    }
  }

  /// What is wrong, a sentence each.
  public var faults: [String] {
    if differences.isEmpty { return doubts }
    let list = differences.joined(separator: ", ")
    return doubts + ["match \(index) is kept otherwise than its record has it: \(list)"]
  }

  /// Enters the ratings that everybody had before the match. Where the record does not show who is
  /// rated, nobody loses a rating that stands there.
  public mutating func enter(_ consequences: Consequences) {
    for (seat, rating) in consequences.ratingsBefore.enumerated()
    where rating != nil || showsEverybody {
      rows.seats[seat].ratingBefore = rating
    }
    for (seat, rivals) in consequences.rivals.enumerated() where rivals != nil {
      rows.seats[seat].rivals = rivals
    }
  }

  private mutating func hold(
    against match: MatchEntry, _ extract: Extract, _ persons: SealedPersons
  ) {
    let old = rows
    let players = Set(match.seats.map(\.who))
    rows = MatchRows(match)
    profiles = match.seats.compactMap(\.profile)
    if let rules = extract.title.rules, rules != Rules.edition {
      // What was usual then is not known here.
      (rows.isUsual, rows.family) = (old.isUsual, old.family)
    }
    for (number, recorded) in extract.seats.enumerated() {
      // A row that names no player of the match is that of the seat where it stands.
      let row =
        old.seats.first { $0.who == recorded.player.number }
        ?? old.seats.dropFirst(number).first.flatMap { players.contains($0.who) ? nil : $0 }
      let isNobody =
        recorded.seal == nil || recorded.profile.isBot || persons.isGuest(recorded.player)
      rows.seats[number].ratingBefore = isNobody ? nil : row?.ratingBefore
      rows.seats[number].rivals = isNobody ? nil : row?.rivals
      if let row, recorded.seal != nil, persons.of[recorded.player] == nil {
        leave(row, persons, at: number)
      }
    }
    differences = rows.differences(in: old)
    showsEverybody = zip(extract.seats, rows.seats)
      .allSatisfy { recorded, row in
        recorded.seal == nil || persons.of[recorded.player] != nil && row.person != nil
      }
    outcome = Outcome(rows, isDecided: !showsEverybody)
    // That stands in the record alone.
    for seat in rows.seats.indices { rows.seats[seat].household = nil }
  }

  /// Leaves who a row says that somebody was, where no line opens the seal.
  private mutating func leave(_ row: MatchRows.Seat, _ persons: SealedPersons, at number: Int) {
    let who = "p\(rows.seats[number].who)"
    rows.seats[number].player = row.player
    if let line = row.person, !persons.lines.contains(line) {
      rows.seats[number].person = line
      doubts.append("the PERSON line of \(who) of match \(index) is not the one that was sealed")
    } else if row.player != nil {
      doubts.append("\(who) of match \(index) has an identity, but no PERSON line")
    }
  }
}

/// The PERSON lines of a match that open its seals.
private struct SealedPersons {
  private(set) var of: [PlayerID: Person] = [:]
  /// The same lines, as they are stored.
  private(set) var lines: Set<String> = []
  /// Who stands beside each.
  private var players: [PlayerID: KeyID] = [:]

  init(_ rows: MatchRows, _ extract: Extract, hashing: Hashing) {
    let seals = extract.seats.reduce(into: [:]) { $0[$1.player] = $1.seal }
    for row in rows.seats {
      guard let line = row.person,
        case .person(let person) = RecordLine(canonical: Array(line.utf8)[...]),
        let seal = seals[person.player], seal == person.seal(hashing)
      else { continue }
      of[person.player] = person
      players[person.player] = row.player
      lines.insert(line)
    }
  }

  /// Whether that was somebody without an identity.
  func isGuest(_ player: PlayerID) -> Bool { of[player].map { $0.id == nil } ?? false }

  /// Those who may be named. Who is forgotten loses the line together with the identity beside it;
  /// where only the line is left, the identity was damaged before that and the line overlooked.
  func known(on day: Day, _ isKnown: (KeyID, Day) -> Bool) -> [Person] {
    of.values.filter { person in
      guard let id = person.id else { return true }
      return players[person.player] == id || isKnown(id, day)
    }
  }
}

extension MatchRows {
  /// What other rows of the same match have otherwise.
  fileprivate func differences(in other: MatchRows) -> [String] {
    var differences: [String] = []
    func hold<Column: Equatable>(_ column: Column, against other: Column, _ what: String) {
      if column != other { differences.append(what) }
    }
    hold(name.began, against: other.name.began, "beginning")
    hold(name.room, against: other.name.room, "room")
    hold(name.number, against: other.name.number, "number")
    hold(mode, against: other.mode, "mode")
    hold(family, against: other.family, "family")
    hold(isUsual, against: other.isUsual, "usual rules")
    hold(daily, against: other.daily, "day")
    hold(isRanked, against: other.isRanked, "ranked")
    hold(isOpen, against: other.isOpen, "who may look on")
    hold(copies, against: other.copies, "match that it copies")
    hold(seats.map(\.who), against: other.seats.map(\.who), "seats")
    for seat in seats {
      guard let row = other.seats.first(where: { $0.who == seat.who }) else { continue }
      hold(seat.isBot, against: row.isBot, "bot at p\(seat.who)")
      hold(seat.player, against: row.player, "identity of p\(seat.who)")
      hold(seat.person, against: row.person, "PERSON line of p\(seat.who)")
      hold(seat.place, against: row.place, "place of p\(seat.who)")
      hold(seat.total, against: row.total, "total of p\(seat.who)")
      hold(seat.colors, against: row.colors, "colors of p\(seat.who)")
      // What a rating was is found out elsewhere.
      hold(
        seat.ratingBefore == nil, against: row.ratingBefore == nil, "rating of p\(seat.who)")
    }
    return differences
  }
}
