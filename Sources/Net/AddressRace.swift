// In which order the addresses of a host are tried, and when the next one joins in: RFC 8305. One
// that swallows all that is sent to it costs a quarter of a second, once, and not a whole timeout
// at every connection. It opens no socket and reads no clock; moments are milliseconds of any.

import Glibc

/// The addresses of one host that have not been tried yet.
struct AddressRace {
  /// How long an address has to itself before the next one is tried beside it.
  static let stepMilliseconds: Int64 = 250

  private var waiting: ArraySlice<SocketAddress>
  /// When the next one may begin while others are on their way.
  private var opensAt = Int64.min

  /// - Parameters:
  ///   - addresses: as the system sorted them.
  ///   - proved: the one that worked last time; it goes first if it is still one of them.
  init(_ addresses: [SocketAddress] = [], proved: SocketAddress? = nil) {
    let first = addresses.filter { $0 == proved }.prefix(1)
    waiting = (first + AddressRace.alternating(addresses.filter { $0 != proved }))[...]
  }

  /// The address to try now; nil while those on their way have time left, or when none is left.
  mutating func next(at now: Int64, besides running: Int) -> SocketAddress? {
    guard let address = waiting.first, running == 0 || now >= opensAt else { return nil }
    waiting = waiting.dropFirst()
    opensAt = now + AddressRace.stepMilliseconds
    return address
  }

  /// One has failed: there is nothing to wait for any more.
  mutating func lost(at now: Int64) { opensAt = now }

  /// When the next one begins; nil when none is left.
  var due: Int64? { waiting.isEmpty ? nil : opensAt }

  /// In the order given, but a family at a time in turn (section 4), so that one family that leads
  /// nowhere does not keep the other waiting.
  private static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
    guard let family = addresses.first?.family else { return [] }
    var mine = addresses.filter { $0.family == family }[...]
    var others = addresses.filter { $0.family != family }[...]
    var result: [SocketAddress] = []
    while !mine.isEmpty || !others.isEmpty {
      if let address = mine.popFirst() { result.append(address) }
      if let address = others.popFirst() { result.append(address) }
    }
    return result
  }
}

/// Which address of a host answered last.
struct ProvedAddresses {
  /// More hosts than a person goes to; beyond that all are forgotten, which costs a race each.
  static let hostsMax = 64

  private var addresses: [Endpoint: SocketAddress] = [:]

  /// The one of this host.
  subscript(endpoint: Endpoint) -> SocketAddress? {
    get { addresses[endpoint] }
    set {
      if addresses.count == ProvedAddresses.hostsMax, addresses[endpoint] == nil { addresses = [:] }
      addresses[endpoint] = newValue
    }
  }
}

/// A socket that is on its way to an address; it closes with its last owner, unless it arrives.
final class RacingSocket {
  let address: SocketAddress
  /// When there is no more waiting for it.
  let givesUpAt: Int64
  private var descriptor: Int32

  init(_ descriptor: Int32, to address: SocketAddress, givesUpAt: Int64) {
    (self.descriptor, self.address, self.givesUpAt) = (descriptor, address, givesUpAt)
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// What it came to: nil while it is on its way, an errno, or 0 when it has arrived.
  var outcome: Int32? {
    var news = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&news, 1, 0) > 0 ? pendingError(of: descriptor) : nil
  }

  /// Hands the descriptor over.
  func release() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }
}
