// Laws that hold whatever players do and whenever: a thousand matches of random commands at random
// moments, watched by a witness.

import Chroma
import Game
import Testing
import Wire

@Suite("Laws of a match")
struct MatchLawTests {
  @Test("any commands in any order keep the laws", arguments: 0..<300)
  func laws(seed: Int) throws {
    var chaos = try Chaos(seed: seed)
    chaos.run()
    #expect(chaos.witness.isOver && chaos.witness.hasSeed)
  }

  @Test(
    "the same commands at the same moments give the same events, to the byte", arguments: 0..<40)
  func deterministic(seed: Int) throws {
    var one = try Chaos(seed: seed)
    var other = try Chaos(seed: seed)
    one.run()
    other.run()
    #expect(one.bytes == other.bytes && !one.bytes.isEmpty)
  }

  @Test("the random matches meet every event and every refusal")
  func coverage() throws {
    var seen: Set<String> = []
    for seed in 0..<60 {
      var chaos = try Chaos(seed: seed)
      chaos.run()
      seen.formUnion(chaos.seen)
    }
    let events = "ROUND LOCKED MISSED BELL SHUT SCORE OVER PLACE SEED".split(separator: " ")
    let refusals: [Refusal] = [.notNow, .offGrid, .frozen]
    #expect(seen == Set(events.map(String.init) + refusals.map { "\($0)" }))
  }

  @Test("what can be asked of a match fits what it has told")
  func questions() throws {
    let players = [PlayerID(number: 4), PlayerID(number: 2)]
    var match = Match(
      rules: try .checked(rounds: 2), players: players, seed: try .counting(),
      nonces: [.none, .none], hashing: .openSSL, start: Instant(milliseconds: 0))
    #expect(match.players == players && !match.isOver)
    #expect(match.opens == Instant(milliseconds: 3_000) && match.round == nil)
    #expect(match.guess(of: players[0]) == nil && match.nearness(of: players[0]) == nil)

    _ = match.advance(to: Instant(milliseconds: 2_900))
    let round = try #require(match.round)
    #expect(match.opens == nil && round.closes == round.start.closes)
    #expect(Mode.rgb.color(of: round.target) == round.start.target)
    #expect(match.guess(of: players[0]) == Mode.rgb.start)
    #expect(match.guess(of: PlayerID(number: 9)) == nil)
    #expect(match.nearness(of: PlayerID(number: 9)) == nil)

    let now = Instant(milliseconds: 4_000)
    _ = try match.apply(.set(Guess([1, 2, 3])), by: players[0], at: now)
    #expect(match.guess(of: players[0]) == Guess([1, 2, 3]))
    _ = try match.apply(.lock(round.target), by: players[1], at: now)
    #expect(match.nearness(of: players[1]) == 100)
    #expect(match.round?.closes == now + Rules.graceMilliseconds)

    _ = match.advance(to: Instant(milliseconds: 7_000))
    #expect(match.round == nil && match.guess(of: players[0]) == nil)
    #expect(match.opens == Instant(milliseconds: 12_000))
    _ = match.withdraw(players[0], at: Instant(milliseconds: 7_000))
    #expect(match.players == [players[1]])
    _ = match.withdraw(players[1], at: Instant(milliseconds: 7_000))
    #expect(match.isOver && match.deadline == nil && match.opens == nil)
  }
}

/// A match with players who do anything at any time.
private struct Chaos {
  private(set) var witness: Witness
  /// Every event as it goes over the wire.
  private(set) var bytes: [UInt8] = []
  /// The verbs and refusals that came up.
  private(set) var seen: Set<String> = []
  private var generator: SeededGenerator
  private let rules: Rules
  private let players: [PlayerID]
  private var match: Match
  private var now = Instant(milliseconds: 0)

  init(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let levels = Level.allCases
    rules = try .checked(
      Mode.all[generator.int(0...2)], rounds: generator.int(1...4),
      seconds: generator.int(5...9), level: levels[generator.int(0...2)])
    players = (1...generator.int(1...5)).map(PlayerID.init(number:))
    match = Match(
      rules: rules, players: players, seed: try .numbered(seed),
      nonces: players.map { _ in .none }, hashing: .openSSL, start: now)
    witness = Witness(rules: rules, players: players)
    self.generator = generator
  }

  /// Plays until the match is over, and a little longer.
  mutating func run() {
    var stepsAfterEnd = 0
    while stepsAfterEnd < 10 {
      pass()
      act()
      if match.isOver { stepsAfterEnd += 1 }
    }
  }

  /// Lets some time pass: none, a little, or until just before, at or after the next deadline.
  private mutating func pass() {
    switch generator.int(0...9) {
    case 0: break
    case 1:
      if let deadline = match.deadline { now = max(now, deadline + generator.int(-1...1)) }
    default: now = now + generator.int(1...400)
    }
    let before = now
    take(match.advance(to: now))
    #expect(match.deadline.map { $0 > before } ?? match.isOver, "what is due has happened")
  }

  private mutating func act() {
    let stranger = PlayerID(number: 99)
    let player = (players + [stranger])[generator.int(0...players.count)]
    switch generator.int(0...399) {
    case 0:
      witness.left(player)
      take(match.withdraw(player, at: now))
    case 1...8: match.lead = generator.int(0...1_500)
    case 9...240: say(.set(guess()), by: player)
    default: say(.lock(guess()), by: player)
    }
  }

  /// Anything: near the target, anywhere on the grid, or off it.
  private mutating func guess() -> Guess {
    let channels = rules.mode.channels
    var values = channels.map { generator.int($0.grid) }
    switch generator.int(0...9) {
    case 0: values[0] = channels[0].grid.upperBound + 1
    case 1: values.append(0)
    case 2...5: values = match.round?.target.values ?? values
    default: break
    }
    return Guess(values)
  }

  private mutating func say(_ command: Command, by player: PlayerID) {
    let before = players.map { match.guess(of: $0) }
    let deadline = match.deadline
    do throws(Refusal) {
      let events = try match.apply(command, by: player, at: now)
      witness.said(command, by: player, at: now, refusal: nil)
      take(events)
    } catch {
      witness.said(command, by: player, at: now, refusal: error)
      seen.insert("\(error)")
      #expect(players.map { match.guess(of: $0) } == before && match.deadline == deadline)
    }
  }

  private mutating func take(_ events: [Event]) {
    for event in events {
      witness.saw(event, at: now)
      seen.insert(String(event.line.prefix { $0 != " " }))
      bytes += Array("\(event.line)\n".utf8)
    }
  }
}
