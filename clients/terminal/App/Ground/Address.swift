// Where a server is, and maybe a room on it, as people type it: a name or an IP address, with or
// without a port, and the room's code after a slash. tls:// before it seals all that is said;
// chromatch:// is the same, as others are invited by. Behind both may stand the fingerprint of the
// only certificate to be trusted. How any of it is read is the protocol's (see `Invitation`).

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
    /// By TLS, with the server that is known to be there.
    case tls
    /// By TLS, with the server that has this certificate and with no other.
    case pinned(CertificateFingerprint)
    /// By TLS, with the server that is known to be there; if none is, with the one that has this
    /// certificate, as an announcement on this network says.
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

  /// Reads an address in any form that an invitation has: `HOST`, `HOST:PORT`, `[IPV6]:PORT`, with
  /// a scheme, a room and a fingerprint, as it was typed or pasted.
  init(_ text: String) throws(ValidationError) {
    do throws(Invitation.Flaw) {
      try self.init(Invitation(text))
    } catch {
      throw ValidationError(error.sentence)
    }
  }

  /// Where an invitation leads. A word that may be a room's code is a host here.
  init(_ invitation: Invitation) throws(Invitation.Flaw) {
    guard let server = invitation.serverOrHost else { throw .noHost }
    endpoint = Endpoint(host: server.host, port: server.port)
    room = invitation.server == nil ? nil : invitation.room
    let pin = invitation.fingerprint.flatMap { CertificateFingerprint($0) }
    security = pin.map { .pinned($0) } ?? (server.scheme.isSecure ? .tls : .none)
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

extension Invitation.Flaw {
  /// What is wrong, as a sentence.
  var sentence: String {
    switch self {
    case .nothing, .noHost: "it names no host."
    case .tooLong: "it is longer than any address."
    case .noCode(let text):
      "\"\(text)\" is not a room code: codes have 4 or 6 letters or digits, "
        + "without 0, O, 1, I and L."
    case .twoRooms(let room, let other):
      "The address has room \(room.text), and \(other.text) follows it: name only one."
    case .otherScheme(let scheme):
      "\(scheme):// is not supported; use tls://, chromatch:// or the page's http:// or https://."
    case .badHost(let host):
      "the host \"\(host)\" is not a name, an IPv4 address or an IPv6 address in brackets."
    case .badPort(let port): "the port \"\(port)\" is not a number from 1 to 65535."
    case .brackets(let text):
      "the host in \"\(text)\": put an IPv6 address in brackets, as in [2001:db8::7]:7313."
    case .badFingerprint(let text):
      "the fingerprint \"\(text)\" is not SHA256: and 64 hexadecimal digits."
    case .needsTLS: "a fingerprint needs tls:// or chromatch:// in front of the host."
    }
  }
}
