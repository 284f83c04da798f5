// The numbers of the rules, each once more in words that can be compared with the rules on paper,
// and the border that a level draws around its target.

import Chroma
import Game
import Testing

@Suite("Rules")
struct RulesTests {
  @Test("what a room has when nobody asked for anything else")
  func standard() throws {
    #expect(Rules.standard == (try .checked(.rgb, rounds: 5, seconds: 30, level: .normal)))
  }

  @Test("the numbers that are the same in every match")
  func numbers() {
    #expect(Level.allCases.map(\.tolerance.thousandths) == [8_000, 5_000, 3_000])
    #expect(Rules.countdownMilliseconds == 3_000)
    #expect(Rules.graceMilliseconds == 3_000)
    #expect(Rules.freezeMilliseconds == 1_500)
    #expect(Rules.intervalMilliseconds == 5_000)
    #expect(Rules.leadRange == 100...1_000)
  }

  @Test(
    "rounds and seconds keep within their limits",
    arguments: [
      (1, 5, true), (20, 120, true), (0, 30, false), (21, 30, false), (5, 4, false),
      (5, 121, false), (-1, -1, false),
    ])
  func limits(rounds: Int, seconds: Int, isAllowed: Bool) {
    let rules = Rules(checkedMode: .hsb, rounds: rounds, seconds: seconds, level: .easy)
    #expect((rules != nil) == isAllowed)
  }

  @Test("a lock is taken up to its level's ΔE exactly, and not beyond", arguments: Level.allCases)
  func border(level: Level) throws {
    let start = Instant(milliseconds: 0)
    var match = Match(
      rules: try .checked(level: level), players: [PlayerID(number: 1)], seed: try .counting(),
      nonces: [.none], hashing: .openSSL, start: start)
    _ = match.advance(to: start + 2_900)
    let challenge = try #require(match.round?.challenge)
    let target = challenge.answer
    var taken = 0
    var missed = 0
    for red in -16...16 {
      for green in stride(from: -16, through: 16, by: 2) {
        let values = [target.values[0] + red, target.values[1] + green, target.values[2]]
        let guess = Guess(values.map(Mode.rgb.channels[0].nearest))
        let difference = try #require(Mode.rgb.difference(guess, in: challenge))
        var copy = match
        let events = try copy.apply(
          .lock(guess, claim: nil), by: PlayerID(number: 1), at: start + 3_000)
        let isTaken = events.first == .locked(PlayerID(number: 1), elapsed: 0, lag: 0)
        #expect(isTaken == (difference <= level.tolerance), "\(difference)")
        if isTaken { taken += 1 } else { missed += 1 }
      }
    }
    #expect(taken > 20 && missed > 20)
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
    #expect(try match.apply(.set(Mode.rgb.start), by: player, at: start + 32_999) == [])
  }
}
