// A client that lies about the way or the time gains no more than the quota that everybody has,
// shown on pairs of matches that differ in nothing else. The game's own tests show that of a match
// alone; here a whole server measures the way by its PINGs.

import Game
import TestSupport
import Testing
import TranscriptSupport

@Suite("Fairness")
struct FairnessTests {
  /// 10 ms and 150 ms there and back.
  private static let near = Duel.Duelist(delay: 5, hand: 0)
  private static let far = Duel.Duelist(delay: 75, hand: 1)

  /// What lag may take off in that many rounds, in milliseconds: the quota and what it regains.
  private static func creditMax(after rounds: Int) -> Int {
    Rules.lagQuotaMax + (rounds - 1) * Rules.lagQuotaRefill
  }

  /// Ways to gain time that one does not have, and what each may gain in all rounds together, in
  /// milliseconds.
  private static let lies:
    [(
      name: String, honest: Duel.Duelist, gainMax: Int,
      lie: @Sendable (inout Duel.Duelist) -> Void
    )] = [
      ("claims the opening", near, 5 * Duel.rounds, { $0.lie = 100_000 }),
      ("answers no PING, claims the opening", near, 0, { ($0.lie, $0.pongDelay) = (100_000, nil) }),
      (
        "answers PINGs before they come, claims the opening", near, 5 * Duel.rounds,
        { ($0.lie, $0.guessesNonces) = (100_000, true) }
      ),
      (
        "answers PINGs late, claims the opening", near, creditMax(after: Duel.rounds),
        { ($0.lie, $0.pongDelay) = (100_000, 600) }
      ),
      (
        "answers PINGs late, claims what that is worth", near, creditMax(after: Duel.rounds),
        { ($0.lie, $0.pongDelay) = (150, 290) }
      ),
      (
        "is far away, answers PINGs late, claims the opening", far, creditMax(after: Duel.rounds),
        { ($0.lie, $0.pongDelay) = (100_000, 600) }
      ),
    ]

  @Test("a liar gains no more than the quota", arguments: lies.indices)
  func liars(_ index: Int) throws {
    let (name, honest, gainMax, lie) = FairnessTests.lies[index]
    let other = Duel.Duelist(delay: 20, hand: 2)
    var liar = honest
    lie(&liar)
    let truth = try Duel(seed: 1, honest, other).scores.map { $0[0] }
    let lies = try Duel(seed: 1, liar, other).scores.map { $0[0] }
    expect(truth.count == Duel.rounds && lies.count == Duel.rounds, name)
    func sum(_ scores: some Sequence<Score>, _ value: (Score) -> Int) -> Int {
      scores.reduce(0) { $0 + value($1) }
    }
    for rounds in 1...lies.count {
      let credit = sum(lies[..<rounds]) { $0.lag }
      expect(credit, isAtMost: FairnessTests.creditMax(after: rounds), name)
    }
    expect(sum(truth) { $0.elapsed } - sum(lies) { $0.elapsed }, isAtMost: gainMax, name)
    // Every round's points are rounded, once for either.
    let pointsMax = gainMax * 1_000 / (2 * Duel.seconds * 1_000) + Duel.rounds
    expect(sum(lies) { $0.points } - sum(truth) { $0.points }, isAtMost: pointsMax, name)
  }
}
