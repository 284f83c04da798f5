// A client without a program: a bare connection over which a test says lines, as one does with nc.
// There can be very many of them.

import Glibc
import Net

/// A plain connection to a server on loopback.
@Stage
final class Caller: Listener {
  /// The lines that have come so far.
  var text: String { heard.text }
  /// Whether the server has hung up.
  private(set) var isHungUpOn = false
  private var descriptor: Int32
  private var heard = WholeLines()

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      throw Missed(description: "nobody listens: \(String(cString: strerror(errno)))")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  isolated deinit { hangUp() }

  var descriptors: [Int32] { descriptor < 0 || isHungUpOn ? [] : [descriptor] }

  func listen() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while descriptor >= 0 && !isHungUpOn {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EAGAIN { break }
      if count <= 0 {
        isHungUpOn = true
        heard.finish()
      } else {
        heard.append(buffer[..<count])
      }
    }
  }

  /// Says a line. A test's few lines always fit into a socket's buffer.
  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Whether a line of that verb has come.
  func heard(_ verb: String) -> Bool { line(verb) != nil }

  /// The newest line of that verb.
  func line(_ verb: String) -> Substring? {
    text.split(separator: "\n").last { $0 == verb || $0.hasPrefix("\(verb) ") }
  }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
