// Reads sockets and learns when the bytes came. A lane that is late finds lines that have waited
// for it; the kernel knows since when, because it stamps what it receives (SO_TIMESTAMPNS, which
// `prepareStream` asks for). It knows neither connections nor what the bytes mean.

import CLinux
import Glibc

/// Reads on behalf of one reactor, confined to its queue.
final class TimedReader {
  /// What `recvmsg` reads into and reports with, made once.
  private let header: UnsafeMutablePointer<msghdr>
  private let room: UnsafeMutablePointer<iovec>
  private let control: UnsafeMutableRawPointer
  private var ages = StampAges()

  /// A control message of ours is a header of 16 bytes and a time of 16.
  private static let controlBytes = 64
  private static let headBytes = 16

  init() {
    header = .allocate(capacity: 1)
    room = .allocate(capacity: 1)
    control = .allocate(byteCount: Self.controlBytes, alignment: 8)
    header.initialize(to: msghdr())
    room.initialize(to: iovec())
  }

  deinit {
    header.deallocate()
    room.deallocate()
    control.deallocate()
  }

  /// Reads once, like `read`.
  ///
  /// - Returns: what `read` would, and for how many nanoseconds the last of the bytes had been
  ///   there; 0 if the kernel does not say.
  func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, age: Int64) {
    room.pointee.iov_base = buffer.baseAddress
    room.pointee.iov_len = buffer.count
    header.pointee.msg_iov = room
    header.pointee.msg_iovlen = 1
    header.pointee.msg_control = control
    header.pointee.msg_controllen = Self.controlBytes
    let count = recvmsg(descriptor, header, 0)
    guard count > 0, let stamp = stamp() else { return (count, 0) }
    let before = Self.now(CLOCK_MONOTONIC)
    let wall = Self.now(CLOCK_REALTIME)
    let steady = before...max(before, Self.now(CLOCK_MONOTONIC))
    return (count, ages.age(ofStamp: Self.nanoseconds(stamp), at: wall, steady))
  }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time on the wall clock that came with the last read, if one did.
  private func stamp() -> timespec? {
    let length = MemoryLayout<timespec>.size
    guard header.pointee.msg_controllen >= Self.headBytes + length else { return nil }
    let head = control.load(as: cmsghdr.self)
    guard head.cmsg_level == SOL_SOCKET, head.cmsg_type == clinux_timestamps,
      head.cmsg_len >= Self.headBytes + length
    else { return nil }
    return control.load(fromByteOffset: Self.headBytes, as: timespec.self)
  }
}

/// How old stamps of the wall clock are, also where somebody sets that clock. All times are in
/// nanoseconds. Invariant: a stamp from before the clock was set forward is never taken for old.
struct StampAges {
  /// The wall clock minus the monotonic one, when this was asked last.
  private var differences: ClosedRange<Int64>?
  /// Stamps from before that are of a clock that was set since.
  private var firstWall = Int64.min

  /// A time service may slew only one of the two clocks, by less than this from line to line.
  private static let stepMin: Int64 = 100_000_000

  /// - Parameters:
  ///   - wall: the wall clock now.
  ///   - steady: the monotonic clock before and after `wall` was read; a machine may stop between.
  /// - Returns: 0 if nothing can be said.
  mutating func age(
    ofStamp stamp: Int64, at wall: Int64, _ steady: ClosedRange<Int64>
  ) -> Int64 {
    let now = (wall - steady.upperBound)...(wall - steady.lowerBound)
    if let before = differences,
      now.lowerBound - before.upperBound >= Self.stepMin
        || before.lowerBound - now.upperBound >= Self.stepMin
    {
      firstWall = wall
    }
    differences = now
    return stamp < firstWall ? 0 : max(0, wall - stamp)
  }
}
