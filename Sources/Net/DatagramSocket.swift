// A socket of the Unix kind that sends datagrams to one address, such as a service manager's. It
// never waits: what there is no room for is not sent.

import Glibc

/// Sends datagrams to a socket of this machine.
public final class DatagramSocket: Sendable {
  private let descriptor: Int32

  /// Connects to an address as sd_notify(3) writes it: a path, or a name after `@`.
  ///
  /// - Throws: a sentence that says why nothing can be sent there.
  public init(to address: String) throws(DatagramFailure) {
    let name = Array(address.utf8)
    var target = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: target.sun_path)
    guard let first = name.first, [UInt8(ascii: "/"), UInt8(ascii: "@")].contains(first) else {
      throw DatagramFailure("\(address) is neither a path nor a name after @")
    }
    guard name.count < capacity else {
      throw DatagramFailure("\(address) is longer than the \(capacity - 1) bytes of an address")
    }
    target.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &target.sun_path) { path in
      path.copyBytes(from: name)
      // An abstract name begins with a zero (unix(7)).
      if first == UInt8(ascii: "@") { path[0] = 0 }
    }
    let flags = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let code = withUnsafePointer(to: &target) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw DatagramFailure("\(address): \(String(cString: strerror(code)))")
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Sends a text, if there is room for it.
  public func send(_ text: String) {
    var text = text
    _ = text.withUTF8 {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }
}

/// Why nothing can be sent to an address.
public struct DatagramFailure: Error, CustomStringConvertible {
  /// A sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}
