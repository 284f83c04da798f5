// A room between matches writes itself down: what its viewers know and what only the server does,
// as lines from which it is the same room again. So whatever its journal says of it before may go.
// Invariant: these lines, played again, are the room as it is, its newest events included.

import Game
public import Wire

extension Room {
  /// Whether it can write itself down: no match runs or is about to begin, and nobody waits to be
  /// told something.
  var isResting: Bool {
    isWaiting && !isClosed && presenterAway == nil && movesDue == nil && watcherMovesDue == nil
      && delayLine?.deadline == nil
  }

  /// What only the server knows of it.
  fileprivate var resting: RestingRoom {
    RestingRoom(
      opener: opener, settings: settings, key: secrets.key, drawn: secrets.drawn,
      match: matchNumber, seed: seed, emptyUntil: emptyUntil, patienceEnds: patienceEnds)
  }

  /// Seats somebody of whom the room's picture tells.
  ///
  /// - Parameters:
  ///   - skill: that of a bot; nil for a person.
  ///   - connection: stands for that of somebody who is not away.
  /// - Returns: whether it tells of them.
  mutating func takeSeat(
    _ player: PlayerID, skill: Skill?, roundTrip: Int, on connection: ConnectionID,
    of household: UInt64?, heeded: Instant, at now: Instant
  ) -> Bool {
    guard let known = history.state.seat(of: player),
      !seats.contains(where: { $0.player == player })
    else { return false }
    let seat = Seat(
      known, skill: skill, roundTrip: roundTrip, connection: connection, household: household,
      heeded: heeded, at: now)
    seats.append(seat)
    if let connection = seat.connection { members.append(connection) }
    idleDue = nextIdle
    return true
  }
}

extension Hall {
  /// Has a room write itself down, at once or as soon as it can.
  public mutating func renew(_ code: RoomCode, _ turn: inout Turn) {
    guard let entry = rooms[code] else { return }
    entry.jotted.isAging = true
    if entry.isToWriteItselfDown { writeDown(entry, &turn) }
  }

  /// Writes a room down as it is.
  mutating func writeDown(_ entry: RoomEntry, _ turn: inout Turn) {
    let room = entry.room
    var deeds = [RoomDeed.rested(room.resting)]
    deeds += room.history.state.snapshot().map(RoomDeed.known)
    deeds += room.history.remembered(at: turn.now).map(RoomDeed.known)
    deeds += room.haunting?.deeds ?? []
    for seat in room.seats where !seat.profile.isGhost {
      if let skill = seat.skill {
        deeds.append(.botSits(seat.player, level: skill.level))
      } else if let player = players[seat.player] {
        deeds.append(
          .sits(
            Sitter(
              player: seat.player, profile: player.profile, token: player.token,
              depth: player.depth, roundTrip: max(0, seat.roundTrip),
              home: room.housemate(of: seat.player, from: seat.household),
              heeded: seat.heeded)))
      }
    }
    if let sitter = presenter(of: room) { deeds.append(.presented(sitter)) }
    deeds += room.bans.map { .banned($0.player, $0.identity) }
    if let bot = room.standIn {
      deeds.append(.accompanied(bot: bot.player, number: bot.number, level: bot.skill.level))
    }
    entry.jot(anew: deeds, &turn)
  }
}
