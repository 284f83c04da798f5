// A client for tests: one blocking socket that says lines and waits for lines. It knows the
// protocol only as text, like a person with nc, but for proofs of who somebody is.

import Framing
import Game
import Glibc
import Net
import TestSupport
import TranscriptSupport
import Wire

/// What a client waited for in vain.
struct Waiting: Error, CustomStringConvertible {
  let description: String
}

/// A client over one of the four ways.
final class LineClient {
  private let socket: TestClient
  /// The server's end of the connection, which a proof names where there is no TLS.
  let serverEnd: String
  private var wrapping: Wrapping
  private var buffer: [UInt8] = []
  /// Every line that was received, in order.
  private(set) var heard: [String] = []
  /// How many lines were said.
  private(set) var saidCount = 0

  /// - Parameters:
  ///   - header: what a proxy says before anything else.
  ///   - fields: what the request for a WebSocket says besides.
  init(
    port: UInt16, over transport: Transport = .tcp, receiveBytes: Int32? = nil,
    behind header: [UInt8] = [], fields: [String] = []
  ) throws {
    wrapping = try Wrapping(transport)
    socket = try TestClient(port: port, receiveBytes: receiveBytes)
    serverEnd = "127.0.0.1:\(port)"
    try write(header + wrapping.wrap([]))
    while !wrapping.isEstablished { guard try receive() else { throw Self.noHandshake } }
    if transport == .ws || transport == .wss { try openWebSocket(port, fields) }
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
    if !socket.send(bytes) { throw Waiting(description: "send: \(errno)") }
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

  /// The next line that begins with one of these verbs; others are skipped.
  @discardableResult
  func hear(_ verb: String, _ others: String...) throws -> String {
    let verbs = [verb] + others
    while let line = try hear() {
      if verbs.contains(where: { line == $0 || line.hasPrefix($0 + " ") }) { return line }
    }
    throw Waiting(description: "closed while waiting for \(verbs); heard \(heard.suffix(5))")
  }

  /// The code of the next refusal.
  func refusal() throws -> String? { field("code", of: try hear("NO")) }

  /// Returns true once the server has closed the connection.
  func isClosedByServer() throws -> Bool {
    while try hear() != nil {}
    return true
  }

  private func receive() throws -> Bool {
    let bytes = socket.receive()
    if bytes.isEmpty { return false }
    buffer.append(contentsOf: try wrapping.unwrap(bytes))
    try write(wrapping.wrap([]))
    return true
  }
}

/// The value of a field in a line.
func field(_ key: String, of line: String) -> String? {
  line.split(separator: " ").first { $0.hasPrefix(key + "=") }
    .map { String($0.dropFirst(key.count + 1)) }
}

// What players do in many tests.
extension LineClient {
  /// Says HELLO and is welcomed; the token of the seat.
  @discardableResult
  func enter(as name: String) throws -> String {
    try say("HELLO v=1 name=\(name)")
    return field("resume", of: try hear("WELCOME")) ?? ""
  }

  /// Says something and hears the next line of that verb, or a refusal.
  func ask(_ line: String, for verb: String) throws -> String {
    try say(line)
    return try hear(verb, "NO")
  }

  /// Leaves a room.
  func leave() throws {
    try say("LEAVE")
    try hear("OUT")
  }

  /// Says who somebody is, bound to the server's end unless told otherwise; whether that is taken.
  func proves(_ keys: KeyPair, _ binding: Binding? = nil) throws -> Bool {
    let (key, binding) = (keys.key, binding ?? .address(serverEnd))
    let line = Array(try ask("IDENTIFY key=\(String(hex: key.bytes))", for: "CHALLENGE").utf8)
    guard case .challenge(let nonce, let name) = try ServerMessage.decode(line[...]) else {
      throw Waiting(description: "no CHALLENGE")
    }
    let signature = keys.sign(ProofText(to: name, nonce: nonce, key: key, on: binding))
    let proof = "PROVE sig=\(String(hex: signature)) bind=\(binding.kind.rawValue)"
    return try ask(proof, for: "PROVED").hasPrefix("PROVED")
  }

  /// Opens a room, for a match of one long round unless told otherwise, and sits down in it.
  ///
  /// - Returns: the room's code.
  func openRoom(_ words: String = "") throws -> String {
    let time = words.contains("time=") ? [] : ["time=120"]
    let words = ["CREATE mode=rgb rounds=1"] + time + words.split(separator: " ").map(String.init)
    let line = try ask(words.joined(separator: " "), for: "IN")
    guard let code = field("room", of: line) else { throw Waiting(description: line) }
    return code
  }

  /// Joins or watches a room, and returns when somebody is in it.
  func go(_ verb: String, _ room: String) throws {
    let line = try ask("\(verb) room=\(room)", for: "IN")
    if !line.hasPrefix("IN ") { throw Waiting(description: line) }
  }

  /// Waits for the round, unless it has been heard of already, and moves until it is open.
  func race() throws {
    if !heard.contains(where: { $0.hasPrefix("ROUND ") }) { try hear("ROUND") }
    // Before the round is open a move is refused.
    while try ask("SET v=1,2,3", for: "MOVE").hasPrefix("NO") { usleep(20_000) }
  }

  /// Locks the very target of the round that is open.
  func hitTarget() throws {
    let round = heard.last { $0.hasPrefix("ROUND ") }
    guard let target = round.flatMap({ field("target", of: $0) }),
      let number = Int(target.filter(\.isHexDigit), radix: 16)
    else { throw Waiting(description: "no target in \(round ?? "no round")") }
    try say("LOCK v=\(number >> 16),\(number >> 8 & 255),\(number & 255)")
  }

  /// Asks something and waits for the answer: by then everything said before has been answered.
  func catchUp() throws {
    let mine = "\(saidCount)"
    try say("PING t=\(mine)")
    while field("t", of: try hear("PONG")) != mine {}
  }
}

/// Has players who sit in a room play its round to the end.
func playRound(_ players: [LineClient]) throws {
  for player in players { try player.say("READY") }
  for player in players { try player.race() }
  for player in players { try player.hitTarget() }
}
