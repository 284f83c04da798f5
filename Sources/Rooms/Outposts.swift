// Watchers of a room that is on another lane. A room with many watchers sends those who come last
// away, and tells each lane once what they are to hear; there it goes to all of them. An outpost
// remembers nothing of the room but how much it heard: whoever missed something is brought home and
// shown the room.
// Invariants: a room counts each of its watchers once, at home, on one other lane, or on the way to
// either; on an outpost's list are exactly those who look on from there and can be told.

import Game
import Wire

/// Those on this lane who look on in a room of another.
struct Outpost: Sendable {
  /// The connections that hear it, in the order they came.
  var watchers: [ConnectionID] = []
  /// How many messages the room has sent here, ever.
  var heard: Int
}

/// What a room knows of its watchers on another lane.
struct Afar: Sendable {
  /// How many there are.
  var watchers = 0
  /// How many messages were sent there.
  var told = 0
}

// The outpost's side.
extension Hall {
  /// Takes what another lane tells.
  mutating func hear(
    _ bulletin: Bulletin, from other: Int, _ effects: inout [Effect], at now: Instant
  ) {
    switch bulletin {
    case .told(let code, let message):
      // Those it was for may just have gone.
      guard let index = outposts.index(forKey: code) else { return }
      outposts.values[index].heard += 1
      effects.append(.send(message, to: outposts.values[index].watchers))
    case .left(let code, let visit):
      touch(code, &effects, at: now) { room, effects in
        room.unwatch(visit, nil, at: now)
        room.forsake(&effects)
      }
    case .putOut(let code, let player, let visit, let why):
      dropWatcher(player, visit, why, of: code, &effects, at: now)
    case .listed(let listing, let people):
      directory.note(listing, people: people, of: listing.code)
    case .unlisted(let code): directory.note(nil, people: 0, of: code)
    case .closed(let origin): book.strike(origin)
    case .drew(let origin, let lines): ledger.spendLines(lines, from: origin, at: now)
    case .missed(let origin): _ = ledger.miss(from: origin, at: now)
    }
  }

  /// A watcher is gone from an outpost for good; their room has to know.
  mutating func leaveOutpost(
    _ id: ConnectionID, _ visit: Visit, of code: RoomCode, _ effects: inout [Effect]
  ) {
    dropFromOutpost(id, of: code)
    effects.append(.publish(.left(code, visit: visit), to: home(of: code)))
  }

  /// Stops telling a watcher of an outpost.
  mutating func dropFromOutpost(_ id: ConnectionID, of code: RoomCode) {
    outposts[code]?.watchers.removeAll { $0 == id }
    if outposts[code]?.watchers.isEmpty == true { outposts[code] = nil }
  }
}

// The room's side.
extension Hall {
  /// Sends a watcher who has just been shown a room to another lane, if there are many here.
  mutating func spread(_ id: ConnectionID, _ effects: inout [Effect], at now: Instant) {
    guard laneCount > 1, let connection = connections[id], !connection.isMuted,
      !connection.isClosing, case .watching(let code) = connection.place,
      let index = rooms.index(forKey: code),
      let other = rooms.values[index].laneForOneMore(home: lane)
    else { return }
    var told = 0
    touch(code, &effects, at: now) { room, _ in
      told = room.sendOff(connection.visit, on: id, to: other)
    }
    carry(id, to: other, .lookOn(code, told: told), &effects)
  }
}

extension Room {
  /// Where a watcher who was just taken in is to be; nil when that is here.
  func laneForOneMore(home: Int) -> Int? {
    let here = watchers - afar.reduce(0) { $0 + $1.watchers }
    guard here > limits.watchersAtHomeMax else { return nil }
    // The one in question counts here: where all have as many, home is spared.
    var best = (lane: home, count: here)
    for lane in 0..<laneCount where lane != home {
      let count = afar.isEmpty ? 0 : afar[lane].watchers
      if count < best.count { best = (lane, count) }
    }
    return best.lane == home ? nil : best.lane
  }

  /// A watcher hears of the room on another lane from now on.
  ///
  /// - Returns: how many messages were sent there so far.
  mutating func sendOff(_ visit: Visit, on connection: ConnectionID, to lane: Int) -> Int {
    mute(connection)
    audience[visit]?.lane = lane
    if afar.isEmpty { afar = Array(repeating: Afar(), count: laneCount) }
    afar[lane].watchers += 1
    return afar[lane].told
  }

  /// A watcher is back from another lane.
  ///
  /// - Returns: how many messages were sent there so far; nil when the watcher was put out on the
  ///   way.
  mutating func takeBack(_ visit: Visit, from lane: Int) -> Int? {
    guard audience[visit] != nil else { return nil }
    audience[visit]?.lane = home
    afar[lane].watchers -= 1
    return afar[lane].told
  }

  /// Tells every lane with watchers what they are to hear.
  mutating func publish(_ message: ServerMessage, _ effects: inout [Effect]) {
    for lane in afar.indices where afar[lane].watchers > 0 {
      afar[lane].told += 1
      effects.append(.publish(.told(code, message), to: lane))
    }
  }
}
