// A socket without manners: it blocks or not, says any bytes, and hangs up in the middle of all.
// Net would never do that, so this one is made of system calls.

import Glibc
import Net

/// One blocking connection to a server on this machine.
struct RawSocket {
  let descriptor: Int32

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - host: the last number of the address to come from, 127.0.0.1 to 127.0.0.254. Each address
  ///     has its own ports, and those just used are not free for a while.
  ///   - receiveBufferBytes: how much the kernel takes while nobody reads; nil for its own number.
  /// - Throws: `BenchError.net` when nobody answers.
  init(port: UInt16, from host: UInt8, receiveBufferBytes: Int32? = nil) throws(BenchError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 { throw .net(.noDescriptors) }
    var patience = timeval(tv_sec: RawSocket.secondsMax, tv_usec: 0)
    let length = socklen_t(MemoryLayout.size(ofValue: patience))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
    if var bytes = receiveBufferBytes {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
    }
    var late: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &late, 4)
    let isBound = withLoopbackAddress(host: host, port: 0) { bind(descriptor, $0, $1) } == 0
    let isConnected = withLoopbackAddress(host: 1, port: port) { connect(descriptor, $0, $1) } == 0
    if isBound && isConnected { return }
    let why = String(cString: strerror(errno))
    Glibc.close(descriptor)
    throw .cannotConnect(why: why)
  }

  /// Says so much of something as the other end takes.
  func say(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Says as much as the other end takes at once.
  ///
  /// - Returns: how many bytes that was; nil when the other end has hung up.
  func offer(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    if count >= 0 { return count }
    return errno == EAGAIN ? 0 : nil
  }

  /// What has come, without waiting; empty when nothing has, nil when the other end has hung up.
  func overhear() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { return Array(buffer[..<count]) }
    return count < 0 && errno == EAGAIN ? [] : nil
  }

  /// Waits for some bytes; the number is 0 at the end of the stream, or when none came in time.
  @discardableResult
  func hear() -> Int {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    return max(0, recv(descriptor, &buffer, buffer.count, 0))
  }

  /// Ends its half of the stream.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Hangs up: what has not been read makes that a reset, as it may.
  func close() { Glibc.close(descriptor) }

  /// Hangs up with a reset, whatever is under way.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    Glibc.close(descriptor)
  }

  private static let secondsMax = 5
}

/// A socket of which lines are read.
struct RawLines {
  let socket: RawSocket
  private var rest: [UInt8] = []

  init(_ socket: RawSocket) { self.socket = socket }

  func say(_ lines: String) { socket.say("\(lines)\n".utf8) }

  /// The lines that have come; nil when the other end has hung up.
  mutating func hear() -> [Substring]? {
    guard let bytes = socket.overhear() else { return nil }
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n")
  }
}
