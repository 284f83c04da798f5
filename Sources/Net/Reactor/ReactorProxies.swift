// Connections that trusted proxies make for others: whom they count for changes once that is said,
// in a header before all else or in each request. What a header may be is for Framing to know
// (`ProxyHeader`), and whether somebody may stay for the owner: nothing is read until that answers.

import Framing

extension Reactor {
  /// A proxy has said for whom it connects; nil is itself.
  func introduce(_ connection: Connection, _ client: IPAddress?) {
    if let client {
      connection.addressGroup = AddressGroup(client)
      connection.proxy = trustedProxies.contains(client) ? connection.addressGroup : nil
      // One proxy behind another may still say for whom that one asks.
      if connection.proxy != nil { return connection.conversation.hearOn(isKnown: false) }
    }
    delegate?.introduced(connection.id)
    touch(connection)
  }

  func misintroduced(_ connection: Connection, _ fault: ProxyHeaderFault) {
    delegate?.misintroduced(connection.id, fault)
    beginClosing(connection, .broken("a proxy's header: \(fault.rawValue)"))
  }

  /// The trusted proxy that a connection comes from; nil for everybody else. Each request over it
  /// may be another client's.
  public func proxy(of id: SocketID) -> AddressGroup? { table[id]?.proxy }

  /// Has a connection count for whom its proxy has named.
  public func count(_ id: SocketID, for addressGroup: AddressGroup) {
    table[id]?.addressGroup = addressGroup
  }

  /// Reads on after `introduced`.
  public func hearOn(_ id: SocketID) {
    guard let connection = table[id], connection.phase == .open else { return }
    connection.conversation.hearOn(isKnown: true)
    goOn(connection)
  }
}
