// What the server has told on the home screen of the person and of their friends: past matches,
// today's board, a rating and what changed it. It is asked for anew each minute, one question after
// the other, by somebody who is known there; a person whom the server does not know asks for the
// board alone, and only where they have friends.

import ClientCore
import Game
import Wire

/// What is known by now.
struct OwnKnowledge: Sendable {
  /// The person's matches, the newest first; nil while they are not known.
  private(set) var matches: [PlayedMatch]?
  /// Today's board.
  private(set) var board: [BoardLine] = []
  private var rank: [BoardLine] = []
  /// What has changed a rating last, by family.
  private var changes: [String: RatingChange] = [:]
  private var due: [Lookup: Instant] = [:]
  private var asked: (lookup: Lookup, until: Instant)?
  /// The newest answer that was looked at.
  private var taken = 0

  /// From one question to the next of the same, and how long an answer may take.
  private static let anewMilliseconds = 60_000, patienceMilliseconds = 6_000

  /// The person is on another server.
  mutating func forget() { self = OwnKnowledge() }

  /// Takes a look at the session.
  mutating func follow(_ session: Session) {
    if let room = session.room, let change = room.ratings[room.me],
      let family = room.settings.rules.mode.family
    {
      if changes[family] != change { due = [:] }
      changes[family] = change
    }
    guard let found = session.found, found.number != taken else { return }
    taken = found.number
    if asked?.lookup == found.lookup { asked = nil }
    guard found.refusal == nil else { return }
    switch found.lookup {
    case .past: matches = found.matches
    case .board(.daily, _): board = found.rows
    case .board(.rating(let family), _) where family == newest?.family: rank = found.rows
    default: break
    }
  }

  /// What is to be looked up now; nil for nothing.
  mutating func next(_ session: Session, hasFriends: Bool, at now: Instant) -> Lookup? {
    guard session.hasIntroducedItself, asked.map({ $0.until <= now }) ?? true else { return nil }
    let isKnown = session.identity != nil
    let all: [Lookup?] = [
      isKnown ? .past : nil, hasFriends ? .board(.daily, .always) : nil,
      isKnown ? newest?.family.map { .board(.rating(family: $0), .always) } : nil,
    ]
    guard let lookup = all.compactMap(\.self).first(where: { due[$0].map { $0 <= now } ?? true })
    else { return nil }
    due[lookup] = now + OwnKnowledge.anewMilliseconds
    asked = (lookup, now + OwnKnowledge.patienceMilliseconds)
    return lookup
  }

  /// The mode of the newest match that can be rated.
  var newest: Mode? {
    matches?.lazy.compactMap { match in Mode.all.first { $0.name == match.mode } }
      .first { $0.family != nil }
  }

  /// The rating in the family played last, its margin, and by how much the last match changed it.
  func rating(of identity: KeyID?) -> (family: String, value: Int, margin: Int, delta: Int?)? {
    guard let family = newest?.family else { return nil }
    let change = changes[family]
    if let row = rank.first(where: { $0.id == identity }), let margin = row.margin {
      return (family, row.value, margin, change?.delta)
    }
    guard let change, change.missing == 0 else { return nil }
    return (family, change.rating, change.margin, change.delta)
  }

  /// How many more rated matches are missing until the rating counts, where that was said.
  var missing: Int? {
    guard let family = newest?.family, let change = changes[family], change.missing > 0 else {
      return nil
    }
    return change.missing
  }

  /// The most points of a match to the end in the mode played last.
  var best: (mode: Mode, total: Int)? {
    guard let newest else { return nil }
    let totals = (matches ?? [])
      .filter { $0.mode == newest.name && $0.place != nil && $0.copies == nil }.map(\.total)
    return totals.max().map { (newest, $0) }
  }
}

extension ScreenModel {
  /// Keeps what the home screen says of the person up to date.
  mutating func followOwn() {
    guard let session else { return }
    home.own.follow(session)
    if case .boards = home.panel { return }
    guard screen == .home,
      let lookup = home.own.next(session, hasFriends: !setup.friends.all.isEmpty, at: now)
    else { return }
    act(.lookUp(lookup))
  }

  /// Remembers somebody as a friend, or no longer; no server is told.
  mutating func befriend(_ identity: KeyID, _ name: String) {
    setup.friends.toggle(identity.tag, name)
    wishes.append(.befriend(identity.tag, name))
  }
}
