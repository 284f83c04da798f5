// Says on a queue when there is something to read from a terminal, a pipe or a file. It reads
// nothing. Dispatch itself asks what it watches how many bytes have come, and if that is a terminal
// whose window is gone, it writes of a bug of its own to the system's log. So an epoll set stands
// between the two: asked for a number, it has none, and Dispatch is content.

import CLinux
import Dispatch
import Glibc

/// Somewhere that something may be typed, watched until `cancel`.
final class InputWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - input: stays open for as long as it is watched.
  ///   - isReady: called on `queue` when there are bytes or an end to read, and again for as long
  ///     as nobody has read them.
  init(_ input: Int32, on queue: DispatchQueue, isReady: @escaping @Sendable () -> Void) {
    let set = clinux_epoll_open()
    // The kernel takes no file into a set, since a file is always ready; Dispatch knows that, too.
    let stands = set >= 0 && clinux_epoll_add(set, input, clinux_readable, 0) == 0
    if set >= 0 && !stands { close(set) }
    source = DispatchSource.makeReadSource(fileDescriptor: stands ? set : input, queue: queue)
    source.setEventHandler(handler: isReady)
    if stands { source.setCancelHandler { @Sendable in close(set) } }
    source.activate()
  }

  /// Ends it. What is on its way to the queue already may still come.
  func cancel() { source.cancel() }
}
