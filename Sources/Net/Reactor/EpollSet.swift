// The kernel's list of what is ready. Level-triggered: a socket that was not read empty is reported
// again, behind the others, which is what makes the reactor fair.

import CLinux
import Glibc

/// One epoll set and room for the events of one call.
final class EpollSet {
  /// One thing that is ready.
  struct Event {
    let tag: UInt64
    let flags: UInt32

    var isWritable: Bool { flags & clinux_writable != 0 }
    /// There are bytes, an end or an error to be read.
    var isReadable: Bool { flags & (clinux_readable | clinux_failed | clinux_hung_up) != 0 }
    /// Nothing can be sent any more, whatever can still be read.
    var isHungUp: Bool { flags & (clinux_failed | clinux_hung_up) != 0 }
  }

  /// How many events one wait can report.
  static let eventsMax = 256

  let descriptor: Int32
  private let events: UnsafeMutableBufferPointer<epoll_event>
  private var isOpen = true

  init() throws(NetError) {
    descriptor = clinux_epoll_open()
    if descriptor < 0 { throw NetError.failed(call: "epoll_create1", code: errno) }
    events = .allocate(capacity: Self.eventsMax)
  }

  deinit {
    close()
    events.deallocate()
  }

  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  /// Watches a descriptor; closing it ends that. False if the kernel has no room.
  func add(_ watched: Int32, interest: UInt32, tag: UInt64) -> Bool {
    clinux_epoll_add(descriptor, watched, interest, tag) == 0
  }

  /// Ends the watching of a descriptor that stays open.
  func remove(_ watched: Int32) {
    let status = clinux_epoll_remove(descriptor, watched)
    precondition(status == 0, "only what is watched is let go")
  }

  func modify(_ watched: Int32, interest: UInt32, tag: UInt64) {
    let status = clinux_epoll_modify(descriptor, watched, interest, tag)
    precondition(status == 0, "only what is watched is changed")
  }

  /// Waits for events.
  ///
  /// - Returns: how many there are; nil when a signal came before any, and before the time was up.
  func wait(timeoutMilliseconds: Int32) -> Int? {
    let count = epoll_wait(
      descriptor, events.baseAddress, Int32(Self.eventsMax), timeoutMilliseconds)
    return count < 0 ? nil : Int(count)
  }

  /// An event of the last wait.
  subscript(index: Int) -> Event {
    Event(tag: events[index].data.u64, flags: events[index].events)
  }
}
