// A presenter hosts a room without a seat: opens it, looks on, sets it up, begins matches, hands it
// on. On an open floor, a room without seats, the presenter also says when a round or a match is
// over, because there nobody was promised any time.
// Invariant: the host of such a room looks on there, or is awaited.

import Game
import Wire

extension Room {
  /// Whether somebody hosts the room without a seat.
  func isPresenter(_ player: PlayerID) -> Bool {
    settings.isPresented && host == player && !seats.contains { $0.player == player }
  }

  /// The presenter has gone for good; a player who sits there is host then, if there is one.
  mutating func losePresenter(_ why: Departure, _ turn: inout Turn) {
    guard let player = host else { return }
    if presenterAway != nil { departed.append(player) }
    (host, presenterAway) = (nil, nil)
    tell(.gone(player, why), &turn)
    appointNext(&turn)
  }

  /// Ends the round of an open floor, or between rounds its match.
  ///
  /// - Returns: whether there was one.
  mutating func endFloor(_ turn: inout Turn) -> Bool {
    guard let events = match?.end(at: turn.now), !events.isEmpty else { return false }
    tell(events, &turn)
    return true
  }

  /// Whether everybody on an open floor who has moved in the round has locked.
  var isFloorDone: Bool {
    guard settings.isPresented, match?.isOpenFloor == true, match?.round != nil else {
      return false
    }
    let locked = crowd?.crowd.locked ?? 0
    return locked > 0 && locked == crowd?.crowd.moved
  }

  /// Whether a match can begin: somebody is there to play, or it is an open floor.
  var hasPlayers: Bool { settings.seats == 0 || seats.contains(where: \.isPresent) }

  /// Refuses to begin a match without anybody.
  func requirePlayers() throws(RefusalLine) {
    guard hasPlayers else {
      throw RefusalLine(code: .notNow, text: "nobody sits here")
    }
  }
}

extension Hall {
  /// The room that a caller is in and may be host of.
  func hostRoom(of caller: Caller) -> RoomCode? {
    switch caller.place {
    case .seated(let code): code
    case .watching(let code) where rooms[code]?.room.isPresenter(caller.player) == true: code
    case .outside, .watching, .watchingAfar: nil
    }
  }

  /// Has somebody look on and host a room that has just opened; presenters see the field.
  mutating func present(_ code: RoomCode, _ caller: Caller, _ turn: inout Turn) {
    appoint(caller.player, in: code, &turn)
    connections[caller.id]?.showsField = true
    _ = lookOn(in: code, since: nil, caller, &turn)
  }

  /// The presenter whose visit it is and who is not awaited; nil for everybody else.
  func presenter(on visit: Visit, of code: RoomCode) -> PlayerID? {
    guard let room = rooms[code]?.room, room.settings.isPresented, room.presenterAway == nil
    else { return nil }
    return room.audience[visit].map(\.player).flatMap { room.isPresenter($0) ? $0 : nil }
  }

  private mutating func appoint(_ player: PlayerID, in code: RoomCode, _ turn: inout Turn) {
    guard let sitter = sitter(player) else { return }
    touch(code, .presented(sitter), &turn) { room, turn in room.appoint(player, &turn) }
  }

  /// Hands a presenter's room on to somebody who looks on.
  mutating func handOn(
    to player: PlayerID, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let code = hostRoom(of: caller), let room = rooms[code]?.room else { throw .noSeat }
    guard player != caller.player else { return }
    guard !room.visits(of: player).isEmpty, players[player] != nil else {
      throw RefusalLine(code: .noPlayer, text: "only somebody who looks on can present")
    }
    touch(code, nil, &turn) { room, _ in room.stopPlaying(player) }
    appoint(player, in: code, &turn)
    guard let id = players[player]?.connection, connections[id]?.place == .watching(code),
      connections[id]?.showsField == false
    else { return }
    connections[id]?.showsField = true
    touch(code, nil, &turn) { room, turn in room.showField(on: id, &turn) }
  }

  /// Has the next round begin, or ends what runs, on an open floor.
  mutating func pace(
    _ message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place.seatedCode == nil, let code = hostRoom(of: caller) else {
      throw RefusalLine(code: .notNow, text: "only a presenter may do that")
    }
    try touch(code, .said(caller.player, message), &turn) { room, turn throws(RefusalLine) in
      try room.require(host: caller.player)
      guard room.obey(message, from: caller.player, &turn) else {
        let text = "only on an open floor, NEXT between rounds and END in a match"
        throw RefusalLine(code: .notNow, text: text)
      }
    }
  }

  /// What a journal has to know of a presenter.
  func presenter(of room: Room) -> Sitter? {
    room.settings.isPresented ? room.host.flatMap(sitter) : nil
  }

  private func sitter(_ player: PlayerID) -> Sitter? {
    players[player]
      .map {
        Sitter(
          player: player, profile: $0.profile, token: $0.token, depth: $0.depth, roundTrip: nil)
      }
  }
}
