// Counts what a reactor has done since it was made. The counts only grow; a caller that wants rates
// reads them twice.

import Framing

/// Sums over all connections of a reactor.
public struct ReactorCounts: Sendable {
  /// Bytes read from sockets, TLS included.
  public var bytesRead = 0
  /// Bytes written to sockets, TLS included.
  public var bytesWritten = 0
  /// Calls that wrote, those that found no room included.
  public var writes = 0
  /// WebSockets agreed to.
  public var upgrades = 0
  /// TLS handshakes that came to their end.
  public var handshakes = 0
  /// TLS handshakes that failed.
  public var handshakesFailed = 0
  /// TLS handshakes not begun because there were too many.
  public var handshakesRefused = 0
  /// Connections turned away at the door.
  public var turnedAway = 0
  /// Times that accepting found no descriptor.
  public var acceptingPauses = 0

  /// Nothing yet.
  public init() {}
}

extension Reactor {
  /// How many speak in lines or messages now, by how they came. It looks at all of them.
  public func connectionsByTransport() -> [Transport: Int] {
    table.all.reduce(into: [:]) { counts, connection in
      if connection.conversation.isOpened { counts[connection.transport, default: 0] += 1 }
    }
  }
}
