// What each verb of a client does, and to whom it is refused. Every refusal of a verb that was read
// well is decided here, in the files beside this one or, for moves, by the match. Rooms are chosen
// here; what is done inside them is in `VerbsInRoom.swift` and `VerbsOfHost.swift`.

import Archive
import Game
import Wire

extension Hall {
  /// Does what a client asks, or says why not.
  ///
  /// - Returns: where the client has to go to be answered, or to look on; nil to stay.
  mutating func obey(
    _ message: ClientMessage, from id: ConnectionID, arrived: ClosedRange<Instant>,
    _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    if case .hello(let hello) = message {
      return try greet(hello, from: id, TokenSearch(), &turn)
    }
    let caller = try caller(on: id, arrived)
    if let journey = journey(to: message, caller, &turn) { return journey }
    if try isPassedOver(message, caller) { return nil }
    switch message {
    case .hello: break
    case .ping(let t):
      turn.send(.pong(t: t, now: arrived.upperBound), to: [id])
    case .pong(let nonce): answerPing(nonce, caller, &turn)
    case .list(let mode): try list(mode, to: caller, &turn)
    case .create(let wishes, let ghost):
      return try create(wishes, ghost, as: message, caller, &turn)
    case .quick(let mode, let level):
      return try quick(mode, bot: level, caller, onlyHere: false, &turn)
    case .join(let code, let password): try join(code, password, caller, &turn)
    case .watch(let code, let password, let since, let showsField):
      return try watch(code, password, since: since, showsField: showsField, caller, &turn)
    case .leave: try leave(caller, &turn)
    case .bye:
      if caller.place != .outside { try leave(caller, &turn) }
      connections[id]?.isClosing = true
      turn.effects.append(.close(id))
    case .who: try listAudience(to: caller, &turn)
    case .tree(let since): try ask(.log(since: since ?? 0), as: message, caller, &turn)
    case .top: try askTop(message, caller, &turn)
    case .past(let id, let from): try askPast(of: id, from: from, as: message, caller, &turn)
    case .forget(let isSure): try askToForget(isSure: isSure, as: message, caller, &turn)
    case .replay(let index, let line):
      try askRecord(index, from: line, as: message, caller, &turn)
    case .bot, .start, .config, .host, .kick, .ban:
      try command(message, caller, &turn)
    case .ready(let isReady, _): try getReady(isReady, as: message, caller, &turn)
    case .rename(let name, let icon, let color):
      try rename(name, icon, color, as: message, caller, &turn)
    case .reveal: try reveal(as: message, caller, &turn)
    case .next, .end: try pace(message, caller, &turn)
    case .play(let command): try play(command, caller, &turn)
    case .react(let reaction): try react(reaction, caller, &turn)
    case .identify(let key): try challenge(key, caller, &turn)
    case .prove(let signature, let kind):
      try prove(signature, boundTo: kind, caller, &turn)
    }
    return nil
  }

  /// Who speaks on a connection, in a line that arrived then.
  mutating func caller(
    on id: ConnectionID, _ arrived: ClosedRange<Instant>
  ) throws(RefusalLine) -> Caller {
    guard let caller = connections[id]?.caller(id, arrived) else {
      throw RefusalLine(code: .notNow, text: "say HELLO first")
    }
    return caller
  }
}

/// Who says something, from where, and when it arrived.
struct Caller: Sendable {
  let id: ConnectionID
  let player: PlayerID
  let place: Whereabouts
  let arrived: ClosedRange<Instant>
}

// Choosing a room.
extension Hall {
  private mutating func list(
    _ mode: Mode?, to caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    let origin = try requireAnswers(for: caller, at: turn.now)
    let (id, start) = (caller.id, turn.effects.count)
    defer { countAnswer(from: start, to: id, of: origin, &turn) }
    let listings = listings(of: mode)
    for listing in listings { turn.send(.listed(listing), to: [id]) }
    turn.send(.end(of: ClientVerb.list.rawValue, count: listings.count), to: [id])
  }

  private mutating func create(
    _ wishes: RoomWishes, _ ghost: Int?, as line: ClientMessage, _ caller: Caller,
    _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    guard caller.place == .outside else { throw .inRoom }
    try requireFuture()
    let owner = players[caller.player]?.profile.name ?? ""
    guard let ghost else {
      let settings = try wishes.settings(owner: owner)
      return try open(Opening(settings: settings, company: nil), caller, &turn)
    }
    guard let original = connections[caller.id]?.takeOriginal(), original.index == ghost else {
      try askOriginal(ghost, as: line, caller, &turn)
      return nil
    }
    let settings = try wishes.settings(owner: owner, racing: original.ghosts)
    let opening = Opening(settings: settings, company: nil, original: original)
    return try open(opening, caller, &turn)
  }

  /// The fullest room that waits for somebody like this, or a new one. `onlyHere` is for those who
  /// have been carried to such a room already, and found it taken: they go to no other lane. Rooms
  /// at other nodes whose codes this lane is home to count as here, since the player is lent there.
  mutating func quick(
    _ mode: Mode?, bot level: Int?, _ caller: Caller, onlyHere: Bool, _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    guard caller.place == .outside else { throw .inRoom }
    try requireFuture()
    if let found = openRoom(mode, for: caller, onlyHere: onlyHere) {
      let home = home(of: found)
      if home != lane { return Journey(to: home, .quick(mode, bot: level)) }
      let message = ClientMessage.quick(mode, bot: level)
      if let journey = journey(out: message, about: found, caller) { return journey }
      try sit(in: found, caller, &turn)
      return nil
    }
    // A room of theirs opens where they are connected, if they find no other from there.
    if caller.id.isGuest { return Journey(back: .ask(.quick(mode, bot: level))) }
    let rules = Rules.usual(of: mode ?? Rules.standard.mode)
    let name = "quick \(rules.mode.name)"
    let settings = RoomSettings(
      name: name, rules: rules, seats: rules.mode.seats.upperBound, isListed: true,
      password: nil)
    let company = Skill(level: level ?? ClientMessage.defaultBotLevel)
    return try open(Opening(settings: settings, company: company), caller, &turn)
  }

  /// The fullest room that waits for players like this one, and that they can go to.
  private func openRoom(_ mode: Mode?, for caller: Caller, onlyHere: Bool) -> RoomCode? {
    let player = caller.player
    for row in directory.rows where mode == nil || row.mode == mode?.name {
      // Rooms that play come after all that wait.
      if row.isPlaying { return nil }
      if let room = rooms[row.code]?.room {
        if room.isOpen, standing(row.code) == nil, !isBanned(player, from: room),
          !isSeated(asSomebodyElse: player, in: room),
          seesEnough(player, for: room.settings), isKnownEnough(player, for: room.settings)
        {
          return room.code
        }
      } else if let listing = directory.listing(of: row.code), listing.isQuick,
        !listing.isExact || players[player]?.depth == 24,
        !listing.isKnownOnly || players[player]?.profile.identity != nil,
        leads(to: row.code, mode, caller, onlyHere: onlyHere)
      {
        return row.code
      }
    }
    return nil
  }

  /// Whether QUICK can bring somebody to a room that is not this hall's.
  private func leads(to code: RoomCode, _ mode: Mode?, _ caller: Caller, onlyHere: Bool) -> Bool {
    if home(of: code) != lane { return !onlyHere }
    return journey(out: .quick(mode, bot: nil), about: code, caller) != nil
  }

  private mutating func join(
    _ code: RoomCode, _ password: String?, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    if caller.place == .watching(code) {
      return try takeSeat(in: code, password, caller, &turn)
    }
    try enter(code, password, caller, &turn)
    try sit(in: code, caller, &turn)
  }

  private mutating func watch(
    _ code: RoomCode, _ password: String?, since: Int?, showsField: Bool, _ caller: Caller,
    _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    if caller.place == .seated(code) {
      return try giveSeat(in: code, showsField: showsField, caller, &turn)
    }
    let origin = try requireAnswers(for: caller, at: turn.now)
    try enter(code, password, caller, &turn)
    try rooms[code]?.room.requireNoDaily()
    let start = turn.effects.count
    defer { countAnswer(from: start, to: caller.id, of: origin, &turn) }
    connections[caller.id]?.showsField = showsField
    return lookOn(in: code, since: since, caller, &turn)
  }

  /// Lets somebody look on who may.
  ///
  /// - Returns: where they are to hear it.
  mutating func lookOn(
    in code: RoomCode, since: Int?, _ caller: Caller, _ turn: inout Turn
  ) -> Journey? {
    guard let profile = players[caller.player]?.profile else { return nil }
    connections[caller.id]?.go(.watching(code))
    let showsField = connections[caller.id]?.showsField == true
    let onlooker = Onlooker(player: caller.player, profile: profile)
    let visit = touch(code, nil, &turn) { room, turn in
      room.noteVisit(caller.player)
      let visit = room.watch(onlooker, on: caller.id, since: since, &turn)
      if showsField { room.showField(on: caller.id, &turn) }
      room.rejoinCrowd(caller.player, visit: visit, on: caller.id, &turn)
      return visit
    }
    connections[caller.id]?.visit = visit ?? 0
    return spread(caller.id, &turn)
  }

  /// Whether somebody may come into a room at all. A caller that names a room that is not for
  /// everybody, or none, may be guessing.
  private mutating func enter(
    _ code: RoomCode, _ password: String?, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    if isElsewhere(code) { throw .elsewhere }
    let settings = rooms[code]?.room.settings
    if settings?.isPublic != true { try requireGuess(of: caller, at: turn.now) }
    guard let settings else {
      miss(caller, &turn)
      throw RefusalLine(code: .noRoom)
    }
    if let room = rooms[code]?.room { try requireWelcome(caller.player, in: room) }
    try require(password, for: settings, caller, &turn)
  }

  /// Refuses a caller that does not say the password of a room that has one.
  mutating func require(
    _ password: String?, for settings: RoomSettings, _ caller: Caller, _ turn: inout Turn
  ) throws(RefusalLine) {
    guard settings.password == nil || settings.password == password else {
      // A client that says none does not know that it has to.
      if password != nil { miss(caller, &turn) }
      throw RefusalLine(code: .wrongPass)
    }
  }

  /// Whether a player's screen shows what a room asks for.
  private func seesEnough(_ player: PlayerID, for settings: RoomSettings) -> Bool {
    !settings.isExact || players[player]?.depth == 24
  }

  /// Refuses a player whose screen cannot show what is played.
  func requireEyes(_ player: PlayerID, for settings: RoomSettings) throws(RefusalLine) {
    guard seesEnough(player, for: settings) else { throw RefusalLine(code: .inexact) }
  }

  /// Refuses a player who may not sit down in a room as it is.
  func requireSeat(for player: PlayerID, in room: Room) throws(RefusalLine) {
    // First what stays so while a seat is free or none is.
    try requireOnlySeat(of: player, in: room)
    try room.requireFreeSeat()
    try requireEyes(player, for: room.settings)
    try requireIdentity(player, for: room.settings)
  }

  mutating func sit(in code: RoomCode, _ caller: Caller, _ turn: inout Turn) throws(RefusalLine) {
    guard let player = players[caller.player], let room = rooms[code]?.room else { return }
    try requireSeat(for: caller.player, in: room)
    let connection = connections[caller.id]
    let (roundTrip, household) = (connection?.ping.roundTrip, connection?.origin.household)
    let sitter = Sitter(
      player: caller.player, profile: player.profile, token: player.token, depth: player.depth,
      roundTrip: roundTrip, home: room.housemate(of: caller.player, from: household))
    touch(code, .sat(sitter), &turn) { room, turn in
      room.noteVisit(caller.player)
      room.sit(caller.player, player.profile, on: caller.id, of: household, &turn)
      if let roundTrip { room.measure(caller.player, roundTrip: roundTrip) }
    }
    players[caller.player]?.room = code
    if let room = rooms[code] { connections[caller.id]?.sit(in: room) }
  }
}

extension ClientMessage {
  /// How many lines the message counts for.
  func cost(_ limits: Limits) -> Int { isHeavy ? limits.heavyLineCost : 1 }
}

extension RefusalLine {
  static let inRoom = RefusalLine(code: .notNow, text: "LEAVE the room first")
  static let noRoom = RefusalLine(code: .notNow, text: "you are in no room")
  static let noSeat = RefusalLine(code: .notNow, text: "you have no seat")
}
