// From where the user is to where the user wants to be: leaving, creating, joining, watching, being
// found a room, and the list of rooms on the way. The wish is kept in `intent`; each step here
// brings the server's picture of us one request nearer to it. A wish that the server refuses
// becomes `browse`, or to be where and what one is.

import Game
import Wire

extension Session {
  /// Whether the server has us in a room whose picture is complete.
  public var isInRoom: Bool { state == .online && inside != nil && draft == nil }

  /// Whether a list of rooms is of use: on the home screen, and while a room to watch is sought.
  var isOnHome: Bool {
    guard state == .online, inside == nil, request == nil, !isListing else { return false }
    switch intent {
    case .browse, .watch(nil, _): return true
    case .create, .join, .watch, .quick: return false
    }
  }

  /// Asks for the next step towards the intent, if there is one and nothing is under way.
  mutating func reconcile(_ outputs: inout [SessionOutput], at now: Instant) {
    guard state == .online, request == nil, pauseUntil == nil, challengeDue == nil, !asksToProve,
      !isWhereWanted
    else { return }
    if let inside, inside != intent.code || reentersForField {
      return ask(.leave, .leave, &outputs)
    }
    // In the room already, on a seat or without one: that is changed between rounds.
    if inside != nil, room?.isBetweenRounds == false || !isInRoom { return }
    switch intent {
    case .browse, .watch(nil, _): break
    case .create(let wishes, _, let ghost):
      ask(.create, .create(wishes, ghost: ghost), &outputs)
    case .quick(let mode): ask(.quick, .quick(mode, bot: botLevel), &outputs)
    case .join(let code, let password):
      ask(.join, .join(code, password: password), &outputs)
    case .watch(.some(let code), let password):
      // A player who had a seat may be ahead of those who look on.
      let since = inside == nil && room?.code == code ? room?.last : nil
      let field = room?.code == code && room?.crowd.showsField == true
      ask(
        .watch(since: since), .watch(code, password: password, since: since, field: field),
        &outputs)
    }
  }

  private var isWhereWanted: Bool {
    if reentersForField { return false }
    let role = (draft ?? room)?.role
    switch intent {
    case .browse, .create, .quick, .watch(nil, _): return false
    case .join(let code, _): return code == inside && role == .player
    case .watch(let code, _): return code == inside && role == .watcher
    }
  }

  private mutating func ask(
    _ request: Request, _ message: ClientMessage, _ outputs: inout [SessionOutput]
  ) {
    self.request = request
    switch request {
    case .create, .quick:
      mayHaveSeat = true
      isCreating = true
    case .join: mayHaveSeat = true
    case .watch, .leave, .resume: break
    }
    outputs.append(.send(message))
  }

  /// Everything about the room is forgotten: we are out of it.
  mutating func forgetRoom() {
    room = nil
    lostAt = nil
    hasLostSeat = false
    draft = nil
    onlookers = nil
    sliders = nil
    autoPlayer?.drop()
    getsReady = false
  }
}

// In and out.
extension Session {
  /// IN: the server has let us in. A picture of the room follows, unless the server goes on exactly
  /// where we had heard the last of it.
  mutating func comeIn(
    _ code: RoomCode, _ role: Role, last: Int, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    guard let me else { return }
    let answered = request
    request = nil
    inside = code
    mayHaveSeat = role == .player
    // A cell that was kept is told anew.
    room?.crowd.cell = nil
    if hasLostSeat { tell(RefusalCode.badToken.sentence, .badToken, at: now) }
    hasLostSeat = false
    // A newcomer can show one thing at once, not three.
    reactionsUntil = now + Session.reactionsAhead
    sliders?.reconnect(at: now)
    if case .watch(let since) = answered, since == last, room?.code == code {
      room?.role = role
      room?.me = me
      lostAt = nil
      draft = nil
    } else {
      draft = RoomModel(code: code, role: role, me: me, last: last, before: room)
    }
    // Maybe by the seat that was kept: the connection was lost before the room was heard of.
    guard isCreating else { return }
    isCreating = false
    switch intent {
    case .create(let wishes, let bots, _):
      intent = .being(role, in: code, password: wishes.password)
      for level in bots { outputs.append(.send(.bot(level: level))) }
    case .quick:
      intent = .join(code, password: nil)
      getsReady = true
      hasSaidReady = false
    case .browse, .join, .watch: break
    }
  }

  /// OUT: we are in no room any more.
  mutating func goOut(_ code: RoomCode, _ why: Departure, at now: Instant) {
    let wasAsked = request == .leave
    request = nil
    inside = nil
    mayHaveSeat = false
    // The room stays as it is known until it is told with the field.
    if wasAsked, reentersForField { return reentersForField = false }
    reentersForField = false
    nextList = now
    let wasWanted = intent.code == code
    forgetRoom()
    guard !wasAsked else { return }
    if wasWanted { intent = .browse }
    tell(why.sentence, nil, lasts: true, at: now)
  }

  /// The server did not let us in: back to the home screen, or to what we are in the room already.
  mutating func stayOut(at now: Instant) {
    request = nil
    isCreating = false
    if let inside, let role = (draft ?? room)?.role {
      mayHaveSeat = role == .player
      intent = .being(role, in: inside, password: intent.password)
      return
    }
    mayHaveSeat = false
    intent = .browse
    nextList = now
    forgetRoom()
  }
}

extension Departure {
  /// Why one is out of a room, as a sentence.
  fileprivate var sentence: String {
    switch self {
    case .closed: Words["The room was closed."]
    case .kicked: Words["The host removed you; you may come back."]
    case .banned: Words["The host banned you from the room."]
    case .lost: Words["Your seat was given up while you were away."]
    case .left, .watching: Words["You are out of the room."]
    }
  }
}

// The list of rooms.
extension Session {
  mutating func listIfDue(_ outputs: inout [SessionOutput], at now: Instant) {
    guard isOnHome, pauseUntil == nil, let nextList, nextList <= now else { return }
    list(&outputs, at: now)
  }

  mutating func list(_ outputs: inout [SessionOutput], at now: Instant) {
    guard state == .online, !isListing else { return }
    isListing = true
    gathered = []
    nextList = now + SessionLimits.listMilliseconds
    outputs.append(.send(.list(nil)))
  }

  mutating func endList(at now: Instant) {
    isListing = false
    listings = gathered
    gathered = []
    listedAt = now
    if case .watch(nil, _) = intent, let best = Session.mostInteresting(of: listings) {
      intent = .watch(best.code, password: nil)
    }
  }

  /// What to watch: a match that runs rather than one that does not, then the most people, then
  /// the most watchers; of equals the first. Rooms with a password are not open to all.
  static func mostInteresting(of listings: [Listing]) -> Listing? {
    func rank(_ listing: Listing) -> (Int, Int, Int) {
      (listing.state == .playing ? 1 : 0, listing.people, listing.watchers)
    }
    return listings.filter { !$0.hasPassword }
      .reduce(nil as Listing?) { best, next in
        guard let best, rank(best) >= rank(next) else { return next }
        return best
      }
  }
}
