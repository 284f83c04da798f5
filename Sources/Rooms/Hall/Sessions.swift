// How connections come, speak, fall silent and go, and how a player comes back to a kept seat. What
// they do in rooms is in `Verbs.swift`.

import Game
import Wire

// Lines.
extension Hall {
  /// Answers a line that counts, at once or when the client can be told.
  mutating func answer(_ line: Connection.Line, from id: ConnectionID, _ turn: inout Turn) {
    if hold(line, from: id, &turn) { return }
    switch line {
    case .nonsense(let refusal): refuse(id, refusal, &turn)
    case .message(let message, let arrived):
      do throws(RefusalLine) {
        if let journey = try obey(message, from: id, arrived: arrived, &turn) {
          carry(id, journey, for: message, &turn)
        }
      } catch {
        refuse(id, error.of(message.verb), &turn)
      }
    }
  }

  /// Keeps a line until its sender reads, if they do not; a client that talks on without reading is
  /// closed.
  ///
  /// - Returns: whether it is kept.
  private mutating func hold(
    _ line: Connection.Line, from id: ConnectionID, _ turn: inout Turn
  ) -> Bool {
    guard let count = connections[id]?.hold(line) else { return false }
    if count > limits.heldLinesMax { refuse(id, RefusalLine(code: .tooSlow), &turn) }
    return true
  }

  /// Counts a line; false when it is to be dropped.
  mutating func take(_ id: ConnectionID, cost: Int, _ turn: inout Turn) -> Bool {
    connections[id].map { take($0, id, cost: cost, &turn) } ?? false
  }

  /// The same, of a connection that is known.
  mutating func take(
    _ connection: Connection, _ id: ConnectionID, cost: Int, _ turn: inout Turn
  ) -> Bool {
    switch connection.hear(cost: cost, at: turn.now, limits: limits) {
    case .take: return connection.spend(cost) || draw(cost, on: connection, id, &turn)
    case .drop: return false
    case .strike:
      refuse(id, RefusalLine(code: .tooFast), &turn)
    case .close:
      refuse(id, RefusalLine(code: .tooFast), &turn)
      close(id, .tooFast, &turn)
    }
    return false
  }

  /// Says no, and closes the connection where the code asks for it.
  mutating func refuse(_ id: ConnectionID, _ refusal: RefusalLine, _ turn: inout Turn) {
    guard connections[id]?.isClosing == false else { return }
    turn.send(.no(refusal), to: [id])
    if refusal.code.closes { close(id, refusal.code, &turn) }
  }

  mutating func close(_ id: ConnectionID, _ code: RefusalCode, _ turn: inout Turn) {
    connections[id]?.isClosing = true
    turn.note(.refused(id, code))
    turn.effects.append(.close(id))
  }
}

// HELLO.
extension Hall {
  /// Takes a HELLO; `search` is who did not know its token.
  ///
  /// - Returns: where to ask next.
  mutating func greet(
    _ hello: Hello, from id: ConnectionID, _ search: TokenSearch, _ turn: inout Turn
  ) throws(RefusalLine) -> Journey? {
    guard connections[id]?.player == nil else {
      throw RefusalLine(code: .notNow, text: "HELLO is said once")
    }
    if dismissBanned(id, &turn) { return nil }
    guard hello.version == Wire.version else {
      throw RefusalLine(code: .badVersion, text: "this server speaks version \(Wire.version)")
    }
    guard let token = hello.resume else {
      if let fullness = connections[id]?.fullness { throw fullness.refusal }
      try requireTime(&turn)
      let player = enroll(hello, on: id)
      welcome(player, on: id, &turn)
      return nil
    }
    if let player = tokens[token], let code = crowdRoom(of: player) {
      comeBackToCrowd(player, in: code, on: id, &turn)
      return nil
    }
    guard let player = tokens[token], let code = players[player]?.room else {
      var search = search
      if let journey = nextPlace(for: hello, on: id, &search) { return journey }
      if !search.isWhole, awaitSeat(hello, on: id, search, &turn) { return nil }
      if let fullness = connections[id]?.fullness { throw fullness.refusal }
      // Somebody may know it in a moment; a player who comes back then has lost nothing.
      if !search.isWhole { throw .movedOn }
      throw RefusalLine(code: .badToken, text: "no seat is kept for that token")
    }
    players[player]?.depth = hello.depth
    comeBack(player, to: code, on: id, &turn)
    return nil
  }

  /// Makes a player of a connection.
  private mutating func enroll(_ hello: Hello, on id: ConnectionID) -> PlayerID {
    let player = makePlayerID()
    var draw = secrets.draw("profile")
    let icon = Icon.allCases[draw.next(below: Icon.allCases.count)]
    let color = Profile.palette[draw.next(below: Profile.palette.count)]
    let name = hello.name
      .flatMap {
        Names.cleaned($0, charactersMax: Profile.nameCharactersMax)
      }
      .flatMap { bans?.allows($0) == false ? nil : $0 }
    let profile = Profile(
      name: name ?? "player \(placement.shortNumber(of: player, made: playersMade))",
      icon: hello.icon ?? icon,
      color: hello.color ?? color, isBot: hello.isBot)
    let token = secrets.token("token")
    players[player] = Player(
      profile: profile, token: token, depth: hello.depth, connection: id, room: nil)
    tokens[token] = player
    return player
  }

  mutating func makePlayerID() -> PlayerID {
    defer { playersMade += 1 }
    let made = playersMade * laneCount + lane
    return PlayerID(number: placement.number(ofPlayer: made) + 1)
  }

  mutating func makeBot(_ skill: Skill) -> NewBot {
    let player = makePlayerID()
    return NewBot(player: player, number: playersMade, skill: skill)
  }

  mutating func welcome(_ player: PlayerID, on id: ConnectionID, _ turn: inout Turn) {
    guard let token = players[player]?.token else { return }
    connections[id]?.player = player
    connections[id]?.fullness = nil
    let welcome = Welcome(
      version: Wire.version, me: player, now: turn.now, token: token, app: app,
      modes: Mode.all.map(\.name))
    turn.send(.welcome(welcome), to: [id])
    tellOfEnd(id, &turn)
    tend(id, &turn)
  }

  private mutating func comeBack(
    _ player: PlayerID, to code: RoomCode, on id: ConnectionID, _ turn: inout Turn
  ) {
    players[player]?.connection = id
    if let room = rooms[code] { connections[id]?.sit(in: room) }
    welcome(player, on: id, &turn)
    let household = connections[id]?.origin.household
    let home = rooms[code]?.room.housemate(of: player, from: household)
    var old: ConnectionID?
    touch(code, .resumed(player, depth: players[player]?.depth, home: home), &turn) { room, turn in
      old = room.resume(player, on: id, of: household, &turn)
    }
    turn.note(.resumed(code, player))
    if let old {
      connections[old]?.player = nil
      connections[old]?.go(.outside)
      refuse(old, RefusalLine(code: .replaced), &turn)
    }
    // The seat may have come from a node that does not keep this identity out.
    dismissBanned(id, &turn)
  }
}

// Silence.
extension Hall {
  /// Does what a connection's time asks for, a PING or the end of its silence, and notes when to
  /// come again.
  mutating func tend(_ id: ConnectionID, _ turn: inout Turn) {
    giveUpQuestion(of: id, &turn)
    searchAgain(for: id, &turn)
    guard let connection = connections[id], !connection.isClosing else { return }
    if connection.silenceEnds(limits) <= turn.now {
      refuse(id, RefusalLine(code: .idle), &turn)
    } else if connection.isPinged(limits), connection.ping.next <= turn.now {
      let nonce = secrets.token("ping")
      let next = turn.now + limits.pingMilliseconds
      connections[id]?.ping.send(nonce, at: turn.now, next: next)
      turn.send(.ping(nonce: nonce), to: [id])
    }
    schedule(id)
  }

  mutating func answerPing(_ nonce: String, _ caller: Caller, _ turn: inout Turn) {
    let (id, player, arrival) = (caller.id, caller.player, caller.arrived.upperBound)
    let asked = connections[id]?.ping.out?.at ?? arrival
    guard connections[id]?.ping.answer(nonce, at: arrival) == true,
      let connection = connections[id], let roundTrip = connection.ping.roundTrip
    else { return }
    turn.note(.measured(milliseconds: max(0, arrival - asked)))
    tend(id, &turn)
    if case .watching(let code) = connection.place {
      rooms[code]?.room.measureMember(player, roundTrip: roundTrip)
    }
    guard case .seated(let code) = connection.place else { return }
    guard rooms[code]?.room.roundTrip(of: player) != roundTrip else { return }
    touch(code, .measured(player, roundTrip: roundTrip), &turn) { room, _ in
      room.measure(player, roundTrip: roundTrip)
    }
  }
}

// Going.
extension Hall {
  /// A connection is gone: a watcher leaves, a seat is kept, a player without one is forgotten.
  mutating func forget(_ id: ConnectionID, _ turn: inout Turn) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    connections.shrinkIfSparse()
    switch connection.place {
    case .outside: break
    case .watching(let code):
      keepCell(of: connection.player, in: code, &turn)
      leaveAudience(id, connection.visit, of: code, &turn)
    case .watchingAfar(let code): leaveRelay(id, connection.visit, of: code, &turn)
    case .seated(let code):
      guard let player = connection.player else { break }
      touch(code, .lost(player), &turn) { room, turn in room.lose(player, &turn) }
    }
    guard let player = connection.player else { return }
    players[player]?.connection = nil
    if players[player]?.room == nil { dismiss(player) }
  }

  /// A seat was emptied: its player is in no room, and forgotten unless connected. In a cluster
  /// somebody may have another seat by then: where they were was lost before it was told.
  mutating func release(_ player: PlayerID, from code: RoomCode, at now: Instant) {
    guard players[player]?.room == code else { return }
    players[player]?.room = nil
    if let id = players[player]?.connection {
      letOut(id, at: now)
    } else {
      dismiss(player)
    }
  }

  /// A connection is in no room any more, and may be silent for less long.
  mutating func letOut(_ id: ConnectionID, at now: Instant) {
    connections[id]?.leaveRoom(at: now)
    schedule(id)
  }

  private mutating func dismiss(_ player: PlayerID) {
    guard let token = players.removeValue(forKey: player)?.token else { return }
    tokens[token] = nil
    players.shrinkIfSparse()
    tokens.shrinkIfSparse()
  }
}

// Slow readers.
extension Hall {
  /// A watcher who cannot keep up gets the room as it is later; a player who cannot is closed.
  mutating func overflow(_ id: ConnectionID, _ turn: inout Turn) {
    guard let connection = connections[id], !connection.isClosing else { return }
    connections[id]?.knowsOfEnd = false
    switch connection.place {
    case .watching(let code):
      connections[id]?.isMuted = true
      turn.effects.append(.conflate(id))
      touch(code, nil, &turn) { room, _ in
        room.mute(id)
        if let player = connection.player { room.crowd?.mute(player) }
      }
    case .watchingAfar(let code):
      connections[id]?.isMuted = true
      turn.effects.append(.conflate(id))
      dropFromRelay(id, of: code)
    case .seated, .outside:
      refuse(id, RefusalLine(code: .tooSlow), &turn)
    }
  }

  /// A watcher who was muted can be told again, which only the room's own lane can do.
  mutating func drained(_ id: ConnectionID, _ turn: inout Turn) {
    guard let connection = connections[id], connection.isMuted, !connection.isClosing else {
      return
    }
    if connection.place == .outside {
      sayFarewell(id, &turn)
    } else if case .watchingAfar(let code) = connection.place {
      carry(id, Journey(to: home(of: code), .comeHome(code, heard: nil)), &turn)
    } else if let journey = refresh(id, isUpToDate: false, &turn) {
      carry(id, journey, &turn)
    }
  }

  /// Tells a watcher who was muted the room as it is, unless they know, then what was asked
  /// meanwhile.
  ///
  /// - Returns: where they are to hear it from now on.
  mutating func refresh(_ id: ConnectionID, isUpToDate: Bool, _ turn: inout Turn) -> Journey? {
    guard let connection = connections[id], connection.isMuted, !connection.isClosing,
      case .watching(let code) = connection.place
    else { return nil }
    connections[id]?.isMuted = false
    connections[id]?.ping.forget()
    touch(code, nil, &turn) { room, turn in
      room.hear(id)
      if !isUpToDate { room.show(to: id, as: .watcher, &turn) }
      if connection.showsField { room.showField(on: id, &turn) }
      if let player = connection.player {
        room.rejoinCrowd(player, visit: connection.visit, on: id, &turn)
      }
    }
    tellOfEnd(id, &turn)
    answerHeld(id, &turn)
    if let journey = spread(id, &turn) { return journey }
    tend(id, &turn)
    return nil
  }

  /// Tells somebody who was muted when they were put out, and answers what they asked meanwhile.
  private mutating func sayFarewell(_ id: ConnectionID, _ turn: inout Turn) {
    connections[id]?.isMuted = false
    if let (code, why) = connections[id]?.farewell {
      turn.send(.out(code, why), to: [id])
    }
    connections[id]?.farewell = nil
    tellOfEnd(id, &turn)
    answerHeld(id, &turn)
    tend(id, &turn)
  }

  /// Answers the lines that waited, as far as their sender is still here and may speak.
  mutating func answerHeld(_ id: ConnectionID, _ turn: inout Turn) {
    while let line = connections[id]?.nextHeld() { answer(line, from: id, &turn) }
  }
}

extension RefusalLine {
  /// The same refusal, of that verb unless it names one.
  func of(_ verb: ClientVerb) -> RefusalLine {
    RefusalLine(code: code, verb: self.verb ?? verb.rawValue, text: text)
  }
}
