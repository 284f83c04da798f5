// What was told of the crowd of a match, folded as the match is, and checked by the same sums. That
// the guess of all is the mean of theirs cannot be checked: theirs are not told.
// Invariant: it holds one round, and the best of the match.

import Chroma

/// What is known of those who play along.
public struct CrowdHeard: Hashable, Sendable {
  /// What all guessed together in the last round in which anybody moved.
  public fileprivate(set) var together: Together
  /// The best of that round.
  public fileprivate(set) var best: [Best] = []
  /// The best of the match, once that is over.
  public fileprivate(set) var bestOfMatch: [Best] = []
}

extension MatchState {
  /// Takes what all guessed together in the round that was shut.
  ///
  /// - Parameters:
  ///   - new: what was told.
  ///   - isNews: whether it happens now. Who comes later is told only of the last.
  /// - Returns: what is wrong with it; nil when it can be.
  public mutating func fold(_ new: Together, isNews: Bool) -> Flaw? {
    guard isAfter(new.round), crowd?.together.round != new.round else { return .crowd(new.round) }
    let before = crowd?.together.total ?? (isNews ? 0 : new.total - new.points)
    crowd = CrowdHeard(together: new)
    let length = rules.milliseconds(ofRound: new.round)
    let isRight =
      new.locked <= new.of && new.elapsed <= length
      && worth(new.guess, after: new.elapsed).map { $0 == (new.difference, new.points) } == true
      && new.total == before + new.points
    return isRight ? nil : .crowd(new.round)
  }

  /// Takes one of the best.
  ///
  /// - Returns: what is wrong with it; nil when it can be.
  public mutating func fold(_ new: Best) -> Flaw? {
    guard let last = crowd?.together.round, !isOver else { return .crowd(newestRound) }
    if new.round == 0 {
      guard let known = crowd?.bestOfMatch, known.count < Best.countMax,
        known.allSatisfy({ $0.total >= new.total && $0.cell != new.cell }),
        new.total <= Accuracy.best * newestRound
      else { return .crowd(newestRound) }
      crowd?.bestOfMatch.append(new)
      return nil
    }
    guard new.round == last, isAfter(last), let known = crowd?.best, known.count < Best.countMax,
      crowd?.bestOfMatch.isEmpty == true, let points = new.points, let guess = new.guess,
      let elapsed = new.elapsed, elapsed <= rules.milliseconds(ofRound: last),
      known.allSatisfy({ ($0.points ?? 0) >= points && $0.cell != new.cell }),
      worth(guess, after: elapsed)?.points == points, new.total >= points
    else { return .crowd(last) }
    crowd?.best.append(new)
    return nil
  }

  /// Whether that round has been shut, and nothing has begun since.
  private func isAfter(_ round: Int) -> Bool {
    !isOver && announced == nil && results.last?.round == round
  }

  /// What a guess is worth in the round that was shut last.
  private func worth(
    _ guess: Guess, after elapsed: Int
  ) -> (difference: Difference, points: Int)? {
    guard let result = results.last else { return nil }
    let challenge = Challenge(answer: result.answer, target: result.target, tiles: result.tiles)
    return rules.mode.difference(guess, in: challenge)
      .map {
        ($0, rules.points($0, after: elapsed, inRound: result.round))
      }
  }
}
