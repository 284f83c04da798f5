// What an outgoing connection wraps its lines in: nothing, TLS, a WebSocket, or both. The peer
// finds out by itself; on one port it takes them all.

/// How to carry lines to a server.
public struct Carriage: Sendable {
  /// Where a WebSocket is asked for.
  public struct WebSocketRoute: Sendable {
    /// The path, as it stands in a request line.
    public let path: String
    /// What is to be spoken over it.
    public let subprotocol: String?

    /// A path and the subprotocol that is spoken there.
    public init(path: String, subprotocol: String?) {
      self.path = path
      self.subprotocol = subprotocol
    }
  }

  /// TLS and whom to trust; nil for none.
  public let tls: TLSClient?
  /// The WebSocket to ask for; nil for plain lines.
  public let webSocket: WebSocketRoute?

  /// Lines over TLS or not, in a WebSocket or not.
  public init(tls: TLSClient?, webSocket: WebSocketRoute?) {
    self.tls = tls
    self.webSocket = webSocket
  }

  /// Lines over TCP.
  public static let tcp = Carriage(tls: nil, webSocket: nil)

  /// What metrics and tables call it.
  public var transport: Transport {
    switch (tls == nil, webSocket == nil) {
    case (true, true): .tcp
    case (false, true): .tls
    case (true, false): .ws
    case (false, false): .wss
    }
  }
}
