// One timerfd for all that a reactor has to do at some time. It is made with the reactor: made when
// first needed, it could fail for want of descriptors and leave the reactor asleep for ever.

import CLinux
import Glibc

/// A timer that makes its descriptor readable at a time of the reactor's clock. Its owner closes
/// the descriptor.
struct WakeTimer {
  let descriptor: Int32
  private let clock: Clock
  private var armedAt = Int64.max

  init(clock: Clock) throws(NetError) {
    descriptor = clinux_timerfd_open()
    if descriptor < 0 { throw NetError.failed(call: "timerfd_create", code: errno) }
    self.clock = clock
  }

  /// Makes sure that the timer fires at `milliseconds` or before. Early is harmless, and cheaper
  /// than a system call each time a deadline moves back.
  mutating func arm(atMilliseconds milliseconds: Int64) {
    if milliseconds >= armedAt { return }
    armedAt = milliseconds
    clinux_timerfd_arm(descriptor, clock.monotonicNanoseconds(atMilliseconds: milliseconds))
  }

  /// Takes note that the timer has fired.
  mutating func fired() {
    var count: UInt64 = 0
    read(descriptor, &count, MemoryLayout.size(ofValue: count))
    armedAt = .max
  }
}
