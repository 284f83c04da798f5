// Outgoing connections: the name is looked up on another thread, then its addresses are tried one
// after the other until one answers.

import CLinux
import Dispatch
import Glibc

extension Reactor {
  /// Connects to a host, by name or by address. The name of the connection is valid at once, and
  /// what is sent before it is `connected` leaves then; if it comes to nothing, it has `failed`.
  ///
  /// - Parameter carriage: what its lines are wrapped in.
  public func connect(host: String, port: UInt16, over carriage: Carriage = .tcp) -> SocketID {
    let endpoint = Endpoint(host: host, port: port)
    let connection = table.insert {
      Connection(
        id: $0, origin: .outgoing, addressGroup: .none, descriptor: -1, phase: .connecting,
        limits: limits)
    }
    let attempt = ConnectAttempt(endpoint, carriage)
    connection.attempt = attempt
    if let addresses = endpoint.literalAddresses {
      attempt.remaining = addresses.reversed()
      tryNextAddress(of: connection, attempt)
    } else {
      lookUp(endpoint, for: connection.id)
    }
    return connection.id
  }

  private func lookUp(_ endpoint: Endpoint, for id: SocketID) {
    let reactor = Confined(self, to: executor.queue)
    let executor = executor
    let background = DispatchQueue.global()
    background.async {
      let result = Result { () throws(NetError) in try endpoint.resolve() }
      executor.post { reactor.use { $0.lookedUp(id, result) } }
    }
  }

  private func lookedUp(_ id: SocketID, _ result: Result<[SocketAddress], NetError>) {
    guard let connection = table[id], let attempt = connection.attempt else { return }
    switch result {
    case .success(let addresses): attempt.remaining = addresses.reversed()
    case .failure(let error): attempt.failure = error
    }
    tryNextAddress(of: connection, attempt)
  }

  private func tryNextAddress(of connection: Connection, _ attempt: ConnectAttempt) {
    while let address = attempt.remaining.popLast() {
      if let error = begin(connection, address) {
        attempt.failure = NetError(call: "connect", code: error, endpoint: attempt.endpoint)
        dropSocket(of: connection)
      } else {
        setDeadline(of: connection, in: limits.connectMillisecondsMax)
        scheduleFinish()
        return
      }
    }
    doom(connection, nil)
  }

  /// Starts to connect to one address; returns an errno if that fails at once.
  private func begin(_ connection: Connection, _ address: SocketAddress) -> Int32? {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    connection.descriptor = socket(address.family, streamSocket | flags, 0)
    if connection.descriptor < 0 { return errno }
    prepareStream(connection.descriptor)
    let status = address.withPointer { Glibc.connect(connection.descriptor, $0, $1) }
    if status != 0 && errno != EINPROGRESS { return errno }
    connection.interest = clinux_writable
    let isWatched = epoll.add(
      connection.descriptor, interest: clinux_writable, tag: connection.id.rawValue)
    return isWatched ? nil : errno
  }

  /// The socket of a connect has become writable, or has failed.
  func connectHasNews(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    let error = pendingError(of: connection.descriptor)
    if error != 0 {
      connectFailed(
        connection, NetError(call: "connect", code: error, endpoint: attempt.endpoint))
      return
    }
    connection.phase = .shakingHands
    touch(connection)
    if let tls = attempt.carriage.tls {
      beginTLS(tls, connection, attempt)
    } else {
      beginLines(connection)
    }
  }

  /// The peer has answered, but does not speak what was asked of it.
  func failHandshake(of connection: Connection) {
    guard let attempt = connection.attempt else { return }
    attempt.failure = .speaksOtherwise(attempt.endpoint)
    doom(connection, nil)
  }

  func handshakeTimedOut(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    attempt.failure = .timedOut(attempt.endpoint)
    doom(connection, nil)
  }

  func connectTimedOut(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    connectFailed(connection, .timedOut(attempt.endpoint))
  }

  private func connectFailed(_ connection: Connection, _ error: NetError) {
    guard let attempt = connection.attempt else { return }
    attempt.failure = error
    dropSocket(of: connection)
    tryNextAddress(of: connection, attempt)
  }

  private func dropSocket(of connection: Connection) {
    if connection.descriptor >= 0 { Glibc.close(connection.descriptor) }
    connection.descriptor = -1
  }
}
