// Lines on standard output and standard error, for whatever is not drawn.

import Glibc
import Net

/// Writes lines to a descriptor, all of them, however long that takes.
///
/// - Returns: whether all were written. If they were not, and were for standard output, the program
///   will end with an error.
@discardableResult
func write(_ lines: [String], to descriptor: Int32) -> Bool {
  var rest = lines.flatMap { Array("\($0)\n".utf8) }[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      if errno == EAGAIN {
        // Somebody who shares the descriptor has it not wait.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
        continue
      }
      if descriptor == STDOUT_FILENO { StandardOutput.lose(because: errno) }
      return false
    }
    rest = rest.dropFirst(count)
  }
  return true
}
