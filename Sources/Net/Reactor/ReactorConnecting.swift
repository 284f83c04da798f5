// Outgoing connections: the name is looked up on another thread, then its addresses race each other
// until one answers (see `AddressRace`). The one that did goes first the next time.

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
      attempt.race = AddressRace(addresses, proved: proved[endpoint])
      tryAddresses(of: connection, attempt)
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
    case .success(let addresses):
      attempt.race = AddressRace(addresses, proved: proved[attempt.endpoint])
    case .failure(let error): attempt.failure = error
    }
    tryAddresses(of: connection, attempt)
  }

  /// Gives up what has had its time, and begins what may begin now.
  private func tryAddresses(of connection: Connection, _ attempt: ConnectAttempt) {
    let now = clock.milliseconds()
    let count = attempt.sockets.count
    attempt.sockets.removeAll { $0.givesUpAt <= now }
    if attempt.sockets.count < count {
      attempt.failure = .timedOut(attempt.endpoint)
      attempt.race.lost(at: now)
    }
    while let address = attempt.race.next(at: now, besides: attempt.sockets.count) {
      if let error = begin(attempt, address, for: connection.id, at: now) {
        attempt.failure = NetError(call: "connect", code: error, endpoint: attempt.endpoint)
        attempt.race.lost(at: now)
      }
    }
    let due = (attempt.sockets.map(\.givesUpAt) + [attempt.race.due].compactMap(\.self)).min()
    guard let due, !attempt.sockets.isEmpty else { return doom(connection, nil) }
    setDeadline(of: connection, in: max(0, due - now))
    scheduleFinish()
  }

  /// Starts to connect to one address; returns an errno if that fails at once.
  private func begin(
    _ attempt: ConnectAttempt, _ address: SocketAddress, for id: SocketID, at now: Int64
  ) -> Int32? {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.family, streamSocket | flags, 0)
    if descriptor < 0 { return errno }
    let racing = RacingSocket(
      descriptor, to: address, givesUpAt: now + limits.connectMillisecondsMax)
    prepareStream(descriptor)
    let status = address.withPointer { Glibc.connect(descriptor, $0, $1) }
    if status != 0 && errno != EINPROGRESS { return errno }
    let isWatched = epoll.add(descriptor, interest: clinux_writable, tag: id.rawValue)
    guard isWatched else { return errno }
    attempt.sockets.append(racing)
    return nil
  }

  /// A socket of a connect has become writable, or has failed.
  func connectHasNews(_ connection: Connection) {
    guard let attempt = connection.attempt else { return }
    for racing in attempt.sockets {
      guard let error = racing.outcome else { continue }
      if error == 0 { return arrived(racing, connection, attempt) }
      attempt.failure = NetError(call: "connect", code: error, endpoint: attempt.endpoint)
      attempt.race.lost(at: clock.milliseconds())
      attempt.sockets.removeAll { $0 === racing }
    }
    tryAddresses(of: connection, attempt)
  }

  private func arrived(
    _ racing: RacingSocket, _ connection: Connection, _ attempt: ConnectAttempt
  ) {
    connection.descriptor = racing.release()
    connection.interest = clinux_writable
    attempt.sockets = []
    proved[attempt.endpoint] = racing.address
    connection.phase = .shakingHands
    setDeadline(of: connection, in: max(0, racing.givesUpAt - clock.milliseconds()))
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
    tryAddresses(of: connection, attempt)
  }
}
