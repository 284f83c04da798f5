// Two questions about ports of this machine, asked of the kernel directly and answered at once.

import Glibc

/// A port of 127.0.0.1 that was free a moment ago.
func freeLoopbackPort() -> UInt16? {
  withLoopbackSocket(port: 0) { descriptor, address, length in
    guard bind(descriptor, address, length) == 0 else { return nil }
    var length = length
    guard getsockname(descriptor, address, &length) == 0 else { return nil }
    return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      UInt16(bigEndian: $0.pointee.sin_port)
    }
  }
}

/// Whether anybody listens on a port of 127.0.0.1.
func isListening(onLoopbackPort port: UInt16) -> Bool {
  withLoopbackSocket(port: port) { descriptor, address, length in
    connect(descriptor, address, length) == 0
  }
}

private func withLoopbackSocket<Answer>(
  port: UInt16, _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> Answer
) -> Answer {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(bigEndian: 0x7f00_0001)
  address.sin_port = port.bigEndian
  return withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
