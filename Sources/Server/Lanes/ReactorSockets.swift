// A lane's reactor as the sockets that a driver has. Names of connections are the same numbers on
// either side. Moments are too, but for what the lane's time has been set by: a reactor's time only
// runs on, so that no socket waits longer or less because somebody sets the machine's clock. It
// knows no line. Invariant: to the driver a moment is in the lane's time, to the reactor in its
// own.

import Framing
import Game
import Net
import Rooms

/// The sockets of a lane of a server.
final class ReactorSockets: Sockets {
  private let reactor: Reactor
  /// How far the lane's time is ahead of the reactor's, in milliseconds.
  var ahead: Int64 = 0

  init(_ reactor: Reactor) { self.reactor = reactor }

  var connectionCount: Int { reactor.connectionCount }

  func send(_ batch: LineBatch, to audience: [ConnectionID]) {
    var batch = batch
    if audience.count == 1 { return reactor.send(&batch, to: SocketID(audience[0])) }
    for id in audience { reactor.broadcast(&batch, to: SocketID(id)) }
  }

  func conflate(_ id: ConnectionID) { reactor.conflate(SocketID(id)) }

  func close(_ id: ConnectionID, saying code: WebSocketCloseCode) {
    reactor.close(SocketID(id), saying: code)
  }

  func abort(_ id: ConnectionID) { reactor.abort(SocketID(id)) }

  func carry(_ id: ConnectionID) -> (any CarriedConnection)? { reactor.carry(SocketID(id)) }

  func adopt(_ carried: (any CarriedConnection)?) -> ConnectionID {
    ConnectionID(reactor.adopt(carried as? CarriedSocket))
  }

  func ticket(of id: ConnectionID) -> UInt64? { reactor.ticket(of: SocketID(id)) }

  /// Where somebody comes from; those who are gone already count for nobody.
  func origin(of id: SocketID) -> Origin {
    let group = reactor.addressGroup(of: id)
    return Origin(household: group?.number ?? .max, site: group?.siteNumber)
  }

  func binding(of id: ConnectionID) -> Binding {
    // A browser shows its pages nothing of TLS.
    if let origin = reactor.origin(of: SocketID(id)) { return .web(origin: origin) }
    if let exported = reactor.channelBinding(of: SocketID(id)) { return .tls(exported) }
    return reactor.localServerEnd(of: SocketID(id)).map { .address("\($0.endpoint)") } ?? .open
  }

  func takeDeparted() -> [UInt64] { reactor.takeDeparted() }

  func wake(at moment: Instant?) {
    reactor.wake(atMilliseconds: moment.map { Int64($0.milliseconds) - ahead })
  }

  func stop() { reactor.stop() }
}

extension Instant {
  /// A moment of a reactor's clock.
  init(_ milliseconds: Int64) { self.init(milliseconds: Int(milliseconds)) }
}

extension SocketID {
  init(_ id: ConnectionID) { self.init(rawValue: id.number) }
}

extension ConnectionID {
  init(_ id: SocketID) { self.init(number: id.rawValue) }
}
