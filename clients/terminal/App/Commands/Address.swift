// Where a server is, as people type it: a name or an IP address, with or without a port, behind
// tls:// if all that is said is to be sealed, and then maybe before the fingerprint of the only
// certificate to be trusted. Brackets belong around an IPv6 address that something follows.

import ArgumentParser
import Net
import Server

/// A server's address from the command line.
struct Address: Equatable, Sendable {
  /// How what is said there is kept from others.
  enum Security: Equatable, Sendable {
    /// Not at all: plain TCP.
    case none
    /// By TLS, with whoever is known to be there.
    case tls
    /// By TLS, with the server that has this certificate and with no other.
    case pinned(CertificateFingerprint)
  }

  let endpoint: Endpoint
  let security: Security

  init(_ endpoint: Endpoint, security: Security = .none) {
    self.endpoint = endpoint
    self.security = security
  }

  /// Reads `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or a bare IPv6 address; all but the last
  /// also behind `tls://`, and then also before `#SHA256:` and 64 hexadecimal digits.
  init(_ text: String) throws(ValidationError) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var place = parts.first ?? ""
    let hasTLS = place.lowercased().hasPrefix(Address.scheme)
    if hasTLS {
      place = place.dropFirst(Address.scheme.count)
    } else if place.contains("://") {
      throw ValidationError("only tls:// may stand before a host.")
    }
    endpoint = try Address.endpoint(String(place), hasTLS: hasTLS)
    guard parts.count > 1 else {
      security = hasTLS ? .tls : .none
      return
    }
    guard hasTLS else { throw ValidationError("a fingerprint needs tls:// before the host.") }
    guard let fingerprint = CertificateFingerprint(String(parts[1])) else {
      throw ValidationError("a fingerprint is SHA256: and 64 hexadecimal digits.")
    }
    security = .pinned(fingerprint)
  }

  /// The fingerprint of the only certificate to be trusted, if it says so.
  var fingerprint: CertificateFingerprint? {
    if case .pinned(let fingerprint) = security { fingerprint } else { nil }
  }

  /// As one would type it, without what is meant anyway.
  var text: String { shortText + (fingerprint.map { "#\($0)" } ?? "") }

  /// The same without the fingerprint.
  var shortText: String {
    let hasUsualPort = endpoint.port == Configuration.defaultPort
    if security == .none { return hasUsualPort ? endpoint.host : "\(endpoint)" }
    let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
    return Address.scheme + (hasUsualPort ? host : "\(endpoint)")
  }

  /// What the server is called once one is there.
  var name: String { security == .none ? "\(endpoint)" : shortText }

  private static let scheme = "tls://"
}

// Reading.
extension Address {
  private static func endpoint(
    _ text: String, hasTLS: Bool
  ) throws(ValidationError) -> Endpoint {
    let (host, port) = try split(text, hasTLS: hasTLS)
    guard !host.isEmpty else { throw ValidationError("there is no host in it.") }
    guard host.unicodeScalars.allSatisfy({ $0.value > 0x20 && !"/[]@".unicodeScalars.contains($0) })
    else {
      throw ValidationError("a host is a name, an IPv4 address or an IPv6 address in brackets.")
    }
    guard let port else { return Endpoint(host: host, port: Configuration.defaultPort) }
    guard let number = UInt16(port), number > 0, !port.hasPrefix("+") else {
      throw ValidationError("a port is a number from 1 to 65535.")
    }
    return Endpoint(host: host, port: number)
  }

  private static func split(
    _ text: String, hasTLS: Bool
  ) throws(ValidationError) -> (host: String, port: String?) {
    let brackets = ValidationError("an IPv6 address stands in brackets, as in [2001:db8::7]:7313.")
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { throw brackets }
      let host = String(text[..<bracket].dropFirst())
      let rest = text[text.index(after: bracket)...]
      guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { throw brackets }
      return (host, rest.isEmpty ? nil : String(rest.dropFirst()))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return (text, nil)
    case 2: return (parts[0], parts[1])
    default:
      // Bare, it can only be followed by nothing.
      if hasTLS { throw brackets }
      return (text, nil)
    }
  }
}
