// What can be told falsely of a match, one lie at a time, each with what an audit has to say to it.
// That of each field of each line another value is found, WireTests show on transcripts.

import Game

extension AuditChangeTests.Lie {
  static let all: [Self] = [
    Self(description: "a bell rung too soon", flaw: { _ in .round(1) }) { events, _ in
      for index in events.indices {
        guard case .bell(let closes) = events[index] else { continue }
        events[index] = .bell(closes: closes - 1)
        return
      }
    },
    Self(description: "a lock after the end", flaw: { _ in .round(1) }) { events, _ in
      guard let shut = events.firstIndex(where: { if case .shut = $0 { true } else { false } }),
        let lock = events[..<shut].lastIndex(where: \.isLock),
        case .locked(let player, _, _) = events[lock]
      else { return }
      // The bell has rung long before.
      events[lock] = .locked(player, elapsed: 14_900, lag: 0)
    },
    Self(description: "a round an hour later, as promised", flaw: { _ in .round(1) }) {
      events, _ in
      events.change(shut: 1) { $0.map { $0 + 3_600_000 } }
      events.change(round: 2) { round in
        round.opens = round.opens + 3_600_000
        round.closes = round.closes + 3_600_000
      }
      events.removeAll { if case .bell = $0 { true } else { false } }
    },
    Self(description: "a promise that is a millisecond off", flaw: { _ in .round(2) }) {
      events, _ in
      events.change(shut: 1) { $0.map { $0 + 1 } }
    },
    Self(description: "a lateness that was none", flaw: { _ in .round(2) }) { events, _ in
      events.change(round: 2) { $0.late = 1 }
    },
    Self(
      description: "a lock in a freeze",
      flaw: { race in
        for case .locked(let player, _, _) in race.events {
          return .score(round: 1, player)
        }
        return .places
      }
    ) { events, _ in
      guard let lock = events.firstIndex(where: \.isLock),
        case .locked(let player, let elapsed, let lag) = events[lock]
      else { return }
      events.insert(.missed(player, elapsed: elapsed - 100, lag: lag), at: lock)
    },
    Self(description: "more misses than were told", flaw: { .score(round: 1, $0.players[0]) }) {
      events, _ in
      events.change(score: 0) { $0.misses += 7 }
    },
    Self(description: "a round after the last", flaw: { _ in .round(3) }) { events, _ in
      events.change(shut: 2) { _ in nil }
    },
    Self(description: "a last round that is none", flaw: { .round($0.rules.rounds) }) {
      events, race in
      events.change(shut: race.rules.rounds) { _ in Instant(milliseconds: 0) }
    },
    Self(description: "a round left out", flaw: { _ in .round(2) }) { events, _ in
      let starts = events.indices.filter { events[$0].isRound }
      events.removeSubrange(starts[0]..<starts[1])
    },
    Self(description: "a better place", flaw: { _ in .places }) { events, _ in
      events.changePlaces { places in
        if case .place(_, let player, let total) = places[1] {
          places[1] = .place(1, player, total: total)
        }
      }
    },
    Self(description: "a total of a place", flaw: { _ in .places }) { events, _ in
      events.changePlaces { places in
        if case .place(let place, let player, let total) = places[3] {
          places[3] = .place(place, player, total: total + 1)
        }
      }
    },
    Self(description: "a place for a stranger", flaw: { _ in .places }) { events, _ in
      events.changePlaces { $0.append(.place(5, PlayerID(number: 9), total: 0)) }
    },
    Self(
      description: "a score for a stranger", flaw: { _ in .score(round: 1, PlayerID(number: 9)) }
    ) { events, _ in
      events.change(score: 3) { $0.who = PlayerID(number: 9) }
    },
    Self(description: "scores out of order", flaw: { .score(round: 1, $0.players[0]) }) {
      events, _ in
      let scores = events.indices.filter { events[$0].score != nil }
      events.swapAt(scores[0], scores[1])
    },
    Self(description: "a player passed over", flaw: { .score(round: 1, $0.players[3]) }) {
      events, _ in
      let scores = events.indices.filter { events[$0].score != nil }
      events.remove(at: scores[3])
    },
    Self(description: "the end before the end", flaw: { _ in .places }) { events, _ in
      events.removeAll { $0 == .over }
    },
  ]
}

extension Event {
  var score: Score? {
    if case .score(let score) = self { score } else { nil }
  }

  var isLock: Bool {
    if case .locked = self { true } else { false }
  }

  fileprivate var isRound: Bool {
    if case .round = self { true } else { false }
  }
}

extension [Event] {
  /// Changes the announcement of a round.
  mutating func change(round number: Int, _ change: (inout RoundStart) -> Void) {
    for index in indices {
      guard case .round(var start) = self[index], start.round == number else { continue }
      change(&start)
      self[index] = .round(start)
    }
  }

  /// Changes the score of that many before it.
  mutating func change(score number: Int, _ change: (inout Score) -> Void) {
    let index = indices.filter { self[$0].score != nil }[number]
    guard var score = self[index].score else { return }
    change(&score)
    self[index] = .score(score)
  }

  fileprivate mutating func change(shut number: Int, _ change: (Instant?) -> Instant?) {
    for index in indices {
      guard case .shut(number, let answer, let next) = self[index] else { continue }
      self[index] = .shut(round: number, answer: answer, next: change(next))
    }
  }

  fileprivate mutating func changePlaces(_ change: (inout [Event]) -> Void) {
    let over = (firstIndex(of: .over) ?? count) + 1
    var places = Array(self[over...].dropLast())
    change(&places)
    replaceSubrange(over..<(count - 1), with: places)
  }
}
