// Whom a server believes when they speak for others: proxies, by the networks that they are in.
// It is what somebody wrote into the configuration, so what cannot be read is told in a sentence.

/// A set of networks in CIDR notation (RFC 4632).
public struct TrustedNetworks: Equatable, Sendable {
  /// Addresses that begin with the same bits.
  private struct Network: Equatable {
    let address: IPAddress
    let bits: Int

    func contains(_ other: IPAddress) -> Bool {
      guard other.bytes.count == address.bytes.count else { return false }
      return zip(address.bytes, other.bytes).enumerated()
        .allSatisfy { index, pair in (pair.0 ^ pair.1) & mask(bits - 8 * index) == 0 }
    }

    /// Whether nothing is set behind the bits that count.
    var isAligned: Bool {
      address.bytes.enumerated().allSatisfy { $1 & ~mask(bits - 8 * $0) == 0 }
    }
  }

  private let networks: [Network]

  /// Nobody.
  public static let none = Self(networks: [])

  private init(networks: [Network]) { self.networks = networks }

  /// Reads addresses and networks, such as `::1` and `10.0.0.0/8`.
  ///
  /// - Throws: what is wrong with the first that is neither.
  public init(_ texts: [String]) throws(TrustedNetworksError) {
    var networks: [Network] = []
    for text in texts { networks.append(try Self.network(text)) }
    self.networks = networks
  }

  private static func network(_ text: String) throws(TrustedNetworksError) -> Network {
    let parts = Array(text.utf8)
      .split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let address = IPAddress(first) else {
      throw TrustedNetworksError("\"\(text)\" is no IP address, nor a network such as 10.0.0.0/8")
    }
    let most = 8 * address.bytes.count
    if parts.count == 1 { return Network(address: address, bits: most) }
    guard let bits = decimal(parts[1]).map({ Int($0) }), bits <= most else {
      throw TrustedNetworksError("\"\(text)\" needs a number from 0 to \(most) behind its slash")
    }
    let network = Network(address: address, bits: bits)
    guard network.isAligned else {
      throw TrustedNetworksError(
        "\"\(text)\" sets bits behind the first \(bits); leave out /\(bits) to name one address")
    }
    return network
  }

  /// How many networks there are.
  public var count: Int { networks.count }

  /// Whether everybody of a family of addresses is among them.
  public var hasEverybody: Bool { networks.contains { $0.bits == 0 } }

  /// Whether an address is in one of them.
  public func contains(_ address: IPAddress) -> Bool {
    networks.contains { $0.contains(address) }
  }
}

/// What is wrong with a network, as a clause.
public struct TrustedNetworksError: Error, Equatable, CustomStringConvertible {
  /// The clause.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The byte whose first `bits` bits are set; none for fewer than 1, all for more than 8.
private func mask(_ bits: Int) -> UInt8 { ~UInt8(truncatingIfNeeded: 0xff >> max(0, min(8, bits))) }
