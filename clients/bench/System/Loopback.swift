// Addresses of this machine, and two questions about its ports, asked of the kernel directly and
// answered at once.

import Glibc

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
func withLoopbackAddress(
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
