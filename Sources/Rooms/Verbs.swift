// What each verb of a client does, and to whom it is refused. Every refusal of a verb that was read
// well is decided here or, for moves, by the match.

import Game
import Wire

extension Hall {
  /// Does what a client asks, or says why not.
  mutating func obey(
    _ message: ClientMessage, from id: ConnectionID, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    if case .hello(let hello) = message {
      return try greet(hello, from: id, &effects, at: now)
    }
    guard let connection = connections[id], let player = connection.player else {
      throw RefusalLine(code: .notNow, text: "say HELLO first")
    }
    switch message {
    case .hello: break
    case .ping(let t): effects.append(.send(.pong(t: t, now: now), to: [id]))
    case .pong(let nonce): answerPing(nonce, from: id, &effects, at: now)
    case .list(let mode): list(mode, to: id, &effects)
    case .create(let wishes): try create(wishes, by: player, on: id, &effects, at: now)
    case .join(let code, let password):
      try enter(code, password, connection)
      try sit(player, on: id, in: code, &effects, at: now)
    case .watch(let code, let password, let since):
      try enter(code, password, connection)
      connections[id]?.place = .watching(code)
      touch(code, &effects, at: now) { room, effects in
        room.watch(id, since: since, &effects, at: now)
      }
    case .leave: try leave(id, &effects, at: now)
    case .bye:
      if connection.place != .outside { try leave(id, &effects, at: now) }
      connections[id]?.isClosing = true
      effects.append(.close(id))
    case .bot(let level): try addBot(level, by: player, connection, &effects, at: now)
    case .ready(let isReady, let nonce):
      try betweenMatches(connection, &effects, at: now) { room, effects in
        room.setReady(player, isReady, nonce, &effects, at: now)
      }
    case .start:
      try betweenMatches(connection, &effects, at: now) { room, effects throws(RefusalLine) in
        try room.require(host: player)
        room.start(&effects, at: now)
      }
    case .play(let command):
      try play(command, by: player, on: id, connection, &effects, at: now)
    }
  }
}

// Choosing a room.
extension Hall {
  /// Rooms that wait come first, the fullest of them first, then by code.
  private func list(_ mode: Mode?, to id: ConnectionID, _ effects: inout [Effect]) {
    let listed = rooms.values.filter { room in
      room.settings.isListed && (mode == nil || room.settings.rules.mode == mode)
    }
    let ordered = listed.sorted { one, other in
      if one.isPlaying != other.isPlaying { return other.isPlaying }
      if one.seats.count != other.seats.count { return one.seats.count > other.seats.count }
      return one.code < other.code
    }
    for room in ordered.prefix(limits.listedRoomsMax) {
      effects.append(.send(.listed(room.listing), to: [id]))
    }
    let count = min(ordered.count, limits.listedRoomsMax)
    effects.append(.send(.end(of: ClientVerb.list.rawValue, count: count), to: [id]))
  }

  private mutating func create(
    _ wishes: RoomWishes, by player: PlayerID, on id: ConnectionID, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard connections[id]?.place == .outside else { throw .inRoom }
    guard rooms.count < limits.roomsMax else { throw RefusalLine(code: .tooManyRooms) }
    let settings = try wishes.settings(owner: players[player]?.profile.name ?? "")
    var code = secrets.code()
    while rooms[code] != nil { code = secrets.code() }
    let roomSecrets = Secrets(key: secrets.bytes("room"), hashing: secrets.hashing)
    rooms[code] = Room(
      code: code, settings: settings, secrets: roomSecrets, limits: limits, at: now)
    effects.append(.note(.opened(code, player, mode: settings.rules.mode.name)))
    try sit(player, on: id, in: code, &effects, at: now)
  }

  /// Whether a connection may come into a room at all.
  private func enter(
    _ code: RoomCode, _ password: String?, _ connection: Connection
  ) throws(RefusalLine) {
    guard connection.place == .outside else { throw .inRoom }
    guard let room = rooms[code] else { throw RefusalLine(code: .noRoom) }
    guard room.settings.password == nil || room.settings.password == password else {
      throw RefusalLine(code: .wrongPass)
    }
  }

  private mutating func sit(
    _ player: PlayerID, on id: ConnectionID, in code: RoomCode, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard let profile = players[player]?.profile else { return }
    let roundTrip = connections[id]?.ping.roundTrip
    try touch(code, &effects, at: now) { room, effects throws(RefusalLine) in
      try room.requireFreeSeat()
      room.sit(player, profile, on: id, &effects, at: now)
      if let roundTrip { room.measure(player, roundTrip: roundTrip) }
    }
    players[player]?.room = code
    connections[id]?.place = .seated(code)
  }
}

// In a room.
extension Hall {
  private mutating func leave(
    _ id: ConnectionID, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard let connection = connections[id], let player = connection.player,
      let code = connection.place.code
    else { throw .noRoom }
    if case .watching = connection.place {
      touch(code, &effects, at: now) { room, _ in room.unwatch(id, at: now) }
      connections[id]?.place = .outside
    } else {
      touch(code, &effects, at: now) { room, effects in
        room.vacate(player, .left, &effects, at: now)
      }
    }
    effects.append(.send(.out(code, .left), to: [id]))
  }

  /// Does something that only those who sit may do, and only while no match is running.
  private mutating func betweenMatches(
    _ connection: Connection, _ effects: inout [Effect], at now: Instant,
    _ change: (inout Room, inout [Effect]) throws(RefusalLine) -> Void
  ) throws(RefusalLine) {
    guard case .seated(let code) = connection.place else { throw .noSeat }
    try touch(code, &effects, at: now) { room, effects throws(RefusalLine) in
      guard !room.isPlaying else {
        throw RefusalLine(code: .notNow, text: "a match is running")
      }
      try change(&room, &effects)
    }
  }

  private mutating func addBot(
    _ level: Int, by player: PlayerID, _ connection: Connection, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard let skill = Skill(level: level) else { throw RefusalLine(code: .badField) }
    let bot = makePlayerID()
    try betweenMatches(connection, &effects, at: now) { room, effects throws(RefusalLine) in
      try room.require(host: player)
      try room.requireFreeSeat()
      room.seatBot(bot, .bot(bot, skill), skill: skill, &effects)
      room.startIfAllReady(&effects, at: now)
    }
  }

  private mutating func play(
    _ command: Command, by player: PlayerID, on id: ConnectionID, _ connection: Connection,
    _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard case .seated(let code) = connection.place else { throw .noSeat }
    let first = effects.count
    try touch(code, &effects, at: now) { room, effects throws(RefusalLine) in
      do throws(Refusal) {
        try room.play(command, by: player, &effects, at: now)
      } catch {
        throw RefusalLine(error)
      }
    }
    // A lock that was too far off is an event for everybody, and a refusal for its player.
    if case .lock = command, effects[first...].contains(where: { $0.isMiss(of: player) }) {
      throw RefusalLine(code: .tooFar)
    }
  }
}

extension Room {
  fileprivate func require(host player: PlayerID) throws(RefusalLine) {
    guard host == player else {
      throw RefusalLine(code: .notYours, text: "only the host may do that")
    }
  }

  fileprivate func requireFreeSeat() throws(RefusalLine) {
    guard hasFreeSeat else { throw RefusalLine(code: .roomFull) }
  }
}

extension Effect {
  fileprivate func isMiss(of player: PlayerID) -> Bool {
    if case .send(.play(_, .missed(player, _)), _) = self { true } else { false }
  }
}

extension RefusalLine {
  fileprivate static let inRoom = RefusalLine(code: .notNow, text: "LEAVE the room first")
  fileprivate static let noRoom = RefusalLine(code: .notNow, text: "you are in no room")
  fileprivate static let noSeat = RefusalLine(code: .notNow, text: "you have no seat")

  fileprivate init(_ refusal: Refusal) {
    switch refusal {
    case .notNow: self.init(code: .notNow)
    case .offGrid: self.init(code: .offGrid)
    case .frozen: self.init(code: .frozen)
    }
  }
}

extension RoomWishes {
  /// A room's settings: what was wished for, and the usual for the rest.
  fileprivate func settings(owner: String) throws(RefusalLine) -> RoomSettings {
    let standard = Rules.standard
    let rules = Rules(
      checkedMode: mode ?? standard.mode, rounds: rounds ?? standard.rounds,
      seconds: seconds ?? standard.seconds, level: level ?? standard.level)
    guard let rules else { throw RefusalLine(code: .badField) }
    return RoomSettings(
      name: name ?? "\(owner)'s room", rules: rules, seats: seats ?? Rules.seatsRange.upperBound,
      isListed: isListed ?? true, password: password)
  }
}

extension Profile {
  /// What a room's own bot is called and looks like.
  fileprivate static func bot(_ player: PlayerID, _ skill: Skill) -> Profile {
    let names = ["Umber", "Sienna", "Ochre", "Indigo", "Cobalt", "Sepia", "Viridian", "Madder"]
    let icons = Icon.allCases
    return Profile(
      name: names[player.number % names.count], icon: icons[player.number % icons.count],
      color: Profile.palette[player.number % Profile.palette.count], isBot: true)
  }
}
