// What the user does: wishes change where the session wants to be, and everything else is told the
// server as long as there is one to tell. What the server may refuse is not decided here.

import Chroma
public import Game
import Wire

extension Session {
  /// Does what the user wants at a local moment, and what is due by then.
  public mutating func act(_ action: UserAction, at now: Instant) -> [SessionOutput] {
    if case .ended = state { return [] }
    var outputs: [SessionOutput] = []
    switch action {
    case .create(let wishes, let bots): want(.create(wishes, bots: bots))
    case .race(let index):
      want(.create(RoomWishes(), bots: [], ghost: index))
      (getsReady, hasSaidReady) = (true, false)
    case .join(let code, let password): want(.join(code, password: password))
    case .quick(let mode): isPrivate ? raceBot(mode) : want(.quick(mode))
    case .sit: change(to: .player, at: now)
    case .lookOn: change(to: .watcher, at: now)
    case .playAlong: playAlong(at: now)
    case .showField: askForField()
    case .watch(let code, let password):
      want(.watch(code, password: password))
      nextList = now
    case .leave:
      want(.browse)
      if state != .online { forgetRoom() }
    case .set(let guess): if canMove(at: now) { sliders?.move(to: guess) }
    case .consent(let agrees): answer(agrees: agrees, &outputs, at: now)
    case .rename(let name, let icon, let color):
      rename(name, icon, color, &outputs)
    case .quit:
      if state == .online { outputs.append(.send(.bye)) }
      end(.quit, &outputs, at: now)
    case .list, .ready, .start, .next, .end, .addBot, .config, .host, .kick, .ban, .who, .react,
      .lock, .lookUp:
      if state == .online {
        actOnline(action, &outputs, at: now)
      } else {
        tell(Words["No connection to the server right now."], nil, at: now)
      }
    }
    advance(to: now, &outputs)
    return outputs
  }

  /// A room of one's own, a bot in it, and ready: the countdown begins at once.
  private mutating func raceBot(_ mode: Mode?) {
    want(.create(RoomWishes(mode: mode, isListed: false), bots: [botLevel]))
    (getsReady, hasSaidReady) = (true, false)
  }

  private mutating func want(_ intent: Intent) {
    self.intent = intent
    // A user who goes on has not agreed.
    if asksToProve { (asksToProve, hasRefusedConsent) = (false, true) }
    door = nil
    isCreating = false
    getsReady = false
    reentersForField = false
  }

  private mutating func actOnline(
    _ action: UserAction, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    switch action {
    case .list: list(&outputs, at: now)
    case .ready(let isReady):
      getsReady = false
      sayReady(isReady, &outputs)
    case .start: outputs.append(.send(.start))
    case .next: outputs.append(.send(.next))
    case .end: outputs.append(.send(.end))
    case .addBot(let level): outputs.append(.send(.bot(level: level)))
    case .config(let wishes, let opens): configure(wishes, opens: opens, &outputs)
    case .host(let player): outputs.append(.send(.host(player)))
    case .kick(let player): outputs.append(.send(.kick(player, at: nil)))
    case .ban(let player): outputs.append(.send(.ban(player, at: nil)))
    case .who: askWho(&outputs)
    case .lookUp(let lookup): lookUp(lookup, &outputs)
    case .react(let reaction): show(reaction, &outputs, at: now)
    case .lock(let guess): lock(guess, &outputs, at: now)
    case .create, .race, .join, .quick, .sit, .lookOn, .playAlong, .showField, .watch, .leave, .set,
      .consent, .rename,
      .quit:
      break
    }
  }

  /// Shows the user otherwise from now on: at once where there is a server, and in the next HELLO.
  private mutating func rename(
    _ name: String?, _ icon: Icon?, _ color: Color?, _ outputs: inout [SessionOutput]
  ) {
    let name = name.flatMap { Names.cleaned($0, charactersMax: Profile.nameCharactersMax) }
    hello.name = name ?? hello.name
    (hello.icon, hello.color) = (icon ?? hello.icon, color ?? hello.color)
    if state == .online { outputs.append(.send(.rename(name, icon, color))) }
  }

  /// Asks who looks on, one question at a time.
  private mutating func askWho(_ outputs: inout [SessionOutput]) {
    guard isInRoom, onlookers == nil else { return }
    onlookers = []
    outputs.append(.send(.who))
  }

  /// Sets the room otherwise, and remembers what it takes to come back in.
  private mutating func configure(
    _ wishes: RoomWishes, opens: Bool, _ outputs: inout [SessionOutput]
  ) {
    if case .join(let code, let password) = intent, room?.amHost == true {
      intent = .join(code, password: opens ? nil : wishes.password ?? password)
    }
    outputs.append(.send(.config(wishes, opens: opens)))
  }

  /// Wants to be something else to the same room, or what one is, after all. During a round nobody
  /// changes; it is done after.
  private mutating func change(to role: Role, at now: Instant) {
    guard let room else { return }
    want(.being(role, in: room.code, password: intent.password))
    if room.role != role, !room.isBetweenRounds {
      tell(Words["Seats change between rounds; yours does after this one."], nil, at: now)
    }
  }
}

extension Intent {
  /// Being on a seat of a room, or looking on there.
  static func being(_ role: Role, in code: RoomCode, password: String?) -> Intent {
    switch role {
    case .player: .join(code, password: password)
    case .watcher: .watch(code, password: password)
    }
  }

  /// The room that is wanted by its code.
  var code: RoomCode? {
    switch self {
    case .browse, .create, .quick: nil
    case .join(let code, _): code
    case .watch(let code, _): code
    }
  }

  /// The password that is said at its door.
  var password: String? {
    switch self {
    case .browse, .create, .quick: nil
    case .join(_, let password), .watch(_, let password): password
    }
  }
}
