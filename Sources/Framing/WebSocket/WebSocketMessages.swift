// A WebSocket read by whole messages, for peers that speak in such: the line protocol does not, it
// reads lines as they come. What has come of an unfinished message is kept, and no more than that,
// whatever its frames declare.

/// A whole message.
public struct WebSocketMessage: Equatable, Sendable {
  /// What it is made of.
  public let kind: WebSocketMessageKind
  /// All of it; if it is a text, UTF-8.
  public let bytes: [UInt8]

  /// A message of one's own making.
  public init(kind: WebSocketMessageKind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}

/// One end of an open WebSocket, read message by message.
public struct WebSocketMessages: Sendable {
  /// The WebSocket that is read: hand it bytes, send its replies, close it, frame messages with it.
  public var socket: WebSocket
  /// What has come of the message under way.
  private var gathered: [UInt8] = []

  /// Reads all that `socket` brings from here on.
  public init(_ socket: WebSocket) { self.socket = socket }

  /// The next whole message, or nil when more bytes are needed.
  /// - Throws: how the WebSocket ended; an unfinished message is forgotten then.
  public mutating func next() throws(WebSocketEnding) -> WebSocketMessage? {
    do throws(WebSocketEnding) {
      while let piece = try socket.next() {
        if piece.isLast && gathered.isEmpty {
          return WebSocketMessage(kind: piece.kind, bytes: Array(piece.bytes))
        }
        gathered.append(contentsOf: piece.bytes)
        if piece.isLast {
          defer { gathered = [] }
          return WebSocketMessage(kind: piece.kind, bytes: gathered)
        }
      }
      return nil
    } catch {
      gathered = []
      throw error
    }
  }
}
