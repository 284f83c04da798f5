// How many TLS handshakes a server begins, and for whom: a handshake costs the one who answers far
// more than the one who asks. Pure bookkeeping; it is told who asks, when, and who is done.
// Invariant: a refused one takes nothing from those who are within their own limit.

/// What handshakes are allowed, over all lanes; beyond any of it the peer is cut off.
public struct HandshakeLimits: Sendable {
  /// How many may begin a second, and at once.
  public var perSecondMax: Int
  /// How many may be under way.
  public var underWayMax: Int
  /// How many of one address, or IPv6 /64, may be under way, and may begin at once.
  public var ofOneNeighborhoodMax: Int
  /// How many of one address, or IPv6 /64, may begin a second in the long run.
  public var ofOneNeighborhoodPerSecondMax: Int

  /// All limits, named.
  public init(
    perSecondMax: Int, underWayMax: Int, ofOneNeighborhoodMax: Int,
    ofOneNeighborhoodPerSecondMax: Int
  ) {
    self.perSecondMax = perSecondMax
    self.underWayMax = underWayMax
    self.ofOneNeighborhoodMax = ofOneNeighborhoodMax
    self.ofOneNeighborhoodPerSecondMax = ofOneNeighborhoodPerSecondMax
  }
}

/// Who shakes hands, and how many more may.
struct HandshakeBudget {
  /// What one neighborhood has used.
  private struct Account {
    var begun = Allowance()
    var underWay = 0
  }

  private let limits: HandshakeLimits
  private var begun = Allowance()
  private var underWay = 0
  private var accounts: [Neighborhood: Account] = [:]
  private var sweptAt: Int64 = 0

  /// Accounts that say nothing any more are looked for that often, in milliseconds. A neighborhood
  /// has one only for as long as it takes to fill its allowance again after it last asked.
  private static let sweepMilliseconds: Int64 = 1_000

  init(_ limits: HandshakeLimits) { self.limits = limits }

  /// How many neighborhoods it remembers.
  var accountCount: Int { accounts.count }

  /// Lets a handshake begin, or does not.
  mutating func begin(_ neighborhood: Neighborhood, at now: Int64) -> Bool {
    sweep(at: now)
    let most = limits.ofOneNeighborhoodMax
    guard underWay < limits.underWayMax,
      accounts[neighborhood]?.underWay ?? 0 < most,
      accounts[neighborhood, default: Account()].begun
        .take(
          1, burst: most, perSecond: limits.ofOneNeighborhoodPerSecondMax, at: now),
      begun.take(1, burst: limits.perSecondMax, perSecond: limits.perSecondMax, at: now)
    else { return false }
    accounts[neighborhood]?.underWay += 1
    underWay += 1
    return true
  }

  /// One that was let begin is over, whatever came of it.
  mutating func end(_ neighborhood: Neighborhood) {
    accounts[neighborhood]?.underWay -= 1
    underWay -= 1
  }

  private mutating func sweep(at now: Int64) {
    if now - sweptAt < Self.sweepMilliseconds { return }
    sweptAt = now
    let perSecond = limits.ofOneNeighborhoodPerSecondMax
    accounts = accounts.filter { _, account in
      account.underWay > 0 || !account.begun.isWhole(perSecond: perSecond, at: now)
    }
  }
}
