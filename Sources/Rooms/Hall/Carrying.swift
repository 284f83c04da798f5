// How connections go from lane to lane, and why: rooms stay where they are, so a client that wants
// something of a room is brought to it. What is asked there is judged there, on arrival, as if it
// had been asked at that moment; a room that has filled or closed on the way refuses as ever.
// Asking a room over a bus and answering later would be a second protocol with failures of its own.
// Invariant: a connection is known to one hall or on its way, never to two.

import Game
import Wire

// Where to.
extension Hall {
  /// The way to the lane that has to answer a message; nil when this one can.
  mutating func journey(
    to message: ClientMessage, _ caller: Caller, _ turn: inout Turn
  ) -> Journey? {
    let code: RoomCode
    switch message {
    case .join(let room, _): code = room
    case .watch(let room, _, _, _) where caller.place == .outside: code = room
    case .who, .play:
      guard case .watchingAfar(let room) = caller.place else { return nil }
      code = room
    default: return nil
    }
    guard caller.place == .outside || caller.place == .watchingAfar(code) else { return nil }
    let home = home(of: code)
    guard home != lane else { return journey(out: message, about: code, caller) }
    guard caller.place != .outside else { return Journey(to: home, .ask(message)) }
    // The room will know whether they miss something on the way, and show it before it answers.
    tellHeldMoves(of: code, &turn)
    let heard = relays[code]?.heard
    dropFromRelay(caller.id, of: code)
    connections[caller.id]?.isMuted = true
    connections[caller.id]?.held.insert(.message(message, arrived: caller.arrived), at: 0)
    return Journey(to: home, .comeHome(code, heard: heard))
  }

  /// A client lent so often for one line, and given back, is told that the room is elsewhere.
  package static let lendsMax = 3

  /// The way to the node that has a room of this lane's codes; nil when it is this one, or none is
  /// heard to have it.
  func journey(
    out message: ClientMessage, about code: RoomCode, _ caller: Caller
  ) -> Journey? {
    switch owner(of: code) {
    case .here, .standing: return nil
    // The node that lent them looks again, and has heard more by then.
    case .node, .nobody: if caller.id.isGuest { return Journey(back: .ask(message)) }
    }
    guard case .node(let node) = owner(of: code),
      connections[caller.id]?.lends ?? Hall.lendsMax < Hall.lendsMax
    else { return nil }
    return Journey(toNode: node, .ask(message))
  }
}

// There.
extension Hall {
  /// Lets go of a connection and its player, who is in no seat.
  ///
  /// - Parameter message: what they said last, which is to be answered there.
  mutating func carry(
    _ id: ConnectionID, _ journey: Journey, for message: ClientMessage? = nil, _ turn: inout Turn
  ) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    let player = connection.player.flatMap { players.removeValue(forKey: $0) }
    if let player { tokens[player.token] = nil }
    connections.shrinkIfSparse()
    players.shrinkIfSparse()
    tokens.shrinkIfSparse()
    var errand = journey.errand
    // The node that lent a guest asks all lanes of its own, and other nodes.
    if id.isGuest, let message, message.verb != .hello { errand = .ask(message) }
    if case .node = journey.goal { connection.lends += 1 }
    let handoff = Handoff(errand: errand, from: lane, connection: connection, player: player)
    turn.effects.append(.carry(id, to: id.isGuest ? .back : journey.goal, handoff))
  }

  /// Takes in who comes from another lane, and does what they came for.
  mutating func arrive(_ id: ConnectionID, _ handoff: Handoff, _ turn: inout Turn) {
    settle(handoff, on: id)
    var isUpToDate = false
    if case .comeHome(let code, let heard) = handoff.errand {
      connections[id]?.go(.watching(code))
      let told = takeBack(handoff.connection.visit, to: code)
      isUpToDate = told == heard
      if told == nil { putOutOnTheWay(id, of: code, &turn) }
    } else if case .lookOn(let code, let told) = handoff.errand {
      connections[id]?.go(.watchingAfar(code))
      let relay = relays[code] ?? Relay(heard: told)
      relay.watchers.append(id)
      relays[code] = relay
    }
    if isStopping {
      if case .open(_, nil) = handoff.errand { strike(handoff.connection.origin, &turn) }
      return refuse(id, RefusalLine(code: .shuttingDown), &turn)
    }
    tellOfEnd(id, &turn)
    do throws(RefusalLine) {
      let journey = try fulfill(handoff.errand, of: id, from: handoff.from, isUpToDate, &turn)
      if let journey {
        carry(id, journey, for: handoff.errand.message, &turn)
      } else {
        connections[id]?.lends = 0
        // The ban may have come while they were on their way.
        if dismissBanned(id, &turn) { return }
      }
    } catch {
      connections[id]?.lends = 0
      refuse(id, error.of(handoff.errand.verb), &turn)
    }
    askAgain(for: id, &turn)
    answerHeld(id, &turn)
    tend(id, &turn)
  }

  /// Does what somebody came for, or says why not.
  ///
  /// - Returns: where they have to go next.
  private mutating func fulfill(
    _ errand: Handoff.Errand, of id: ConnectionID, from other: Int, _ isUpToDate: Bool,
    _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    let now = turn.now...turn.now
    switch errand {
    case .ask(let message): return try obey(message, from: id, arrived: now, &turn)
    case .quick(let mode, let level):
      return try quick(mode, bot: level, try caller(on: id, now), onlyHere: true, &turn)
    case .register(let opening): return register(opening, for: id, from: other)
    case .open(_, let refusal?): throw refusal
    case .open(let opening, nil): try build(opening, try caller(on: id, now), &turn)
    case .resume(let hello, let search):
      return try greet(hello, from: id, search, &turn)
    case .lookOn: break
    case .comeHome: return refresh(id, isUpToDate: isUpToDate, &turn)
    }
    return nil
  }

  /// Tells a watcher who comes home that they have been put out meanwhile.
  private mutating func putOutOnTheWay(_ id: ConnectionID, of code: RoomCode, _ turn: inout Turn) {
    guard let player = connections[id]?.player else { return }
    connections[id]?.isMuted = false
    if isElsewhere(code) {
      connections[id]?.go(.outside)
      return refuse(id, .movedOn, &turn)
    }
    let room = rooms[code]?.room
    let isForGood = room.map { isBanned(player, from: $0) } == true
    showOut(player, isForGood ? .banned : .kicked, of: code, &turn)
  }

  /// Knows a connection and its player from now on.
  private mutating func settle(_ handoff: Handoff, on id: ConnectionID) {
    connections[id] = Connection(handoff.connection)
    guard let number = handoff.connection.player, var player = handoff.player else { return }
    player.connection = id
    players[number] = player
    tokens[player.token] = number
  }
}
