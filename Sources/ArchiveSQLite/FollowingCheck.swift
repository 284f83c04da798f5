// Whether players, ratings and boards are what follows from the matches: they are worked out again,
// match by match, as a rebuild would, and held against what is there. Nothing is written, and of
// boards, which have the most rows, nothing is remembered but how many were met.
// Invariant: after a rebuild nothing is found here but what no record tells: players of no match,
// and ratings before matches whose records are gone.

import Archive
import Game

/// Holds what is there against what follows.
struct FollowingCheck {
  private let reader: SQLiteReader
  private let known: [KeyID: PlayerRow]
  private var acquaintances = Acquaintances()
  private var careers: [CareerName: Career] = [:]
  /// Rows of boards that a match has made.
  private var entriesMet = 0
  private var ratingsBefore = Findings()
  private var entries = Findings()

  init(_ reader: SQLiteReader, _ known: [KeyID: PlayerRow]) {
    (self.reader, self.known) = (reader, known)
  }

  /// Takes the next match.
  mutating func take(_ look: MatchLook, at index: Int) throws(ArchiveFailure) {
    var review = look.review
    acquaintances.see(review)
    let family = review.outcome.family ?? ""
    let consequences = Consequences(
      of: review.outcome, career: { careers[CareerName(player: $0, family: family)] },
      isKnown: { _ in false })
    for (seat, career) in zip(review.outcome.seats, consequences.careers) {
      guard let player = seat.player, let career else { continue }
      careers[CareerName(player: player, family: family)] = career
    }
    for entry in Set(consequences.entries) { try take(entry, at: index) }
    // What the record has otherwise is said already.
    guard review.differences.isEmpty else { return }
    review.enter(consequences)
    if review.rows != look.rows { ratingsBefore.add("match \(index)") }
  }

  /// A board has a match if nobody's row is better, or as good and older.
  private mutating func take(_ entry: BoardEntry, at index: Int) throws(ArchiveFailure) {
    let row = try reader.database
      .rows(
        "SELECT value, seq FROM boards WHERE board = ? AND span = ? AND id = ?",
        .text(entry.board.name), .int(entry.span.number), .blob(entry.player.bytes)
      ) { (value: $0.int(0), match: $0.int(1)) }
      .first
    guard let row, row.value > entry.value || row.value == entry.value && row.match <= index else {
      return entries.add("\(entry.board.name) without match \(index)")
    }
    if row == (entry.value, index) { entriesMet += 1 }
  }

  /// What is wrong, a sentence for each kind.
  func faults() throws(ArchiveFailure) -> [String] {
    var entries = entries
    let count = try reader.database.number("SELECT count(*) FROM boards")
    if count > entriesMet { entries.add("rows that no match has made", count - entriesMet) }
    return [
      ratingsBefore.sentence("ratings before matches are not what follows from those before them"),
      try ratings().sentence("ratings are not what follows from the matches"),
      entries.sentence("boards are not what follows from the matches"),
      players().sentence("players are not as their matches show them"),
    ]
    .compactMap(\.self)
  }

  private func ratings() throws(ArchiveFailure) -> Findings {
    var findings = Findings()
    let kept = try reader.careers()
    for name in Set(kept.keys).union(careers.keys) where kept[name] != careers[name] {
      findings.add("\(name.family) of \(String(hex: name.player.bytes))")
    }
    return findings
  }

  private func players() -> Findings {
    var findings = Findings()
    for player in acquaintances.everybody.union(known.keys) {
      let row = acquaintances.row(of: player, keptAs: known[player])
      if row == nil || row != known[player] { findings.add(String(hex: player.bytes)) }
    }
    return findings
  }
}

/// What was found of one kind: how many, and one to begin with.
private struct Findings {
  private var count = 0
  private var first = ""

  mutating func add(_ what: String, _ number: Int = 1) {
    // Sets have no order, and the same archive is to be told alike.
    first = count == 0 ? what : min(first, what)
    count += number
  }

  /// A sentence; nil if nothing was found.
  func sentence(_ what: String) -> String? {
    switch count {
    case 0: nil
    case 1: "\(what): \(first)"
    default: "\(what): \(first), and \(count - 1) more"
    }
  }
}
