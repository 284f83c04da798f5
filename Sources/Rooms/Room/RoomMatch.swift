// A room's matches: what players do in one, how bots play their part and how it ends; how one
// begins is in `RoomReadiness.swift`. The rules are the match's; here its events are told, and what
// follows from them is done.

import Archive
import Game
import Wire

// From one match to the next.
extension Room {
  /// Draws the seed of the next match and tells its hash.
  mutating func promise(_ turn: inout Turn) {
    seed =
      haunting?.original.ghosts.seed ?? secrets.seed(of: settings.rules.mode, at: turn.now)
    tell(commitment, &turn)
  }

  private mutating func finish(_ turn: inout Turn) {
    turn.note(.finished(code, match: matchNumber))
    if let match = record?.finish() { turn.finished.append((code, matchNumber, match)) }
    (match, record, isTry) = (nil, nil, false)
    matchNumber += 1
    promise(&turn)
    countForSeries(&turn)
    followCompany()
    for index in seats.indices {
      seats[index].hand = nil
      // Who has done anything meanwhile may look at the end of it.
      if seats[index].heeded > began { seats[index].heeded = turn.now }
      guard seats[index].isBot else { continue }
      // What lag a ghost had is said anew in each round.
      seats[index].roundTrip = 0
      readyBot(index, &turn)
    }
    reconsiderStart(&turn)
  }

  mutating func readyBot(_ index: Int, _ turn: inout Turn) {
    seats[index].isReady = true
    tell(.readied(seats[index].player, true, .none), &turn)
  }
}

// Playing.
extension Room {
  /// Takes a player's move.
  ///
  /// - Returns: whether it was a lock that was too far off.
  /// - Throws: why the match did not take it.
  mutating func play(
    _ command: Command, by player: PlayerID, arrived: ClosedRange<Instant>, _ turn: inout Turn
  ) throws(Refusal) -> Bool {
    guard let moment = match?.moment(of: arrived),
      let events = try match?.apply(command, by: player, arrived: arrived)
    else { throw .notNow }
    record?.moved(command, by: player, at: moment)
    if let index = seats.firstIndex(where: { $0.player == player }) {
      seats[index].hasMoved = true
      heed(index, &turn)
      if movesDue == nil {
        let moved = turn.level > 0 ? min(arrived.upperBound, turn.now) : turn.now
        movesDue = nextMoves(after: movesSent, from: moved, for: .player, turn)
      }
    }
    if !events.isEmpty { tell(events, &turn) }
    // A late hall reads first what has come: of all that, the newest positions are told.
    if turn.level == 0, let movesDue, movesDue <= turn.now { sendMoves(&turn) }
    if case .missed = events.first { return true }
    return false
  }

  /// Tells what happened in the match and does what follows from it.
  mutating func tell(_ events: [Event], _ turn: inout Turn) {
    if events.isEmpty { return }
    for event in events {
      if case .shut = event { for index in seats.indices { seats[index].hand = nil } }
      noteForCrowd(event, &turn)
      tell(event, &turn)
      record?.told(event, number: history.last)
      if case .round(let start) = event { planHands(start) }
    }
    tellCrowdNews(&turn)
    if match?.isOver == true { finish(&turn) }
  }

  private mutating func planHands(_ start: RoundStart) {
    guard let match, let challenge = match.round?.challenge else { return }
    let players = match.players
    for index in seats.indices {
      guard players.contains(seats[index].player) else { continue }
      if let round = haunting?.round(start.round, of: seats[index].player) {
        seats[index].hand = Hand(round, opens: start.opens)
      }
      guard let skill = seats[index].skill else { continue }
      var draw = secrets.draw("hand")
      seats[index].hand = Hand(
        skill: skill, mode: match.rules.mode, challenge: challenge, opens: start.opens,
        tolerance: match.rules.tolerance(inRound: start.round), draw: &draw)
    }
  }

  mutating func moveHand(_ index: Int, _ turn: inout Turn) {
    let player = seats[index].player
    for command in seats[index].hand?.act(at: turn.now) ?? [] {
      // A bot's move can come too late, as anybody's can; then it was in vain.
      do { _ = try play(command, by: player, arrived: turn.now...turn.now, &turn) } catch {
        continue
      }
    }
  }

  /// The round trip that is remembered of a player; nil for who does not sit here.
  func roundTrip(of player: PlayerID) -> Int? {
    seats.first { $0.player == player }?.roundTrip
  }

  /// Remembers a player's round trip.
  mutating func measure(_ player: PlayerID, roundTrip: Int) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    seats[index].roundTrip = roundTrip
    match?.measure(player, roundTrip: roundTrip)
    record?.measured(player, roundTrip: roundTrip)
  }

  /// Shows everyone how a player feels.
  mutating func show(_ player: PlayerID, _ reaction: Reaction, _ turn: inout Turn) {
    heed(player, &turn)
    tell(.reacted(player, reaction), &turn)
    reconsiderStart(&turn)
  }

  /// Takes one from what a player may show the others, a feeling or another name.
  mutating func mayShow(_ player: PlayerID, at now: Instant) -> Bool {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return false }
    return seats[index].reactions
      .take(1, burst: limits.reactionBurst, perSecond: limits.reactionsPerSecond, at: now)
  }
}
