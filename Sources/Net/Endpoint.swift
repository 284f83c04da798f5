// Addresses, twice: as people write them (Endpoint) and as the kernel takes them (SocketAddress).
// Literals are read without the network; only `resolve` may ask it, and may block while it does.

import Framing
import Glibc

/// A host and a port.
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
  /// A name, or an IPv4 or IPv6 literal without brackets.
  public let host: String
  /// The TCP port.
  public let port: UInt16

  /// A host (a name or a literal without brackets) and a port.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `host:port`, or `[host]:port` when the host has colons of its own.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// The addresses of a literal or of `localhost`, without asking anyone; nil for any other name.
  var literalAddresses: [SocketAddress]? {
    if host == "localhost" {
      return ["127.0.0.1", "::1"].flatMap { Endpoint(host: $0, port: port).numericAddresses }
    }
    let addresses = numericAddresses
    return addresses.isEmpty ? nil : addresses
  }

  /// The addresses of the host. Asks the resolver, which may block for seconds.
  func resolve() throws(NetError) -> [SocketAddress] {
    try addresses(flags: 0)
  }

  private var numericAddresses: [SocketAddress] {
    (try? addresses(flags: AI_NUMERICHOST)) ?? []
  }

  private func addresses(flags: Int32) throws(NetError) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_flags = flags | AI_NUMERICSERV
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    if status != 0 {
      throw NetError.cannotResolve(host, why: String(cString: gai_strerror(status)))
    }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        addresses.append(SocketAddress(address, length: entry.ai_addrlen))
      }
      next = entry.ai_next
    }
    return addresses
  }
}

/// `SOCK_STREAM` as the calls take it.
let streamSocket = Int32(SOCK_STREAM.rawValue)

/// A `sockaddr` of any family, as plain bytes.
struct SocketAddress: Hashable, Sendable {
  private let bytes: [UInt8]
  /// `AF_INET` or `AF_INET6`.
  let family: Int32

  init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
    family = Int32(address.pointee.sa_family)
  }

  /// The address that `fill` writes into the room it is given, or nil if it returns a failure.
  init?(_ fill: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let address: SocketAddress? = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        fill(address, &length) ? SocketAddress(address, length: length) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  /// Lends the address to a system call.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: sockaddr.self) { addresses in
        guard let address = addresses.baseAddress else {
          preconditionFailure("an address is never empty")
        }
        return body(address, socklen_t(bytes.count))
      }
    }
  }

  /// The address without its port.
  var ipAddress: IPAddress? {
    let isIPv4 = family == AF_INET
    let start =
      isIPv4
      ? MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
      : MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
    return IPAddress(bytes: Array(bytes.dropFirst(start ?? 0).prefix(isIPv4 ? 4 : 16)))
  }

  /// Whom the address counts for.
  var addressGroup: AddressGroup { ipAddress.map { AddressGroup($0) } ?? .none }

  /// The address in writing. An IPv4 address that came in over IPv6 is written as IPv4.
  var endpoint: Endpoint {
    let roomForHost = Int(NI_MAXHOST)
    let roomForPort = 8
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: roomForHost + roomForPort) {
      guard let host = $0.baseAddress else { return Endpoint(host: "?", port: 0) }
      let port = host + roomForHost
      let status = withPointer { address, length in
        getnameinfo(
          address, length, host, socklen_t(roomForHost), port, socklen_t(roomForPort),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
      if status != 0 { return Endpoint(host: "?", port: 0) }
      let text = String(cString: host)
      let isMapped = text.hasPrefix("::ffff:") && text.contains(".")
      return Endpoint(
        host: isMapped ? String(text.dropFirst("::ffff:".count)) : text,
        port: UInt16(String(cString: port)) ?? 0)
    }
  }
}
