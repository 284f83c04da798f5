// A visitor who plays by lines, as with nc, and remembers all lines that came.

#if Cluster
import Glibc

/// A connection to a server on loopback, without TLS.
final class Visitor {
  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var next = 0
  /// Every line that has come, in order.
  private(set) var heard: [String] = []
  /// Whether the server has hung up.
  private(set) var isClosed = false

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let status = withLoopback(port) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw EnginesFailed(what: ["connect to \(port)"]) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Takes what has come.
  func listen() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EAGAIN { break }
      if count <= 0 { isClosed = true } else { rest += buffer[..<count] }
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      heard.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
  }

  /// The next line that has one of these verbs; those before it are passed over.
  func hear(_ verbs: String...) async throws -> String {
    var found: String?
    try await eventually {
      self.listen()
      while found == nil, self.next < self.heard.count {
        let line = self.heard[self.next]
        self.next += 1
        if verbs.contains(where: { line == $0 || line.hasPrefix("\($0) ") }) { found = line }
      }
      if found == nil, self.isClosed { throw EnginesFailed(what: ["hear"] + verbs) }
      return found != nil
    }
    return found ?? ""
  }

  /// Returns when the server has hung up.
  func waitUntilClosed() async throws {
    try await eventually {
      self.listen()
      return self.isClosed
    }
  }
}

/// The value of a field in a line.
func field(_ key: String, of line: String) -> String? {
  line.split(separator: " ").first { $0.hasPrefix("\(key)=") }
    .map { String($0.dropFirst(key.count + 1)) }
}
#endif
