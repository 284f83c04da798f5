// Lines on their way to many peers. A batch knows every form in which peers take lines and makes
// each of them once, when the first peer of its kind asks; all further peers share the same bytes.

/// What lines are wrapped in on their way.
public enum Envelope: Equatable, Sendable {
  /// Nothing: the stream is lines.
  case bare
  /// Messages of a WebSocket.
  case webSocket
}

/// Whole lines, encoded once for each envelope.
public struct LineBatch: Sendable {
  /// The lines, each with its LF.
  public let lines: [UInt8]
  private var serverFrame: [UInt8] = []

  /// - Parameter lines: whole lines, each with its LF; at least one.
  public init(_ lines: [UInt8]) {
    precondition(lines.last == UInt8(ascii: "\n"), "a batch is whole lines")
    self.lines = lines
  }

  /// The batch as a server sends it: the lines as they are, or one text message that holds them.
  public mutating func bytes(in envelope: Envelope) -> [UInt8] {
    switch envelope {
    case .bare: return lines
    case .webSocket:
      wrap()
      return serverFrame
    }
  }

  /// Lends these bytes, for a write: to hand an array on to each of many is to count its owners.
  @inline(__always)
  public mutating func withBytes<Result>(
    in envelope: Envelope, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    switch envelope {
    case .bare: return lines.withUnsafeBytes(body)
    case .webSocket:
      wrap()
      return serverFrame.withUnsafeBytes(body)
    }
  }

  private mutating func wrap() {
    if serverFrame.isEmpty {
      WebSocketEncoder(role: .server).appendMessage(.text, lines[...], to: &serverFrame)
    }
  }
}
