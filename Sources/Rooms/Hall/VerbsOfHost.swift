// What only the host of a room can do: seat bots, start, set the room, hand over, put somebody out.

import Game
import Wire

extension Hall {
  /// Does what a host asks for.
  mutating func command(
    _ message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    switch message {
    case .bot(let level): try addBot(level, caller, &turn)
    case .start:
      let isEnding = stopsAt != nil
      try betweenMatches(caller, .started, asHost: true, &turn) { room, turn throws(RefusalLine) in
        try room.require(host: caller.player)
        if isEnding { throw .aboutToStop }
        try room.requireWaiting()
        try room.requirePlayers()
        room.heed(caller.player, &turn)
        room.start(&turn)
      }
    case .config(let wishes, let opens):
      try configure(wishes, opens: opens, caller, &turn)
    case .host(let player) where caller.place.seatedCode == nil:
      try handOn(to: player, caller, &turn)
    case .host(let player):
      try asHost(of: player, .hosted(player), caller, &turn) {
        room, seat, turn throws(RefusalLine) in
        guard !seat.isBot else { throw .toNobody("a bot cannot be the host") }
        room.handOver(to: player, &turn)
      }
    case .kick(let player, let cell): try putOut(player, cell, .kicked, caller, &turn)
    case .ban(let player, let cell): try putOut(player, cell, .banned, caller, &turn)
    default: break
    }
  }

  private mutating func configure(
    _ wishes: RoomWishes, opens: Bool, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let code = hostRoom(of: caller), let room = rooms[code]?.room else { throw .noSeat }
    try room.requireNoMatch()
    try room.require(host: caller.player)
    guard wishes.isPresented == nil || wishes.isPresented == room.settings.isPresented else {
      throw .badSetting("a room is opened with a presenter, or without one")
    }
    guard wishes.names == nil || wishes.names == room.settings.names else {
      throw .badSetting("what people are called is settled when the room is opened")
    }
    let settings = try wishes.settings(changing: room.settings, opens: opens)
    if wishes.name != nil { try requireAllowed(settings.name) }
    guard room.haunting == nil || (settings.rules == room.settings.rules && !settings.isRated)
    else { throw .ghostRules }
    guard settings.seats >= room.seats.count else {
      throw .badSetting("\(room.seats.count) players sit here")
    }
    guard room.audience.isEmpty || !settings.rules.mode.isDaily else {
      throw .badSetting("\(room.watchers) look on, and the day's colors are secret")
    }
    let identities = room.seats.compactMap(\.profile.identity)
    guard !settings.isRated || Set(identities).count == identities.count else {
      throw .badSetting("one identity has two seats here, which no rated match may have")
    }
    touch(code, .configured(settings), &turn) { room, turn in room.configure(settings, &turn) }
  }

  private mutating func addBot(
    _ level: Int, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard let skill = Skill(level: level) else { throw RefusalLine(code: .badField) }
    let bot = makeBot(skill)
    let deed = RoomDeed.seated(bot: bot.player, number: bot.number, level: level)
    try betweenMatches(caller, deed, asHost: true, &turn) { room, turn throws(RefusalLine) in
      try room.require(host: caller.player)
      try room.requireWaiting()
      try room.requireFreeSeat()
      room.heed(caller.player, &turn)
      room.seatBot(bot, &turn)
      room.reconsiderStart(&turn)
    }
  }

  /// Does something to somebody who sits in the caller's room.
  private mutating func asHost(
    of player: PlayerID, _ deed: RoomDeed, _ caller: Caller, _ turn: inout Turn,
    _ change: (inout Room, Seat, inout Turn) throws(RefusalLine) -> Void
  ) throws(RefusalLine) {
    guard let code = hostRoom(of: caller) else { throw .noSeat }
    try touch(code, deed, &turn) { room, turn throws(RefusalLine) in
      try room.require(host: caller.player)
      guard let seat = room.seats.first(where: { $0.player == player }) else {
        throw RefusalLine(code: .noPlayer)
      }
      try change(&room, seat, &turn)
    }
  }

  private mutating func putOut(
    _ player: PlayerID?, _ cell: Int?, _ why: Departure, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    switch (player, cell) {
    case (let player?, nil): try putOut(player, why, caller, &turn)
    case (nil, let cell?): try putOut(ofCell: cell, why, caller, &turn)
    default: throw RefusalLine(code: .badField, text: "who= or at= says whom")
    }
  }

  private mutating func putOut(
    _ player: PlayerID, _ why: Departure, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard player != caller.player else { throw .toNobody("LEAVE is for going yourself") }
    if let code = hostRoom(of: caller), let room = rooms[code]?.room,
      room.host == caller.player, !room.seats.contains(where: { $0.player == player }),
      putOutWatcher(player, why, of: code, &turn)
    {
      return
    }
    var connection: ConnectionID?
    let identity = players[player]?.profile.identity
    try asHost(of: player, .left(player, why), caller, &turn) {
      room, seat, turn throws(RefusalLine) in
      guard room.mayPutOut(seat, at: turn.now) else {
        let seconds = room.limits.absenceMilliseconds / 1_000
        throw .toNobody("while a rated match runs only who is away for \(seconds) s can be put out")
      }
      connection = seat.connection
      if why == .banned, !seat.isBot { room.ban(player, identity) }
      room.vacate(player, why, &turn)
    }
    if let connection, let code = caller.place.code {
      turn.send(.out(code, why), to: [connection])
    }
  }
}

extension Room {
  func require(host player: PlayerID) throws(RefusalLine) {
    guard host == player else {
      throw RefusalLine(code: .notYours, text: "only the host may do that")
    }
  }
}

extension RefusalLine {
  fileprivate static func toNobody(_ text: String) -> RefusalLine {
    RefusalLine(code: .notNow, text: text)
  }
}
