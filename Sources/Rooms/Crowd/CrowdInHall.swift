// Who may play along in a room while looking on, and how a player comes back to a cell.
// A watcher who hears the room on another lane is carried to its own by the first SET or LOCK, as
// for WHO, and stays there.

import Game
import Wire

extension Hall {
  /// Takes a move of somebody who looks on.
  mutating func playAlong(
    _ command: Command, in code: RoomCode, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let entry = rooms[code] else { throw .noSeat }
    let household = connections[caller.id]?.origin.household ?? 0
    try entry.room.requireCrowd(for: caller.player, of: household)
    let visit = connections[caller.id]?.visit ?? 0
    let roundTrip = connections[caller.id]?.ping.roundTrip ?? 0
    let name = players[caller.player]?.profile.name
    let isMiss = try touch(code, nil, &turn) { room, turn throws(RefusalLine) in
      do throws(Refusal) {
        let (cell, isMiss) = try room.playAlong(
          command, by: caller.player, visit: visit, on: caller.id, of: household,
          roundTrip: roundTrip, arrived: caller.arrived, &turn)
        if let cell {
          turn.send(
            .cell(at: cell, name: room.name(ofCell: cell, own: name)), to: [caller.id])
        }
        return isMiss
      } catch {
        if error != .notNow { throw RefusalLine(error) }
        throw RefusalLine(code: .notNow, text: "no round is open, or you have locked")
      }
    }
    if isMiss == true { throw RefusalLine(code: .tooFar) }
  }

  /// Counts a reaction of somebody who plays along.
  mutating func reactAlong(
    _ reaction: Reaction, in code: RoomCode, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard rooms[code]?.room.crowd?.number(of: caller.player) != nil else { throw .noSeat }
    let isTaken = touch(code, nil, &turn) { room, turn in
      room.reactAlong(caller.player, reaction, &turn)
    }
    guard isTaken == true else {
      let seconds = limits.crowdReactionMilliseconds / 1_000
      throw RefusalLine(code: .notNow, text: "one reaction in \(seconds) s is enough")
    }
  }

  /// Whether a watcher stays on the room's own lane: who plays along, the presenter, and screens
  /// with the field.
  func isBound(_ connection: Connection, to room: Room) -> Bool {
    guard let player = connection.player, !connection.showsField else { return true }
    return room.isPresenter(player) || room.crowd?.number(of: player) != nil
  }

  /// Keeps the cell of a lost connection's player, who can come back; a presenter is awaited.
  mutating func keepCell(of player: PlayerID?, in code: RoomCode, _ turn: inout Turn) {
    guard let player, let entry = rooms[code] else { return }
    if entry.room.isPresenter(player) {
      touch(code, .lost(player), &turn) { room, turn in room.lose(player, &turn) }
    } else if !entry.room.keepCell(of: player, at: turn.now) {
      return
    }
    players[player]?.room = code
  }

  /// Puts somebody out who has a cell, there or away.
  mutating func putOut(
    ofCell cell: Int, _ why: Departure, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let code = hostRoom(of: caller), let room = rooms[code]?.room else { throw .noSeat }
    try room.require(host: caller.player)
    guard let player = room.crowd?.crowd.player(of: cell) else {
      throw RefusalLine(code: .noPlayer)
    }
    if putOutWatcher(player, why, of: code, &turn) { return }
    let identity = players[player]?.profile.identity
    touch(code, why == .banned ? .banned(player, identity) : nil, &turn) { room, _ in
      if why == .banned { room.ban(player, identity) }
      room.giveUpCell(of: player)
    }
  }

  /// The room in which somebody has a cell; nil for those who have none.
  func crowdRoom(of player: PlayerID) -> RoomCode? {
    guard let known = players[player] else { return nil }
    let code = known.room ?? known.connection.flatMap { connections[$0]?.place.code }
    guard let code, let room = rooms[code]?.room,
      room.isPresenter(player) || room.crowd?.number(of: player) != nil
    else { return nil }
    return code
  }

  /// Lets somebody who has a cell look on and play along again.
  mutating func comeBackToCrowd(
    _ player: PlayerID, in code: RoomCode, on id: ConnectionID, _ turn: inout Turn
  ) {
    let old = players[player]?.connection
    if let old {
      keepCell(of: player, in: code, &turn)
      leaveAudience(old, connections[old]?.visit ?? 0, of: code, &turn)
      connections[old]?.player = nil
      connections[old]?.go(.outside)
      refuse(old, RefusalLine(code: .replaced), &turn)
    }
    players[player]?.connection = id
    players[player]?.room = nil
    welcome(player, on: id, &turn)
    if dismissBanned(id, &turn) { return }
    if rooms[code]?.room.isPresenter(player) == true {
      connections[id]?.showsField = true
      touch(code, .resumed(player, depth: players[player]?.depth, home: nil), &turn) { room, turn in
        _ = room.resume(player, on: id, &turn)
      }
    }
    let caller = Caller(
      id: id, player: player, place: .outside, arrived: turn.now...turn.now)
    _ = lookOn(in: code, since: nil, caller, &turn)
    turn.note(.resumed(code, player))
  }
}

extension Room {
  /// Refuses those who may not play along.
  fileprivate func requireCrowd(
    for player: PlayerID, of household: UInt64
  ) throws(RefusalLine) {
    guard !isPresenter(player) else {
      throw RefusalLine(code: .notNow, text: "a presenter does not play")
    }
    guard mayHaveCrowd else {
      let text = "nobody plays along where watchers are late, or where it counts"
      throw RefusalLine(code: .notNow, text: text)
    }
    guard hasFreeCell(for: household) || crowd?.number(of: player) != nil else {
      throw RefusalLine(code: .roomFull, text: "no cell is free")
    }
  }
}
