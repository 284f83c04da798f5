// A socket without manners: it says any bytes and hangs up in the middle of all. Net would never do
// that, so this one is made of system calls; and what can be asked over one.

import Glibc
import Net

/// One connection to a server on this machine. Reading never waits.
struct RawSocket {
  let descriptor: Int32

  /// Connects to a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - host: the last number of the address to come from, 127.0.0.1 to 127.0.0.254. Each address
  ///     has its own ports, and those just used are not free for a while.
  ///   - receiveBufferBytes: how much the kernel takes while nobody reads; nil for its own number.
  init(port: UInt16, from host: UInt8 = 1, receiveBufferBytes: Int32? = nil) throws(BenchError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 { throw .net(.noDescriptors) }
    if var bytes = receiveBufferBytes {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, 4)
    }
    var late: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &late, 4)
    let isBound = withLoopbackAddress(host: host, port: 0) { bind(descriptor, $0, $1) } == 0
    let isConnected = withLoopbackAddress(host: 1, port: port) { connect(descriptor, $0, $1) } == 0
    if isBound && isConnected { return }
    let why = lastFailure()
    Glibc.close(descriptor)
    throw BenchError("the server does not let a connection in: \(why)")
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

  /// Hangs up: what has not been read makes that a reset, as it may.
  func close() { Glibc.close(descriptor) }
}

/// A socket of which lines are read, and PINGs answered.
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
    let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("PING ") {
      say("PONG nonce=\(word("nonce", of: line) ?? "")")
    }
    return lines
  }
}

/// The value of a field of a line, as `key=value` has it.
func word(_ key: String, of line: Substring) -> Substring? {
  line.split(separator: " ").first { $0.hasPrefix("\(key)=") }?.dropFirst(key.count + 1)
}

/// Asks something on a connection of its own.
///
/// - Parameter end: what the answer holds when it is complete; nil if the other end then hangs up.
/// - Returns: the answer, which is cut when the other end hangs up; nil if none came in time.
func answer(
  to words: String, at port: UInt16, from host: UInt8 = 1, until end: String? = nil,
  within patience: Duration = .seconds(5), looking pause: Duration = .milliseconds(1)
) async throws -> String? {
  let socket = try RawSocket(port: port, from: host)
  defer { socket.close() }
  socket.say(words.utf8)
  var heard: [UInt8] = []
  let late = ContinuousClock.now + patience
  while let more = socket.overhear() {
    heard += more
    if let end, String(decoding: heard, as: UTF8.self).contains(end) { break }
    if ContinuousClock.now >= late { return nil }
    if more.isEmpty { try await Task.sleep(for: pause) }
  }
  return String(decoding: heard, as: UTF8.self)
}

/// A port of 127.0.0.1 that was free a moment ago.
func freeLoopbackPort() -> UInt16? {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  guard withLoopbackAddress(host: 1, port: 0, { bind(descriptor, $0, $1) }) == 0 else { return nil }
  var address = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      getsockname(descriptor, $0, &length)
    }
  }
  return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
}

/// Whether anybody listens on a port of 127.0.0.1.
func isListening(onLoopbackPort port: UInt16) -> Bool {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  return withLoopbackAddress(host: 1, port: port) { connect(descriptor, $0, $1) } == 0
}

/// Lends an address, 127.0.0.1 to 127.0.0.254, to a system call.
private func withLoopbackAddress(
  host: UInt8, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = (0x7f00_0000 | UInt32(host)).bigEndian
  address.sin_port = port.bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
