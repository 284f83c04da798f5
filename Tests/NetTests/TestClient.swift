// The other end of the wire: a plain blocking socket, as naive as a peer can be.

import Glibc

/// A blocking client whose every wait has an end. Used by one thread at a time.
final class TestClient: @unchecked Sendable {
  let descriptor: Int32
  /// What ended the stream: 0 for its end in order, or an errno; nil while it goes on.
  private(set) var endedWith: Int32?
  private var unread: [UInt8] = []

  /// A socket that is connected to `port`.
  ///
  /// - Parameter receiveBytes: how much the kernel keeps for us unread; nil for its own choice.
  convenience init(port: UInt16, receiveBytes: Int32? = nil) throws {
    self.init(receiveBytes: receiveBytes)
    try connect(to: port)
  }

  /// A socket that is not connected yet.
  init(receiveBytes: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var receiveBytes {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, socklen_t(MemoryLayout<Int32>.size))
    }
    var patience = timeval(tv_sec: deadlineSeconds, tv_usec: 0)
    let length = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
  }

  func connect(to port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status != 0 { throw CannotConnect(code: errno) }
  }

  deinit { close() }

  private var isOpen = true

  func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  /// Closes with a reset, which overtakes nothing but ends everything.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let length = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, length)
    close()
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends everything, unless the peer has gone.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...]
        .withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      if count <= 0 { return }
      sent += count
    }
  }

  /// The next line without its LF; nil at the end of the stream, or if it does not come.
  func line() -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 0x0a) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = unread.count
      if !receive() { return nil }
    }
  }

  /// All that comes until the end of the stream.
  func rest() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// The lines of what comes until the end of the stream, without their endings, that begin so.
  func lines(beginning start: String) -> [String] {
    bytes().split(separator: 0x0a)
      .map { String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self) }
      .filter { $0.hasPrefix(start) }
  }

  /// So many of the bytes that come, fewer only at the end of the stream.
  func bytes(_ count: Int = .max) -> [UInt8] {
    while unread.count < count, receive() {}
    defer { unread.removeFirst(min(count, unread.count)) }
    return Array(unread.prefix(count))
  }

  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { unread += buffer[..<count] } else { endedWith = count == 0 ? 0 : errno }
    return count > 0
  }
}

/// Why a test client got nowhere: an errno.
struct CannotConnect: Error, Equatable {
  let code: Int32
}
