// What those who are in a room can do there: leave, change between a seat and looking on, get
// ready, play, react.

import Game
import Wire

// Coming and going.
extension Hall {
  mutating func leave(
    _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard let code = caller.place.code else { throw .noRoom }
    switch caller.place {
    case .outside: break
    case .watching:
      stopWatching(code, caller, &effects, at: now)
      letOut(caller.id, at: now)
    case .watchingAfar:
      leaveOutpost(caller.id, connections[caller.id]?.visit ?? 0, of: code, &effects)
      letOut(caller.id, at: now)
    case .seated:
      touch(code, &effects, at: now) { room, effects in
        room.vacate(caller.player, .left, &effects, at: now)
      }
    }
    effects.append(.send(.out(code, .left), to: [caller.id]))
  }

  private mutating func stopWatching(
    _ code: RoomCode, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) {
    let visit = connections[caller.id]?.visit ?? 0
    touch(code, &effects, at: now) { room, effects in
      room.unwatch(visit, caller.id, at: now)
      room.forsake(&effects)
    }
  }

  /// A watcher sits down where they look on. A password that the room got meanwhile is asked for.
  mutating func takeSeat(
    in code: RoomCode, _ password: String?, _ caller: Caller, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard let room = rooms[code] else { throw RefusalLine(code: .noRoom) }
    guard !room.banned.contains(caller.player) else { throw RefusalLine(code: .banned) }
    try room.requirePause()
    try room.requireFreeSeat()
    guard seesEnough(caller.player, for: room.settings) else {
      throw RefusalLine(code: .inexact)
    }
    let isTrusted = connections[caller.id].flatMap { room.audience[$0.visit]?.isTrusted } == true
    if !isTrusted, room.settings.password != nil {
      try requireGuess(of: caller, at: now)
      try require(password, for: room.settings, caller, &effects, at: now)
    }
    let visit = connections[caller.id]?.visit ?? 0
    touch(code, &effects, at: now) { room, _ in room.unwatch(visit, caller.id, at: now) }
    connections[caller.id]?.place = .outside
    try sit(in: code, caller, &effects, at: now)
  }

  /// A player gives up the seat and looks on.
  mutating func giveSeat(
    in code: RoomCode, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard let room = rooms[code] else { throw RefusalLine(code: .noRoom) }
    try room.requirePause()
    touch(code, &effects, at: now) { room, effects in
      room.vacate(caller.player, .watching, &effects, at: now)
    }
    lookOn(in: code, since: nil, caller, &effects, at: now)
  }
}

// Getting ready.
extension Hall {
  mutating func getReady(
    _ isReady: Bool, _ share: Share, _ caller: Caller, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    try betweenMatches(caller, &effects, at: now) { room, effects throws(RefusalLine) in
      if isReady || room.reveal?.players.contains(caller.player) == false {
        // Nobody gives anything new once the first seal may have been opened.
        try room.requireWaiting()
      }
      if room.isWaiting {
        room.setReady(caller.player, isReady, share, &effects, at: now)
      } else {
        room.callOff(without: caller.player, &effects, at: now)
      }
    }
  }

  /// Opens the seal of the caller's nonce.
  mutating func reveal(
    _ nonce: Nonce, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    try betweenMatches(caller, &effects, at: now) { room, effects throws(RefusalLine) in
      let seat = room.seats.first { $0.player == caller.player }
      guard room.reveal?.players.contains(caller.player) == true, seat?.share.isSealed == true
      else {
        throw RefusalLine(code: .notNow, text: "there is no seal of yours to be opened")
      }
      guard room.open(nonce, of: caller.player, &effects, at: now) else {
        throw RefusalLine(code: .badSeal)
      }
    }
  }
}

// Playing.
extension Hall {
  /// Does something that only those who sit may do, and only while no match is running.
  mutating func betweenMatches(
    _ caller: Caller, _ effects: inout [Effect], at now: Instant,
    _ change: (inout Room, inout [Effect]) throws(RefusalLine) -> Void
  ) throws(RefusalLine) {
    guard case .seated(let code) = caller.place else { throw .noSeat }
    try touch(code, &effects, at: now) { room, effects throws(RefusalLine) in
      guard !room.isPlaying else {
        throw RefusalLine(code: .notNow, text: "a match is running")
      }
      try change(&room, &effects)
    }
  }

  mutating func play(
    _ command: Command, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard case .seated(let code) = caller.place else { throw .noSeat }
    let first = effects.count
    try touch(code, &effects, at: now) { room, effects throws(RefusalLine) in
      do throws(Refusal) {
        try room.play(
          command, by: caller.player, arrived: caller.arrived, &effects, at: now)
      } catch {
        throw RefusalLine(error)
      }
    }
    // A lock that was too far off is an event for everybody, and a refusal for its player.
    if case .lock = command, effects[first...].contains(where: { $0.isMiss(of: caller) }) {
      throw RefusalLine(code: .tooFar)
    }
  }

  mutating func react(
    _ reaction: Reaction, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard case .seated(let code) = caller.place else { throw .noSeat }
    var isTaken = false
    touch(code, &effects, at: now) { room, effects in
      isTaken = room.react(caller.player, reaction, &effects, at: now)
    }
    guard isTaken else {
      throw RefusalLine(code: .notNow, text: "one reaction a second is enough")
    }
  }
}

extension Room {
  func requireFreeSeat() throws(RefusalLine) {
    guard hasFreeSeat else { throw RefusalLine(code: .roomFull) }
  }

  /// Asks for a room in which no match runs, and none is about to begin.
  func requireWaiting() throws(RefusalLine) {
    guard isWaiting else {
      throw RefusalLine(code: .notNow, text: "a match is about to begin")
    }
  }

  fileprivate func requirePause() throws(RefusalLine) {
    guard isBetweenRounds else {
      throw RefusalLine(code: .notNow, text: "wait until the round is over")
    }
  }
}

extension Effect {
  /// Whether it tells a player of their own miss; watchers may be told of an earlier one.
  fileprivate func isMiss(of caller: Caller) -> Bool {
    if case .send(.play(_, .missed(caller.player, _, _)), let connections) = self {
      connections.contains(caller.id)
    } else {
      false
    }
  }
}

extension RefusalLine {
  fileprivate init(_ refusal: Refusal) {
    switch refusal {
    case .notNow: self.init(code: .notNow)
    case .offGrid: self.init(code: .offGrid)
    case .frozen: self.init(code: .frozen)
    }
  }
}
