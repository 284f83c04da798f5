// Where ciphertext waits. A session has two short queues, one each way, that are empty most of the
// time; the memory of a lane lends them their buffers, so that an idle session has none and a busy
// lane makes none. OpenSSL's own memory BIO keeps its buffers, 4 kB more for each connection.

/// The spare buffers of one lane, confined to its queue like the sessions that borrow them.
final class TLSMemory {
  private var spares: [[UInt8]] = []

  /// Gives an empty queue a buffer to grow in, if there is one to spare.
  func lend(to queue: inout ByteQueue) {
    if let spare = spares.popLast() { queue = ByteQueue(in: spare) }
  }

  /// Takes the buffer of a queue whose bytes nobody needs.
  func takeBack(_ queue: inout ByteQueue) {
    let buffer = queue.takeBuffer()
    if spares.count < Self.sparesMax, (1...Self.spareBytesMax).contains(buffer.capacity) {
      spares.append(buffer)
    }
  }

  /// One for each way: a lane works for one session at a time.
  private static let sparesMax = 2
  /// Room for all that one `seal` can make.
  private static let spareBytesMax = 128 << 10
}

/// Bytes that come at one end and go at the other.
struct ByteQueue {
  private var bytes: [UInt8]
  /// How many bytes at the front of `bytes` are gone.
  private var goneCount = 0

  /// An empty queue; `buffer` may bring room along, and must be empty.
  init(in buffer: [UInt8] = []) { bytes = buffer }

  var count: Int { bytes.count - goneCount }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    // Moving the rest to the front costs at most what went since it was last moved.
    if goneCount > count {
      bytes.removeFirst(goneCount)
      goneCount = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Lends the waiting bytes, oldest first, in one piece.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[goneCount...])) }
  }

  /// Takes note that the first `goneBytes` of the waiting bytes are gone.
  mutating func consumed(_ goneBytes: Int) {
    precondition((0...count).contains(goneBytes), "no more can go than was waiting")
    goneCount += goneBytes
  }

  /// Moves as many bytes as fit and returns how many that was.
  mutating func move(into room: UnsafeMutableRawBufferPointer) -> Int {
    let movedCount = min(room.count, count)
    withBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<movedCount])) }
    goneCount += movedCount
    return movedCount
  }

  /// Empties the queue and hands over its buffer, empty too.
  mutating func takeBuffer() -> [UInt8] {
    var buffer: [UInt8] = []
    swap(&buffer, &bytes)
    buffer.removeAll(keepingCapacity: true)
    goneCount = 0
    return buffer
  }
}
