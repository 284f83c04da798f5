// What the file of known servers says, as ssh's known_hosts: a server a line, its name and port and
// who it is. It reads and adds and touches no file. Invariant: adding changes no byte that was
// there, so comments, and lines that only a later version understands, stay as they are.

import Net

/// The servers that were met before.
struct KnownServers: Equatable {
  /// Who a server is.
  enum Identity: Equatable {
    /// The server that has the key of this certificate.
    case certificate(CertificateFingerprint)
    /// A server that an authority vouches for that this system trusts, by the host's name. Such a
    /// certificate may change as often as it likes; but a server that had one keeps having one.
    case authorities
  }

  /// A line about a server.
  struct Entry: Equatable {
    var identity: Identity
    /// Counted from 1, for people.
    var line: Int
  }

  /// A line about the very server that was asked for, which says nothing.
  struct Unreadable: Error, Equatable {
    /// Counted from 1.
    let line: Int
  }

  /// The file as it is.
  private(set) var bytes: [UInt8]

  /// What a file says; of one that is not there yet, nothing.
  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// What is known of a server; of several lines about it the first counts.
  func entry(for server: Endpoint) throws(Unreadable) -> Entry? {
    let name = KnownServers.name(of: server)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      // A comment's first word begins with #, which no host's does.
      guard let first = words.first, first.lowercased() == name else { continue }
      guard words.count > 1, let identity = Identity(String(words[1])) else {
        throw Unreadable(line: index + 1)
      }
      return Entry(identity: identity, line: index + 1)
    }
    return nil
  }

  /// Adds a line about a server at the end.
  mutating func add(_ identity: Identity, for server: Endpoint) -> Entry {
    if bytes.isEmpty { bytes = Array(KnownServers.heading.utf8) }
    if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    bytes += "\(KnownServers.name(of: server)) \(identity)\n".utf8
    return Entry(identity: identity, line: bytes.count { $0 == UInt8(ascii: "\n") })
  }

  /// Hosts are the same in any case of their letters.
  private static func name(of server: Endpoint) -> String { "\(server)".lowercased() }

  private static let heading = """
    # Servers that chromatch has met over TLS: host:port and the fingerprint of the certificate, or
    # "authorities" where one that this system trusts has to vouch for it. Remove a line to meet a
    # server for the first time again.

    """
}

extension KnownServers.Identity: CustomStringConvertible {
  private static let authoritiesWord = "authorities"

  /// As it stands in the file; nil for anything else.
  init?(_ text: String) {
    if text == Self.authoritiesWord {
      self = .authorities
    } else if let fingerprint = CertificateFingerprint(text) {
      self = .certificate(fingerprint)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .certificate(let fingerprint): "\(fingerprint)"
    case .authorities: Self.authoritiesWord
    }
  }
}
