// Watchers of a room that is on another lane. A room with many watchers sends those who come last
// away, and tells each lane once what they are to hear; there it goes to all of them. A relay
// remembers nothing of the room but how much it heard, and on a late lane the newest position of
// each player: a watcher that missed something is brought home and shown the room.
// Invariants: a room counts each of its watchers once, at home, on one other lane, or on the way to
// either; on a relay's list are exactly those who look on from there and can be told.

import Game
import Wire

/// Those on this lane who look on in a room of another.
final class Relay {
  /// The connections that hear it, in the order they came.
  var watchers: [ConnectionID] = []
  /// How many messages the room has sent here, ever.
  var heard: Int
  /// The newest position of each player that the watchers have not been told, and when they are.
  private(set) var held: [Move] = []
  private(set) var movesDue: Instant?
  /// When positions were last told, and when a batch of them was let through.
  private var movesSent = Instant(milliseconds: 0)
  private var letThrough: Instant?

  init(heard: Int) { self.heard = heard }

  /// Takes a position, to be told now or when positions are due.
  ///
  /// - Parameter interval: how far apart they are told, in milliseconds.
  /// - Returns: whether it is held back.
  fileprivate func hold(_ move: Move, every interval: Int, at now: Instant) -> Bool {
    let next = movesSent + interval
    // What comes at one moment is one batch.
    if held.isEmpty, next <= now || letThrough == now {
      (movesSent, letThrough) = (now, now)
      return false
    }
    if let index = held.firstIndex(where: { $0.who == move.who }) { held.remove(at: index) }
    held.append(move)
    movesDue = movesDue ?? max(now, next)
    return true
  }

  /// Takes out what is held back.
  fileprivate func takeHeld(at now: Instant) -> [Move] {
    if held.isEmpty { return [] }
    defer { (held, movesDue, movesSent, letThrough) = ([], nil, now, nil) }
    return held
  }
}

/// Those who look on in a room of this lane from others.
struct Elsewhere: Sendable {
  /// Those of one lane.
  struct Listeners: Sendable {
    var watchers = 0
    /// How many messages were sent there, ever.
    var told = 0
  }

  /// By lane; empty before the first.
  fileprivate(set) var lanes: [Listeners] = []
  /// Who is where.
  fileprivate(set) var visits: [Visit: Int] = [:]
}

// The relay's side.
extension Hall {
  /// Takes what another lane tells.
  mutating func hear(_ bulletin: Bulletin, from other: Int, _ turn: inout Turn) {
    switch bulletin {
    case .told(let code, let message):
      // Those it was for may just have gone.
      guard let relay = relays[code] else { return }
      relay.heard += 1
      if case .move(let move) = message, holds(move, of: relay, code, &turn) { return }
      tellHeldMoves(of: relay, &turn)
      turn.send(message, to: relay.watchers)
    case .left(let code, let visit):
      leaveAudience(nil, visit, of: code, &turn)
    case .putOut(let code, let player, let visit, let why):
      dropWatcher(player, visit, why, of: code, &turn)
    case .listed(let room): directory.note(room, of: room.code)
    case .unlisted(let code): directory.note(nil, of: code)
    case .closed(let origin): book.strike(origin)
    case .forsaken(let code): forsakeRelay(of: code, &turn)
    case .restored(let count): book.enter(restored: count)
    case .drew(let origin, let lines): ledger.spendLines(lines, from: origin, at: turn.now)
    case .missed(let origin): _ = ledger.miss(from: origin, at: turn.now)
    case .answered(let origin, let bytes): ledger.spendAnswer(bytes, to: origin, at: turn.now)
    case .charged(let origin, let what): ledger.spend(what, from: origin, at: turn.now)
    }
  }

  /// Whether a position is to be told later, because this lane is late. In time it is told at once:
  /// its room sees to it that it does not come too soon.
  private mutating func holds(
    _ move: Move, of relay: Relay, _ code: RoomCode, _ turn: inout Turn
  ) -> Bool {
    let interval =
      pressure.isLate ? limits.moveMilliseconds(for: .watcher, at: pressure.level) : 0
    let wasDue = relay.movesDue != nil
    let isHeld = relay.hold(move, every: interval, at: turn.now)
    if !wasDue, let due = relay.movesDue { scheduleRelay(code, at: due) }
    return isHeld
  }

  private func tellHeldMoves(of relay: Relay, _ turn: inout Turn) {
    for move in relay.takeHeld(at: turn.now) { turn.send(.move(move), to: relay.watchers) }
  }

  /// Tells the watchers of a room of another lane what is held back for them.
  mutating func tellHeldMoves(of code: RoomCode, _ turn: inout Turn) {
    if let relay = relays[code] { tellHeldMoves(of: relay, &turn) }
  }

  /// The same, if it is due.
  mutating func tellHeldMoves(of code: RoomCode, dueBy horizon: Instant, _ turn: inout Turn) {
    guard let due = relays[code]?.movesDue, due <= horizon else { return }
    tellHeldMoves(of: code, &turn)
  }

  /// A watcher is gone from a relay for good; their room has to know.
  mutating func leaveRelay(
    _ id: ConnectionID, _ visit: Visit, of code: RoomCode, _ turn: inout Turn
  ) {
    dropFromRelay(id, of: code)
    turn.publish(.left(code, visit: visit), to: home(of: code))
  }

  /// Stops telling a watcher of a relay.
  mutating func dropFromRelay(_ id: ConnectionID, of code: RoomCode) {
    relays[code]?.watchers.removeAll { $0 == id }
    if relays[code]?.watchers.isEmpty == true { relays[code] = nil }
  }
}

// The room's side.
extension Hall {
  /// Has a watcher who has just been shown a room hear it on another lane, if there are many here.
  mutating func spread(_ id: ConnectionID, _ turn: inout Turn) -> Journey? {
    guard laneCount > 1, let connection = connections[id], !connection.isMuted,
      !connection.isClosing, !id.isGuest, case .watching(let code) = connection.place,
      let entry = rooms[code], !isBound(connection, to: entry.room),
      let other = entry.room.elsewhere
        .laneForOneMore(
          of: entry.room.watchers, home: lane, of: laneCount, atHomeMax: limits.watchersAtHomeMax)
    else { return nil }
    entry.room.mute(id)
    let told = entry.room.elsewhere.add(connection.visit, to: other, of: laneCount)
    return Journey(to: other, .lookOn(code, told: told))
  }

  /// A watcher is back from another lane.
  ///
  /// - Returns: how many messages were sent there so far; nil when the watcher was put out on the
  ///   way.
  mutating func takeBack(_ visit: Visit, to code: RoomCode) -> Int? {
    rooms[code]?.room.elsewhere.forget(visit)
  }
}

extension Elsewhere {
  /// On which lane a watcher is to hear the room who was just taken in at home; nil for home.
  ///
  /// - Parameter watchers: how many look on in all.
  fileprivate func laneForOneMore(
    of watchers: Int, home: Int, of laneCount: Int, atHomeMax: Int
  ) -> Int? {
    let here = watchers - visits.count
    guard here > atHomeMax else { return nil }
    // The one in question counts here: where all have as many, home is spared.
    var best = (lane: home, count: here)
    for lane in 0..<laneCount where lane != home {
      let count = lanes.isEmpty ? 0 : lanes[lane].watchers
      if count < best.count { best = (lane, count) }
    }
    return best.lane == home ? nil : best.lane
  }

  /// The lanes from which somebody looks on.
  var lanesThatListen: [Int] { lanes.indices.filter { lanes[$0].watchers > 0 } }

  /// A watcher hears of the room on another lane from now on.
  ///
  /// - Returns: how many messages were sent there so far.
  fileprivate mutating func add(_ visit: Visit, to lane: Int, of laneCount: Int) -> Int {
    if lanes.isEmpty { lanes = Array(repeating: Listeners(), count: laneCount) }
    visits[visit] = lane
    lanes[lane].watchers += 1
    return lanes[lane].told
  }

  /// A watcher hears of the room on no other lane any more.
  ///
  /// - Returns: how many messages were sent to where they heard it; nil when that was at home.
  mutating func forget(_ visit: Visit) -> Int? {
    guard let lane = visits.removeValue(forKey: visit) else { return nil }
    visits.shrinkIfSparse()
    lanes[lane].watchers -= 1
    return lanes[lane].told
  }
}

extension Room {
  /// Tells those who look on from other lanes.
  mutating func tellElsewhere(_ message: ServerMessage, _ turn: inout Turn) {
    for lane in elsewhere.lanes.indices where elsewhere.lanes[lane].watchers > 0 {
      elsewhere.lanes[lane].told += 1
      turn.publish(.told(code, message), to: lane)
    }
  }
}
