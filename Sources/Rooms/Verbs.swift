// What each verb of a client does, and to whom it is refused. Every refusal of a verb that was read
// well is decided here, in the files beside this one or, for moves, by the match. Rooms are chosen
// here; what is done inside them is in `VerbsInRoom.swift` and `VerbsOfHost.swift`.

import Game
import Wire

extension Hall {
  /// Does what a client asks, or says why not.
  mutating func obey(
    _ message: ClientMessage, from id: ConnectionID, arrived: ClosedRange<Instant>,
    _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    if case .hello(let hello) = message {
      return try greet(hello, from: id, &effects, at: now)
    }
    let caller = try caller(on: id, arrived)
    if let lane = laneToAsk(message, caller) {
      return goAndAsk(message, caller, lane, &effects)
    }
    switch message {
    case .hello: break
    case .ping(let t):
      effects.append(.send(.pong(t: t, now: arrived.upperBound), to: [id]))
    case .pong(let nonce): answerPing(nonce, caller, &effects, at: now)
    case .list(let mode): list(mode, to: id, &effects)
    case .create(let wishes): try create(wishes, caller, &effects, at: now)
    case .quick(let mode): try quick(mode, caller, onlyHere: false, &effects, at: now)
    case .join(let code, let password): try join(code, password, caller, &effects, at: now)
    case .watch(let code, let password, let since):
      try watch(code, password, since: since, caller, &effects, at: now)
    case .leave: try leave(caller, &effects, at: now)
    case .bye:
      if caller.place != .outside { try leave(caller, &effects, at: now) }
      connections[id]?.isClosing = true
      effects.append(.close(id))
    case .who: try listAudience(to: caller, &effects)
    case .bot, .start, .config, .host, .kick, .ban:
      try command(message, caller, &effects, at: now)
    case .ready(let isReady, let share): try getReady(isReady, share, caller, &effects, at: now)
    case .reveal(let nonce): try reveal(nonce, caller, &effects, at: now)
    case .play(let command): try play(command, caller, &effects, at: now)
    case .react(let reaction): try react(reaction, caller, &effects, at: now)
    }
  }

  /// Who speaks on a connection, in a line that arrived then.
  func caller(
    on id: ConnectionID, _ arrived: ClosedRange<Instant>
  ) throws(RefusalLine) -> Caller {
    guard let index = connections.index(forKey: id),
      let player = connections.values[index].player
    else {
      throw RefusalLine(code: .notNow, text: "say HELLO first")
    }
    return Caller(
      id: id, player: player, place: connections.values[index].place, arrived: arrived)
  }
}

/// Who says something, from where, and when it arrived.
struct Caller: Sendable {
  let id: ConnectionID
  let player: PlayerID
  let place: Place
  let arrived: ClosedRange<Instant>
}

// Choosing a room.
extension Hall {
  private func list(_ mode: Mode?, to id: ConnectionID, _ effects: inout [Effect]) {
    var count = 0
    for place in directory.places where mode == nil || place.mode == mode?.name {
      guard count < limits.listedRoomsMax,
        let listing = rooms[place.code]?.listing ?? directory.listing(of: place.code)
      else { break }
      count += 1
      effects.append(.send(.listed(listing), to: [id]))
    }
    effects.append(.send(.end(of: ClientVerb.list.rawValue, count: count), to: [id]))
  }

  private mutating func create(
    _ wishes: RoomWishes, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    let settings = try wishes.settings(owner: players[caller.player]?.profile.name ?? "")
    try open(Opening(settings: settings, isQuick: false), caller, &effects, at: now)
  }

  /// The fullest room that waits for somebody like this, or a new one. `onlyHere` is for those who
  /// have been carried to such a room already, and found it taken.
  mutating func quick(
    _ mode: Mode?, _ caller: Caller, onlyHere: Bool, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    if let found = openRoom(mode, for: caller.player, onlyHere: onlyHere) {
      let home = home(of: found)
      if home != lane { return carry(caller.id, to: home, .quick(mode), &effects) }
      return try sit(in: found, caller, &effects, at: now)
    }
    let rules = Rules.usual(of: mode ?? Rules.standard.mode)
    let name = "quick \(rules.mode.name)"
    let settings = RoomSettings(
      name: name, rules: rules, seats: min(2, rules.mode.seats.upperBound), isListed: true,
      password: nil)
    try open(Opening(settings: settings, isQuick: true), caller, &effects, at: now)
  }

  /// The fullest room that waits for players like this one.
  private func openRoom(
    _ mode: Mode?, for player: PlayerID, onlyHere: Bool
  ) -> RoomCode? {
    for place in directory.places where mode == nil || place.mode == mode?.name {
      // Rooms that play come after all that wait.
      if place.isPlaying { return nil }
      if let room = rooms[place.code] {
        if room.isOpen, !room.banned.contains(player), seesEnough(player, for: room.settings) {
          return room.code
        }
      } else if !onlyHere, let listing = directory.listing(of: place.code), listing.isOpen,
        !listing.isExact || players[player]?.depth == 24
      {
        return place.code
      }
    }
    return nil
  }

  private mutating func join(
    _ code: RoomCode, _ password: String?, _ caller: Caller, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    if caller.place == .watching(code) {
      return try takeSeat(in: code, password, caller, &effects, at: now)
    }
    try enter(code, password, caller, &effects, at: now)
    try sit(in: code, caller, &effects, at: now)
  }

  private mutating func watch(
    _ code: RoomCode, _ password: String?, since: Int?, _ caller: Caller,
    _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    if caller.place == .seated(code) {
      return try giveSeat(in: code, caller, &effects, at: now)
    }
    try enter(code, password, caller, &effects, at: now)
    lookOn(in: code, since: since, caller, &effects, at: now)
  }

  /// Lets somebody look on who may.
  mutating func lookOn(
    in code: RoomCode, since: Int?, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) {
    guard let profile = players[caller.player]?.profile else { return }
    connections[caller.id]?.place = .watching(code)
    let onlooker = Onlooker(player: caller.player, profile: profile, lane: lane)
    var visit = 0
    touch(code, &effects, at: now) { room, effects in
      room.noteVisit(caller.player)
      visit = room.watch(onlooker, on: caller.id, since: since, &effects, at: now)
    }
    connections[caller.id]?.visit = visit
    spread(caller.id, &effects, at: now)
  }

  /// Whether somebody may come into a room at all. Whoever names a room that is not for everybody,
  /// or none, may be guessing.
  private mutating func enter(
    _ code: RoomCode, _ password: String?, _ caller: Caller, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard caller.place == .outside else { throw .inRoom }
    let settings = rooms[code]?.settings
    if settings?.isPublic != true { try requireGuess(of: caller, at: now) }
    guard let settings else {
      miss(caller, &effects, at: now)
      throw RefusalLine(code: .noRoom)
    }
    guard rooms[code]?.banned.contains(caller.player) != true else {
      throw RefusalLine(code: .banned)
    }
    try require(password, for: settings, caller, &effects, at: now)
  }

  /// Refuses whoever does not say the password of a room that has one.
  mutating func require(
    _ password: String?, for settings: RoomSettings, _ caller: Caller, _ effects: inout [Effect],
    at now: Instant
  ) throws(RefusalLine) {
    guard settings.password == nil || settings.password == password else {
      // A client that says none does not know that it has to.
      if password != nil { miss(caller, &effects, at: now) }
      throw RefusalLine(code: .wrongPass)
    }
  }

  /// Whether a player's screen shows what a room asks for.
  func seesEnough(_ player: PlayerID, for settings: RoomSettings) -> Bool {
    !settings.isExact || players[player]?.depth == 24
  }

  mutating func sit(
    in code: RoomCode, _ caller: Caller, _ effects: inout [Effect], at now: Instant
  ) throws(RefusalLine) {
    guard let player = players[caller.player], let room = rooms[code] else { return }
    try room.requireFreeSeat()
    guard seesEnough(caller.player, for: room.settings) else {
      throw RefusalLine(code: .inexact)
    }
    let roundTrip = connections[caller.id]?.ping.roundTrip
    touch(code, &effects, at: now) { room, effects in
      room.noteVisit(caller.player)
      room.sit(caller.player, player.profile, on: caller.id, &effects, at: now)
      if let roundTrip { room.measure(caller.player, roundTrip: roundTrip) }
    }
    players[caller.player]?.room = code
    connections[caller.id]?.place = .seated(code)
  }
}

extension ClientMessage {
  /// How many lines the message counts for.
  func cost(_ limits: Limits) -> Int {
    switch self {
    case .create, .quick, .join, .watch, .leave, .list, .ready, .bot, .config, .host, .kick, .ban,
      .react, .who:
      limits.heavyLineCost
    // A token may have to be asked for on every lane.
    case .hello(let hello): hello.resume == nil ? 1 : limits.heavyLineCost
    case .ping, .pong, .reveal, .start, .play, .bye: 1
    }
  }
}

extension RefusalLine {
  static let inRoom = RefusalLine(code: .notNow, text: "LEAVE the room first")
  static let noRoom = RefusalLine(code: .notNow, text: "you are in no room")
  static let noSeat = RefusalLine(code: .notNow, text: "you have no seat")
}
