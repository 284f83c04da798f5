// The bytes queued to one connection. An outbox does not write; it says what to write next and is
// told how much went. It knows where lines end, or the frames they are wrapped in, so that a queue
// can be dropped without cutting the stream inside one, and it knows its ceiling, but not what is
// to happen there.

/// A queue of lines on their way to one peer.
///
/// Appending to an empty outbox shares the array instead of copying it: one event sent to a
/// thousand watchers is one array. An empty outbox holds no memory.
public struct Outbox: Sendable {
  /// The count above which the outbox calls itself overfull, in bytes.
  public let bytesMax: Int

  /// What was appended since the outbox was last empty, the written part in front included.
  private var bytes: [UInt8] = []
  /// How many bytes at the front of `bytes` have been written.
  private var writtenCount = 0
  /// Whether the last byte written was not the end of a line.
  private var isInsideLine = false
  private var envelope = Envelope.bare
  /// Where in `bytes` a frame starts, if they are frames: the first that may still be dropped, or
  /// one that has been written since.
  private var frameStart = 0

  /// - Parameter bytesMax: the count above which the outbox calls itself overfull, in bytes.
  public init(bytesMax: Int) {
    precondition(bytesMax >= 0, "a ceiling is not negative")
    self.bytesMax = bytesMax
  }

  /// How many bytes wait to be written.
  public var count: Int { bytes.count - writtenCount }

  /// Whether nothing waits to be written.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether more than `bytesMax` bytes wait to be written.
  public var isOverfull: Bool { count > bytesMax }

  /// Says that what is appended from now on is whole frames of a WebSocket. What waits already, the
  /// end of a handshake, is never dropped.
  public mutating func wrapInWebSocket() {
    envelope = .webSocket
    frameStart = bytes.count
  }

  /// Queues whole lines, or whole frames. Whether they still fit is for the caller to ask,
  /// afterwards.
  public mutating func append(_ lines: [UInt8]) {
    if bytes.isEmpty {
      bytes = lines
      return
    }
    // Moving the rest to the front costs at most what was written since it was last moved.
    if writtenCount > count {
      skipWrittenFrames()
      bytes.removeFirst(writtenCount)
      frameStart -= min(frameStart, writtenCount)
      writtenCount = 0
    }
    bytes.append(contentsOf: lines)
  }

  /// Lends the bytes that wait to be written, oldest first, in one piece.
  public func withWaitingBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[writtenCount...])) }
  }

  /// Takes note that the first `writtenBytes` of the waiting bytes have been written.
  public mutating func consumed(_ writtenBytes: Int) {
    precondition((0...count).contains(writtenBytes), "no more can be written than was waiting")
    if writtenBytes == 0 { return }
    writtenCount += writtenBytes
    isInsideLine = bytes[writtenCount - 1] != Self.lineFeed
    if writtenCount == bytes.count {
      bytes = []
      writtenCount = 0
      frameStart = 0
    }
  }

  /// Forgets every queued line or frame but the rest of one that has been written in part. What is
  /// appended next then starts on a line, or a frame, of its own.
  public mutating func dropWholeLines() {
    skipWrittenFrames()
    let waiting = bytes[writtenCount...]
    let keptEnd: Int
    switch envelope {
    case .bare where isInsideLine:
      keptEnd = waiting.firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? waiting.endIndex
    case .bare: keptEnd = waiting.startIndex
    case .webSocket: keptEnd = frameStart
    }
    bytes = Array(waiting[..<keptEnd])
    writtenCount = 0
    frameStart = bytes.count
  }

  /// Moves `frameStart` past every frame of which something has been written.
  private mutating func skipWrittenFrames() {
    while envelope == .webSocket && frameStart < writtenCount {
      frameStart = WebSocketFrameHeader.endOfFrame(at: frameStart, in: bytes)
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")
}
