// Listening sockets: who may come in, who is told that the house is full, and what happens when the
// process has no descriptor left for either.

import CLinux
import Glibc

extension Reactor {
  /// Listens on an IPv4 or IPv6 address or on `localhost`, which is 127.0.0.1 here; `::` takes IPv4
  /// as well.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose.
  ///   - backlog: how many connections may wait to be accepted.
  /// - Returns: the port that it listens on.
  /// - Throws: an error that says in words why it cannot.
  public func listen(host: String, port: UInt16, backlog: Int32) throws(NetError) -> UInt16 {
    let endpoint = Endpoint(host: host, port: port)
    if isStopping { throw NetError(call: "listen", code: ECANCELED, endpoint: endpoint) }
    guard let address = endpoint.literalAddresses?.first else { throw NetError.notAnAddress(host) }
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = socket(address.family, streamSocket | flags, 0)
    if listener < 0 { throw NetError(call: "socket", code: errno, endpoint: endpoint) }
    prepareListener(listener, family: address.family)
    var failedCall: String?
    if address.withPointer({ bind(listener, $0, $1) }) != 0 {
      failedCall = "bind"
    } else if Glibc.listen(listener, backlog) != 0 {
      failedCall = "listen"
    } else if !epoll.add(
      listener, interest: clinux_readable, tag: Tag.listeners + UInt64(listeners.count))
    {
      failedCall = "epoll_ctl"
    }
    if let failedCall {
      let code = errno
      Glibc.close(listener)
      throw NetError(call: failedCall, code: code, endpoint: endpoint)
    }
    listeners.append(listener)
    let bound = SocketAddress { getsockname(listener, $0, &$1) == 0 }
    return bound?.endpoint.port ?? port
  }

  /// Lets nobody in any more. Connections that are there stay.
  public func stopListening() {
    for listener in listeners { Glibc.close(listener) }
    listeners = []
  }

  func accept(from index: Int) {
    for _ in 0..<Self.acceptsPerEventMax {
      // The delegate may have stopped listening just now.
      guard index < listeners.count else { return }
      var descriptor: Int32 = -1
      let peer = SocketAddress {
        descriptor = clinux_accept(listeners[index], $0, &$1)
        return descriptor >= 0
      }
      if let peer {
        admit(descriptor, from: peer)
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

  private func admit(_ descriptor: Int32, from peer: SocketAddress) {
    let isFull = acceptedCount >= limits.connectionsMax
    if isFull && turnedAwayCount >= Self.turnedAwayMax {
      Glibc.close(descriptor)
      return
    }
    let connection = table.insert {
      Connection(
        id: $0, origin: isFull ? .turnedAway : .accepted, descriptor: descriptor, phase: .open,
        limits: limits)
    }
    let id = connection.id
    guard epoll.add(descriptor, interest: clinux_readable, tag: id.rawValue) else {
      table.remove(id)
      Glibc.close(descriptor)
      return
    }
    connection.interest = clinux_readable
    if isFull {
      turnedAwayCount += 1
      send(limits.fullReply, to: id)
      close(id)
    } else {
      acceptedCount += 1
      delegate?.accepted(id, from: peer.endpoint)
    }
  }

  // MARK: No descriptors

  /// Stops watching the listeners: they would be reported as ready, and accepting would fail, for
  /// ever. Whoever waits is let in when a connection has gone, or after a moment.
  private func pauseAccepting() {
    isAcceptingPaused = true
    watchListeners(interest: 0)
    deadlines.insert(
      .listenAgain, atMilliseconds: clock.milliseconds() + Self.acceptPauseMilliseconds)
  }

  func resumeAccepting() {
    if !isAcceptingPaused { return }
    isAcceptingPaused = false
    watchListeners(interest: clinux_readable)
  }

  private func watchListeners(interest: UInt32) {
    for (index, listener) in listeners.enumerated() {
      epoll.modify(listener, interest: interest, tag: Tag.listeners + UInt64(index))
    }
  }
}
