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

  @Test("an honest match is proved, and nothing is said before its seed", arguments: Mode.all)
  func honest(mode: Mode) throws {
    let race = try Self.race(mode)
    expect(verdict(race.events, race.audit), equals: .verified)
    expect(verdict(race.events.dropLast(), race.audit), equals: nil)
    expect(race.refusals, equals: [], "a match takes every move of a hand")
  }

  @Test("without the promise everything may follow and nothing is known", arguments: Mode.all)
  func unknown(mode: Mode) throws {
    let race = try Self.race(mode)
    let audit = HeardMatch(
      rules: race.rules, players: race.players, nonces: race.nonces, commitment: nil)
    expect(verdict(race.events, audit), equals: .unknown)
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

  @Test("a player who comes late, at whatever moment, can prove the same", arguments: Mode.all)
  func late(mode: Mode) throws {
    let race = try Self.race(mode)
    for count in stride(from: 1, through: race.events.count, by: race.events.count / 9) {
      expect(
        verdict(
          race.events.dropFirst(count).map(Told.event), race.audit,
          after: picture(after: count, of: race.events.map(Told.event))), equals: .verified,
        "\(count)")
    }
  }

  @Test(
    "late or not, random matches with people who go or are put out are proved", arguments: 0..<10)
  func chaos(seed: Int) throws {
    var chaos = try Chaos(seed: seed)
    let audit = chaos.audit
    chaos.run()
    expect(verdict(chaos.told, audit), equals: .verified)
    for count in stride(from: 1, through: chaos.told.count, by: max(1, chaos.told.count / 4)) {
      let picture = picture(after: count, of: chaos.told)
      expect(verdict(Array(chaos.told.dropFirst(count)), audit, after: picture), equals: .verified)
    }
  }

  @Test("another seed is not the promised one, and another promise is not kept")
  func commitment() throws {
    let race = try Self.race(.rgb)
    let other = try MatchSeed.numbered(99)
    expect(
      verdict(race.events.dropLast() + [.seed(other)], race.audit), equals: .mismatch(.commitment))
    let promise = HeardMatch(
      rules: race.rules, players: race.players, nonces: race.nonces,
      commitment: other.commitment(.openSSL))
    expect(verdict(race.events, promise), equals: .mismatch(.commitment))
    let none = HeardMatch(
      rules: race.rules, players: race.players, nonces: race.nonces, commitment: nil)
    expect(
      verdict(race.events.dropLast() + [.seed(other)], none), equals: .mismatch(.target(round: 1)))
  }

  @Test("another nonce gives other targets; a nonce that only its giver knows is blamed")
  func nonces() throws {
    let race = try Self.race(.rgb)
    let nonces = Array(race.nonces.dropLast()) + [try Nonce.checked("ab")]
    let other = HeardMatch(
      rules: race.rules, players: race.players, nonces: nonces,
      commitment: race.seed.commitment(.openSSL))
    expect(verdict(race.events, other), equals: .mismatch(.target(round: 1)))
    var blamed = race.audit
    blamed.blame(.nonces)
    blamed.blame(.places)
    expect(verdict(race.events, blamed), equals: .mismatch(.nonces))
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

  @Test("the audit finds a target that does not follow from the seed", arguments: Lie.aboutTargets)
  func targets(lie: Lie) throws {
    for mode in [Mode.rgb, .tiles, .memory] { try check(lie, mode) }
  }

  @Test("a score that does not follow is found, and whose", arguments: Lie.aboutScores)
  func scores(lie: Lie) throws {
    for mode in [Mode.rgb, .tiles, .memory] { try check(lie, mode) }
  }

  @Test("a round, a bell or a place that does not follow is found", arguments: Lie.aboutTheRest)
  func rest(lie: Lie) throws {
    for mode in [Mode.rgb, .tiles] { try check(lie, mode) }
  }

  @Test("the audit also finds faults in values that only some modes have")
  func ofSomeModes() throws {
    func announcing(_ change: @escaping @Sendable (inout RoundStart) -> Void) -> Lie {
      Lie(description: "ROUND", flaw: { _ in .target(round: 2) }) { events, _ in
        events.change(round: 2, change)
      }
    }
    try check(announcing { $0.to = $0.start }, .gradient)
    try check(announcing { $0.to = nil }, .gradient)
    try check(announcing { $0.tiles.swapAt(0, 1) }, .tiles)
    try check(announcing { $0.tiles.removeLast() }, .tiles)
    try check(announcing { $0.tolerance = Difference(thousandths: 1) }, .tiles)
    try check(announcing { $0.tolerance = nil }, .arcade)
    try check(announcing { $0.of = 5 }, .arcade)
    try check(announcing { $0.hides = $0.opens + 2_999 }, .memory)
    try check(announcing { $0.hides = nil }, .memory)
    let lives = Lie(description: "lives", flaw: { .score(round: 1, $0.players[0]) }) { events, _ in
      events.change(score: 0) { $0.lives = 2 }
    }
    try check(lives, .arcade)
    let bell = Lie(description: "a bell", flaw: { _ in .round(1) }) { events, _ in
      if let lock = events.firstIndex(where: \.isLock) {
        events.insert(.bell(closes: Instant(milliseconds: 9_000)), at: lock + 1)
      }
    }
    try check(bell, .arcade)
  }

  @Test("a miss that a score leaves out is found")
  func misses() throws {
    for seed in 0..<20 {
      var race = try Race(.usual(of: .hsb), levels: [1, 1], seed: seed)
      race.run()
      var events = race.events
      guard let index = events.firstIndex(where: { ($0.score?.misses ?? 0) > 0 }) else { continue }
      events.change(score: events[..<index].count { $0.score != nil }) { $0.misses = 0 }
      var audit = race.audit
      for event in events { audit.hear(event) }
      guard case .mismatch(.score) = audit.verdict(.openSSL) else {
        Issue.record("seed \(seed)")
        return
      }
      return
    }
    Issue.record("nobody has missed")
  }

  /// A match in rgb of one player that was told as it is to one who came after it: for each round
  /// how far the red of the guess is off, and after how long it is said to have been locked. It
  /// ends before its last round when there are fewer.
  private func verdict(
    offs: [Int], elapsed: Int, saysNext: Bool = true, isPlaced: Bool = true
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
      audit.hear(
        .shut(
          round: round, answer: challenge.answer,
          next: isLast ? nil : Instant(milliseconds: 0)))
      audit.hear(
        .score(
          Score(
            who: player, guess: guess, difference: difference, elapsed: elapsed, points: points,
            total: total)))
    }
    audit.hear(.over)
    if isPlaced { audit.hear(.place(1, player, total: total)) }
    audit.hear(.seed(seed))
    return audit.verdict(.openSSL)
  }

  @Test("a lock that was too far off to be taken is found")
  func tooFar() throws {
    try expect(verdict(offs: [0, 3, 0], elapsed: 900), equals: .unknown)
    let first = PlayerID(number: 1)
    try expect(verdict(offs: [0, 90, 0], elapsed: 900), equals: .mismatch(.score(round: 2, first)))
    try expect(
      verdict(offs: [0, 90, 0], elapsed: 30_000), equals: .unknown, "where the sliders stood")
  }

  @Test("a match that ends too soon is found, unless nobody is left to be placed")
  func tooSoon() throws {
    try expect(verdict(offs: [0, 0], elapsed: 900), equals: .mismatch(.places))
    try expect(verdict(offs: [0, 0], elapsed: 900, isPlaced: false), equals: .unknown)
    try expect(verdict(offs: [0, 0], elapsed: 900, saysNext: false), equals: .mismatch(.round(2)))
    try expect(verdict(offs: [], elapsed: 900), equals: .mismatch(.places))
    try expect(verdict(offs: [], elapsed: 900, isPlaced: false), equals: .unknown)
  }

  @Test("lag beyond the quota is found")
  func lag() throws {
    let player = PlayerID(number: 1)
    let rules = try Rules.checked(rounds: 3)
    func verdict(_ lags: [Int]) throws -> Verdict? {
      let seed = try MatchSeed.counting()
      var audit = HeardMatch(rules: rules, players: [player], nonces: [.none], commitment: nil)
      var total = 0
      for (index, lag) in lags.enumerated() {
        var draw = RandomStream(seed: seed, round: index + 1, nonces: [.none], hashing: .openSSL)
        let course = Course(round: index + 1, streak: index, level: .normal)
        let answer = rules.mode.challenge(&draw, course).answer
        let next = index == 2 ? nil : Instant(milliseconds: 0)
        audit.hear(.shut(round: index + 1, answer: answer, next: next))
        let points = rules.points(.zero, after: 900, inRound: index + 1)
        total += points
        audit.hear(
          .score(
            Score(
              who: player, guess: answer, difference: .zero, elapsed: 900, points: points,
              total: total, lag: lag)))
      }
      audit.hear(.over)
      audit.hear(.place(1, player, total: total))
      audit.hear(.seed(seed))
      return audit.verdict(.openSSL)
    }
    try expect(verdict([150, 50, 50]), equals: .unknown)
    try expect(verdict([0, 150, 50]), equals: .unknown)
    try expect(verdict([151, 0, 0]), equals: .mismatch(.score(round: 1, player)))
    try expect(verdict([150, 51, 0]), equals: .mismatch(.score(round: 2, player)))
    try expect(verdict([100, 50, 101]), equals: .mismatch(.score(round: 3, player)))
    try expect(verdict([-1, 0, 0]), equals: .mismatch(.score(round: 1, player)))
  }
}

@Suite("Audit of nonsense")
struct AuditNonsenseTests {
  @Test("any order of events is survived, and never proved", arguments: 0..<16)
  func shuffled(seed: Int) throws {
    let race = try AuditTests.race(Mode.all[seed % Mode.all.count])
    var generator = SplitMix64(seed: UInt64(seed))
    var audit = race.audit
    for event in race.events.shuffled(using: &generator) { audit.hear(event) }
    audit.hear(.seed(race.seed))
    guard case .mismatch = audit.verdict(.openSSL) else {
      Issue.record("seed \(seed)")
      return
    }
  }

  @Test("dropping any one event is found", arguments: Mode.all)
  func dropped(mode: Mode) throws {
    let race = try AuditTests.race(mode)
    let seed = race.events.count - 1
    for index in stride(from: 0, to: seed, by: max(1, seed / 20)) {
      var events = race.events
      switch events.remove(at: index) {
      // Who came late heard no ROUND either; a bell that nobody heard changes no score.
      case .round, .bell: continue
      default: break
      }
      var audit = race.audit
      for event in events { audit.hear(event) }
      guard case .mismatch = audit.verdict(.openSSL) else {
        Issue.record("\(race.events[index])")
        continue
      }
    }
  }

  @Test("telling any one event twice is found", arguments: Mode.all)
  func repeated(mode: Mode) throws {
    let race = try AuditTests.race(mode)
    for index in stride(from: 0, to: race.events.count, by: race.events.count / 12) {
      var audit = race.audit
      for event in race.events[...index] { audit.hear(event) }
      for event in race.events[index...] { audit.hear(event) }
      guard case .mismatch = audit.verdict(.openSSL) else {
        Issue.record("\(race.events[index])")
        continue
      }
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
