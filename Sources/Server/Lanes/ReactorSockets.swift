// A lane's reactor as the sockets that a driver has. It knows no line. Invariant: names and moments
// are the same numbers on either side.

import Framing
import Game
import Net
import Rooms

/// The sockets of a lane of a server.
final class ReactorSockets: Sockets {
  private let reactor: Reactor

  init(_ reactor: Reactor) { self.reactor = reactor }

  var connectionCount: Int { reactor.connectionCount }

  func send(_ lines: [UInt8], to audience: [ConnectionID]) {
    var batch = LineBatch(lines)
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

  func binding(of id: ConnectionID) -> Binding {
    // A browser shows its pages nothing of TLS.
    if let origin = reactor.origin(of: SocketID(id)) { return .web(origin: origin) }
    if let exported = reactor.channelBinding(of: SocketID(id)) { return .tls(exported) }
    return reactor.localServerEnd(of: SocketID(id)).map { .address("\($0.endpoint)") } ?? .open
  }

  func takeDeparted() -> [UInt64]? { reactor.takeDeparted() }

  func wake(at moment: Instant?) {
    reactor.wake(atMilliseconds: moment.map { Int64($0.milliseconds) })
  }

  func stop() { reactor.stop() }
}

extension Instant {
  /// A moment of a reactor's clock.
  init(_ milliseconds: Int64) { self.init(milliseconds: Int(milliseconds)) }
}

extension Origin {
  /// Where somebody comes from; those who are gone already count for nobody.
  init(_ group: AddressGroup?) {
    self.init(household: group?.number ?? .max, site: group?.siteNumber)
  }
}

extension SocketID {
  init(_ id: ConnectionID) { self.init(rawValue: id.number) }
}

extension ConnectionID {
  init(_ id: SocketID) { self.init(number: id.rawValue) }
}
