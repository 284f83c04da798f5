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
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let seconds = Int64(now.tv_sec - stamp.tv_sec)
    let nanoseconds = Int64(now.tv_nsec - stamp.tv_nsec)
    return (count, max(0, seconds * 1_000_000_000 + nanoseconds))
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
