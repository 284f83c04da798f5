// A pipe that a test reads the log of a server from, as fast or as slowly as it likes.

import Glibc
import Logging

@testable import Server

/// Both ends of a pipe.
@OwnThread
final class Pipe {
  /// Where lines go in.
  nonisolated let writing: Int32
  private var reading: Int32
  private var rest: [UInt8] = []

  nonisolated init() {
    var ends: [Int32] = [-1, -1]
    precondition(Glibc.pipe(&ends) == 0, "a test may have a pipe")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (reading, writing) = (ends[0], ends[1])
  }

  /// The end where lines go in stays open: a log may still write to it, and the next file that is
  /// opened would have its number.
  isolated deinit { closeReading() }

  /// Hangs up.
  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  /// Whether nobody can read any more. A process that another test starts has a copy of each
  /// descriptor until its program begins.
  var hasNoReader: Bool {
    var end = pollfd(fd: writing, events: 0, revents: 0)
    return poll(&end, 1, 0) == 1 && end.revents & Int16(POLLERR) != 0
  }

  /// The whole lines that have come since.
  func takeLines() -> [Substring] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reading, &buffer, buffer.count)
      if count <= 0 { break }
      rest += buffer[..<count]
    }
    guard let end = rest.lastIndex(of: 10) else { return [] }
    defer { rest.removeSubrange(...end) }
    return String(decoding: rest[...end], as: UTF8.self).split(separator: "\n")
  }

  /// All lines of a log that nobody writes to any more, once they have come.
  func allLines(of log: ServerLog) -> [Substring] {
    let end = "nothing more is said"
    log.logger.error("\(end)")
    var lines: [Substring] = []
    while lines.last?.contains(end) != true {
      var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      lines += takeLines()
    }
    return lines.dropLast()
  }
}
