// A wire that can be cut: it stands between clients and a server, passes bytes on both ways, and on
// demand drops everyone and lets nobody through.

import Glibc

@testable import TestSupport

/// A TCP proxy on loopback.
@Stage
final class Proxy: Listener {
  /// Where clients connect to.
  private(set) var port: UInt16 = 0
  private let listener: Int32
  private var target: UInt16
  private var pairs: [Pair] = []
  /// Whether it lets clients through; while not, a client that connects is dropped at once.
  private var isCut = false

  /// Somebody who is let through.
  private struct Pair {
    let client: Int32
    let server: Int32
  }

  /// A proxy to a server on loopback.
  init(to target: UInt16) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isListening =
      withLoopback(port: 0) { bind(listener, $0, $1) } == 0 && Glibc.listen(listener, 16) == 0
    var bound = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &bound) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    guard isListening, status == 0 else {
      throw Missed(description: "no proxy: \(String(cString: strerror(errno)))")
    }
    port = UInt16(bigEndian: bound.sin_port)
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
  }

  isolated deinit {
    close(listener)
    for pair in pairs { end(pair) }
  }

  /// Drops all clients, and from now on each new one.
  func cut() {
    isCut = true
    for pair in pairs { end(pair) }
    pairs = []
  }

  /// Lets clients through again, maybe to another server.
  func mend(to other: UInt16? = nil) {
    target = other ?? target
    isCut = false
  }

  // MARK: Listening

  var isOver: Bool { true }
  var scene: String { "\(pairs.count) are let through" }

  var descriptors: [Int32] {
    [listener] + pairs.flatMap { [$0.client, $0.server] }
  }

  func listen() {
    while true {
      let client = accept(listener, nil, nil)
      if client < 0 { break }
      admit(client)
    }
    pairs = pairs.filter { pair in
      let isAlive =
        pass(from: pair.client, to: pair.server) && pass(from: pair.server, to: pair.client)
      if !isAlive { end(pair) }
      return isAlive
    }
  }

  private func admit(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard !isCut, withLoopback(port: target, { connect(server, $0, $1) }) == 0 else {
      end(Pair(client: client, server: server))
      return
    }
    for descriptor in [client, server] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    pairs.append(Pair(client: client, server: server))
  }

  /// Passes on what has come; false once either end is gone.
  private func pass(from source: Int32, to target: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0 && errno == EAGAIN { return true }
      if count <= 0 { return false }
      // A test's few lines always fit into a socket's buffer.
      if send(target, buffer, count, Int32(MSG_NOSIGNAL)) != count { return false }
    }
  }

  private func end(_ pair: Pair) {
    close(pair.client)
    close(pair.server)
  }
}
