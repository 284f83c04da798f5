// A stream of lines, whatever they are wrapped in: bytes in, lines out, lines in, bytes out. Above
// it nobody needs to know how a peer came; below it nobody needs to know what a line is.

/// Why no more lines come out of a stream.
public enum StreamEnding: Error, Equatable, Sendable {
  /// The peer's bytes are no lines. Say why, then close.
  case refused(FramingError)
  /// The WebSocket that carried the lines is over. Its last frame is among the replies.
  case webSocket(WebSocketEnding)
}

/// Both directions of a stream of lines.
///
///     stream.receive(bytes)
///     while let line = try stream.next() { … }
///     send(stream.takeReplies())
///
/// Over a WebSocket, a text message is one or more whole lines, and its end also ends a line: the
/// last LF may be left out. An empty message is no line.
public struct LineStream: Sendable {
  /// What lines are wrapped in here.
  public let envelope: Envelope
  private var framer: LineFramer
  /// Over a bare stream there is none.
  private var socket: WebSocket?

  /// Lines as they are.
  /// - Parameter lineBytesMax: the longest line taken, in bytes, without its ending; at least 1.
  public init(lineBytesMax: Int) {
    envelope = .bare
    framer = LineFramer(lineBytesMax: lineBytesMax)
  }

  /// Lines over a WebSocket whose handshake is done.
  /// - Parameters:
  ///   - role: which end this is.
  ///   - lineBytesMax: the longest line taken, in bytes, without its ending; at least 1.
  ///   - messageBytesMax: the longest message taken, in bytes. Nothing of that size is ever kept.
  public init(webSocket role: WebSocketRole, lineBytesMax: Int, messageBytesMax: Int) {
    envelope = .webSocket
    framer = LineFramer(lineBytesMax: lineBytesMax)
    socket = WebSocket(role: role, takesBinary: false, messageBytesMax: messageBytesMax)
  }

  /// Takes the next bytes of the stream. After its ending they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if envelope == .bare { framer.receive(bytes) } else { socket?.receive(bytes) }
  }

  /// Whether nothing has come behind the line that was handed out last.
  public var isEmpty: Bool { framer.isEmpty && socket?.decoder.pending.isEmpty ?? true }

  /// The next whole line without its ending, or nil when more bytes are needed.
  ///
  /// The line may share the storage it came in: read or copy it, but do not keep it.
  /// - Throws: why the stream has ended; from then on every call throws the same.
  @inline(__always)
  public mutating func next() throws(StreamEnding) -> ArraySlice<UInt8>? {
    while true {
      if let line = try nextOfFramer() { return line }
      guard envelope == .webSocket, let piece = try nextOfSocket() else { return nil }
      framer.receive(piece.bytes)
      if piece.isLast { framer.endLine() }
    }
  }

  @inline(__always)
  private mutating func nextOfFramer() throws(StreamEnding) -> ArraySlice<UInt8>? {
    do throws(FramingError) { return try framer.next() } catch { throw .refused(error) }
  }

  private mutating func nextOfSocket() throws(StreamEnding) -> WebSocketPiece? {
    do throws(WebSocketEnding) { return try socket?.next() } catch { throw .webSocket(error) }
  }

  /// What is to be sent of itself, in front of whatever is sent next; nothing on a bare stream.
  public mutating func takeReplies() -> [UInt8] { socket?.takeReplies() ?? [] }

  /// A batch as this peer takes it: shared with others, unless frames have to be masked.
  public func frame(_ batch: inout LineBatch) -> [UInt8] {
    if let socket, !socket.role.isServer { return socket.frame(.text, batch.lines[...]) }
    return batch.bytes(in: envelope)
  }

  /// Says the last word of the stream: a Close, of which the replies hold the bytes, or nothing on
  /// a bare stream. No batch may be sent after it.
  public mutating func close(_ code: WebSocketCloseCode, reason: String) {
    socket?.close(code, reason: reason)
  }
}

extension FramingError {
  /// What a Close says when a stream over a WebSocket is refused.
  public var closeCode: WebSocketCloseCode {
    switch self {
    case .tooLong: .messageTooBig
    case .notUTF8, .containsNUL: .invalidPayload
    }
  }
}
