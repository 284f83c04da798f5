// Every limit of a reactor that its owner sets, with its unit and what happens there.

import Framing

/// What one reactor allows.
public struct ReactorLimits: Sendable {
  /// The longest line taken from a peer, in bytes without its ending; a longer one is refused.
  public var lineBytesMax: Int
  /// The longest head of an HTTP message taken, in bytes; a longer one is refused.
  public var headBytesMax: Int
  /// The longest WebSocket message of lines taken, in bytes; a longer one closes with 1009.
  public var messageBytesMax: Int
  /// How many bytes a peer may send at once; beyond, it is cut off.
  public var burstBytesMax: Int
  /// How many bytes a peer may send a second in the long run; beyond, it is cut off.
  public var bytesPerSecondMax: Int
  /// How much may wait for one peer, in bytes; beyond that its queue is dropped and the delegate
  /// decides what becomes of it.
  public var outboxBytesMax: Int
  /// How many accepted connections there may be; the next one is told `fullReply` and closed.
  public var connectionsMax: Int
  /// The line, with its LF, for a client that comes when there are `connectionsMax` already.
  public var fullReply: [UInt8]
  /// How long a connection that is being closed may take to read what is left for it, in
  /// milliseconds; then it is cut off.
  public var closeMillisecondsMax: Int64
  /// How long one address may take to answer a connect, in milliseconds; then the next is tried.
  public var connectMillisecondsMax: Int64
  /// How long a busy reactor waits for more before it gives its thread back, in milliseconds.
  /// Nothing is ever held back for it: all output has been written by then.
  public var lingerMilliseconds: Int32

  /// All limits, named; there are no defaults, because a server's are not a client's.
  public init(
    lineBytesMax: Int, headBytesMax: Int, messageBytesMax: Int, burstBytesMax: Int,
    bytesPerSecondMax: Int, outboxBytesMax: Int, connectionsMax: Int, fullReply: [UInt8],
    closeMillisecondsMax: Int64, connectMillisecondsMax: Int64, lingerMilliseconds: Int32
  ) {
    self.lineBytesMax = lineBytesMax
    self.headBytesMax = headBytesMax
    self.messageBytesMax = messageBytesMax
    self.burstBytesMax = burstBytesMax
    self.bytesPerSecondMax = bytesPerSecondMax
    self.outboxBytesMax = outboxBytesMax
    self.connectionsMax = connectionsMax
    self.fullReply = fullReply
    self.closeMillisecondsMax = closeMillisecondsMax
    self.connectMillisecondsMax = connectMillisecondsMax
    self.lingerMilliseconds = lingerMilliseconds
  }

  /// What one of its conversations allows.
  var conversation: Conversation.Limits {
    Conversation.Limits(
      lineBytesMax: lineBytesMax, headBytesMax: headBytesMax, messageBytesMax: messageBytesMax,
      outboxBytesMax: outboxBytesMax)
  }
}
