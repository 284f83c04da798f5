// Where a server is, and maybe a room on it, as people type it: a name or an IP address, with or
// without a port, and the room's code after a slash. tls:// before it seals all that is said;
// chromatch:// is the same, as others are invited by. Behind both may stand the fingerprint of the
// only certificate to be trusted. Brackets belong around an IPv6 address that something follows.

import ArgumentParser
import Net
import Server
import Wire

/// An address from the command line, from the screen, or from a file.
struct Address: Equatable, Sendable {
  /// How what is said there is kept from others.
  enum Security: Equatable, Sendable {
    /// Not at all: plain TCP.
    case none
    /// By TLS, with whoever is known to be there.
    case tls
    /// By TLS, with the server that has this certificate and with no other.
    case pinned(CertificateFingerprint)
    /// By TLS, with whoever is known to be there; if nobody is, with the server that has this
    /// certificate, as somebody on this network says.
    case announced(CertificateFingerprint)
  }

  let endpoint: Endpoint
  let security: Security
  /// The room that is meant; nil for the server as a whole.
  let room: RoomCode?

  init(_ endpoint: Endpoint, security: Security = .none, room: RoomCode? = nil) {
    self.endpoint = endpoint
    self.security = security
    self.room = room
  }

  /// Reads `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or a bare IPv6 address; all but the last
  /// also before `/ROOM` and behind `tls://` or `chromatch://`, and then also before `#SHA256:` and
  /// 64 hexadecimal digits.
  init(_ text: String) throws(ValidationError) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let (place, hasTLS) = try Address.afterScheme(parts.first ?? "")
    let steps = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    endpoint = try Address.endpoint(String(steps.first ?? ""), mayBeBare: !hasTLS)
    // A slash at the end is what browsers leave.
    room = try steps.count > 1 && !steps[1].isEmpty ? RoomCode(argument: String(steps[1])) : nil
    guard parts.count > 1 else {
      security = hasTLS ? .tls : .none
      return
    }
    guard hasTLS else {
      throw ValidationError("a fingerprint needs tls:// or chromatch:// in front of the host.")
    }
    guard let fingerprint = CertificateFingerprint(String(parts[1])) else {
      throw ValidationError(
        "the fingerprint \"\(parts[1])\" is not SHA256: and 64 hexadecimal digits.")
    }
    security = .pinned(fingerprint)
  }

  /// The fingerprint of the only certificate to be trusted, if it says so.
  var fingerprint: CertificateFingerprint? {
    if case .pinned(let fingerprint) = security { fingerprint } else { nil }
  }

  /// The same server without a room.
  var server: Address { Address(endpoint, security: security) }

  // MARK: Writing

  /// The server as one would type it, without what is meant anyway and without a room.
  var text: String { shortText + (fingerprint.map { "#\($0)" } ?? "") }

  /// The same without the fingerprint.
  var shortText: String {
    let isBare = security == .none && hasUsualPort
    return isBare ? endpoint.host : (security == .none ? "" : Address.scheme) + place
  }

  /// What comes before the slash and the room's code when others are invited.
  var invitation: String { (security == .none ? "" : Address.invitingScheme) + place }

  /// All that others have to know to get into a room, or to the server.
  func invitation(to room: String?) -> String {
    invitation + (room.map { "/\($0)" } ?? "") + (fingerprint.map { "#\($0)" } ?? "")
  }

  /// The server as a browser finds it, without the slash. Its port is never one that browsers mean
  /// anyway.
  var page: String {
    let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
    return "\(security == .none ? "http" : "https")://\(host):\(endpoint.port)"
  }

  /// What the server is called once one is there.
  var name: String { security == .none ? "\(endpoint)" : shortText }

  private var hasUsualPort: Bool { endpoint.port == Configuration.defaultPort }

  private var place: String {
    let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
    return hasUsualPort ? host : "\(endpoint)"
  }

  private static let scheme = "tls://"
  private static let invitingScheme = "chromatch://"
}

// Reading.
extension Address {
  /// What stands after tls:// or chromatch://, if either does.
  private static func afterScheme(
    _ text: Substring
  ) throws(ValidationError) -> (place: Substring, hasTLS: Bool) {
    for scheme in [scheme, invitingScheme] where text.lowercased().hasPrefix(scheme) {
      return (text.dropFirst(scheme.count), true)
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].hasPrefix("//") {
      throw ValidationError(
        "\(parts[0]):// is not supported; use tls:// or chromatch://.")
    }
    return (text, false)
  }

  private static func endpoint(
    _ text: String, mayBeBare: Bool
  ) throws(ValidationError) -> Endpoint {
    let (host, port) = try split(text, mayBeBare: mayBeBare)
    guard !host.isEmpty else { throw ValidationError("it names no host.") }
    guard host.unicodeScalars.allSatisfy({ $0.value > 0x20 && !"[]@".unicodeScalars.contains($0) })
    else {
      throw ValidationError(
        "the host \"\(host)\" is not a name, an IPv4 address or an IPv6 address in brackets.")
    }
    guard let port else { return Endpoint(host: host, port: Configuration.defaultPort) }
    guard let number = UInt16(port), number > 0, !port.hasPrefix("+") else {
      throw ValidationError("the port \"\(port)\" is not a number from 1 to 65535.")
    }
    return Endpoint(host: host, port: number)
  }

  private static func split(
    _ text: String, mayBeBare: Bool
  ) throws(ValidationError) -> (host: String, port: String?) {
    let brackets = ValidationError(
      "the host in \"\(text)\": put an IPv6 address in brackets, as in [2001:db8::7]:7313.")
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
      guard mayBeBare else { throw brackets }
      return (text, nil)
    }
  }
}

extension RoomCode {
  /// A room's code, or an error that says what one looks like.
  init(argument text: String) throws(ValidationError) {
    guard let code = RoomCode(text) else {
      throw ValidationError(
        "\"\(text)\" is not a room code: codes have 4 or 6 letters or digits, "
          + "without 0, O, 1, I and L.")
    }
    self = code
  }
}
