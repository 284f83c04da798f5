// Decides which server a session trusts, from the first connection to the last, as ssh would: the
// one in the file of known servers; else the one that the address names; else, for a server that
// was never met, the one that this network has announced, or an authority vouches for that this
// system trusts; else the one that is there, and from then on no other. However a server was met
// first, the file has it from then on: a fingerprint in an address is worth more than a first
// contact, and must not be forgotten sooner. An address that contradicts the file is refused,
// since an address may come from anybody. It is told how handshakes went and says what is to be
// done; a server that is not trusted never hears a byte of the game. Of a server with a
// certificate by a known authority only that fact is remembered: a renewal should not warn, a
// self-signed certificate in its place should. What a network announces is worth no more than a
// first meeting, because anyone can announce anything.

import Net

/// Whom to trust, and why.
struct ServerTrust {
  /// What is to be done after a handshake that failed.
  enum Remedy: Equatable {
    /// Connect again at once: now it is known whom to ask for.
    case askAgain
    /// End, for that is not the server; a warning for the person.
    case giveUp(String)
    /// Nothing: trust was not the trouble.
    case unrelated
  }

  /// Where the trust comes from.
  private enum Ground: Equatable {
    /// From the address.
    case address
    /// From a line of the file.
    case line(Int)
    /// From nowhere yet: the server was never met, and may be vouched for.
    case asking
    /// From what was announced on this network: the server was never met, and has to be that one.
    case announcement
    /// From the handshake that was refused because nobody vouches; the server has yet to prove that
    /// the certificate it showed is its own.
    case meeting
    /// From this session alone, because it could not be kept.
    case session
  }

  private let server: Endpoint
  private let file: KnownServersFile?
  private var ground: Ground
  /// Whether the file has the server by now.
  private var isKept = false
  /// What to speak TLS with; nil for plain TCP.
  private var client: TLSClient?

  /// Trust in the server at an address.
  ///
  /// - Parameter file: who is known; nil where nothing can be kept.
  init(_ address: Address, file: @autoclosure () -> KnownServersFile?) throws(Failure) {
    server = address.endpoint
    switch address.security {
    case .none:
      self.file = nil
      ground = .address
    case .pinned(let fingerprint):
      let file = file()
      let entry = try file?.entry(for: address.endpoint)
      self.file = file
      ground = .address
      if let entry, entry.identity != .certificate(fingerprint) {
        throw Failure(contradiction(of: entry, fingerprint))
      }
      client = try TLSClient(trusting: .pinned(fingerprint))
    case .tls:
      let file = file()
      let entry = try file?.entry(for: address.endpoint)
      self.file = file
      ground = entry.map { .line($0.line) } ?? .asking
      client = try TLSClient(trusting: entry?.identity.trust ?? .system)
    case .announced(let fingerprint):
      // Anybody can announce anything, so what is known already counts for more.
      let file = file()
      let entry = try file?.entry(for: address.endpoint)
      self.file = file
      ground = entry.map { .line($0.line) } ?? .announcement
      client = try TLSClient(trusting: entry?.identity.trust ?? .pinned(fingerprint))
    }
  }

  /// The certificate that alone is taken; nil before it is known, and where others are too.
  var fingerprint: CertificateFingerprint? {
    if case .pinned(let fingerprint) = client?.trust { fingerprint } else { nil }
  }

  /// How to connect.
  var carriage: Carriage { Carriage(tls: client, webSocket: nil) }

  /// A handshake has failed.
  mutating func refused(_ failure: TLSFailure) throws(Failure) -> Remedy {
    switch failure {
    case .untrusted(_, let shown), .otherHost(_, let shown):
      guard ground == .asking else {
        return .giveUp(warning("\(failure)", known: nil, shown: nil))
      }
      ground = .meeting
      client = try TLSClient(trusting: .pinned(shown))
      return .askAgain
    case .certificateChanged(let known, let shown):
      return .giveUp(warning(nil, known: known, shown: shown))
    default: return .unrelated
    }
  }

  /// A connection stands.
  ///
  /// - Returns: what the person should know about it.
  /// - Throws: why this is not the server after all.
  mutating func connected() throws(Failure) -> String? {
    let identity: KnownServers.Identity
    switch (ground, client?.trust) {
    case (.meeting, .pinned(let fingerprint)), (.announcement, .pinned(let fingerprint)):
      identity = .certificate(fingerprint)
    case (.address, .pinned(let fingerprint)):
      // Of one's own server nothing is kept.
      guard file != nil, !isKept else { return nil }
      identity = .certificate(fingerprint)
    case (.asking, _): identity = .authorities
    default: return nil
    }
    let isNamed = ground == .address
    if !isNamed { ground = .session }
    let entry: KnownServers.Entry
    do throws(Failure) {
      guard let file else { throw Failure("There is no home directory to store it in.") }
      entry = try file.keep(identity, for: server)
    } catch {
      return firstTime(identity, "not pinned", ". \(error)")
    }
    isKept = true
    if !isNamed { ground = .line(entry.line) }
    if entry.identity == identity {
      return isNamed ? nil : firstTime(identity, "pinned", "")
    }
    // Another program has met somebody else there, just now.
    throw Failure(
      warning("it is known as \(entry.identity) and shows \(identity)", known: nil, shown: nil))
  }

  /// What to tell of a server that was never met; nothing if an authority has introduced it.
  private func firstTime(
    _ identity: KnownServers.Identity, _ fate: String, _ why: String
  ) -> String? {
    identity == .authorities ? nil : "First time at \(server), \(fate): \(identity)\(why)"
  }
}

// Warning.
extension ServerTrust {
  /// What to say of an address that names another certificate than the file.
  private func contradiction(
    of entry: KnownServers.Entry, _ fingerprint: CertificateFingerprint
  ) -> String {
    """
    WARNING: the address names another server than the one known at \(server).
    Nothing was sent to it.
      the address says \(fingerprint)
      it is known as   \(entry.identity)
    Either the server has a new certificate, or someone has made up this address.
    Ask its operator for the fingerprint. If it is the address's, remove line \(entry.line) of
      \(file?.path ?? "")
    and try again.
    """
  }

  /// What to say of a server that is not the one it should be.
  private func warning(
    _ what: String?, known: CertificateFingerprint?, shown: CertificateFingerprint?
  ) -> String {
    let headline =
      switch (what, ground) {
      case (let what?, _): "\(server) is not who it was: \(what)"
      case (nil, .address): "\(server) is not the server of this address"
      case (nil, .announcement): "\(server) is not the server that was announced"
      case (nil, _): "the certificate of \(server) has changed"
      }
    let (was, shows) =
      switch ground {
      case .address: ("the address says ", "the server shows ")
      case .announcement: ("this network says", "the server shows ")
      case .line, .asking, .meeting, .session: ("it was ", "it is  ")
      }
    var lines = ["WARNING: \(headline).", "Nothing was sent to it."]
    if let known { lines.append("  \(was) \(known)") }
    if let shown { lines.append("  \(shows) \(shown)") }
    lines += [
      "Either the server has a new certificate, or someone in between is posing as it.",
      "Ask its operator for the fingerprint. \(advice)",
    ]
    return lines.joined(separator: "\n")
  }

  private var advice: String {
    switch ground {
    case .line(let line):
      "If it is the one shown now, remove line \(line) of\n  \(file?.path ?? "")\n"
        + "and try again."
    case .address: "If it is the one shown now, the address is out of date."
    case .announcement: "If it is the one shown now, somebody has announced it wrongly."
    case .asking, .meeting, .session: "If it is the one shown now, try again."
    }
  }
}

extension KnownServers.Identity {
  fileprivate var trust: TLSClient.Trust {
    switch self {
    case .certificate(let fingerprint): .pinned(fingerprint)
    case .authorities: .system
    }
  }
}

extension TLSClient {
  fileprivate convenience init(trusting trust: Trust) throws(Failure) {
    do throws(TLSFailure) {
      try self.init(trust: trust)
    } catch {
      throw Failure("TLS is not available: \(error).")
    }
  }
}
