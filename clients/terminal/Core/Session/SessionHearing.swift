// What a session does with each line of the server. A line that cannot be read is skipped, as a
// newer server's may be; nothing that a server says can stop a session from trying again but the
// few refusals that mean it.

import Game
import Wire

extension Session {
  mutating func receive(
    _ line: ArraySlice<UInt8>, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    guard state == .greeting || state == .online else { return }
    lastHeard = now
    isWaiting = false
    do throws(RefusalLine) {
      guard let message = try ServerMessage.decode(line) else { return }
      hear(message, &outputs, at: now)
    } catch {
      // A newer server's lines are passed over; who has not said WELCOME is no server yet.
      if state == .greeting { meetStranger(line, &outputs, at: now) }
    }
  }

  /// Whatever answers speaks something else. Where this server was met before, something on the way
  /// answers in its place for a while.
  private mutating func meetStranger(
    _ line: ArraySlice<UInt8>, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    let isWeb = line.starts(with: Array("HTTP/".utf8)) || line.first == UInt8(ascii: "<")
    let who =
      isWeb
      ? Words["A web server answers there, not chromatch."]
      : Words["The server there does not speak this game's protocol."]
    guard welcome == nil else { return drop(who.spokenInside, &outputs, at: now) }
    end(.failed(Words["\(who) Is the port right?"]), &outputs, at: now)
  }

  private mutating func hear(
    _ message: ServerMessage, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    switch message {
    case .welcome(let welcome):
      let isNew = state == .greeting
      beWelcomed(welcome, at: now)
      identify(&outputs, at: now)
      if isNew { askLog(&outputs, at: now) }
    case .no(let refusal): obey(refusal, &outputs, at: now)
    case .pong(let question, let server): clock.answer(question, server: server, at: now)
    case .ping(let nonce): outputs.append(.send(.pong(nonce: nonce)))
    case .listed(let listing):
      if isListing, gathered.count < SessionLimits.listingsMax { gathered.append(listing) }
    case .end(let of, _, let ratesHouseholds):
      if of == ClientVerb.list.rawValue { endList(at: now) }
      if of == ClientVerb.who.rawValue { endAudience(isTold: true) }
      if [ClientVerb.top, .past].map(\.rawValue).contains(of) {
        endLookup(ratesHouseholds: ratesHouseholds, &outputs)
      }
    case .entered(let code, let role, let last):
      comeIn(code, role, last: last, &outputs, at: now)
    case .out(let code, let why): goOut(code, why, at: now)
    case .room(let number, _): fold(message, isPicture: number == nil, at: now)
    case .play(let number, _): fold(message, isPicture: number == nil, at: now)
    case .move, .yours, .crowd, .field, .locks: fold(message, isPicture: true, at: now)
    case .cell:
      // Like a seat, it is kept for a while.
      mayHaveSeat = true
      fold(message, isPicture: true, at: now)
    case .watchers:
      // The last line of a picture.
      fold(message, isPicture: true, at: now)
      completePicture(at: now)
    case .reacted(let player, let reaction):
      if isInRoom { room?.show(reaction, of: player, at: clock.server(at: now)) }
    case .watcher(let player, let profile):
      if let count = onlookers?.count, count < SessionLimits.onlookersMax {
        onlookers?.append(Onlooker(player: player, profile: profile))
      }
    case .challenge(let nonce, let server): prove(nonce, to: server, &outputs, at: now)
    case .proved(let id, _): identity = id
    case .kept(let match): hear(match, &outputs, at: now)
    case .stopping(let end):
      if stopsAt == nil { tell(Session.lastMatches, nil, lasts: true, at: now) }
      stopsAt = end
    case .tree(let log):
      hear(log, &outputs, at: now)
      askArchive(&outputs)
    case .rated(let change): if isInRoom { room?.take(change) }
    case .topped(let row): hear(row)
    case .played(let match): hear(match)
    case .forgotten: endLookup(&outputs)
    // A session asks for no record; a client that does hears it without one.
    case .replayed: break
    }
  }

  /// The answer to WHO is complete, or there is none.
  private mutating func endAudience(isTold: Bool) {
    guard let told = onlookers else { return }
    onlookers = nil
    if isInRoom { room?.take(told, isTold: isTold) }
  }

  /// Takes what happened in the room, or what belongs to its picture.
  private mutating func fold(_ message: ServerMessage, isPicture: Bool, at now: Instant) {
    guard inside != nil else { return }
    if !isPicture { completePicture(at: now) }
    guard draft == nil else {
      draft?.fold(message, hashing: hashing)
      return
    }
    if room?.leavesOutMine(message) == true {
      tell(Words["Your nonce came too late to count in this match."], nil, at: now)
    }
    room?.fold(message, hashing: hashing)
    if case .play(_, .held) = message { tellPause(at: now) }
    tellRank(message, at: now)
    followRoom(at: now)
  }

  /// Says when a match goes on that stood still while its server was gone.
  private mutating func tellPause(at now: Instant) {
    guard let until = room?.match?.pause?.until else { return }
    let left = until - clock.server(at: now)
    if left <= 0 { return }
    tell(Words["The server was gone: the match goes on in \(Phrase.seconds(left))."], nil, at: now)
  }

  private mutating func completePicture(at now: Instant) {
    guard let draft else { return }
    let hadSeat = room?.mySeat != nil
    room = draft
    self.draft = nil
    lostAt = nil
    if !hadSeat, draft.mySeat != nil, draft.isRunning, !draft.isInMatch {
      tell(Words["You play from the next match on."], nil, lasts: true, at: now)
    }
    tellPause(at: now)
    followRoom(at: now)
  }
}

// Refusals.
extension Session {
  private mutating func obey(
    _ refusal: RefusalLine, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    let verb = refusal.verb.flatMap(ClientVerb.init(rawValue:))
    switch refusal.code {
    case .badVersion, .badLine, .replaced,
      // By the operator; a host's names what it refuses.
      .banned where refusal.verb == nil:
      end(.failed(refusal.sentence), &outputs, at: now)
    case .idle, .tooSlow, .shuttingDown, .moved, .serverFull:
      drop(refusal.sentence.spokenInside, &outputs, at: now)
    case .badToken:
      guard state == .greeting, request == .resume else { return }
      mayHaveSeat = false
      if case .join = intent { hasLostSeat = true }
      sayHello(resume: nil, &outputs, at: now)
    case .tooFast:
      pauseUntil = now + SessionLimits.pauseMilliseconds
      tell(refusal.sentence, refusal.code, at: now)
      if request != .resume { request = nil }
      if verb == .ready { hasSaidReady = false }
      isListing = false
      onlookers = nil
      challengeDue = nil
      sliders?.unlock()
    default: obey(refusal, of: verb, &outputs, at: now)
    }
  }

  private mutating func obey(
    _ refusal: RefusalLine, of verb: ClientVerb?, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    switch verb {
    case .hello:
      if state == .greeting { end(.failed(refusal.sentence), &outputs, at: now) }
      return
    case .join where refusal.code == .wrongPass, .watch where refusal.code == .wrongPass:
      door = LockedDoor(to: intent)
      stayOut(at: now)
      return tell(door?.sentence ?? refusal.sentence, refusal.code, at: now)
    case .join where refusal.code == .noRoom && room != nil,
      .watch where refusal.code == .noRoom && room != nil:
      let sentence = wordsOnRoomGone(at: now)
      stayOut(at: now)
      return tell(sentence, refusal.code, at: now)
    case .create, .join, .watch, .quick: stayOut(at: now)
    case .leave:
      request = nil
      inside = nil
      forgetRoom()
      return
    case .lock:
      if refusal.code == .tooFar { noteTry(isTaken: false, at: now) }
      sliders?.unlock()
    case .identify, .prove:
      // A server that knows no identities is no less a server.
      challengeDue = nil
      guard refusal.code == .badSignature else { return }
    case .who:
      endAudience(isTold: false)
      return
    // A move, or a nonce, that comes a moment too late is nobody's fault, and not every server
    // has a log.
    case .set, .reveal, .ping, .pong: return
    case .tree: return giveUpLog(&outputs, at: now)
    case .top, .past, .forget: return endLookup(refused: refusal.code, &outputs)
    default: break
    }
    let isTooLate = stopsAt != nil && refusal.code == .notNow && Session.begins.contains(verb)
    tell(isTooLate ? Session.lastMatches : refusal.sentence, refusal.code, at: now)
  }

  /// What a server that is about to stop does not take any more.
  private static let begins: [ClientVerb?] = [.create, .quick, .ready, .start]

  private static var lastMatches: String {
    Words["The server stops soon: matches that run go on, no new one begins."]
  }
}

extension Session {
  /// Why the room is not there any more that the user was in when the connection was lost. A server
  /// keeps it for a while, even with nobody in it, so before that it can only have forgotten all.
  private func wordsOnRoomGone(at now: Instant) -> String {
    let isKept = lostAt.map { now - $0 < SessionLimits.roomKeptMilliseconds } ?? false
    guard isKept else { return Words["The room was closed while you were away."] }
    return room?.isRunning == true
      ? Words["The server restarted; that match is gone."]
      : Words["The server restarted; that room is gone."]
  }
}

extension String {
  /// A sentence for the inside of another one: without its capital and its full stop.
  public var spokenInside: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
