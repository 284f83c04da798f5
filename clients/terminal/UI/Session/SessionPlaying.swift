// What the user does, and what the session does in the user's place: actions, the own sliders and
// the hand that plays by itself. Both players go through the same two doors, `move` and `lock`.

import Game
import Wire

extension Session {
  mutating func act(
    _ action: UserAction, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    if case .ended = state { return }
    switch action {
    case .create(let wishes, let bots): want(.create(wishes, bots: bots))
    case .join(let code, let password): want(.join(code, password: password))
    case .watch(let code, let password):
      want(.watch(code, password: password))
      nextList = now
    case .leave:
      want(.browse)
      if state != .online { forgetRoom() }
    case .set(let guess): move(to: guess, at: now)
    case .quit:
      if state == .online { outputs.append(.send(.bye)) }
      end(.quit, &outputs, at: now)
    case .list, .ready, .start, .addBot, .lock:
      guard state == .online else {
        return tell("There is no connection to the server just now.", nil, at: now)
      }
      actOnline(action, &outputs, at: now)
    }
  }

  private mutating func want(_ intent: Intent) {
    self.intent = intent
    isCreating = false
  }

  private mutating func actOnline(
    _ action: UserAction, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    switch action {
    case .list: list(&outputs, at: now)
    case .ready(let isReady): sayReady(isReady, &outputs)
    case .start: outputs.append(.send(.start))
    case .addBot(let level): outputs.append(.send(.bot(level: level)))
    case .lock(let guess): lock(guess, &outputs, at: now)
    case .create, .join, .watch, .leave, .set, .quit: break
    }
  }

  private mutating func sayReady(_ isReady: Bool, _ outputs: inout [SessionOutput]) {
    guard isReady, let room else { return outputs.append(.send(.ready(isReady, nil))) }
    let nonce = nonce(for: room.matchNumber, in: room.code)
    self.room?.pledge = nonce
    outputs.append(.send(.ready(true, nonce)))
  }

  private mutating func move(to guess: Guess, at now: Instant) {
    if canMove(at: now) { sliders?.move(to: guess) }
  }

  private mutating func lock(
    _ guess: Guess, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    guard canMove(at: now) else {
      return tell(RefusalCode.notNow.sentence, .notNow, at: now)
    }
    if let message = sliders?.lock(guess) { outputs.append(.send(message)) }
  }
}

// Following the room.
extension Session {
  /// After a change of the room: the sliders are those of the round that is on.
  mutating func followRoom(at now: Instant) {
    guard let room, room.amRacing, let match = room.match else { return endRound() }
    autoPlayer?.begin(match.number)
    guard let round = match.round else { return endRound() }
    if sliders?.match != match.number || sliders?.round != round.start.round {
      sliders = OwnSliders(
        match: match.number, round: round.start.round, mode: match.rules.mode, at: now)
      autoPlayer?.plan(round.start, rules: match.rules)
    }
    if round.locks[room.me] != nil { sliders?.unlock() }
  }

  private mutating func endRound() {
    sliders = nil
    autoPlayer?.drop()
  }

  /// Tells the server the newest guess, when it is time to.
  mutating func sendSliders(_ outputs: inout [SessionOutput], at now: Instant) {
    guard isInRoom else { return }
    guard canMove(at: now) else {
      sliders?.keepQuiet()
      return
    }
    if let message = sliders?.due(at: now) { outputs.append(.send(message)) }
  }

  /// Plays what the session's own hand has to play by now.
  mutating func playItself(_ outputs: inout [SessionOutput], at now: Instant) {
    guard isInRoom, let room, autoPlayer != nil else { return }
    if let seat = room.mySeat, !seat.isReady, room.isBetweenMatches,
      autoPlayer?.getsReady(for: room.matchNumber) == true
    {
      sayReady(true, &outputs)
    }
    for command in autoPlayer?.act(at: clock.server(at: now)) ?? [] {
      switch command {
      case .set(let guess): move(to: guess, at: now)
      case .lock(let guess):
        if canMove(at: now) { lock(guess, &outputs, at: now) }
      }
    }
  }
}
