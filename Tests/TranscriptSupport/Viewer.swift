// What a client knows, folded from what it heard and nothing else: the reference that tests compare
// clients by. It is strict where a real client is patient: whatever the protocol rules out is a
// violation, even if one could live with it. Invariant: two viewers of one room who have heard
// everything know the same (`RoomScene` is equal), however early or late they came.

package import Game
package import Wire

/// Something that a server may not say.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

package func demand(_ holds: Bool, _ violation: @autoclosure () -> String) throws(Violation) {
  if !holds { throw Violation(violation()) }
}

extension ServerMessage {
  package var eventNumber: Int? {
    switch self {
    case .room(let number, _), .play(let number, _): number
    default: nil
    }
  }

  package var asLine: String {
    var line: [UInt8] = []
    encode(into: &line)
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}

package struct Viewer: Sendable {
  package private(set) var me: PlayerID?
  /// What gives the seat back.
  package private(set) var token: String?
  package private(set) var role: Role?
  /// The room, or the last one, as it was then.
  package private(set) var room: RoomScene?
  /// The same room as programs fold it.
  package private(set) var state: RoomState?
  package private(set) var pictures = 0
  package private(set) var refused: RefusalCode?
  /// The nonce of a PING that was not answered yet.
  package var ping: String?
  /// Whether lines were dropped on the way here, so that IN or OUT has to say where this is.
  private var isLost = false
  /// Whether IN was said, and nothing about the room since.
  private var isEntering = false
  private let hashing: Hashing

  /// - Parameter room: what is remembered from an earlier one, for `WATCH since=`.
  package init(hashing: Hashing, remembering room: RoomScene? = nil) {
    self.hashing = hashing
    self.room = room
  }

  /// Takes note that the server has dropped lines here, because this client was too slow.
  package mutating func miss() { isLost = true }

  package mutating func fold(_ message: ServerMessage) throws(Violation) {
    try foldState(message)
    switch message {
    case .welcome(let welcome):
      guard me == nil else { throw Violation("WELCOME twice") }
      me = welcome.me
      token = welcome.token
    case .no(let refusal): refused = refusal.code
    case .pong, .listed, .end: break
    case .ping(let nonce): ping = nonce
    case .entered(let code, let role, let number): try enter(code, role, number)
    case .out(let code, _):
      let isHere = role != nil && room?.code == code
      guard isHere || isLost else { throw Violation("OUT of no room") }
      role = nil
      isLost = false
    case .room(let number, let event):
      if isEntering, number == nil, case .settings(let view) = event { return try begin(view) }
      try change { scene throws(Violation) in
        try scene.count(number)
        try scene.fold(event, isPicture: number == nil)
      }
    case .play(let number, let event):
      let hashing = hashing
      try change { scene throws(Violation) in
        try scene.count(number)
        try scene.fold(event, isPicture: number == nil, hashing)
      }
    case .move(let move): try change { scene throws(Violation) in try scene.fold(move) }
    case .watchers(let count): try change { scene throws(Violation) in scene.watchers = count }
    case .reacted(let player, let reaction):
      try change { scene throws(Violation) in try scene.fold(reaction, of: player) }
    case .crowd: guard role != nil else { throw Violation("CROWD of no room") }
    case .cell, .yours, .field, .locks:
      guard role == .watcher else { throw Violation("CELL, YOURS or FIELD on a seat") }
    case .watcher, .tree, .topped, .played, .forgotten, .replayed: break
    case .stopping: guard me != nil else { throw Violation("STOPPING before WELCOME") }
    case .kept, .rated:
      guard role == .player else { throw Violation("KEPT or RATED for who has no seat") }
    case .challenge, .proved:
      guard me != nil, role == nil else { throw Violation("asked in a room who somebody is") }
    }
  }

  /// Folding is the inverse of a snapshot. Now and then is enough, since a snapshot is long.
  private mutating func foldState(_ message: ServerMessage) throws(Violation) {
    if isEntering, case .room(nil, .settings(let view)) = message {
      state = RoomState(settings: view, last: room?.last ?? 0)
    }
    let last = state?.last
    state?.fold(message)
    guard let state, state.last != last, state.last % 16 == 0 else { return }
    var retold = RoomState(settings: state.settings, last: state.last)
    for message in state.snapshot() { retold.fold(message) }
    guard retold == state else { throw Violation("a state that its snapshot does not give") }
  }

  private mutating func enter(_ code: RoomCode, _ role: Role, _ number: Int) throws(Violation) {
    let isHere = self.role != nil && room?.code == code
    let isConflated = isHere && self.role == .watcher && role == .watcher
    let isChange = isHere && self.role != role
    // A player who is too slow is closed.
    let isFound = isLost && role == .watcher
    try demand(self.role == nil || isConflated || isChange || isFound, "IN while in a room")
    if let last = room?.last, isConflated, number < last {
      throw Violation("a picture of the past: \(number) after \(last)")
    }
    self.role = role
    (isLost, isEntering) = (false, true)
    // Where this is the number that was asked for, only what came after it follows, and what has no
    // number is told again.
    let isKnown = room?.code == code && room?.last == number
    if !isKnown { state = nil }
    room = isKnown ? room?.withoutMoves : RoomScene(code: code, last: number)
  }

  private mutating func begin(_ view: RoomSettings) throws(Violation) {
    guard let entered = room, role != nil else { throw Violation("ROOM outside of a room") }
    isEntering = false
    room = RoomScene(code: entered.code, last: entered.last)
    room?.settings = view
    pictures += 1
  }

  private mutating func change(
    _ fold: (inout RoomScene) throws(Violation) -> Void
  ) throws(Violation) {
    guard var scene = room, role != nil else { throw Violation("it was said outside of a room") }
    guard scene.settings != nil else { throw Violation("it was said before ROOM") }
    guard !isLost else { throw Violation("it was said before IN to somebody who missed lines") }
    isEntering = false
    // Only one copy of it, or every fold would copy it all.
    room = nil
    try fold(&scene)
    room = scene
  }
}
