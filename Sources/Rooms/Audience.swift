// Those who look on in a room, by name: everybody there may ask who they are, and the host puts
// them out, wherever they hear it. Who hears what is in `Relays.swift` and `DelayLine.swift`; here
// it is only known who is there.
// Invariant: everybody who looks on has one entry, from coming to going.

import Game
import HeapModule
import Wire

/// Somebody who looks on.
struct Onlooker: Sendable {
  let player: PlayerID
  let profile: Profile
  /// Whether they may sit down without a password: they have said the one that the room has, or sat
  /// there when they gave up the seat.
  var isTrusted = true

  /// Stands for all watchers of a room that is played again.
  static let somebody = Onlooker(
    player: PlayerID(number: 0),
    profile: Profile(name: "-", icon: .diamond, color: Profile.palette[0], isBot: false))
}

/// One visit of somebody who looks on; never used twice by a room.
typealias Visit = Int

// The room's side.
extension Room {
  /// How many look on, wherever they hear it.
  var watchers: Int { audience.count }

  /// The visits of a player; more than one while news of an earlier one's end is on its way.
  func visits(of player: PlayerID) -> [Visit] {
    audience.filter { $0.value.player == player }.map(\.key).sorted()
  }

  /// The room asks for another password: nobody who looks on has said that.
  mutating func distrustAudience() {
    for visit in audience.keys { audience[visit]?.isTrusted = false }
  }
}

// Asking who they are, and putting them out.
extension Hall {
  /// Tells somebody in a room who looks on there now, the newest first.
  mutating func listAudience(to caller: Caller, _ turn: inout Turn) throws(RefusalLine) {
    guard let code = caller.place.code else { throw .noRoom }
    guard let room = rooms[code]?.room else { return }
    let origin = try requireAnswers(for: caller, at: turn.now)
    let start = turn.effects.count
    defer { countAnswer(from: start, to: caller.id, of: origin, &turn) }
    // Thousands may look on, and each of them may ask: the others need no order.
    var visits = Heap(room.audience.keys)
    var count = 0
    while count < limits.listedWatchersMax, let visit = visits.popMax() {
      guard let onlooker = room.audience[visit] else { continue }
      count += 1
      turn.send(.watcher(onlooker.player, room.shown(onlooker)), to: [caller.id])
    }
    turn.send(.end(of: ClientVerb.who.rawValue, count: count), to: [caller.id])
  }

  /// A watcher goes; the connection is that of one who hears the room here.
  mutating func leaveAudience(
    _ id: ConnectionID?, _ visit: Visit, of code: RoomCode, _ turn: inout Turn
  ) {
    let presenter = presenter(on: visit, of: code)
    touch(code, presenter.map { .left($0, .left) }, &turn) { room, turn in
      room.unwatch(visit, id, &turn)
      if let presenter { room.vacate(presenter, .left, &turn) }
      room.forsake(&turn)
    }
  }

  /// Puts somebody out who looks on; false when nobody of that number does.
  mutating func putOutWatcher(
    _ player: PlayerID, _ why: Departure, of code: RoomCode, _ turn: inout Turn
  ) -> Bool {
    guard let room = rooms[code]?.room, let visit = room.visits(of: player).last,
      let profile = room.audience[visit]?.profile
    else { return false }
    let other = rooms[code]?.room.elsewhere.visits[visit]
    let id = players[player]?.connection
    let identity = profile.identity
    touch(code, why == .banned ? .banned(player, identity) : nil, &turn) { room, turn in
      if why == .banned { room.ban(player, identity) }
      room.unwatch(visit, id, &turn)
    }
    if let other {
      turn.publish(.putOut(code, player, visit: visit, why), to: other)
    } else {
      showOut(player, why, of: code, &turn)
    }
    return true
  }

  /// Takes from a watcher of a relay that their room has put them out.
  mutating func dropWatcher(
    _ player: PlayerID, _ visit: Visit, _ why: Departure, of code: RoomCode, _ turn: inout Turn
  ) {
    guard let id = players[player]?.connection, connections[id]?.place == .watchingAfar(code),
      connections[id]?.visit == visit
    else { return }
    dropFromRelay(id, of: code)
    showOut(player, why, of: code, &turn)
  }

  /// A watcher is in no room any more, and is told so as soon as they can be told anything.
  mutating func showOut(
    _ player: PlayerID, _ why: Departure, of code: RoomCode, _ turn: inout Turn
  ) {
    guard let id = players[player]?.connection else { return }
    letOut(id, at: turn.now)
    if connections[id]?.isMuted == true {
      connections[id]?.farewell = (code, why)
    } else {
      turn.send(.out(code, why), to: [id])
    }
  }
}
