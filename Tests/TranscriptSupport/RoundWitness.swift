// What a round's SCOREs say besides points: lag, misses, lives, help, and who was first. A client
// that has seen the round from its announcement can check them; it knows nothing of totals.

import Chroma
import Game
import Wire

/// What somebody remembers of one round until it is scored.
struct RoundWitness: Sendable {
  private var lags: [PlayerID: Int] = [:]
  private var misses: [PlayerID: Int] = [:]

  /// Remembers what counts in the end.
  mutating func take(_ event: Event) {
    switch event {
    case .locked(let player, _, let lag): lags[player] = lag
    case .missed(let player, _, _): misses[player, default: 0] += 1
    default: break
    }
  }

  /// Judges what one player got; `lives` is how many were left before the round.
  func judge(_ score: Score, lives: Int?, _ rules: Rules) throws(Violation) {
    let left = lives.map { $0 - (lags[score.who] == nil ? 1 : 0) }
    guard score.lag == lags[score.who] ?? 0, score.misses == misses[score.who] ?? 0 else {
      throw Violation("\(score) of other lag or misses than were told")
    }
    guard score.isAssisted == rules.isAssisted, score.lives == left else {
      throw Violation("\(score) of other help or lives than there are")
    }
  }

  /// Judges who was first, from all scores of the round: of those within 10 ms of the soonest lock
  /// the nearest, and nobody where nobody else raced.
  func judgeFirst(_ scores: [Score]) throws(Violation) {
    let locked = scores.count > 1 ? scores.filter { lags[$0.who] != nil } : []
    let soonest = locked.map(\.elapsed).min() ?? 0
    let tied = locked.filter { $0.elapsed <= soonest + Rules.tieMilliseconds }
    let nearest = tied.map(\.difference).min()
    for score in scores {
      let isFirst = tied.contains { $0.who == score.who } && score.difference == nearest
      guard score.isFirst == isFirst else {
        throw Violation("\(score.who.wire) \(isFirst ? "was" : "was not") first")
      }
    }
  }
}
