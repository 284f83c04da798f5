// The audit of a match: an honest one is proved, however it went and whenever one came to hear it;
// and whatever is changed in one, the audit says what.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Audit")
struct AuditTests {
  private static let races = Mode.all.map { mode in
    Result { () throws -> Race in
      let levels = Array([3, 4, 3, 2].prefix(mode.seats.upperBound))
      var race = try Race(.usual(of: mode), levels: levels, seed: 3)
      race.run()
      return race
    }
  }

  /// A match of four bots, or as many as the mode seats.
  static func race(_ mode: Mode) throws -> Race {
    try zip(Mode.all, races).first { $0.0 == mode }.map { try $0.1.get() } ?? races[0].get()
  }

  private func verdict(_ events: [Event], _ audit: HeardMatch) -> Verdict? {
    verdict(events.map(Told.event), audit)
  }

  private func verdict(
    _ told: [Told], _ audit: HeardMatch, after picture: [Told] = []
  ) -> Verdict? {
    var audit = audit
    for thing in picture { audit.hear(thing, isNews: false) }
    for thing in told { audit.hear(thing) }
    return audit.verdict(.openSSL)
  }

  @Test("an honest match is proved after its seed, or all but the promise", arguments: Mode.all)
  func honest(mode: Mode) throws {
    let race = try Self.race(mode)
    expect(verdict(race.events, race.audit), equals: .verified)
    expect(verdict(race.events.dropLast(), race.audit), equals: nil)
    expect(race.refusals, equals: [], "a match takes every move of a hand")
    let unpromised = HeardMatch(
      rules: race.rules, players: race.players, nonces: race.nonces, commitment: nil)
    expect(verdict(race.events, unpromised), equals: .unknown)
  }

  /// What the room tells who comes after so much: of rounds that are shut only SHUT and SCORE, then
  /// who went meanwhile; nothing of misses.
  private func picture(after count: Int, of told: [Told]) -> [Told] {
    var lasting: [Told] = []
    for thing in told.prefix(count) {
      switch thing {
      case .event(.missed): continue
      case .event(.shut):
        let opening = lasting.firstIndex(where: \.isOfOpenRound) ?? lasting.endIndex
        let round = lasting[opening...]
        lasting = lasting[..<opening] + [thing] + round.filter(\.isLost)
      case .event(.score):
        lasting.insert(thing, at: (lasting.lastIndex { !$0.isLost } ?? -1) + 1)
      default: lasting.append(thing)
      }
    }
    return lasting
  }

  @Test("any commands in any order prove fair, whenever one comes")
  func laws() throws {
    var seen: Set<String> = []
    for seed in 0..<64 {
      var chaos = try Chaos(seed: seed)
      let audit = chaos.audit
      chaos.run()
      expect(chaos.audit.verdict(.openSSL), equals: .verified, "seed \(seed)")
      seen.formUnion(chaos.seen)
      guard seed < 10 else { continue }
      for count in stride(from: 1, through: chaos.told.count, by: max(1, chaos.told.count / 4)) {
        let late = verdict(
          Array(chaos.told.dropFirst(count)), audit, after: picture(after: count, of: chaos.told))
        expect(late, equals: .verified, "seed \(seed)")
      }
    }
    let events = "ROUND LOCKED MISSED BELL SHUT SCORE OVER PLACE SEED".split(separator: " ")
    let refusals: [Refusal] = [.notNow, .offGrid, .frozen]
    expect(seen, equals: Set(events.map(String.init) + refusals.map { "\($0)" }))
  }
}

@Suite("Audit of what was changed")
struct AuditChangeTests {
  /// What is told falsely of a match, and what an audit says to it.
  struct Lie: CustomStringConvertible, Sendable {
    let description: String
    let flaw: @Sendable (_ race: Race) -> Flaw
    let change: @Sendable (inout [Event], Race) -> Void
  }

  private func check(_ lie: Lie, _ mode: Mode) throws {
    let race = try AuditTests.race(mode)
    var events = race.events
    lie.change(&events, race)
    expect(events, differsFrom: race.events, "\(lie) changes nothing in \(mode.name)")
    var audit = race.audit
    for event in events { audit.hear(event) }
    expect(audit.verdict(.openSSL), equals: .mismatch(lie.flaw(race)), "\(lie) in \(mode.name)")
  }

  @Test("a round, a score or a place that does not follow is found, and whose", arguments: Lie.all)
  func lies(lie: Lie) throws {
    for mode in [Mode.rgb, .tiles] { try check(lie, mode) }
  }

  @Test("the audit also finds values that are missing where a mode has them, or there in others")
  func ofSomeModes() throws {
    let rounds: [(Mode, @Sendable (inout RoundStart) -> Void)] = [
      (.gradient, { $0.to = nil }), (.tiles, { $0.tiles.removeLast() }),
      (.arcade, { $0.tolerance = nil }), (.memory, { $0.hides = nil }),
      (.rgb, { $0.to = $0.target }), (.rgb, { $0.hides = $0.opens }),
    ]
    for (mode, change) in rounds {
      let lie = Lie(description: "ROUND", flaw: { _ in .target(round: 2) }) { events, _ in
        events.change(round: 2, change)
      }
      try check(lie, mode)
    }
    let scores: [@Sendable (inout Score) -> Void] = [
      { $0.guess = Guess([]) }, { $0.isAssisted.toggle() }, { $0.lives = 7 },
    ]
    for change in scores {
      let lie = Lie(description: "SCORE", flaw: { .score(round: 1, $0.players[0]) }) { events, _ in
        events.change(score: 0, change)
      }
      try check(lie, .rgb)
    }
    let bell = Lie(description: "a bell", flaw: { _ in .round(1) }) { events, _ in
      if let lock = events.firstIndex(where: \.isLock) {
        events.insert(.bell(closes: Instant(milliseconds: 9_000)), at: lock + 1)
      }
    }
    try check(bell, .arcade)
  }

  /// A match in rgb of one player that was told as it is to one who came after it: for each round
  /// how far the red of the guess is off, after how long it is said to have been locked, and what
  /// lag took off. It ends before its last round when there are fewer.
  private func verdict(
    offs: [Int], elapsed: Int = 900, lags: [Int] = [0, 0, 0], saysNext: Bool = true,
    isPlaced: Bool = true
  ) throws -> Verdict? {
    let player = PlayerID(number: 1)
    let rules = try Rules.checked(rounds: 3)
    let seed = try MatchSeed.counting()
    var audit = HeardMatch(rules: rules, players: [player], nonces: [.none], commitment: nil)
    var total = 0
    for (index, off) in offs.enumerated() {
      let round = index + 1
      var draw = RandomStream(seed: seed, round: round, nonces: [.none], hashing: .openSSL)
      let challenge = rules.mode.challenge(&draw, Course(round: round, streak: 0, level: .normal))
      var guess = challenge.answer
      guess.values[0] += guess.values[0] < 128 ? off : -off
      let difference = try require(rules.mode.difference(guess, in: challenge))
      let points = rules.points(difference, after: elapsed, inRound: round)
      total += points
      let isLast = round == 3 || (round == offs.count && !saysNext)
      let next = isLast ? nil : Instant(milliseconds: 0)
      audit.hear(.shut(round: round, answer: challenge.answer, next: next))
      let score = Score(
        who: player, guess: guess, difference: difference, elapsed: elapsed, points: points,
        total: total, lag: lags[index])
      audit.hear(.score(score))
    }
    audit.hear(.over)
    if isPlaced { audit.hear(.place(1, player, total: total)) }
    audit.hear(.seed(seed))
    return audit.verdict(.openSSL)
  }

  @Test("a lock too far off, a match that ends too soon and lag beyond the quota are found")
  func told() throws {
    let first = PlayerID(number: 1)
    try expect(verdict(offs: [0, 3, 0]), equals: .unknown)
    try expect(verdict(offs: [0, 90, 0]), equals: .mismatch(.score(round: 2, first)))
    try expect(
      verdict(offs: [0, 90, 0], elapsed: 30_000), equals: .unknown, "where the sliders stood")

    try expect(verdict(offs: [0, 0]), equals: .mismatch(.places))
    try expect(verdict(offs: [0, 0], isPlaced: false), equals: .unknown, "nobody is left")
    try expect(verdict(offs: [0, 0], saysNext: false), equals: .mismatch(.round(2)))
    try expect(verdict(offs: []), equals: .mismatch(.places))
    try expect(verdict(offs: [], isPlaced: false), equals: .unknown)

    let lags: [(lags: [Int], round: Int?)] = [
      ([150, 50, 50], nil), ([0, 150, 50], nil), ([151, 0, 0], 1), ([150, 51, 0], 2),
      ([100, 50, 101], 3), ([-1, 0, 0], 1),
    ]
    for (lags, round) in lags {
      let expected = round.map { Verdict.mismatch(.score(round: $0, first)) } ?? .unknown
      try expect(verdict(offs: [0, 0, 0], lags: lags), equals: expected, "\(lags)")
    }
  }
}

@Suite("Audit of nonsense")
struct AuditNonsenseTests {
  private func refute(_ events: some Sequence<Event>, _ race: Race, _ comment: String) {
    var audit = race.audit
    for event in events { audit.hear(event) }
    if case .mismatch = audit.verdict(.openSSL) { return }
    Issue.record("\(comment) is not found")
  }

  @Test("any order, dropping any one event and telling any twice are found", arguments: Mode.all)
  func disordered(mode: Mode) throws {
    let race = try AuditTests.race(mode)
    var generator = SplitMix64(seed: 1)
    for _ in 0..<2 {
      refute(race.events.shuffled(using: &generator) + [.seed(race.seed)], race, "any order")
    }
    let seed = race.events.count - 1
    for index in stride(from: 0, to: seed, by: max(1, seed / 20)) {
      let event = race.events[index]
      refute(race.events[...index] + race.events[index...], race, "\(event) told twice")
      switch event {
      // A player who came late heard no ROUND either; a bell that nobody heard changes no score.
      case .round, .bell: continue
      default: refute(race.events[..<index] + race.events[(index + 1)...], race, "no \(event)")
      }
    }
    for index in race.events.indices {
      guard case .missed = race.events[index] else { continue }
      refute(race.events[...index] + race.events[index...], race, "a miss that a score leaves out")
    }
  }

  @Test("numbers of any size do no harm")
  func extremes() throws {
    let player = PlayerID(number: 1)
    let far = Instant(milliseconds: 1 << 53)
    let color = Color(red: 1, green: 2, blue: 3)
    // A guess has no wider ones.
    let guess = Guess([Int(Int16.max), Int(Int16.min)])
    for mode in Mode.all {
      for round in [Int.min, -1, 0, 1, 2, 99, 100, 1 << 53, Int.max] {
        var audit = HeardMatch(
          rules: .usual(of: mode), players: [player], nonces: [.none], commitment: nil)
        let start = RoundStart(
          round: round, of: .max, opens: far, closes: far, target: color, start: color)
        audit.hear(.round(start))
        audit.hear(.locked(player, elapsed: .max, lag: .min))
        audit.hear(.locked(player, elapsed: 1, lag: .max))
        audit.hear(.bell(closes: far))
        audit.hear(.missed(player, elapsed: .max, lag: .max))
        audit.hear(.shut(round: round, answer: guess, next: far))
        audit.hear(
          .score(
            Score(
              who: player, guess: guess, difference: .zero, elapsed: .max, points: .max,
              total: .max, lag: .max, misses: .max, lives: .min)))
        audit.hear(.over)
        audit.hear(.place(.max, player, total: .max))
        audit.hear(.seed(try .counting()))
        guard case .mismatch = audit.verdict(.openSSL) else {
          Issue.record("\(mode.name) \(round)")
          return
        }
      }
    }
  }
}
