// A match played by hand from a test: somebody opens a room, others come, all lock the target. What
// it is for is to see whether a game goes on while somebody else is rude.

import Game
import Glibc
import Identity
import TranscriptSupport
import Wire

extension LineClient {
  /// Says HELLO and is welcomed.
  func enter(as name: String) throws {
    try say("HELLO v=1 name=\(name)")
    try hear("WELCOME")
  }

  /// Proves over a connection that is not encrypted who somebody is.
  func prove(_ keys: KeyPair) throws {
    try say("IDENTIFY key=\(String(hex: keys.key.bytes))")
    let line = Array(try hear("CHALLENGE").utf8)
    guard case .challenge(let nonce, let name) = try ServerMessage.decode(line[...]) else {
      throw Waiting(description: "no CHALLENGE")
    }
    let signature = keys.sign(ProofText(to: name, nonce: nonce, key: keys.key, on: .open))
    try say("PROVE sig=\(String(hex: signature)) bind=open")
    try hear("PROVED")
  }

  /// Opens a room for a match of one round, and sits down in it.
  ///
  /// - Returns: the room's code.
  func openRoom(seats: Int, seconds: Int) throws -> String {
    try say("CREATE mode=rgb rounds=1 seats=\(seats) time=\(seconds)")
    guard let code = field("room", of: try hear("IN")) else {
      throw Waiting(description: "a room without a code")
    }
    return code
  }

  /// Waits for the round, unless it has been heard of already, and moves until it is open.
  func race() throws {
    if !heard.contains(where: { $0.hasPrefix("ROUND ") }) { try hear("ROUND") }
    repeat {
      try say("SET v=1,2,3")
      // Before the round is open a move is refused.
    } while try hear(anyOf: ["NO", "MOVE"]).hasPrefix("NO") && usleep(20_000) == 0
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

  /// The numbers of the events of the room that were heard, in the order in which they came.
  var eventNumbers: [Int] {
    heard.filter { !$0.hasPrefix("IN ") }.compactMap { field("n", of: $0).flatMap { Int($0) } }
  }
}
