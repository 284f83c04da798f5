// What the session does in a room in the user's place: the own sliders or tile, locks with their
// claims, getting ready, and the hand that plays by itself.

import Game
import Wire

extension Session {
  /// Says that the user is ready, with a share of the randomness where the match takes any.
  mutating func sayReady(_ isReady: Bool, _ outputs: inout [SessionOutput]) {
    guard isReady, let room, !room.settings.rules.mode.isDaily, let pledge = pledge(for: room)
    else { return outputs.append(.send(.ready(isReady, .none))) }
    self.room?.pledge = pledge
    let share = Share(nonce: pledge.open, seal: pledge.secret.seal(hashing))
    outputs.append(.send(.ready(true, share)))
  }

  /// Opens the seal of the user's nonce when the room calls for it.
  mutating func openSeal(_ outputs: inout [SessionOutput]) {
    guard isInRoom, let nonce = room?.nonceToReveal, nonceShown != nonce else { return }
    nonceShown = nonce
    sealsOpened += 1
    outputs.append(.send(.reveal(nonce)))
  }

  /// Locks, and claims the moment of the key by the server's clock as it is known here.
  mutating func lock(
    _ guess: Guess, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    guard canMove(at: now), let round = room?.match?.round else {
      return tell(RefusalCode.notNow.sentence, .notNow, at: now)
    }
    let claim = max(0, clock.server(at: now) - round.start.opens)
    if let message = sliders?.lock(guess, claim: claim) { outputs.append(.send(message)) }
  }

  /// How far reactions may be ahead of their time.
  static let reactionsAhead =
    (SessionLimits.reactionsAtOnce - 1) * SessionLimits.reactionMilliseconds

  /// Shows the others how the user feels, unless that is said too often.
  mutating func show(
    _ reaction: Reaction, _ outputs: inout [SessionOutput], at now: Instant
  ) {
    let since = max(reactionsUntil, now)
    guard since - now <= Session.reactionsAhead else {
      return tell(Words["You can react again in a moment."], nil, at: now)
    }
    reactionsUntil = since + SessionLimits.reactionMilliseconds
    outputs.append(.send(.react(reaction)))
  }
}

// Playing along.
extension Session {
  /// Plays the match that runs, or the next one, without a seat, where the room lets people.
  mutating func playAlong(at now: Instant) {
    guard let room else { return }
    guard room.mayPlayAlong else { return tell(room.whyNotAlong, nil, at: now) }
    if !room.isRunning, !room.crowd.isJoined {
      tell(Words["You play along as soon as it starts."], nil, at: now)
    }
    self.room?.crowd.isJoined = true
    followRoom(at: now)
  }

  /// Has the server tell the field. It tells it to watchers who ask on the way in, so this one goes
  /// out and comes in again. Leaving costs a cell, so a viewer with a cell does not ask.
  mutating func askForField() {
    // A presenter has it anyway, and would lose the room.
    guard let room, room.role == .watcher, room.crowd.cell == nil, !room.crowd.showsField,
      !room.amPresenting
    else { return }
    self.room?.crowd.showsField = true
    reentersForField = true
  }

  /// When a lock without a seat counts as taken, because no refusal has come; nil without one.
  var lockIsTaken: Instant? {
    guard room?.role == .watcher, let sliders, sliders.isLocking,
      let round = room?.match?.round?.start, round.round == sliders.round
    else { return nil }
    return clock.local(at: round.opens + sliders.claim) + SessionLimits.refusedMilliseconds
  }

  /// Takes what came of a lock without a seat. A refusal that comes late takes back what counted as
  /// taken.
  mutating func noteTry(isTaken: Bool, at now: Instant) {
    guard let room, room.role == .watcher, let sliders else { return }
    let wasTaken = room.match?.round?.lock(of: room.me) != nil
    guard sliders.isLocking || (wasTaken && !isTaken) else { return }
    self.room?.crowd.ownTry = CrowdSeen.Try(
      match: sliders.match, round: sliders.round, elapsed: sliders.claim, isTaken: isTaken)
    if isTaken { self.sliders?.unlock() }
  }
}

extension RoomModel {
  /// Why nobody, or not this viewer, plays along here.
  var whyNotAlong: String {
    if role == .player { return RefusalCode.notNow.sentence }
    if amPresenting { return Words["You present: you have no seat."] }
    guard settings.delay > 0 else {
      return Words["This match counts, so nobody can play along."]
    }
    return Words[
      "This room shows everything \(settings.delay) s later, so nobody can play along."]
  }
}

// Following the room.
extension Session {
  /// After a change of the room: the sliders are those of the round that is on.
  mutating func followRoom(at now: Instant) {
    // Like a seat, a presenter's room is kept for a while.
    if room?.amPresenting == true { mayHaveSeat = true }
    guard let room, room.amRacing, let match = room.match else { return endRound() }
    autoPlayer?.begin(match.number)
    getsReady = false
    guard let round = match.round else { return endRound() }
    if sliders?.match != match.number || sliders?.round != round.start.round {
      sliders = OwnSliders(
        match: match.number, round: round.start.round, mode: match.rules.mode,
        tiles: round.challenge.tiles,
        pause: room.role == .player
          ? SessionLimits.setMilliseconds : SessionLimits.setAlongMilliseconds,
        at: now)
      autoPlayer?.plan(round.start, rules: match.rules)
    }
    if round.lock(of: room.me) != nil { sliders?.unlock() }
  }

  private mutating func endRound() {
    sliders = nil
    autoPlayer?.drop()
  }

  /// Gets ready for a match that was asked for as soon as can be; said once on each connection, so
  /// that a player whom new rules make wait can look at them.
  mutating func getReady(_ outputs: inout [SessionOutput]) {
    guard getsReady, !hasSaidReady, pauseUntil == nil, autoPlayer == nil, isInRoom, let room,
      let seat = room.mySeat, room.isBetweenMatches
    else { return }
    hasSaidReady = true
    if !seat.isReady { sayReady(true, &outputs) }
  }

  /// Plays what the session's own hand has to play by now.
  mutating func playItself(_ outputs: inout [SessionOutput], at now: Instant) {
    guard isInRoom, let room, autoPlayer != nil else { return }
    if let seat = room.mySeat, room.isBetweenMatches,
      autoPlayer?.getsReady(for: room.matchNumber, isReady: seat.isReady) == true
    {
      sayReady(true, &outputs)
    }
    for command in autoPlayer?.act(at: clock.server(at: now)) ?? [] where canMove(at: now) {
      switch command {
      case .set(let guess): sliders?.move(to: guess)
      case .lock(let guess, _): lock(guess, &outputs, at: now)
      }
    }
  }
}
