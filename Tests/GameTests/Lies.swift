// What can be told falsely of a match, one lie at a time, each with what an audit has to say to it.

import Chroma
import Game

extension AuditChangeTests.Lie {
  /// A lie about how round 2 is announced or answered.
  private static func announcing(
    _ description: String, _ change: @escaping @Sendable (inout RoundStart) -> Void
  ) -> Self {
    Self(description: description, flaw: { _ in .target(round: 2) }) { events, _ in
      events.change(round: 2, change)
    }
  }

  static let aboutTargets: [Self] = [
    announcing("target") { $0.target = $0.target.turned },
    announcing("start") { $0.start = $0.start.turned },
    announcing("of") { $0.of += 1 },
    announcing("closes later") { $0.closes = $0.closes + 1 },
    announcing("closes sooner") { $0.closes = $0.closes - 1 },
    announcing("to") { $0.to = $0.to?.turned ?? $0.target },
    announcing("tiles") { $0.tiles.append($0.target) },
    announcing("within") { $0.tolerance = Difference(thousandths: 4_999) },
    announcing("hides") { $0.hides = $0.opens },
    Self(description: "answer", flaw: { _ in .target(round: 2) }) { events, _ in
      for index in events.indices {
        guard case .shut(2, var answer, let next) = events[index] else { continue }
        answer.values[0] = (answer.values[0] + 1) % 4
        events[index] = .shut(round: 2, answer: answer, next: next)
      }
    },
  ]

  /// A lie about the score of the last player in round 1.
  private static func scoring(
    _ description: String, _ change: @escaping @Sendable (inout Score) -> Void
  ) -> Self {
    Self(description: description, flaw: { .score(round: 1, $0.players[$0.players.count - 1]) }) {
      events, race in
      events.change(score: race.players.count - 1, change)
    }
  }

  static let aboutScores: [Self] = [
    scoring("guess") { $0.guess = Guess($0.guess.values.map { $0 == 1 ? 2 : 1 }) },
    scoring("no guess") { $0.guess = Guess([]) },
    scoring("difference") {
      $0.difference = Difference(thousandths: $0.difference.thousandths + 1)
    },
    scoring("later") { $0.elapsed += 1 },
    scoring("sooner") { $0.elapsed -= 1 },
    scoring("before the opening") { $0.elapsed = -1 },
    scoring("one more point") { $0.points += 1 },
    scoring("one point less") { $0.points -= 1 },
    scoring("total") { $0.total += 1 },
    scoring("lag") { $0.lag += 1 },
    scoring("assist") { $0.isAssisted.toggle() },
    scoring("first") { $0.isFirst.toggle() },
    scoring("lives") { $0.lives = 7 },
  ]

  static let aboutTheRest: [Self] = [
    Self(description: "a bell rung too soon", flaw: { _ in .round(1) }) { events, _ in
      events.changeBell { $0 - 1 }
    },
    Self(description: "a bell rung too late", flaw: { _ in .round(1) }) { events, _ in
      events.changeBell { $0 + 1 }
    },
    Self(description: "a lock after the end", flaw: { _ in .round(1) }) { events, _ in
      guard let shut = events.firstIndex(where: \.isShut),
        let lock = events[..<shut].lastIndex(where: \.isLock),
        case .locked(let player, _, _) = events[lock]
      else { return }
      // The bell has rung long before.
      events[lock] = .locked(player, elapsed: 14_900, lag: 0)
    },
    Self(description: "a round an hour later than promised", flaw: { _ in .round(2) }) {
      events, _ in
      events.change(round: 2) { round in
        round.opens = round.opens + 3_600_000
        round.closes = round.closes + 3_600_000
      }
    },
    Self(description: "a round an hour later, as promised", flaw: { _ in .round(1) }) {
      events, _ in
      events.change(shut: 1) { $0.map { $0 + 3_600_000 } }
      for index in events.indices {
        guard case .round(var start) = events[index], start.round == 2 else { continue }
        start.opens = start.opens + 3_600_000
        start.closes = start.closes + 3_600_000
        events[index] = .round(start)
      }
      events.removeAll { $0.isBell }
    },
    Self(description: "a promise that is a millisecond off", flaw: { _ in .round(2) }) {
      events, _ in
      events.change(shut: 1) { $0.map { $0 + 1 } }
    },
    Self(description: "a lateness that was none", flaw: { _ in .round(2) }) { events, _ in
      events.change(round: 2) { $0.late = 1 }
    },
    Self(description: "a lock in a freeze", flaw: { .score(round: 1, $0.firstLocker) }) {
      events, _ in
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
    Self(description: "places changed about", flaw: { _ in .places }) { events, _ in
      events.changePlaces { places in places.swapAt(0, 1) }
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
    Self(description: "a place left out", flaw: { _ in .places }) { events, _ in
      events.changePlaces { places in places.removeLast() }
    },
    Self(description: "no places", flaw: { _ in .places }) { events, _ in
      events.changePlaces { places in places.removeAll() }
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

extension Color {
  /// Another color.
  fileprivate var turned: Color { Color(red: green, green: blue, blue: red ^ 1) }
}

extension Event {
  var score: Score? {
    if case .score(let score) = self { score } else { nil }
  }

  var isLock: Bool {
    if case .locked = self { true } else { false }
  }

  fileprivate var isBell: Bool {
    if case .bell = self { true } else { false }
  }

  fileprivate var isRound: Bool {
    if case .round = self { true } else { false }
  }

  fileprivate var isShut: Bool {
    if case .shut = self { true } else { false }
  }
}

extension Race {
  /// The first player to lock in round 1.
  fileprivate var firstLocker: PlayerID {
    for case .locked(let player, _, _) in events { return player }
    return players[0]
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

  fileprivate mutating func changeBell(_ change: (Instant) -> Instant) {
    for index in indices {
      guard case .bell(let closes) = self[index] else { continue }
      self[index] = .bell(closes: change(closes))
      return
    }
  }

  fileprivate mutating func changePlaces(_ change: (inout [Event]) -> Void) {
    let over = (firstIndex(of: .over) ?? count) + 1
    var places = Array(self[over...].dropLast())
    change(&places)
    replaceSubrange(over..<(count - 1), with: places)
  }
}
