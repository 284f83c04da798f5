// Whom a connection counts for when somebody opens too many: an IPv4 address, or the /64 of an IPv6
// address, because a whole one of those is what a single household gets (RFC 6177).

public import Framing
import Glibc

/// A group of addresses that share one limit.
public struct AddressGroup: Hashable, Sendable, CustomStringConvertible {
  /// The upper 64 bits of an IPv6 address, or the 32 of an IPv4 address.
  private let bits: UInt64
  private let isIPv4: Bool

  /// The group of an address.
  public init(_ address: IPAddress) {
    self =
      address.bytes.count == 4 ? Self(ipv4: address.bytes) : Self(ipv6: address.bytes)
  }

  /// The group of an IPv4 address, its bytes in order.
  init(ipv4 bytes: some Sequence<UInt8>) {
    self.init(bytes, isIPv4: true)
  }

  /// The group of an IPv6 address of 16 bytes; an IPv4 address in it counts as that.
  init(ipv6 bytes: [UInt8]) {
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xff, 0xff]
    if isMapped {
      self.init(ipv4: bytes.suffix(4))
    } else {
      self.init(bytes.prefix(8), isIPv4: false)
    }
  }

  private init(_ bytes: some Sequence<UInt8>, isIPv4: Bool) {
    bits = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    self.isIPv4 = isIPv4
  }

  /// A number that no other group has: IPv4 addresses stand where IPv6 has multicast, which nobody
  /// sends from.
  public var number: UInt64 { isIPv4 ? 0xff << 56 | bits : bits }

  /// The number of the /48 around it, which a site gets (RFC 6177); nil for IPv4.
  public var siteNumber: UInt64? { isIPv4 ? nil : bits >> 16 }

  /// Of a peer without an address, such as one we connected to ourselves.
  static let none = AddressGroup(ipv4: [])

  /// The address, or the group of addresses, as firewalls take it: `192.0.2.1`, `2001:db8::/64`.
  public var description: String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    let address = isIPv4 ? Array(bytes.suffix(4)) : bytes + Array(repeating: 0, count: 8)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      inet_ntop(
        isIPv4 ? AF_INET : AF_INET6, address, text.baseAddress, socklen_t(text.count))
      return text.baseAddress.map { String(cString: $0) + (isIPv4 ? "" : "/64") } ?? "?"
    }
  }
}
