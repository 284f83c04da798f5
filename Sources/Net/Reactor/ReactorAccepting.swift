// Listening sockets: who may come in, who is told that the house is full, and what happens when the
// process has no descriptor left for either.

import CLinux
import Framing
import Glibc
import HeapModule

/// A socket that listens, and where those go who come.
struct Listener {
  let descriptor: Int32
  /// Whether it listened before, so that others may have it as well and listen on.
  let isShared: Bool
  let doorkeeper: Reactor.Doorkeeper?
}

extension Reactor {
  /// Who decides about those who come: takes them, or says with which line they are turned away.
  public typealias Doorkeeper = (AcceptedSocket) -> [UInt8]?

  /// Listens on an IPv4 or IPv6 address or on `localhost`, which is 127.0.0.1 here; `::` takes IPv4
  /// as well.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - backlog: how many connections may wait to be accepted.
  ///   - former: a socket that listens there already; nil where there is none yet. The reactor
  ///     closes it in the end, but a process that has a copy listens on.
  ///   - doorkeeper: takes each client to where it belongs and returns nil, or returns the line,
  ///     with its LF, with which it is turned away. Without one it stays here.
  /// - Returns: the port that it listens on.
  /// - Throws: an error that says in words why it cannot.
  public func listen(
    host: String, port: UInt16, backlog: Int32, on former: Int32? = nil,
    doorkeeper: Doorkeeper? = nil
  ) throws(NetError) -> UInt16 {
    let endpoint = Endpoint(host: host, port: port)
    if isStopping { throw NetError(call: "listen", code: ECANCELED, endpoint: endpoint) }
    let listener: Int32
    if let former {
      guard isListening(former) else {
        Glibc.close(former)
        throw .notListening(descriptor: former)
      }
      listener = former
    } else {
      listener = try openListener(at: endpoint, backlog: backlog)
    }
    let tag = Tag.listeners + UInt64(listeners.count)
    guard epoll.add(listener, interest: clinux_readable, tag: tag) else {
      let code = errno
      Glibc.close(listener)
      throw NetError(call: "listen", code: code, endpoint: endpoint)
    }
    listeners.append(
      Listener(descriptor: listener, isShared: former != nil, doorkeeper: doorkeeper))
    let bound = SocketAddress { getsockname(listener, $0, &$1) == 0 }
    return bound?.endpoint.port ?? port
  }

  /// The sockets that it listens on. They stay its own: a copy of one goes on listening after it.
  public var listeningDescriptors: [Int32] { listeners.map(\.descriptor) }

  /// Lets nobody in any more. Connections that are there stay.
  public func stopListening() {
    for listener in listeners {
      epoll.remove(listener.descriptor)
      // Closing alone is not enough while a program that is just being started has a copy of it.
      // But a service manager keeps its copy for the next server.
      if !listener.isShared { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }
      Glibc.close(listener.descriptor)
    }
    listeners = []
  }

  func accept(from index: Int) {
    for _ in 0..<Self.acceptsPerEventMax {
      // The doorkeeper may have stopped listening just now, or hold everybody.
      guard index < listeners.count, !holdsAccepting else { return }
      var descriptor: Int32 = -1
      let peer = SocketAddress {
        descriptor = clinux_accept(listeners[index].descriptor, $0, &$1)
        return descriptor >= 0
      }
      if let peer {
        let socket = AcceptedSocket(descriptor: descriptor, address: peer)
        if let doorkeeper = listeners[index].doorkeeper {
          if let reply = doorkeeper(socket) { turnAway(socket, reply) }
        } else {
          admit(socket, as: .accepted)
        }
        continue
      }
      switch errno {
      case EAGAIN: return
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        pauseAccepting()
        return
      default: break  // this one is gone already (accept(2)); the next may not be
      }
    }
  }

  /// Lets somebody in, if there is room.
  ///
  /// - Returns: the connection's name; nil if there was not.
  @discardableResult
  func admit(_ socket: AcceptedSocket, as origin: Connection.Origin) -> SocketID? {
    if acceptedCount >= limits.connectionsMax {
      turnAway(socket, limits.fullReply)
      return nil
    }
    guard let connection = insert(socket, origin: origin) else { return nil }
    acceptedCount += 1
    delegate?.accepted(connection.id, from: socket.address.endpoint)
    return connection.id
  }

  /// Says a line and closes, to somebody of whom the delegate never hears.
  private func turnAway(_ socket: AcceptedSocket, _ reply: [UInt8]) {
    counts.turnedAway += 1
    if turnedAwayCount >= turnedAwayMax { return socket.close() }
    guard let connection = insert(socket, origin: .turnedAway) else { return }
    turnedAwayCount += 1
    send(reply, to: connection.id)
    close(connection.id)
  }

  private func insert(_ socket: AcceptedSocket, origin: Connection.Origin) -> Connection? {
    let connection = table.insert {
      Connection(
        id: $0, origin: origin, addressGroup: socket.addressGroup,
        isFromProxy: socket.ipAddress.map(trustedProxies.contains) ?? false,
        descriptor: socket.descriptor, phase: .open, limits: limits)
    }
    let id = connection.id
    guard epoll.add(socket.descriptor, interest: clinux_readable, tag: id.rawValue) else {
      table.remove(id)
      socket.close()
      return nil
    }
    connection.interest = clinux_readable
    connection.ticket = socket.ticket
    return connection
  }

  // MARK: Waiting

  /// Lets nobody in while it holds; they wait in the system's queue.
  public func holdAccepting(_ holds: Bool) {
    if holds == holdsAccepting { return }
    holdsAccepting = holds
    watchListeners()
  }

  /// Stops watching the listeners: they would be reported as ready, and accepting would fail, for
  /// ever. Waiting clients are let in when a connection has gone, or after a moment.
  private func pauseAccepting() {
    isAcceptingPaused = true
    counts.acceptingPauses += 1
    watchListeners()
    let end = clock.milliseconds() + Self.acceptPauseMilliseconds
    deadlines.insert(Deadline(milliseconds: end, purpose: .listenAgain))
  }

  /// Looks again for those who wait, because a descriptor may have come free.
  public func resumeAccepting() {
    if !isAcceptingPaused { return }
    isAcceptingPaused = false
    watchListeners()
  }

  private func watchListeners() {
    let interest = isAcceptingPaused || holdsAccepting ? 0 : clinux_readable
    for (index, listener) in listeners.enumerated() {
      epoll.modify(listener.descriptor, interest: interest, tag: Tag.listeners + UInt64(index))
    }
  }
}
