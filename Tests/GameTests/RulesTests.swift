// The numbers of the rules, each once more in words that can be compared with the rules on paper,
// and the border that a level draws around its target.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Rules")
struct RulesTests {
  @Test("a room has the standard settings")
  func standard() throws {
    expect(Rules.standard, equals: (try .checked(.rgb, rounds: 5, seconds: 30, level: .normal)))
  }

  @Test("the numbers that are the same in every match")
  func numbers() {
    expect(Level.allCases.map(\.tolerance.thousandths), equals: [8_000, 5_000, 3_000])
    expect(Rules.countdownMilliseconds, equals: 3_000)
    expect(Rules.graceMilliseconds, equals: 3_000)
    expect(Rules.freezeMilliseconds, equals: 1_500)
    expect(Rules.intervalMilliseconds, equals: 5_000)
    expect(Rules.leadRange == 100...250 && Rules.slackMilliseconds == 250)
    expect(Rules.lagQuotaMax == 150 && Rules.lagQuotaRefill == 50)
    expect(Rules.tieMilliseconds == 10 && Rules.endlessRoundsMax == 99)
  }

  @Test(
    "rounds and seconds keep within their limits",
    arguments: [
      (1, 5, true), (20, 120, true), (0, 30, false), (21, 30, false), (5, 4, false),
      (5, 121, false), (-1, -1, false),
    ])
  func limits(rounds: Int, seconds: Int, isAllowed: Bool) {
    let rules = Rules(checkedMode: .hsb, rounds: rounds, seconds: seconds, level: .easy)
    expect((rules != nil), equals: isAllowed)
  }

  /// Rounds, seconds, level, whether players are helped, and whether daily can be played so.
  static let daily: [(rounds: Int, seconds: Int, level: Level, helps: Bool, isAllowed: Bool)] = [
    (5, 30, .normal, false, true), (4, 30, .normal, false, false), (5, 31, .normal, false, false),
    (5, 30, .easy, false, false), (5, 30, .hard, false, false), (5, 30, .normal, true, false),
  ]

  @Test("a setting that a mode fixes cannot be changed", arguments: daily)
  func fixed(rounds: Int, seconds: Int, level: Level, helps: Bool, isAllowed: Bool) {
    func rules(_ mode: Mode) -> Rules? {
      Rules(
        checkedMode: mode, rounds: rounds, seconds: seconds, level: level, isAssisted: helps)
    }
    expect((rules(.daily) != nil), equals: isAllowed)
    expect(rules(.daily).map { $0 == .usual(of: .daily) } ?? true)
    expect(rules(.hsb)?.isAssisted, equals: helps)
  }

  @Test("every mode's standard settings are allowed", arguments: Mode.all)
  func usual(mode: Mode) {
    let usual = Rules.usual(of: mode)
    let asked = Rules(
      checkedMode: mode, rounds: mode.usual.rounds, seconds: mode.usual.seconds, level: .normal)
    expect(asked == usual && !usual.isAssisted)
    expect(usual.roundsMax, equals: (mode == .arcade ? 99 : mode.usual.rounds))
  }

  @Test("a lock is taken up to its level's ΔE exactly, and not beyond", arguments: Level.allCases)
  func border(level: Level) throws {
    let start = Instant(milliseconds: 0)
    var match = Match(
      rules: try .checked(level: level), players: [PlayerID(number: 1)], seed: try .counting(),
      nonces: [.none], hashing: .openSSL, start: start)
    _ = match.advance(to: start + 2_900)
    let challenge = try require(match.round?.challenge)
    let target = challenge.answer
    var taken = 0
    var missed = 0
    for red in stride(from: -16, through: 16, by: 2) {
      for green in stride(from: -16, through: 16, by: 4) {
        let values = [target.values[0] + red, target.values[1] + green, target.values[2]]
        let guess = Guess(values.map(Mode.rgb.channels[0].nearest))
        let difference = try require(Mode.rgb.difference(guess, in: challenge))
        var copy = match
        let events = try copy.apply(
          .lock(guess, claim: nil), by: PlayerID(number: 1), at: start + 3_000)
        let isTaken = events.first == .locked(PlayerID(number: 1), elapsed: 0, lag: 0)
        expect(isTaken, equals: (difference <= level.tolerance), "\(difference)")
        if isTaken { taken += 1 } else { missed += 1 }
      }
    }
    expect(taken > 5 && missed > 5)
  }

  @Test("a move at the moment of shutting comes too late, even before the match is told the time")
  func tooLate() throws {
    let player = PlayerID(number: 1)
    let start = Instant(milliseconds: 0)
    var match = Match(
      rules: try .checked(), players: [player], seed: try .counting(), nonces: [.none],
      hashing: .openSSL, start: start)
    _ = match.advance(to: start + 2_900)
    #expect(throws: Refusal.notNow) {
      try match.apply(.set(Mode.rgb.start), by: player, at: start + 33_000)
    }
    try expect(match.apply(.set(Mode.rgb.start), by: player, at: start + 32_999), equals: [])
  }
}
