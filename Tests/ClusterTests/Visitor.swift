// A visitor who plays by lines, as with nc, or over a WebSocket, as a browser does, and remembers
// all lines that came.

#if Cluster
import Framing
import Glibc
import Net

/// A connection to a server on loopback, without TLS.
final class Visitor {
  private let descriptor: Int32
  /// Nil where lines come as they are.
  private var webSocket: WebSocket?
  private var rest: [UInt8] = []
  private var next = 0
  /// Every line that has come, in order.
  private(set) var heard: [String] = []
  /// Whether the server has hung up.
  private(set) var isClosed = false

  /// - Parameter asBrowser: whether lines come in messages of a WebSocket.
  init(port: Int, asBrowser: Bool = false) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let status = withLoopback(port) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw EnginesFailed(what: ["connect to \(port)"]) }
    if asBrowser { try openWebSocket(port) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Asks for a WebSocket; the server says nothing in it before it is greeted.
  private func openWebSocket(_ port: Int) throws {
    let invitation = WebSocketInvitation(
      host: "localhost:\(port)", path: "/play", subprotocol: "chromatch.1",
      nonce: randomBytes(16))
    write(invitation.request)
    var answer: [UInt8] = []
    while !answer.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else {
        throw EnginesFailed(what: ["open a WebSocket"])
      }
      answer.append(byte)
    }
    guard answer.starts(with: "HTTP/1.1 101 ".utf8) else {
      throw EnginesFailed(what: [String(decoding: answer, as: UTF8.self)])
    }
    webSocket = WebSocket(
      role: .client(nextMaskingKey: { 0x1234_5678 }), takesBinary: false,
      messageBytesMax: 1 << 20)
  }

  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(webSocket?.frame(.text, bytes[...]) ?? bytes)
  }

  private func write(_ bytes: [UInt8]) {
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Takes what has come.
  func listen() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isClosed {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EAGAIN { break }
      if count <= 0 { isClosed = true } else { take(buffer[..<count]) }
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      heard.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    guard webSocket != nil else { return rest += bytes }
    webSocket?.receive(bytes)
    do {
      while let piece = try webSocket?.next() { rest += piece.bytes }
    } catch {
      isClosed = true
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

  /// What was told of a room, by its numbers.
  var told: [Int: String] {
    let numbered = heard.filter { !$0.hasPrefix("IN ") }
      .compactMap { line in field("n", of: line).flatMap { Int($0) }.map { ($0, line) } }
    return Dictionary(numbered) { first, _ in first }
  }

  /// Locks the target of the newest round, as soon as that is open.
  func hitTarget() async throws {
    let round = heard.last { $0.hasPrefix("ROUND ") } ?? ""
    let number = field("target", of: round).flatMap { Int($0.filter(\.isHexDigit), radix: 16) }
    guard let number else { throw EnginesFailed(what: ["find a target in", round]) }
    let me = field("me", of: heard.first { $0.hasPrefix("WELCOME ") } ?? "")
    while true {
      say("LOCK v=\(number >> 16),\(number >> 8 & 255),\(number & 255)")
      var line = ""
      // Others lock, too, and the picture of a room has locks that have no number.
      repeat {
        line = try await hear("LOCKED", "NO")
      } while line.hasPrefix("LOCKED")
        && (field("who", of: line) != me || field("n", of: line) == nil)
      if line.hasPrefix("LOCKED") { return }
      try await Task.sleep(for: .milliseconds(20))
    }
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
