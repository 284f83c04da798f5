// An IP address as bytes, and how people and proxies write one. It knows no socket and asks nobody
// for a name. Invariant: an IPv4 address inside an IPv6 one (RFC 4291, section 2.5.5.2) is that
// IPv4 address, so the same peer is never two.

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable {
  /// Its 4 or 16 bytes, in network order.
  public let bytes: [UInt8]

  /// The address with these 4 or 16 bytes; nil for any other number of them.
  public init?(bytes: [UInt8]) {
    let isMapped =
      bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
      && bytes[10...11] == [0xff, 0xff]
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    if ![4, 16].contains(self.bytes.count) { return nil }
  }

  /// Reads either form; nil if it is neither.
  public init?(_ text: ArraySlice<UInt8>) {
    guard let address = Self(ipv4: text) ?? Self(ipv6: text) else { return nil }
    self = address
  }

  /// Reads four decimal numbers with dots between them and no zeros in front, which some would take
  /// for octal.
  init?(ipv4 text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let bytes = parts.compactMap { decimal($0).flatMap { UInt8(exactly: $0) } }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    self.bytes = bytes
  }

  /// Reads groups of up to four hexadecimal digits with colons between them, of which one pair may
  /// stand for zeros, and the last two groups may be an IPv4 address (RFC 4291, section 2.2).
  init?(ipv6 text: ArraySlice<UInt8>) {
    let colon = UInt8(ascii: ":")
    let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
    guard let gap else {
      guard let bytes = Self.groups(text), bytes.count == 16 else { return nil }
      self.init(bytes: bytes)
      return
    }
    let (head, tail) = (text[..<gap], text[(gap + 2)...])
    guard let front = head.isEmpty ? [] : Self.groups(head),
      let back = tail.isEmpty ? [] : Self.groups(tail), front.count + back.count <= 14,
      !head.contains(UInt8(ascii: "."))
    else { return nil }
    let zeros = [UInt8](repeating: 0, count: 16 - front.count - back.count)
    self.init(bytes: front + zeros + back)
  }

  /// The bytes of groups with single colons between them; nil if one is none.
  private static func groups(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    let groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for (index, group) in groups.enumerated() {
      if index == groups.count - 1, let tail = Self(ipv4: group) {
        bytes += tail.bytes
        continue
      }
      guard (1...4).contains(group.count) else { return nil }
      var number: UInt16 = 0
      for digit in group {
        guard let value = digit.hexadecimalValue else { return nil }
        number = number << 4 | UInt16(value)
      }
      bytes += [UInt8(number >> 8), UInt8(number & 0xff)]
    }
    return bytes
  }
}

extension IPAddress {
  /// Whether it leads back to the same machine (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether it is on this machine or on a network that the internet does not lead into: private
  /// (RFC 1918, RFC 4193) or link-local (RFC 3927; RFC 4291, section 2.5.6). Addresses that a
  /// provider shares out among its customers (RFC 6598) are not: those are strangers.
  public var isLocal: Bool {
    if isLoopback { return true }
    return switch (bytes.count, bytes[0], bytes[1]) {
    case (4, 10, _), (4, 172, 16...31), (4, 192, 168), (4, 169, 254): true
    case (16, 0xfc...0xfd, _), (16, 0xfe, 0x80...0xbf): true
    default: false
    }
  }
}

/// The number that these decimal digits write, without zeros in front: 0 to 65,535; nil for
/// anything else.
func decimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
  guard (1...5).contains(digits.count), digits.allSatisfy(\.isDigit),
    digits.count == 1 || digits.first != UInt8(ascii: "0")
  else { return nil }
  let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  return UInt16(exactly: number)
}
