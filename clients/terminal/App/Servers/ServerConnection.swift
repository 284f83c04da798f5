// How this program connects to a server and says something there: the way that a route describes,
// and one line for each message.

import Net
import Wire

extension Reactor {
  /// Connects to a server that is trusted as far as the route says.
  func connect(by route: Route) -> SocketID {
    connect(
      host: route.address.endpoint.host, port: route.address.endpoint.port,
      over: route.trust.carriage)
  }

  /// Sends a message as a line.
  func send(_ message: ClientMessage, to id: SocketID) {
    var line: [UInt8] = []
    message.encode(into: &line)
    send(line, to: id)
  }
}
