// How this program connects to a server and says something there: the way that a route describes,
// and one line for each message.

import ClientCore
import Game
import Net
import TerminalUI
import Wire

extension Reactor {
  /// Connects to a server that is trusted as far as the route says.
  func connect(by route: Route) -> SocketID {
    connect(
      host: route.address.endpoint.host, port: route.address.endpoint.port,
      over: route.trust.carriage)
  }

  /// What this end of a connection to a server sees of it.
  func binding(of id: SocketID) -> Binding {
    if let exported = channelBinding(of: id) { return .tls(exported) }
    return localServerEnd(of: id).map { .address("\($0.endpoint)") } ?? .open
  }

  /// Whether a person agrees that who they are is proved on a connection. Over TLS the server has
  /// proved itself, and on this machine nobody stands between; on this network they say so once for
  /// each address.
  func consent(
    on id: SocketID, by route: Route, _ habits: Habits, canAsk: Bool
  ) -> ProofConsent {
    guard let end = localServerEnd(of: id), !end.isLoopback,
      !habits.agreesToBeKnown(at: route.address)
    else { return .given }
    return canAsk ? .asked : .absent
  }

  /// Sends a message as a line.
  func send(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    send(line, to: id)
  }
}
