// What those who are in a room can do there: leave, change between a seat and looking on, get
// ready, play, react.

import Chroma
import Game
import Wire

// Coming and going.
extension Hall {
  mutating func leave(_ caller: Caller, _ turn: inout Turn) throws(RefusalLine) {
    guard let code = caller.place.code else { throw .noRoom }
    switch caller.place {
    case .outside: break
    case .watching:
      leaveAudience(caller.id, connections[caller.id]?.visit ?? 0, of: code, &turn)
      letOut(caller.id, at: turn.now)
    case .watchingAfar:
      leaveRelay(caller.id, connections[caller.id]?.visit ?? 0, of: code, &turn)
      letOut(caller.id, at: turn.now)
    case .seated:
      touch(code, .left(caller.player, .left), &turn) { room, turn in
        room.vacate(caller.player, .left, &turn)
      }
    }
    turn.send(.out(code, .left), to: [caller.id])
  }

  /// A watcher sits down where they look on. A password that the room got meanwhile is asked for.
  mutating func takeSeat(
    in code: RoomCode, _ password: String?, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let room = rooms[code]?.room else { throw RefusalLine(code: .noRoom) }
    try requireWelcome(caller.player, in: room)
    try room.requirePause()
    guard !room.isPresenter(caller.player) else {
      throw RefusalLine(code: .notNow, text: "hand the room on first")
    }
    try requireSeat(for: caller.player, in: room)
    let isTrusted = connections[caller.id].flatMap { room.audience[$0.visit]?.isTrusted } == true
    if !isTrusted, room.settings.password != nil {
      try requireGuess(of: caller, at: turn.now)
      try require(password, for: room.settings, caller, &turn)
    }
    let visit = connections[caller.id]?.visit ?? 0
    touch(code, nil, &turn) { room, turn in room.unwatch(visit, caller.id, &turn) }
    connections[caller.id]?.go(.outside)
    try sit(in: code, caller, &turn)
  }

  /// A player gives up the seat and looks on.
  mutating func giveSeat(
    in code: RoomCode, showsField: Bool, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    guard let room = rooms[code]?.room else { throw RefusalLine(code: .noRoom) }
    try room.requirePause()
    try room.requireNoDaily()
    connections[caller.id]?.showsField = showsField
    touch(code, .left(caller.player, .watching), &turn) { room, turn in
      room.vacate(caller.player, .watching, &turn)
    }
    return lookOn(in: code, since: nil, caller, &turn)
  }
}

// Getting ready.
extension Hall {
  mutating func getReady(
    _ isReady: Bool, as message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    let isEnding = stopsAt != nil
    try betweenMatches(caller, .said(caller.player, message), &turn) {
      room, turn throws(RefusalLine) in
      if isReady, isEnding { throw .aboutToStop }
      if isReady || room.reveal?.players.contains(caller.player) == false {
        // Nobody gives anything new once the first seal may have been opened.
        try room.requireWaiting()
      }
      _ = room.obey(message, from: caller.player, &turn)
    }
  }

  /// Opens the seal of the caller's nonce.
  mutating func reveal(
    as message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    try betweenMatches(caller, .said(caller.player, message), &turn) {
      room, turn throws(RefusalLine) in
      let seat = room.seats.first { $0.player == caller.player }
      guard room.reveal?.players.contains(caller.player) == true, seat?.share.isSealed == true
      else {
        throw RefusalLine(code: .notNow, text: "there is no seal of yours to be opened")
      }
      guard room.obey(message, from: caller.player, &turn) else {
        throw RefusalLine(code: .badSeal)
      }
    }
  }
}

// Playing.
extension Hall {
  /// Does something that only those who sit may do, or a presenter, and only while no match is
  /// running.
  mutating func betweenMatches(
    _ caller: Caller, _ deed: RoomDeed, asHost: Bool = false, _ turn: inout Turn,
    _ change: (inout Room, inout Turn) throws(RefusalLine) -> Void
  ) throws(RefusalLine) {
    guard let code = asHost ? hostRoom(of: caller) : caller.place.seatedCode else {
      throw .noSeat
    }
    try touch(code, deed, &turn) { room, turn throws(RefusalLine) in
      try room.requireNoMatch()
      try change(&room, &turn)
    }
  }

  /// Takes where a player's sliders stand. Nearly every line says that, so it goes straight from
  /// the connection to the room.
  mutating func set(
    _ guess: Guess, on id: ConnectionID, arrived: ClosedRange<Instant>, _ turn: inout Turn
  ) {
    turn.level = pressure.level
    // A guest's may have waited at another node.
    if !id.isGuest { note(.line, of: turn.clock - arrived.upperBound, &turn) }
    guard let connection = connections[id], take(connection, id, cost: 1, &turn) else { return }
    guard let entry = connection.room, let player = connection.player, connection.mayBeAnswered,
      entry.room.delayLine == nil, !placement.isAnyStanding
    else { return answer(.message(.play(.set(guess)), arrived: arrived), from: id, &turn) }
    let (start, last) = (turn.effects.count, entry.room.history.last)
    do throws(Refusal) {
      _ = try entry.room.play(.set(guess), by: player, arrived: arrived, &turn)
      entry.jot(set: guess, by: player, arrived: arrived, &turn)
      // Of somebody who was idle all are told.
      if entry.room.history.last != last { settle(entry, &turn) }
      movesTold(in: entry, since: start, &turn)
    } catch {
      refuse(id, RefusalLine(error).of(.set), &turn)
    }
  }

  mutating func play(_ command: Command, _ caller: Caller, _ turn: inout Turn) throws(RefusalLine) {
    if case .watching(let code) = caller.place {
      return try playAlong(command, in: code, caller, &turn)
    }
    guard case .seated(let code) = caller.place else { throw .noSeat }
    let deed = RoomDeed.played(caller.player, command, arrived: caller.arrived)
    let isMiss = try touch(code, deed, &turn) { room, turn throws(RefusalLine) in
      do throws(Refusal) {
        return try room.play(command, by: caller.player, arrived: caller.arrived, &turn)
      } catch {
        throw RefusalLine(error)
      }
    }
    // A lock that was too far off is an event for everybody, and a refusal for its player.
    if isMiss == true { throw RefusalLine(code: .tooFar) }
  }

  mutating func react(
    _ reaction: Reaction, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    if case .watching(let code) = caller.place {
      return try reactAlong(reaction, in: code, caller, &turn)
    }
    guard case .seated(let code) = caller.place else { throw .noSeat }
    try touch(code, .said(caller.player, .react(reaction)), &turn) {
      room, turn throws(RefusalLine) in
      guard room.mayShow(caller.player, at: turn.now) else {
        throw RefusalLine(code: .notNow, text: "one reaction a second is enough")
      }
      room.show(caller.player, reaction, &turn)
    }
  }

  /// Shows somebody otherwise from now on: at once where they sit, else where they sit down next.
  mutating func rename(
    _ name: String?, _ icon: Icon?, _ color: Color?, as message: ClientMessage, _ caller: Caller,
    _ turn: inout Turn
  ) throws(RefusalLine) {
    var profile = players[caller.player]?.profile
    profile?.show(name, icon, color)
    if name != nil { try requireAllowed(profile?.name) }
    switch caller.place {
    case .outside: break
    case .seated:
      try betweenMatches(caller, .said(caller.player, message), &turn) {
        room, turn throws(RefusalLine) in
        if name != nil { try room.requireOwnNames() }
        guard room.mayShow(caller.player, at: turn.now) else {
          throw RefusalLine(code: .notNow, text: "one change a second is enough")
        }
        _ = room.obey(message, from: caller.player, &turn)
      }
    case .watching, .watchingAfar:
      throw RefusalLine(code: .notNow, text: "take a seat, or LEAVE first")
    }
    if let profile { players[caller.player]?.profile = profile }
  }
}

extension Room {
  func requireFreeSeat() throws(RefusalLine) {
    guard hasFreeSeat else { throw RefusalLine(code: .roomFull) }
  }

  /// Refuses to let anybody look on where the targets of the day are shown: they would know them
  /// before their own try.
  func requireNoDaily() throws(RefusalLine) {
    guard !settings.rules.mode.isDaily else {
      throw RefusalLine(code: .notNow, text: "nobody looks on here: the day's colors are secret")
    }
  }

  /// Asks for a room in which no match runs.
  func requireNoMatch() throws(RefusalLine) {
    guard !isPlaying else { throw RefusalLine(code: .notNow, text: "a match is running") }
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

extension RefusalLine {
  init(_ refusal: Refusal) {
    switch refusal {
    case .notNow: self.init(code: .notNow)
    case .offGrid: self.init(code: .offGrid)
    case .frozen: self.init(code: .frozen)
    }
  }
}
