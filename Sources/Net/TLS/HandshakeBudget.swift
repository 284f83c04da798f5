// How many TLS handshakes a server begins, and for whom: a handshake costs the one who answers far
// more than the one who asks. Pure bookkeeping; it is told who asks, when, and who is done.
// Invariants: a refused one takes nothing from those who are within their own limit; however many
// get nowhere, one of an address with fewer of them can begin.

/// What handshakes are allowed, over all lanes; beyond any of it but `underWayMax` the peer is cut
/// off.
public struct HandshakeLimits: Sendable {
  /// How many may begin a second, and at once.
  public var perSecondMax: Int
  /// How many may be under way; for one more, the oldest is cut off of the address with the most.
  public var underWayMax: Int
  /// How many of one address, or IPv6 /64, may be under way, and may begin at once.
  public var ofOneGroupMax: Int
  /// How many of one address, or IPv6 /64, may begin a second in the long run.
  public var ofOneGroupPerSecondMax: Int

  /// All limits, named.
  public init(
    perSecondMax: Int, underWayMax: Int, ofOneGroupMax: Int,
    ofOneGroupPerSecondMax: Int
  ) {
    self.perSecondMax = perSecondMax
    self.underWayMax = underWayMax
    self.ofOneGroupMax = ofOneGroupMax
    self.ofOneGroupPerSecondMax = ofOneGroupPerSecondMax
  }
}

/// Who shakes hands, and how many more may.
struct HandshakeBudget {
  /// What one address group has used.
  private struct Account {
    var begun = Allowance()
    var underWay = 0
  }

  private let limits: HandshakeLimits
  private var begun = Allowance()
  /// Whose those are that are under way, by their tickets, which grow.
  private var underWay: [UInt64: AddressGroup] = [:]
  private var ticketsMade: UInt64 = 0
  private var accounts: [AddressGroup: Account] = [:]
  private var sweptAt: Int64 = 0

  /// Accounts that say nothing any more are looked for that often, in milliseconds. A group has one
  /// only for as long as it takes to fill its allowance again after it last asked.
  private static let sweepMilliseconds: Int64 = 1_000

  init(_ limits: HandshakeLimits) { self.limits = limits }

  /// How many address groups it remembers.
  var accountCount: Int { accounts.count }

  /// A handshake that may begin.
  struct Begun: Equatable {
    let ticket: UInt64
    /// The ticket of one that has to be cut off for it, and is over with that.
    var displaced: UInt64?
  }

  /// Lets a handshake begin, or does not.
  mutating func begin(_ addressGroup: AddressGroup, at now: Int64) -> Begun? {
    sweep(at: now)
    let most = limits.ofOneGroupMax
    guard accounts[addressGroup]?.underWay ?? 0 < most,
      accounts[addressGroup, default: Account()].begun
        .take(
          1, burst: most, perSecond: limits.ofOneGroupPerSecondMax, at: now),
      begun.take(1, burst: limits.perSecondMax, perSecond: limits.perSecondMax, at: now)
    else { return nil }
    let displaced = underWay.count >= limits.underWayMax ? slowest : nil
    if let displaced { end(displaced) }
    ticketsMade += 1
    underWay[ticketsMade] = addressGroup
    accounts[addressGroup]?.underWay += 1
    return Begun(ticket: ticketsMade, displaced: displaced)
  }

  /// One that was let begin is over, whatever came of it.
  mutating func end(_ ticket: UInt64) {
    guard let addressGroup = underWay.removeValue(forKey: ticket) else { return }
    accounts[addressGroup]?.underWay -= 1
  }

  /// Who gives way: an honest handshake is over in a moment, so it is the oldest, and of the
  /// address group that has the most.
  private var slowest: UInt64? {
    let most = accounts.values.lazy.map(\.underWay).max()
    return underWay.lazy.filter { accounts[$0.value]?.underWay == most }.map(\.key).min()
  }

  private mutating func sweep(at now: Int64) {
    if now - sweptAt < Self.sweepMilliseconds { return }
    sweptAt = now
    let perSecond = limits.ofOneGroupPerSecondMax
    accounts = accounts.filter { _, account in
      account.underWay > 0 || !account.begun.isWhole(perSecond: perSecond, at: now)
    }
  }
}
