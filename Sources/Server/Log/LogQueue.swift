// Log lines on their way to a descriptor. A caller only puts a line into the queue; a serial queue
// of its own writes, and may be held up for as long as it likes. It knows nothing of what the lines
// say. Invariants: at most `bytesMax` bytes wait; each line is either written or counted as
// dropped; a reader that stops or goes away costs the log its lines, and the process nothing.

import Dispatch
import Glibc
import Logging
import Synchronization

/// A bounded queue of lines in front of a descriptor that may block, fail or lose its reader.
final class LogQueue: TextOutputStream, Sendable {
  private let descriptor: Int32
  private let bytesMax: Int
  private let format: LogFormat
  private let queue = DispatchQueue(label: "chromatch.log", qos: .utility)
  private let waitingBytes = Atomic(0)
  private let dropped = Atomic(0)
  /// How many of the dropped lines the log has not mentioned yet.
  private let unmentioned = Atomic(0)

  /// - Parameters:
  ///   - descriptor: where the lines go; it has to stay open.
  ///   - bytesMax: how much may wait to be written.
  ///   - format: how the lines look that it says itself.
  init(descriptor: Int32, bytesMax: Int, format: LogFormat) {
    self.descriptor = descriptor
    self.bytesMax = bytesMax
    self.format = format
  }

  /// How many lines were never written.
  var droppedLines: Int { dropped.load(ordering: .relaxed) }

  /// Queues a line, with its LF, or drops it if there is no room. It never waits.
  func write(_ line: String) {
    let count = line.utf8.count
    guard waitingBytes.add(count, ordering: .relaxed).newValue <= bytesMax else {
      waitingBytes.subtract(count, ordering: .relaxed)
      countDropped()
      return
    }
    queue.async { [self] in
      if put(line) { mentionDropped() } else { countDropped() }
      waitingBytes.subtract(count, ordering: .relaxed)
    }
  }

  /// Waits until what is queued by now has been written, but not for ever.
  func finish(withinMilliseconds: Int) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .milliseconds(withinMilliseconds))
  }

  private func countDropped() {
    dropped.add(1, ordering: .relaxed)
    unmentioned.add(1, ordering: .relaxed)
  }

  /// Says in the log itself that lines are missing, now that one got through again.
  private func mentionDropped() {
    let count = unmentioned.exchange(0, ordering: .relaxed)
    if count == 0 { return }
    Logger(label: "chromatch") { format.handler($0, to: Mention(queue: self, count: count)) }
      .warning("log lines dropped", metadata: ["lines": "\(count)"])
  }

  /// Writes past the queue, for what is said from the queue itself.
  private struct Mention: TextOutputStream {
    let queue: LogQueue
    let count: Int

    func write(_ line: String) {
      if !queue.put(line) { queue.unmentioned.add(count, ordering: .relaxed) }
    }
  }

  /// Writes a whole line, however long that takes; false if it cannot be written.
  private func put(_ line: String) -> Bool {
    var line = line
    return withSIGPIPEBlocked { line.withUTF8 { put(UnsafeRawBufferPointer($0)) } }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0 && errno == EAGAIN {
        // Somebody who shares the descriptor has made it non-blocking.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Keeps a write to a pipe without a reader from ending the process: it fails with EPIPE instead.
/// Only this thread is concerned, so that the rest of the program still ends like any other when
/// its standard output is closed.
private func withSIGPIPEBlocked<Result>(_ body: () -> Result) -> Result {
  var brokenPipe = sigset_t()
  sigemptyset(&brokenPipe)
  sigaddset(&brokenPipe, SIGPIPE)
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
  defer {
    var atOnce = timespec()
    while sigtimedwait(&brokenPipe, nil, &atOnce) == SIGPIPE {}
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
  return body()
}
