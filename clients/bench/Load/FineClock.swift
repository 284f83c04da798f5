// The reactor's clock, read finely. Net's clock gives whole milliseconds, which is enough for a
// game; latencies on loopback are a tenth of that.

import Glibc
import Net

/// Net's clock in nanoseconds.
///
/// Both count the same monotonic clock, so it is enough to find out once where the milliseconds of
/// one begin on the other: shortly before the first reading after a change.
struct FineClock {
  private let clock: Clock
  /// Monotonic time minus the clock's time, in nanoseconds, too large by the time of a reading.
  private let offset: Int64

  init(_ clock: Clock) {
    var offset = Int64.max
    for _ in 1...FineClock.trials {
      let before = clock.milliseconds()
      var after = before
      while after == before { after = clock.milliseconds() }
      offset = min(offset, FineClock.monotonic() - after * nanosecondsPerMillisecond)
    }
    self.clock = clock
    self.offset = offset
  }

  var milliseconds: Int64 { clock.milliseconds() }

  var nanoseconds: Int64 { FineClock.monotonic() - offset }

  /// Each takes a millisecond; the best of them was not interrupted.
  private static let trials = 10

  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

let nanosecondsPerMillisecond: Int64 = 1_000_000
