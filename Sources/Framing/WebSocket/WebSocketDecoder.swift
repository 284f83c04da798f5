// Bytes in, frames' contents out: RFC 6455, section 5, for either end. A decoder sends nothing and
// decides nothing; it says what came, or what is wrong with it. Nothing is ever allocated because a
// peer declared it: payloads are handed on as they come, and what is kept between two reads is the
// start of a header or of a control frame. However the bytes were cut on the way, the same contents
// come out, and the same violation after the same contents.

/// Which end of a WebSocket this is. It settles who masks.
public enum WebSocketRole: Sendable {
  /// The end that was asked: it takes masked frames only and sends them unmasked.
  case server
  /// The end that asked: it takes unmasked frames only and masks what it sends, each frame with a
  /// key that nobody can foretell (RFC 6455, section 5.3).
  case client(nextMaskingKey: @Sendable () -> UInt32)

  var isServer: Bool {
    switch self {
    case .server: true
    case .client: false
    }
  }
}

/// What a message is made of.
public enum WebSocketMessageKind: Equatable, Sendable {
  /// UTF-8.
  case text
  /// Bytes of any kind.
  case binary
}

/// A part of a message, as long as the bytes that have come.
public struct WebSocketPiece: Equatable, Sendable {
  /// The message's kind.
  public let kind: WebSocketMessageKind
  /// What the piece adds to the message; empty only if it ends one. Pieces of a text need not end
  /// between characters.
  public let bytes: ArraySlice<UInt8>
  /// Whether the message ends here.
  public let isLast: Bool

  /// A piece of one's own making, as a test compares with.
  public init(kind: WebSocketMessageKind, bytes: ArraySlice<UInt8>, isLast: Bool) {
    self.kind = kind
    self.bytes = bytes
    self.isLast = isLast
  }
}

/// What a peer has sent.
public enum WebSocketEvent: Equatable, Sendable {
  /// A part of a message. No other message begins before its last.
  case piece(WebSocketPiece)
  /// To be answered by a Pong of the same content, at most 125 bytes.
  case ping(ArraySlice<UInt8>)
  /// An answer to a Ping, or a heartbeat nobody asked for.
  case pong(ArraySlice<UInt8>)
  /// The last frame: why the peer closes, if it says so, and a reason in UTF-8. It is to be
  /// answered by a Close, and nothing counts that follows it.
  case close(WebSocketCloseCode?, reason: ArraySlice<UInt8>)
}

/// Reads one direction of a WebSocket.
///
///     decoder.receive(bytes)
///     while let event = try decoder.next() { … }
///
/// Call `next()` until it returns nil before the next `receive`; then at most 138 bytes are kept.
public struct WebSocketDecoder: Sendable {
  /// The data frame whose payload is coming in.
  private struct DataFrame: Sendable {
    var remainingBytes: Int
    var mask: WebSocketMask?
    let endsMessage: Bool
  }

  /// The message under way.
  private struct Message: Sendable {
    let kind: WebSocketMessageKind
    /// The payload declared by its frames so far.
    var declaredBytes = 0
    var text = UTF8Validator()
  }

  private let isServer: Bool
  private let takesBinary: Bool
  private let messageBytesMax: Int

  /// Received bytes that no event has handed out. As in a `LineFramer`, this is the caller's own
  /// storage until a mask is taken off, which copies it once.
  private(set) var pending: ArraySlice<UInt8> = []
  private var isBorrowing = false
  private var frame: DataFrame?
  private var message: Message?
  private var hasClosed = false
  private var violation: WebSocketViolation?

  /// - Parameters:
  ///   - role: which end reads.
  ///   - takesBinary: whether binary messages are taken; otherwise they close with 1003.
  ///   - messageBytesMax: the longest message taken, in bytes; 1009 as soon as more is declared.
  public init(role: WebSocketRole, takesBinary: Bool, messageBytesMax: Int) {
    precondition(messageBytesMax >= 0, "a limit is not negative")
    isServer = role.isServer
    self.takesBinary = takesBinary
    self.messageBytesMax = messageBytesMax
  }

  /// Takes the next bytes of the stream. After a Close or a violation they are ignored.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) {
    if hasClosed || violation != nil { return }
    if pending.isEmpty {
      pending = bytes
      isBorrowing = true
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  /// The next thing the peer has sent, or nil when more bytes are needed, or none are.
  ///
  /// Its bytes may share the storage they came in: read or copy them, but do not keep them.
  /// - Throws: what the peer did wrong; from then on every call throws the same.
  public mutating func next() throws(WebSocketViolation) -> WebSocketEvent? {
    if let violation { throw violation }
    do throws(WebSocketViolation) {
      while !hasClosed {
        if frame == nil {
          guard let header = try WebSocketFrameHeader.read(from: pending, isMasked: isServer)
          else { break }
          if header.opcode.isControl {
            guard let payload = takeControlPayload(header) else { break }
            return try control(header.opcode, payload)
          }
          try begin(header)
        }
        if let piece = try takePiece() { return .piece(piece) }
        if frame != nil { break }
      }
    } catch {
      violation = error
      pending = []
      throw error
    }
    keepRemainder()
    return nil
  }

  // MARK: Data

  /// Starts on a data frame: what may be wrong with it depends on the frames before.
  private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketViolation) {
    var message: Message
    switch (header.opcode, self.message) {
    case (.continuation, nil): throw .protocolError("there is no message to continue")
    case (.continuation, let current?): message = current
    case (_, _?): throw .protocolError("a message begins inside another")
    case (.binary, nil):
      if !takesBinary { throw Self.noBinary }
      message = Message(kind: .binary)
    case (_, nil): message = Message(kind: .text)
    }
    if header.payloadBytes > messageBytesMax - message.declaredBytes { throw Self.tooBig }
    message.declaredBytes += header.payloadBytes
    self.message = message
    frame = DataFrame(
      remainingBytes: header.payloadBytes, mask: header.maskingKey.map(WebSocketMask.init),
      endsMessage: header.isFinal)
    pending = pending.dropFirst(header.headerBytes)
  }

  private static let noBinary = WebSocketViolation(
    code: .unsupportedData, reason: "only text is taken here")
  private static let tooBig = WebSocketViolation(
    code: .messageTooBig, reason: "the message is too long")
  private static let notUTF8 = WebSocketViolation(
    code: .invalidPayload, reason: "the text is not UTF-8")

  /// What has come of the frame's payload, or nil if that adds nothing.
  private mutating func takePiece() throws(WebSocketViolation) -> WebSocketPiece? {
    guard var frame, let kind = message?.kind else { return nil }
    let count = min(frame.remainingBytes, pending.count)
    if count > 0, var mask = frame.mask {
      pending.withUnsafeMutableBytes {
        mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
      }
      frame.mask = mask
    }
    let bytes = pending.prefix(count)
    pending = pending.dropFirst(count)
    frame.remainingBytes -= count
    let isFrameOver = frame.remainingBytes == 0
    let isLast = isFrameOver && frame.endsMessage
    self.frame = isFrameOver ? nil : frame
    if kind == .text, let validCount = invalidText(in: bytes, isLast: isLast) {
      if validCount == 0 { throw Self.notUTF8 }
      violation = Self.notUTF8
      return WebSocketPiece(kind: kind, bytes: bytes.prefix(validCount), isLast: false)
    }
    if isLast { message = nil }
    if bytes.isEmpty && !isLast { return nil }
    return WebSocketPiece(kind: kind, bytes: bytes, isLast: isLast)
  }

  /// How many bytes of a text may still be told, if it goes wrong in this piece or at its end.
  private mutating func invalidText(in bytes: ArraySlice<UInt8>, isLast: Bool) -> Int? {
    guard let validCount = message?.text.validCount(of: bytes) else { return nil }
    if validCount < bytes.count { return validCount }
    return isLast && message?.text.isComplete == false ? bytes.count : nil
  }

  // MARK: Control

  /// The unmasked payload of a control frame, once all of it is there.
  private mutating func takeControlPayload(
    _ header: WebSocketFrameHeader
  ) -> ArraySlice<UInt8>? {
    if pending.count < header.headerBytes + header.payloadBytes { return nil }
    var payload = pending.dropFirst(header.headerBytes).prefix(header.payloadBytes)
    pending = pending.dropFirst(header.headerBytes + header.payloadBytes)
    if let maskingKey = header.maskingKey {
      var mask = WebSocketMask(key: maskingKey)
      payload.withUnsafeMutableBytes { mask.apply(to: $0) }
    }
    return payload
  }

  private mutating func control(
    _ opcode: WebSocketOpcode, _ payload: ArraySlice<UInt8>
  ) throws(WebSocketViolation) -> WebSocketEvent {
    switch opcode {
    case .ping: return .ping(payload)
    case .pong: return .pong(payload)
    case .close, .continuation, .text, .binary:
      let event = try Self.close(payload)
      hasClosed = true
      pending = []
      return event
    }
  }

  /// The content of a Close frame: nothing, or a code and a reason (RFC 6455, section 5.5.1).
  private static func close(
    _ payload: ArraySlice<UInt8>
  ) throws(WebSocketViolation) -> WebSocketEvent {
    if payload.isEmpty { return .close(nil, reason: []) }
    if payload.count == 1 { throw .protocolError("a close code has two bytes") }
    let code = WebSocketCloseCode(
      rawValue: payload.prefix(2).reduce(0) { $0 << 8 | UInt16($1) })
    if !code.isSendable { throw .protocolError("this close code is never sent") }
    let reason = payload.dropFirst(2)
    var text = UTF8Validator()
    if text.validCount(of: reason) < reason.count || !text.isComplete { throw notUTF8 }
    return .close(code, reason: reason)
  }

  /// Lets go of the caller's storage, and of the space of what has been handed out.
  private mutating func keepRemainder() {
    if pending.isEmpty {
      pending = []
    } else if isBorrowing || pending.startIndex > 0 {
      pending = Array(pending)[...]
    }
    isBorrowing = false
  }
}
