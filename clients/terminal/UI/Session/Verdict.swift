// The proof that a match was fair, as a player's own program works it out: the revealed seed is the
// one whose hash was published before, everybody's share of the randomness went in as given, and
// the targets are the ones that follow from both. It trusts nothing that the server says about it.

import Game

/// What was not as it had been promised.
public enum Flaw: Hashable, Sendable {
  /// The seed is not the one that was promised.
  case commitment
  /// Somebody's share of the randomness is not the one that they gave.
  case nonces
  /// A target does not follow from the seed.
  case target(round: Int)
}

/// Whether the targets of a match are proved.
public enum Verdict: Hashable, Sendable {
  /// Every target follows from the seed that was promised before the match.
  case verified
  /// The targets are not the promised ones.
  case mismatch(Flaw)
  /// The targets follow from the seed, but the promise was not heard: the viewer came after it.
  case unknown
}

extension MatchModel {
  /// Checks everything that is known of the match against its seed.
  func judge(_ seed: MatchSeed, hashing: Hashing) -> Verdict {
    if let flaw { return .mismatch(flaw) }
    if let commitment, seed.commitment(hashing) != commitment { return .mismatch(.commitment) }
    for result in results {
      var draw = Draw(seed: seed, round: result.round, nonces: nonces, hashing: hashing)
      guard rules.mode.target(&draw) == result.answer else {
        return .mismatch(.target(round: result.round))
      }
    }
    return commitment == nil ? .unknown : .verified
  }
}
