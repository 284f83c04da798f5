// Records what each player gave to the randomness of the next match, as everybody in the room is
// told, and checks that the match keeps to it. A player who gives a sealed nonce is safe from those
// who know the seed only if nobody can give anything after the seals were opened; that is checked
// here. It knows no rooms and no lines. A countdown waits one second at most for sealed nonces.
// Waiting for all of them would leave k silent seats no choice among 2^k series of targets, and
// would let one silent seat block a room.
// Invariant: a call is over as soon as anybody who was called leaves, or changes what they gave.

/// The shares of the next match, as they are told.
public struct Shares: Hashable, Sendable {
  private var given: [PlayerID: Share] = [:]
  /// Who was called on to open their seals, in seat order; nil when nobody is.
  public private(set) var called: [PlayerID]?
  /// What was given before the present promise of the seed, and since.
  private var stale: Set<Share> = []
  private var fresh: Set<Share> = []
  private var isBroken = false

  /// No shares.
  public init() {}

  /// What a player gave.
  public func share(of player: PlayerID) -> Share { given[player] ?? .none }

  /// Takes what a player is told to have given. While seals are opened, that may be the nonce of
  /// the player's seal; anything else calls the match off.
  public mutating func give(_ share: Share, by player: PlayerID, _ hashing: Hashing) {
    let before = given[player]
    if share != .none { fresh.insert(share.asGiven) }
    given[player] = share
    if let nonce = share.nonce, let seal = share.seal {
      if nonce.seal(hashing) != seal { isBroken = true }
      if before?.isSealed == true, before?.seal == seal { return }
    }
    callOff(by: player)
  }

  /// Everybody who is to play is called on to open their seals.
  ///
  /// - Parameters:
  ///   - players: who is called.
  ///   - isNews: whether it happens now; those who come later hear of it with the seals that were
  ///     opened by then.
  public mutating func call(_ players: [PlayerID], isNews: Bool) {
    // A nonce that was opened for another call is no secret any more.
    let isKnown = players.contains { share(of: $0).seal != nil && !share(of: $0).isSealed }
    if isNews && isKnown { isBroken = true }
    called = players
  }

  /// A player is not there any more; those who left for good take their share with them.
  public mutating func lose(_ player: PlayerID, forGood: Bool) {
    if forGood { given[player] = nil }
    callOff(by: player)
  }

  private mutating func callOff(by player: PlayerID) {
    if called?.contains(player) == true { called = nil }
  }

  /// Another seed is promised for the same match: what was given before may not be used with it.
  public mutating func expire() {
    stale.formUnion(fresh)
    fresh = []
    called = nil
  }

  /// What was given will be told again, to somebody who comes back.
  public mutating func forget() { (given, called) = ([:], nil) }

  /// A match begins.
  ///
  /// - Parameters:
  ///   - players: who plays it, in seat order.
  ///   - nonces: the nonce of each, in that order.
  ///   - isShared: whether its targets are everybody's, so that no nonce counts.
  /// - Returns: what is wrong with its nonces; nil when they are those that were given.
  public mutating func begin(
    _ players: [PlayerID], _ nonces: [Nonce], isShared: Bool
  ) -> Flaw? {
    defer { self = Shares() }
    let shares = players.map { isShared ? .none : share(of: $0) }
    guard !isBroken || isShared, nonces == shares.map({ $0.nonce ?? .none }) else { return .nonces }
    if shares.contains(where: { stale.contains($0.asGiven) }) { return .commitment }
    return shares.contains { $0.seal != nil } && called != players ? .nonces : nil
  }
}
