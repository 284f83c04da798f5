// Somebody who plays in a simulated cluster, at whatever node they reach: they know what they have
// heard, look for their room again when a connection is gone, and move about at random.

import Game
import TestSupport
import TranscriptSupport
import Wire

/// A client of a cluster.
final class ClusterPerson {
  let number: Int
  private(set) var link: MemoryLink?
  /// The node that they are at, or were at last.
  private(set) var node: Int
  private(set) var viewer = Viewer(hashing: .genuine)
  /// The room that they have a seat in, as far as they know, and who they are there.
  private(set) var seat: (code: RoomCode, player: PlayerID, token: String)?
  /// Whether they have asked for their seat on this connection, and have not been answered.
  private(set) var isAsking = false
  /// Whether they have said QUICK last, and have not been answered.
  private(set) var isQuick = false
  private var heardAt = 0

  /// Who hears nothing for so long looks elsewhere, in milliseconds.
  static let patienceMilliseconds = 3_000

  init(_ number: Int, at node: Int) {
    self.number = number
    self.node = node
  }

  /// Begins with a new connection.
  func begin(_ link: MemoryLink, at now: Int) {
    self.link = link
    viewer = Viewer(hashing: .genuine)
    heardAt = now
    isAsking = seat != nil
    isQuick = false
  }

  /// What they say first.
  var hello: String {
    "HELLO v=1 name=person\(number)" + (seat.map { " resume=\($0.token)" } ?? "")
  }

  /// Lets go of the connection; the next one is at another node.
  func letGo(_ cargo: MemoryLink.Cargo, at now: Int, nodes: Int) {
    link?.ship(cargo, at: now)
    link?.isAbandoned = true
    link = nil
    node = (node + 1) % nodes
  }

  /// Whether the other end seems to be gone.
  func isImpatient(at now: Int) -> Bool {
    link != nil && now - heardAt > ClusterPerson.patienceMilliseconds
  }

  /// Takes a line.
  ///
  /// - Throws: what may not be said.
  func hear(_ message: ServerMessage, at now: Int) throws(Violation) {
    heardAt = now
    try viewer.fold(message)
    switch message {
    case .welcome(let welcome):
      try demand(!isAsking || welcome.me == seat?.player, "somebody else's seat")
    case .entered(let code, .player, _):
      try demand(!isAsking || code == seat?.code, "another seat")
      (isAsking, isQuick) = (false, false)
      if let me = viewer.me, let token = viewer.token { seat = (code, me, token) }
    case .entered, .out: seat = nil
    default: break
    }
  }

  /// Their seat is gone.
  func giveUp() {
    seat = nil
    isAsking = false
  }

  /// What they say next, if they are somewhere.
  ///
  /// - Parameter codes: rooms that they know of.
  func words(_ codes: [RoomCode], _ draw: inout SplitMix64) -> String? {
    guard viewer.me != nil, !isAsking else { return nil }
    guard viewer.role != nil else {
      isQuick = draw.chance(9)
      if isQuick { return "QUICK mode=rgb" }
      if draw.chance(6) { return "LIST" }
      guard let code = codes.randomElement(using: &draw), !draw.chance(25) else {
        return "CREATE mode=rgb rounds=1 time=5 seats=4 series=3"
      }
      return draw.chance(60) ? "JOIN room=\(code.text)" : "WATCH room=\(code.text)"
    }
    let values = (0..<3).map { _ in String(draw.number(in: 0...255)) }.joined(separator: ",")
    switch draw.number(in: 0...99) {
    case 0...24: return "READY nonce=\(draw.number(in: 10...99))"
    case 25...54: return "SET v=\(values)"
    case 55...74: return "LOCK v=\(values)"
    case 75...79: return "REACT id=wave"
    case 80...84: return "WHO"
    case 85...87: return "CONFIG rounds=\(draw.number(in: 1...3))"
    case 88...89: return "BOT"
    case 90: return "LEAVE"
    case 91:
      return codes.randomElement(using: &draw).map { "LEAVE\nWATCH room=\($0.text)\nPING t=1\nWHO" }
    case 92...93: return viewer.room.map { "WATCH room=\($0.code.text)" }
    case 94...97: return viewer.room.map { "JOIN room=\($0.code.text)" }
    default: return "LIST"
    }
  }
}
