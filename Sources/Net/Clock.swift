// The only place in the project that reads a clock. Everything else is told the time.

import Glibc

/// Milliseconds of Unix time that never run back.
///
/// The wall clock is read once, when the value is made, and counts unless it is behind what was;
/// from then on the monotonic clock is added to it. So all copies of one clock agree, and setting
/// the machine's time moves nothing: a server notices that and decides what follows (`WallClock`).
public struct Clock: Sendable {
  /// Unix time minus monotonic time, in nanoseconds, at the moment this clock was made.
  private let offsetNanoseconds: Int64

  /// A clock that starts at the wall clock's time.
  ///
  /// - Parameter milliseconds: but not before that.
  public init(notBefore milliseconds: Int64 = 0) {
    let start = max(Self.read(CLOCK_REALTIME), milliseconds * Self.nanosecondsPerMillisecond)
    offsetNanoseconds = start - Self.read(CLOCK_MONOTONIC)
  }

  /// A clock that shows this many milliseconds of Unix time now, whatever the wall clock shows.
  public init(startingAt milliseconds: Int64) {
    offsetNanoseconds =
      milliseconds * Self.nanosecondsPerMillisecond - Self.read(CLOCK_MONOTONIC)
  }

  /// The time now, in milliseconds since 1970-01-01 00:00 UTC, rounded down.
  public func milliseconds() -> Int64 {
    (Self.read(CLOCK_MONOTONIC) + offsetNanoseconds) / Self.nanosecondsPerMillisecond
  }

  /// What `milliseconds()` was so many nanoseconds ago.
  func milliseconds(nanosecondsAgo age: Int64) -> Int64 {
    (Self.read(CLOCK_MONOTONIC) + offsetNanoseconds - age) / Self.nanosecondsPerMillisecond
  }

  /// A time that only differences are taken of, in nanoseconds.
  func nanoseconds() -> Int64 { Self.read(CLOCK_MONOTONIC) }

  /// When `milliseconds()` will first give `milliseconds`, on the monotonic clock in nanoseconds.
  func monotonicNanoseconds(atMilliseconds milliseconds: Int64) -> Int64 {
    let (product, overflow) = milliseconds.multipliedReportingOverflow(
      by: Self.nanosecondsPerMillisecond)
    if overflow { return milliseconds < 0 ? 0 : Int64.max }
    return max(0, product - offsetNanoseconds)
  }

  private static let nanosecondsPerMillisecond: Int64 = 1_000_000

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
