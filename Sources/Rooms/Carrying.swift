// How connections go from lane to lane, and why: rooms stay where they are, so whoever wants
// something of a room is brought to it. What is asked there is judged there, on arrival, as if it
// had been asked at that moment; a room that has filled or closed on the way refuses as ever.
// Invariant: a connection is known to one hall or on its way, never to two.

import Game
public import Wire

// Where to.
extension Hall {
  /// The lane that a room of this code lives on, if there is one.
  public func home(of code: RoomCode) -> Int {
    if laneCount == 1 { return 0 }
    // FNV-1a; its upper half is better mixed than its lower one.
    var hash: UInt32 = 2_166_136_261
    for letter in code.text.utf8 { hash = (hash ^ UInt32(letter)) &* 16_777_619 }
    return Int(hash >> 16) % laneCount
  }

  /// The other lane that has to answer a message; nil when this one can.
  func laneToAsk(_ message: ClientMessage, _ caller: Caller) -> Int? {
    let code: RoomCode
    switch message {
    case .join(let room, _): code = room
    case .watch(let room, _, _) where caller.place == .outside: code = room
    case .who:
      guard case .watchingAfar(let room) = caller.place else { return nil }
      code = room
    default: return nil
    }
    guard caller.place == .outside || caller.place == .watchingAfar(code) else { return nil }
    let home = home(of: code)
    return home == lane ? nil : home
  }

  /// Carries somebody to the lane that has to answer them.
  mutating func goAndAsk(
    _ message: ClientMessage, _ caller: Caller, _ lane: Int, _ effects: inout [Effect]
  ) {
    guard case .watchingAfar(let code) = caller.place else {
      return carry(caller.id, to: lane, .ask(message), &effects)
    }
    // The room will know whether they miss something on the way, and show it before it answers.
    let heard = outposts[code]?.heard
    dropFromOutpost(caller.id, of: code)
    connections[caller.id]?.isMuted = true
    connections[caller.id]?.held.insert(.message(message, arrived: caller.arrived), at: 0)
    carry(caller.id, to: lane, .comeHome(code, heard: heard), &effects)
  }
}

// There.
extension Hall {
  /// Lets go of a connection and its player, who is in no seat.
  mutating func carry(
    _ id: ConnectionID, to lane: Int, _ errand: Traveler.Errand, _ effects: inout [Effect]
  ) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    let player = connection.player.flatMap { players.removeValue(forKey: $0) }
    if let player { tokens[player.token] = nil }
    connections.shrinkIfSparse()
    players.shrinkIfSparse()
    tokens.shrinkIfSparse()
    let traveler = Traveler(
      errand: errand, from: self.lane, connection: connection, player: player)
    effects.append(.carry(id, to: lane, traveler))
  }

  /// Takes in who comes from another lane, and does what they came for.
  mutating func arrive(
    _ id: ConnectionID, _ traveler: Traveler, _ effects: inout [Effect], at now: Instant
  ) {
    settle(traveler, on: id)
    var isUpToDate = false
    if case .comeHome(let code, let heard) = traveler.errand {
      connections[id]?.place = .watching(code)
      var told: Int?
      touch(code, &effects, at: now) { room, _ in
        told = room.takeBack(traveler.connection.visit, from: traveler.from)
      }
      isUpToDate = told == heard
      if told == nil { putOutOnTheWay(id, of: code, &effects, at: now) }
    } else if case .lookOn(let code, let told) = traveler.errand {
      connections[id]?.place = .watchingAfar(code)
      outposts[code, default: Outpost(heard: told)].watchers.append(id)
    }
    if isStopping {
      if case .open(_, nil) = traveler.errand { strike(traveler.connection.origin, &effects) }
      return refuse(id, RefusalLine(code: .shuttingDown), &effects)
    }
    switch traveler.errand {
    case .ask(let message):
      answer(.message(message, arrived: now...now), from: id, &effects, at: now)
    case .quick(let mode):
      respond(to: .quick, id, &effects) { hall, effects throws(RefusalLine) in
        try hall.quick(mode, try hall.caller(on: id, now...now), onlyHere: true, &effects, at: now)
      }
    case .register(let opening): register(opening, for: id, from: traveler.from, &effects)
    case .open(let opening, let refusal):
      respond(to: opening.verb, id, &effects) { hall, effects throws(RefusalLine) in
        if let refusal { throw refusal }
        try hall.build(opening, try hall.caller(on: id, now...now), &effects, at: now)
      }
    case .resume(let hello, let asked):
      respond(to: .hello, id, &effects) { hall, effects throws(RefusalLine) in
        try hall.greet(hello, from: id, asked: asked, &effects, at: now)
      }
    case .lookOn: break
    case .comeHome: refresh(id, isUpToDate: isUpToDate, &effects, at: now)
    }
    answerHeld(id, &effects, at: now)
    tend(id, &effects, at: now)
  }

  /// Tells a watcher who comes home that they have been put out meanwhile.
  private mutating func putOutOnTheWay(
    _ id: ConnectionID, of code: RoomCode, _ effects: inout [Effect], at now: Instant
  ) {
    guard let player = connections[id]?.player else { return }
    connections[id]?.isMuted = false
    let isBanned = rooms[code]?.banned.contains(player) == true
    showOut(player, isBanned ? .banned : .kicked, of: code, &effects, at: now)
  }

  /// Knows a connection and its player from now on.
  private mutating func settle(_ traveler: Traveler, on id: ConnectionID) {
    connections[id] = traveler.connection
    connections[id]?.reminders = Reminders()
    guard let number = traveler.connection.player, var player = traveler.player else { return }
    player.connection = id
    players[number] = player
    tokens[player.token] = number
  }

  /// Does what a verb asks for, or says why not.
  private mutating func respond(
    to verb: ClientVerb, _ id: ConnectionID, _ effects: inout [Effect],
    _ action: (inout Hall, inout [Effect]) throws(RefusalLine) -> Void
  ) {
    do throws(RefusalLine) {
      try action(&self, &effects)
    } catch {
      refuse(id, error.of(verb), &effects)
    }
  }
}
