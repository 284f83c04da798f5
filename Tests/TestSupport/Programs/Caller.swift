// A client without a program: a bare connection over which a test says lines, as one does with nc;
// and two of them that play a short match.

import Glibc
import Net

/// A plain connection to a server on loopback. It answers PING, so it is never taken for dead.
@Stage
final class Caller: Listener {
  /// The lines that have come so far.
  var text: String { heard.text }
  /// Whether the server has hung up.
  private(set) var isHungUpOn = false
  private var descriptor: Int32
  private var heard = WholeLines()
  private var answeredCount = 0

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let status = withLoopback(port: port) { connect(descriptor, $0, $1) }
    guard status == 0 else { throw Missed(description: "nobody listens: \(errno)") }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  isolated deinit { hangUp() }

  var descriptors: [Int32] { descriptor < 0 || isHungUpOn ? [] : [descriptor] }
  var isOver: Bool { descriptor < 0 || isHungUpOn }
  var scene: String { text }

  func listen() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    var hasHeard = false
    while descriptor >= 0 && !isHungUpOn {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EAGAIN { break }
      if count <= 0 {
        isHungUpOn = true
        heard.finish()
      } else {
        heard.append(buffer[..<count])
        hasHeard = true
      }
    }
    guard hasHeard else { return }
    let pings = lines("PING")
    for ping in pings.dropFirst(answeredCount) { say("PONG \(ping.dropFirst(5))") }
    answeredCount = pings.count
  }

  /// Says a line. A test's few lines always fit into a socket's buffer.
  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Asks for a sign of life, and waits for it.
  func ping(hearing others: [any Listener]) throws {
    say("PING t=1")
    try wait(for: "an answer", hearing: [self] + others) { heard("PONG") }
  }

  /// All lines of that verb.
  func lines(_ verb: String) -> [Substring] {
    text.split(separator: "\n").filter { $0 == verb || $0.hasPrefix("\(verb) ") }
  }

  /// The newest line of that verb.
  func line(_ verb: String) -> Substring? { lines(verb).last }

  /// Whether a line of that verb has come.
  func heard(_ verb: String) -> Bool { line(verb) != nil }

  /// The value of a field in the newest line of a verb; empty without one.
  func field(_ key: String, of verb: String) -> String {
    let word = line(verb)?.split(separator: " ").first { $0.hasPrefix("\(key)=") }
    return word.map { String($0.dropFirst(key.count + 1)) } ?? ""
  }

  /// The target of the newest round as values of sliders; nil before a round.
  var target: String? {
    guard let color = Int(field("target", of: "ROUND").dropFirst(), radix: 16) else { return nil }
    return "\(color >> 16),\(color >> 8 & 255),\(color & 255)"
  }

  /// What a page of an HTTP server on that port says, its head included.
  static func page(_ path: String, port: UInt16?) throws -> String {
    guard let port else { throw Missed(description: "nobody says a port") }
    let caller = try Caller(port: port)
    caller.say("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r")
    while !caller.isHungUpOn {
      var ready = pollfd(fd: caller.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      caller.listen()
    }
    return caller.text
  }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}

/// Two bare connections that play a short match against each other.
@Stage
final class Duel {
  let callers: [Caller]
  /// When they lock again: a server refuses those that do so too often.
  private var locksAt: Int64 = 0

  /// Opens a room of one round, and begins.
  init(port: UInt16) throws {
    callers = try (0..<2).map { _ in try Caller(port: port) }
    for (caller, name) in zip(callers, ["Ada", "Bea"]) { caller.say("HELLO v=1 name=\(name)") }
    callers[0].say("CREATE seats=2 rounds=1 time=120")
    try wait(for: "a room", hearing: callers) { callers[0].heard("WATCHERS") }
    callers[1].say("JOIN room=\(callers[0].field("room", of: "IN"))")
    try wait(for: "both", hearing: callers) { callers[1].heard("WATCHERS") }
    for caller in callers { caller.say("READY") }
    try wait(for: "a match", hearing: callers) { callers.allSatisfy { $0.heard("COUNTDOWN") } }
  }

  /// Both lock what is right now and then: before the round is open, and after it, that is refused.
  func play() {
    let now = Clock().milliseconds()
    guard now >= locksAt, let target = callers[0].target else { return }
    locksAt = now + 200
    for caller in callers { caller.say("LOCK v=\(target)") }
  }

  /// Whether both know the seed, with which a match ends.
  var isOver: Bool { callers.allSatisfy { $0.heard("SEED") } }
}

/// Lends the address of a port on loopback.
func withLoopback<Result>(
  port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
