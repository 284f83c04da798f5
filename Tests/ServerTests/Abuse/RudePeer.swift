// A peer without manners: it says any bytes, as few at a time as it likes, and reads nothing it
// does not want to. It never waits, so that a test can have a thousand of them.

import Glibc

/// One connection of somebody who means no good.
final class RudePeer {
  private let descriptor: Int32
  /// How many bytes the kernel took of what it said.
  private(set) var saidBytes = 0

  /// - Parameter receiveBufferBytes: how much the kernel takes for a peer that does not read.
  init(port: UInt16, receiveBufferBytes: Int32? = nil) throws {
    descriptor = try connectedSocket(port: port, receiveBufferBytes: receiveBufferBytes)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Says something, as far as the kernel takes it; nothing to a server that has hung up.
  func say(_ bytes: [UInt8]) {
    saidBytes += max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
  }

  /// Throws away what has come, and tells whether the server has hung up behind it.
  var isHungUpOn: Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN }
    }
  }
}
