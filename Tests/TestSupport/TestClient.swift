// The other end of the wire for tests with real sockets: a plain blocking socket, as naive as a
// peer can be. Its waits have no end of their own; the runner notices a test that says nothing.

import Glibc

/// A client that sends bytes and waits for bytes. Used by one thread at a time.
public final class TestClient: @unchecked Sendable {
  /// The socket.
  public let descriptor: Int32
  /// What ended the stream: 0 for its end in order, or an errno; nil while it goes on.
  public private(set) var endedWith: Int32?
  private var unread: [UInt8] = []
  private var isOpen = true

  /// A socket that is connected to a port of 127.0.0.1.
  ///
  /// - Parameter receiveBytes: how much the kernel keeps for us unread; nil for its own choice.
  public convenience init(port: UInt16, receiveBytes: Int32? = nil) throws {
    self.init(receiveBytes: receiveBytes)
    try connect(to: port)
  }

  /// A socket that is not connected yet.
  public init(receiveBytes: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard var receiveBytes else { return }
    let length = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, length)
  }

  /// Connects.
  public func connect(to port: UInt16) throws {
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

  /// Closes the socket.
  public func close() {
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }

  /// Closes with a reset, which overtakes nothing but ends everything.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let length = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, length)
    close()
  }

  /// Says that nothing more will be sent.
  public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends a text.
  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends everything.
  ///
  /// - Returns: whether the peer was still there.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = send(bytes[sent...], flags: 0)
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends as much as the kernel takes at once.
  ///
  /// - Returns: how many bytes that is; 0 to a peer that has hung up.
  @discardableResult
  public func offer(_ bytes: [UInt8]) -> Int {
    max(0, send(bytes[...], flags: Int32(MSG_DONTWAIT)))
  }

  private func send(_ bytes: ArraySlice<UInt8>, flags: Int32) -> Int {
    bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, flags | Int32(MSG_NOSIGNAL))
    }
  }

  /// The next line without its LF; nil at the end of the stream.
  public func line() -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 0x0a) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = unread.count
      if !fill() { return nil }
    }
  }

  /// All that comes until the end of the stream.
  public func rest() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// The lines of what comes until the end of the stream, without their endings, that begin so.
  public func lines(beginning start: String) -> [String] {
    bytes().split(separator: 0x0a)
      .map { String(decoding: $0.last == 0x0d ? $0.dropLast() : $0, as: UTF8.self) }
      .filter { $0.hasPrefix(start) }
  }

  /// So many of the bytes that come, fewer only at the end of the stream.
  public func bytes(_ count: Int = .max) -> [UInt8] {
    while unread.count < count, fill() {}
    defer { unread.removeFirst(min(count, unread.count)) }
    return Array(unread.prefix(count))
  }

  /// What comes next; nothing at the end of the stream.
  public func receive() -> [UInt8] {
    if unread.isEmpty { _ = fill() }
    defer { unread = [] }
    return unread
  }

  /// Throws away what has come, without waiting, and tells whether the server has hung up behind
  /// it.
  public var isHungUpOn: Bool {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN }
    }
  }

  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { unread += buffer[..<count] } else { endedWith = count == 0 ? 0 : errno }
    return count > 0
  }
}

/// Why a test client got nowhere: an errno.
public struct CannotConnect: Error, Equatable {
  /// What connect(2) said.
  public let code: Int32

  /// A failure for that errno.
  public init(code: Int32) { self.code = code }
}
