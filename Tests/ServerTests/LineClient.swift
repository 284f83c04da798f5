// A client for tests: one blocking socket that says lines and waits for lines, each wait with a
// deadline. It knows the protocol only as text, like a person with nc.

import Framing
import Glibc
import Net
import TestSupport

/// What went wrong while waiting.
struct Waiting: Error, CustomStringConvertible {
  let description: String
}

/// A client over one of the four ways.
final class LineClient {
  private let descriptor: Int32
  private var wrapping: Wrapping
  private var buffer: [UInt8] = []
  /// Every line that was received, in order.
  private(set) var heard: [String] = []
  /// How many lines were said.
  private(set) var saidCount = 0

  /// How long any one wait lasts at most, in seconds: long, because other tests may have the
  /// machine.
  static let patience = 240.0 * Double(patienceFactor)

  /// - Parameters:
  ///   - header: what a proxy says before anything else.
  ///   - fields: what the request for a WebSocket says besides.
  init(
    port: UInt16, over transport: Transport = .tcp, receiveBufferBytes: Int32? = nil,
    behind header: [UInt8] = [], page origin: String? = nil, fields: [String] = []
  ) throws {
    wrapping = try Wrapping(transport)
    descriptor = try connectedSocket(port: port, receiveBufferBytes: receiveBufferBytes)
    try write(header + wrapping.wrap([]))
    while !wrapping.isEstablished { guard try receive() else { throw Self.noHandshake } }
    if transport == .ws || transport == .wss {
      try openWebSocket(port, fields + (origin.map { ["Origin: \($0)"] } ?? []))
    }
  }

  private static let noHandshake = Waiting(description: "closed in a handshake")

  /// Asks for a WebSocket, and speaks over it from then on.
  func openWebSocket(_ port: UInt16, _ fields: [String]) throws {
    heard = []
    let invitation = WebSocketInvitation(
      host: "localhost:\(port)", path: "/play", subprotocol: "chromatch.1",
      nonce: randomBytes(16))
    let more = fields.flatMap { Array("\($0)\r\n".utf8) }
    try send(invitation.request.dropLast(2) + more + [13, 10])
    while true {
      guard let line = try hear() else { throw Self.noHandshake }
      if line == "\r" { break }
    }
    guard heard.first?.hasPrefix("HTTP/1.1 101 ") == true else {
      throw Waiting(description: "no WebSocket: \(heard)")
    }
    heard = []
    wrapping.openWebSocket()
  }

  deinit { close(descriptor) }

  /// What only the two ends of the connection know, over TLS.
  var channelBinding: [UInt8]? { wrapping.channelBinding }

  /// Sends a line.
  func say(_ line: String) throws {
    saidCount += 1
    try send(Array(line.utf8) + [10])
  }

  /// Sends bytes, over a WebSocket as one message; fails when the server has closed.
  func send(_ bytes: [UInt8]) throws { try write(wrapping.wrap(bytes)) }

  /// Writes bytes as they are, wrapped in nothing; fails when the server has closed.
  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...]
        .withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      guard count > 0 else { throw Waiting(description: "send: \(errno)") }
      sent += count
    }
  }

  /// The next line; nil when the server has closed.
  func hear() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        heard.append(line)
        return line
      }
      guard try receive() else { return nil }
    }
  }

  /// The next line that begins with `prefix`; others are skipped.
  @discardableResult
  func hear(_ prefix: String) throws -> String { try hear(anyOf: [prefix]) }

  /// The next line that begins with one of these verbs; others are skipped.
  func hear(anyOf verbs: [String]) throws -> String {
    while let line = try hear() {
      if verbs.contains(where: { line == $0 || line.hasPrefix($0 + " ") }) { return line }
    }
    throw Waiting(description: "closed while waiting for \(verbs); heard \(heard.suffix(5))")
  }

  /// Whether the server closes the connection within the patience.
  func isClosedByServer() throws -> Bool {
    while try hear() != nil {}
    return true
  }

  private func receive() throws -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, Int32(LineClient.patience * 1_000)) == 1 else {
      throw Waiting(description: "nothing came; heard \(heard.suffix(5))")
    }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    buffer.append(contentsOf: try wrapping.unwrap(Array(bytes[..<count])))
    try write(wrapping.wrap([]))
    return true
  }
}

/// The value of a field in a line.
func field(_ key: String, of line: String) -> String? {
  line.split(separator: " ").first { $0.hasPrefix(key + "=") }
    .map { String($0.dropFirst(key.count + 1)) }
}
