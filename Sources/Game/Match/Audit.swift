// The proof that a match was fair, as anybody can work it out who heard it: the revealed seed is
// the one whose hash was published before, every challenge follows from it and from everybody's
// share of the randomness, and every score, total and place follows from those. It reads the match
// as it was told and believes none of it; it knows no rooms, lines or screens.
// Invariant: it never holds more than a match of those rules and players can have.

/// What was not as it had been promised.
public enum Flaw: Hashable, Sendable {
  /// The seed is not the one that was promised.
  case commitment
  /// Somebody's share of the randomness is not the one that they gave.
  case nonces
  /// A round was left out, told twice, or told at a moment or with an end that the rules do not
  /// have.
  case round(Int)
  /// What was to be matched in a round, or how it was asked, does not follow from the seed.
  case target(round: Int)
  /// What a player is said to have got for a round, or to have in all after it, is wrong.
  case score(round: Int, PlayerID)
  /// The places do not follow from the scores.
  case places
  /// What was told of those who played along in a round does not follow from their guesses.
  case crowd(Int)
}

/// Whether a match was fair.
public enum Verdict: Hashable, Sendable {
  /// Everything follows from the seed that was promised before the match.
  case verified
  /// Something does not.
  case mismatch(Flaw)
  /// Everything follows from the seed, but the promise was not heard: the viewer came after it.
  case unknown
}

/// What somebody knows of a match besides its state, because they listened while it was told.
///
/// It works for a viewer who heard everything, and for one who came late and was given the room as
/// it is: of rounds that were announced by then not every lock that was too far off.
public struct Audit: Hashable, Sendable {
  private let commitment: [UInt8]?
  /// All locks of the rounds that were heard as they happened, in the order in which they arrived.
  private var heard: [Int: [Lock]] = [:]
  /// What was found to be wrong before the seed was revealed. The first flaw counts.
  public private(set) var flaw: Flaw?

  /// Begins to listen to a match.
  ///
  /// - Parameter commitment: the promised SHA-256 of the seed; nil when nobody told it.
  public init(commitment: [UInt8]?) {
    self.commitment = commitment
  }

  /// Finds fault with what was told, or with something that only the viewer can know, such as the
  /// share of the randomness that they gave.
  public mutating func blame(_ flaw: Flaw) {
    self.flaw = self.flaw ?? flaw
  }

  /// Takes note of an event that a match was just told.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - match: the match, which has taken it.
  ///   - flaw: what was wrong with it.
  ///   - isNews: whether it happens now. Those who come later are not told of every lock.
  public mutating func hear(
    _ event: Event, in match: MatchState, flaw: Flaw?, isNews: Bool = true
  ) {
    if let flaw { blame(flaw) }
    switch event {
    case .round(let start):
      if isNews, match.round?.start == start { heard[start.round] = [] }
    case .locked:
      if flaw == nil, let lock = match.round?.locks.last { heard[match.newestRound]?.append(lock) }
    case .missed:
      if flaw == nil, let lock = match.round?.misses.last { heard[match.newestRound]?.append(lock) }
    default: break
    }
  }

  /// Whether the match was fair; nil until its seed was told.
  public func verdict(of match: MatchState, _ hashing: Hashing) -> Verdict? {
    guard let seed = match.seed else { return nil }
    if let flaw { return .mismatch(flaw) }
    if let commitment, seed.commitment(hashing) != commitment { return .mismatch(.commitment) }
    var reckoning = Reckoning(match, heard: heard, seed: seed, hashing: hashing)
    if let flaw = reckoning.flaw() { return .mismatch(flaw) }
    return commitment == nil ? .unknown : .verified
  }
}
