// TLS between the socket and the conversation: bytes are unsealed before anything looks at them and
// sealed as late as can be, so that what waits for a slow peer is still lines that can be dropped.
// Handshakes with clients are done elsewhere (`TLS/Handshaker.swift`). Without TLS, the address of
// the server's end is all that both ends know of their connection.

import Framing
import Glibc

extension Reactor {
  /// A peer begins TLS.
  func beginTLS(_ bytes: ArraySlice<UInt8>, from connection: Connection) {
    guard let tls else {
      connection.conversation.outbox.append(Self.noTLSAlert)
      return beginClosing(connection, .broken("there is no TLS here"))
    }
    let (id, executor) = (connection.id, executor)
    let reactor = Confined(self, to: executor.queue)
    let handshake = Handshake(tls, with: connection.addressGroup) {
      executor.post { reactor.use { $0.cutOff(id) } }
    }
    goOn(handshake, with: bytes, connection)
  }

  /// A handshake that gets nowhere gives way to another one.
  private func cutOff(_ id: SocketID) {
    guard let connection = table[id], connection.handshake != nil else { return }
    counts.handshakesRefused += 1
    doom(connection, .broken("too many handshakes under way"))
    scheduleFinish()
  }

  /// Has the handshake done elsewhere; nothing is read or written until it is told how it went.
  private func goOn(
    _ handshake: Handshake, with sealed: ArraySlice<UInt8>, _ connection: Connection
  ) {
    connection.tls = nil
    connection.handshake = (handshake, isAway: true)
    touch(connection)
    let (id, executor) = (connection.id, executor)
    let reactor = Confined(self, to: executor.queue)
    handshake.goOn(with: Array(sealed)) { outcome in
      executor.post { reactor.use { $0.handshakeWent(outcome, handshake, of: id) } }
    }
  }

  private func handshakeWent(
    _ outcome: Handshake.Outcome, _ handshake: Handshake, of id: SocketID
  ) {
    // It may be closed by now.
    guard let connection = table[id], connection.phase == .open, !isStopping,
      connection.handshake?.isAway == true
    else { return }
    connection.tls = handshake.session
    switch outcome {
    case .underWay: connection.handshake = (handshake, isAway: false)
    case .established(let plain):
      counts.handshakes += 1
      connection.tls?.memory = tlsMemory
      connection.handshake = nil
      take(plain[...], from: connection)
      if connection.phase == .open, let tls = connection.tls {
        unseal([], from: connection, tls)
      }
    case .failed(let failure):
      if let tls = connection.tls { fail(connection, tls, failure) }
    case .refused:
      counts.handshakesRefused += 1
      doom(connection, .broken("too many handshakes at a time"))
    }
    if connection.phase == .open { touch(connection) }
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
    if let handshake = connection.handshake?.work {
      return goOn(handshake, with: sealed, connection)
    }
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
          connection.conversation.receive(openBuffer[..<count])
        } else {
          take(openBuffer[..<count], from: connection)
        }
        if tls.hasUnopened { continue }
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
      if connection.conversation.outbox.isEmpty || !tls.isEstablished { return }
      // No more than is sealed at a time: what is sealed cannot be dropped any more.
      let taken = connection.conversation.outbox.withWaitingBytes { tls.seal($0) }
      if taken == 0 { return }
      connection.conversation.outbox.consumed(taken)
    }
  }

  /// What only the two ends of a connection over TLS know: 32 bytes; nil without TLS.
  public func channelBinding(of id: SocketID) -> [UInt8]? { table[id]?.tls?.channelBinding }

  /// The server's end of a connection without TLS, as both ends see it. It is nil where one of them
  /// is not on this machine or on a network that the internet does not lead into, or where a proxy
  /// stands between them: there the ends do not see the same.
  public func localServerEnd(of id: SocketID) -> LocalEnd? {
    guard let connection = table[id], connection.tls == nil, connection.handshake == nil,
      connection.proxy == nil,
      let own = SocketAddress({ getsockname(connection.descriptor, $0, &$1) == 0 }),
      let peer = SocketAddress({ getpeername(connection.descriptor, $0, &$1) == 0 }),
      own.ipAddress?.isLocal == true, peer.ipAddress?.isLocal == true
    else { return nil }
    if connection.origin == .outgoing { return LocalEnd(peer) }
    // A proxy has named somebody else.
    return connection.addressGroup == peer.addressGroup ? LocalEnd(own) : nil
  }

  /// The page that opened a WebSocket, as its browser says; nil for programs.
  public func origin(of id: SocketID) -> String? { table[id]?.conversation.origin }

  /// What the server of an outgoing connection over TLS showed of itself.
  public func peerFingerprint(of id: SocketID) -> CertificateFingerprint? {
    table[id]?.tls?.peerFingerprint
  }
}

/// An end of a connection, on this machine or on a network that the internet does not lead into.
public struct LocalEnd: Hashable, Sendable {
  /// Its address, without the zone that only one machine knows it by.
  public let endpoint: Endpoint
  /// Whether both ends are on this machine.
  public let isLoopback: Bool

  init(_ address: SocketAddress) {
    let (host, port) = (address.endpoint.host, address.endpoint.port)
    endpoint = Endpoint(host: String(host.prefix { $0 != "%" }), port: port)
    isLoopback = address.ipAddress?.isLoopback == true
  }
}
