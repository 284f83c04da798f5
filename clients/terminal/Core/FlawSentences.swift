// What was wrong with a match, as a sentence for a person; how players are called is the caller's.

package import Game

extension Flaw {
  /// What is wrong, without a period.
  package func sentence(_ name: (PlayerID) -> String) -> String {
    switch self {
    case .commitment: Words["the seed is not the one that was promised"]
    case .nonces: Words["a player's nonce was changed"]
    case .round(let round): Words["round \(round) does not follow the rules"]
    case .target(let round): Words["the target of round \(round) does not follow from the seed"]
    case .score(let round, let player):
      Words["the score of \(name(player)) in round \(round) is wrong"]
    case .places: Words["the places do not follow from the scores"]
    case .crowd(let round): Words["what the crowd got in round \(round) is wrong"]
    }
  }
}
