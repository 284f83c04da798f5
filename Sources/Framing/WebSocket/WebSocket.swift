// One end of a WebSocket after its handshake: it answers what has to be answered and shakes hands
// at the end (RFC 6455, sections 5.5 and 7), so that its owner sees messages and then one ending.
// It does no input or output and has no clock: what to send is handed out as bytes, when to give up
// on a peer that does not say good-bye is for its owner to decide.

/// How a WebSocket came to its end.
public enum WebSocketEnding: Error, Equatable, Sendable {
  /// The peer has closed, or has answered our closing; why, if it said so.
  case closed(WebSocketCloseCode?, reason: String)
  /// The peer broke the rules, and the Close that tells it so is among the replies.
  case violated(WebSocketViolation)
}

/// One end of an open WebSocket.
///
///     socket.receive(bytes)
///     while let piece = try socket.next() { … }
///     send(socket.takeReplies())
///
/// After an ending: send the replies, end our half of the stream, let go.
public struct WebSocket: Sendable {
  /// Which end this is.
  public let role: WebSocketRole

  private(set) var decoder: WebSocketDecoder
  private let encoder: WebSocketEncoder
  private var replies: [UInt8] = []
  private var ending: WebSocketEnding?

  /// Whether our Close has been said. Nothing may be sent after it.
  private(set) var hasSaidClose = false

  /// - Parameters:
  ///   - role: which end this is.
  ///   - takesBinary: whether binary messages are taken; otherwise they close with 1003.
  ///   - messageBytesMax: the longest message taken, in bytes; 1009 as soon as more is declared.
  public init(role: WebSocketRole, takesBinary: Bool, messageBytesMax: Int) {
    self.role = role
    decoder = WebSocketDecoder(
      role: role, takesBinary: takesBinary, messageBytesMax: messageBytesMax)
    encoder = WebSocketEncoder(role: role)
  }

  /// Takes the next bytes of the stream. After the ending they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) { decoder.receive(bytes) }

  /// The next part of a message, or nil when more bytes are needed. Pings met on the way have their
  /// Pongs in the replies. Once we have said Close, messages are read over.
  ///
  /// The piece may share the storage it came in: read or copy it, but do not keep it.
  /// - Throws: how the WebSocket ended; from then on every call throws the same.
  public mutating func next() throws(WebSocketEnding) -> WebSocketPiece? {
    while let event = try nextEvent() {
      switch event {
      case .piece(let piece): if !hasSaidClose { return piece }
      case .ping(let content): if !hasSaidClose { encoder.appendPong(content, to: &replies) }
      case .pong: break
      case .close(let code, let reason):
        // The answer echoes the code (section 5.5.1).
        close(code, reason: "")
        throw end(.closed(code, reason: String(decoding: reason, as: UTF8.self)))
      }
    }
    return nil
  }

  private mutating func nextEvent() throws(WebSocketEnding) -> WebSocketEvent? {
    if let ending { throw ending }
    do throws(WebSocketViolation) {
      return try decoder.next()
    } catch {
      close(error.code, reason: error.reason)
      throw end(.violated(error))
    }
  }

  /// Says Close, once, after what is among the replies already. Without a code it says nothing of
  /// why, which the peer is told as 1005.
  public mutating func close(_ code: WebSocketCloseCode?, reason: String) {
    if hasSaidClose { return }
    hasSaidClose = true
    encoder.appendClose(code, reason: reason, to: &replies)
  }

  /// What is to be sent of itself: Pongs and at last a Close, as whole frames. Handed out once.
  public mutating func takeReplies() -> [UInt8] {
    let bytes = replies
    replies = []
    return bytes
  }

  /// Frames a whole message.
  public func frame(_ kind: WebSocketMessageKind, _ content: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    encoder.appendMessage(kind, content, to: &bytes)
    return bytes
  }

  private mutating func end(_ ending: WebSocketEnding) -> WebSocketEnding {
    self.ending = ending
    return ending
  }
}
