// Where a connection comes from, as far as a hall has to know: numbers for the addresses that share
// a budget. The edge makes them of addresses; here nobody can tell an address from its number.

/// Whom a connection counts for.
public struct Origin: Hashable, Sendable {
  /// The addresses that share one budget: an IPv4 address, or the /64 of an IPv6 address.
  public let household: UInt64
  /// The wider network around them, the /48 of an IPv6 address; nil when there is none.
  public let site: UInt64?

  /// The origin of those numbers.
  public init(household: UInt64, site: UInt64? = nil) {
    self.household = household
    self.site = site
  }
}
