// What every test client begins with: a socket that is connected to a server of this machine, and
// as many descriptors as the system gives.

import Glibc

/// A blocking socket that is connected to a port of 127.0.0.1.
///
/// - Parameter receiveBufferBytes: how much the kernel keeps for a client that does not read.
func connectedSocket(port: UInt16, receiveBufferBytes: Int32? = nil) throws -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  if var bytes = receiveBufferBytes {
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  if result == 0 { return descriptor }
  let code = errno
  close(descriptor)
  throw Waiting(description: "connect: \(code)")
}

/// Looks again and again until something holds, as long as patience lasts.
func until(_ what: String, _ holds: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(LineClient.patience)
  while ContinuousClock.now < end {
    if try holds() { return }
    usleep(5_000)
  }
  throw Waiting(description: "never: \(what)")
}
