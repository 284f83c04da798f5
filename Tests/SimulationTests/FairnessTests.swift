// Time is fair: a far player gets as many points as a near one, and a client that lies about the
// way or the time gains no more than the quota that everybody has. Each claim is shown on pairs of
// matches that differ in nothing else.

import Game
import TestSupport
import Testing
import TranscriptSupport

@Suite("Fairness")
struct FairnessTests {
  /// One way, in milliseconds: 10 ms and 150 ms there and back.
  private static let near = Duel.Duelist(delay: 5, hand: 0)
  private static let far = Duel.Duelist(delay: 75, hand: 1)

  /// What lag may take off in so many rounds, in milliseconds: the quota and what comes back of it.
  private static func creditMax(after rounds: Int) -> Int {
    Rules.lagQuotaMax + (rounds - 1) * Rules.lagQuotaRefill
  }

  @Test("equal hands score equal at 10 ms and at 150 ms")
  func equal() throws {
    var near = Sum()
    var far = Sum()
    for seed in UInt64(1)...4 {
      // Each hand plays once near and once far: what one hand does better cancels out.
      for hands in [(0, 1), (1, 0)] {
        let duel = try Duel(
          seed: seed, FairnessTests.near.with(hand: hands.0, jitter: 4),
          FairnessTests.far.with(hand: hands.1, jitter: 4))
        expect(duel.scores.count, equals: Duel.rounds)
        expect(duel.lead, isAbove: 0, "a round was heard of after it had opened")
        near.add(duel.scores.map { $0[0] })
        far.add(duel.scores.map { $0[1] })
      }
    }
    let gap = Double(far.points - near.points) / Double(near.points)
    let later = Double(far.elapsed - near.elapsed) / Double(near.rounds)
    expect(abs(gap), isBelow: 0.01)
    // Ten milliseconds of points are less than a thousandth, so time itself is looked at too. What
    // is left is what the quota does not pay for when every round asks for half of 150 ms.
    expect(abs(later), isBelow: 20)
  }

  /// A way to gain time that one does not have.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let honest: Duel.Duelist
    let liar: Duel.Duelist
    /// What it may gain in all rounds together, in milliseconds.
    let gainMax: Int
  }

  private static let lies: [Lie] = [
    Lie(
      testDescription: "claims the opening", honest: near, liar: near.with(lie: 100_000),
      gainMax: 5 * Duel.rounds),
    Lie(
      testDescription: "answers no PING, claims the opening", honest: near,
      liar: near.with(lie: 100_000, pongDelay: .some(nil)), gainMax: 0),
    Lie(
      testDescription: "answers PINGs before they come, claims the opening", honest: near,
      liar: near.with(lie: 100_000, guessesNonces: true), gainMax: 5 * Duel.rounds),
    Lie(
      testDescription: "answers PINGs late, claims the opening", honest: near,
      liar: near.with(lie: 100_000, pongDelay: 600), gainMax: creditMax(after: Duel.rounds)),
    Lie(
      testDescription: "answers PINGs late, claims what that is worth", honest: near,
      liar: near.with(lie: 150, pongDelay: 290), gainMax: creditMax(after: Duel.rounds)),
    Lie(
      testDescription: "is far away, answers PINGs late, claims the opening", honest: far,
      liar: far.with(lie: 100_000, pongDelay: 600), gainMax: creditMax(after: Duel.rounds)),
  ]

  @Test("a liar gains no more than the quota", arguments: lies)
  func liars(_ lie: Lie) throws {
    let other = Duel.Duelist(delay: 20, hand: 2)
    var honest = Sum()
    honest.add(try Duel(seed: 1, lie.honest, other).scores.map { $0[0] })
    var liar = Sum()
    for round in try Duel(seed: 1, lie.liar, other).scores {
      liar.add([round[0]])
      expect(liar.credit, isAtMost: FairnessTests.creditMax(after: liar.rounds))
    }
    expect(liar.rounds, equals: Duel.rounds)
    expect(honest.rounds, equals: Duel.rounds)
    expect(honest.elapsed - liar.elapsed, isAtMost: lie.gainMax)
    // Every round's points are rounded, once for either.
    let pointsMax = lie.gainMax * 1_000 / (2 * Duel.seconds * 1_000) + Duel.rounds
    expect(liar.points - honest.points, isAtMost: pointsMax)
  }
}

/// What some rounds came to for one player.
private struct Sum {
  var rounds = 0
  var points = 0
  var elapsed = 0
  /// What lag took off.
  var credit = 0

  mutating func add(_ scores: [Score]) {
    rounds += scores.count
    points += scores.map(\.points).reduce(0, +)
    elapsed += scores.map(\.elapsed).reduce(0, +)
    credit += scores.map(\.lag).reduce(0, +)
  }
}

extension Duel.Duelist {
  /// The same duelist with something changed.
  fileprivate func with(
    hand: Int? = nil, jitter: Int? = nil, lie: Int? = nil, pongDelay: Int?? = nil,
    guessesNonces: Bool? = nil
  ) -> Duel.Duelist {
    var duelist = self
    duelist.hand = hand ?? self.hand
    duelist.jitter = jitter ?? self.jitter
    duelist.lie = lie ?? self.lie
    duelist.pongDelay = pongDelay ?? self.pongDelay
    duelist.guessesNonces = guessesNonces ?? self.guessesNonces
    return duelist
  }
}
