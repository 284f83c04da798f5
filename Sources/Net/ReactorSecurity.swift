// TLS between the socket and the conversation: bytes are unsealed before anything looks at them and
// sealed as late as can be, so that what waits for a slow peer is still lines that can be dropped.

import Framing

extension Reactor {
  /// A peer begins TLS.
  func beginTLS(_ bytes: ArraySlice<UInt8>, from connection: Connection) {
    guard let server = tls else {
      connection.outbox.append(Self.noTLSAlert)
      return beginClosing(connection, .broken("there is no TLS here"))
    }
    let isAllowed = handshakes.take(
      1, burst: limits.handshakesPerSecondMax, perSecond: limits.handshakesPerSecondMax,
      at: clock.milliseconds())
    guard isAllowed else {
      counts.handshakesRefused += 1
      return doom(connection, .broken("too many handshakes at a time"))
    }
    makeRoomForHandshake(of: connection)
    let session = TLSSession(server: server, memory: tlsMemory)
    connection.tls = session
    connection.prelude = .sniffing(Sniffer(lineBytesMax: limits.lineBytesMax))
    unseal(bytes, from: connection, session)
  }

  /// Notes that a handshake begins, and cuts another one off if there are too many.
  private func makeRoomForHandshake(of connection: Connection) {
    let slowest = handshakesUnderWay.begin(
      connection.id, from: connection.neighborhood, max: limits.handshakesAtOnceMax,
      isUnderWay: { table[$0]?.tls?.isEstablished == false })
    guard let slowest, let peer = table[slowest] else { return }
    counts.handshakesFailed += 1
    doom(peer, .broken("too many handshakes under way"))
    // Now, and not at the end of the turn: until then a hundred more may begin.
    peer.tls = nil
  }

  /// The alert handshake_failure (RFC 8446, section 6), fatal, in a record of TLS 1.0, which every
  /// version reads.
  private static let noTLSAlert: [UInt8] = [21, 3, 1, 0, 2, 2, 40]

  /// Begins TLS with a server that has answered.
  func beginTLS(_ client: TLSClient, _ connection: Connection, _ attempt: ConnectAttempt) {
    let session = TLSSession(
      client: client, host: attempt.endpoint.host,
      speaking: attempt.carriage.webSocket == nil ? .lines : .http, memory: tlsMemory)
    connection.tls = session
    unseal([], from: connection, session)
  }

  /// Takes sealed bytes, all of them, and what they hold.
  func unseal(_ sealed: ArraySlice<UInt8>, from connection: Connection, _ tls: TLSSession) {
    sealed.withUnsafeBytes { tls.receive($0) }
    var wasEstablished = tls.isEstablished
    while true {
      let opened = openBuffer.withUnsafeMutableBytes { tls.open(into: $0) }
      if tls.isEstablished && !wasEstablished {
        wasEstablished = true
        counts.handshakes += 1
        if connection.phase == .shakingHands { beginLines(connection) }
      }
      switch opened {
      case .bytes(let count):
        if connection.phase == .carried {
          connection.lines?.receive(openBuffer[..<count])
        } else {
          take(openBuffer[..<count], from: connection)
        }
        continue
      case .wantsMore: break
      case .ended: ended(connection, isHungUp: false)
      case .failed(let failure): fail(connection, tls, failure)
      }
      break
    }
    if tls.hasSealed && connection.phase != .carried { touch(connection) }
  }

  private func fail(_ connection: Connection, _ tls: TLSSession, _ failure: TLSFailure) {
    if !tls.isEstablished { counts.handshakesFailed += 1 }
    // The alert that tells the peer so.
    writeSealed(connection, tls)
    if let attempt = connection.attempt {
      attempt.failure = .insecure(attempt.endpoint, failure)
      doom(connection, nil)
    } else {
      doom(connection, .broken("\(failure)"))
    }
  }

  /// Writes what is sealed, then seals and writes what waits, until the peer has to read first.
  func writeSealed(_ connection: Connection, _ tls: TLSSession) {
    while !connection.isBlocked && connection.output != .broken {
      if tls.hasSealed {
        tls.withSealed { put($0, into: connection) }
        connection.isBlocked = tls.hasSealed && connection.output != .broken
        continue
      }
      if connection.outbox.isEmpty || !tls.isEstablished { return }
      // No more than is sealed at a time: what is sealed cannot be dropped any more.
      let taken = connection.outbox.withWaitingBytes { tls.seal($0) }
      if taken == 0 { return }
      connection.outbox.consumed(taken)
    }
  }

  /// What the server of an outgoing connection over TLS showed of itself.
  public func peerFingerprint(of id: SocketID) -> CertificateFingerprint? {
    table[id]?.tls?.peerFingerprint
  }
}
