// How a match begins: who is ready, what everybody gives to the randomness, and how sealed nonces
// are opened before any target can follow from them. Who may say so is the hall's to decide; how a
// match of the day begins is in `RoomDaily.swift`. Players who are away when a match begins sit
// out: one lost connection must neither hold up a room for a minute nor be scored for a gray that
// nobody chose. Nobody waits for idle players either; in rooms that QUICK opened a ready player
// waits 12 s at most for others, and everybody is told. A room that was opened by hand is its
// host's, and begins nothing by itself before the host is ready.
// Invariant: from the moment when the first seal may be opened until the match begins nobody gives
// anything new, and the players stay the same; or else the start is called off, and whatever was
// given counts no more.

import Game
import Wire

/// A match that begins as soon as its players have opened their seals.
struct Reveal: Sendable {
  /// Who plays it, in seat order.
  let players: [PlayerID]
  /// When it begins without the nonces that are still sealed.
  let due: Instant
}

// Getting ready.
extension Room {
  /// Does what a player said, at first and when the room is played again from its journal, which
  /// has the message as it was said.
  ///
  /// - Returns: whether it could be done.
  mutating func obey(
    _ message: ClientMessage, from player: PlayerID, _ turn: inout Turn
  ) -> Bool {
    switch message {
    case .ready where isPlaying, .reveal where isPlaying, .rename where isPlaying: return false
    case .ready(let isReady, let share):
      if player == host { letSeriesGoOn(isReady, &turn) }
      if !isWaiting {
        callOff(without: player, &turn)
      } else {
        setReady(player, isReady, share, &turn)
      }
    case .reveal(let nonce): return open(nonce, of: player, &turn)
    case .rename(let name, let icon, let color): rename(player, name, icon, color, &turn)
    // How often was judged when it was said.
    case .next: return match?.hurry(at: turn.now) ?? false
    case .end: return endFloor(&turn)
    case .react(let reaction): show(player, reaction, &turn)
    default: return false
    }
    return true
  }

  mutating func setReady(_ player: PlayerID, _ isReady: Bool, _ share: Share, _ turn: inout Turn) {
    heed(player, &turn)
    noteReady(player, isReady, share, &turn)
    reconsiderStart(&turn)
  }

  private mutating func noteReady(
    _ player: PlayerID, _ isReady: Bool, _ share: Share, _ turn: inout Turn
  ) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    seats[index].isReady = isReady
    // A nonce that comes with a seal is for servers that know no seals.
    seats[index].share = share.seal == nil ? share : Share(seal: share.seal)
    tell(.readied(player, isReady, seats[index].share), &turn)
  }

  /// Nobody is ready any more, and whatever was given counts no more; bots stay ready. Nothing
  /// begins before all have been told so, whichever players are left.
  mutating func askAgain(_ turn: inout Turn) {
    (reveal, claiming) = (nil, nil)
    for seat in seats where !seat.isBot && (seat.isReady || seat.share != .none) {
      noteReady(seat.player, false, .none, &turn)
    }
    reconsiderStart(&turn)
  }

  /// Calls the start off that waits for something, if this player was to be part of it.
  mutating func callOff(without player: PlayerID, _ turn: inout Turn) {
    let players = reveal?.players ?? claiming.map { [$0.player] } ?? []
    if players.contains(player) { askAgain(&turn) }
  }
}

// Beginning.
extension Room {
  /// Begins a match when everyone who is awake is ready, there are enough to race, and the host is
  /// one of them or the room is nobody's own. There nobody who is ready waits for the others longer
  /// than patience lasts.
  mutating func reconsiderStart(_ turn: inout Turn) {
    guard isWaiting else { return }
    keepCompany(&turn)
    let present = seats.filter(\.isPresent)
    let ready = present.filter(\.isReady)
    let isWanted = ready.contains { !$0.isBot && (isNobodysOwn || $0.player == host) }
    let isAwaiting = present.contains { $0.isAwake && !$0.isReady }
    if isWanted, !isAwaiting, ready.count >= min(2, settings.seats) {
      return start(onlyReady: true, &turn)
    }
    let isTimed = isNobodysOwn ? isWanted && ready.count < present.count : isSeriesToGoOn
    let wait = isNobodysOwn ? limits.patienceMilliseconds : limits.rematchMilliseconds
    let ends = isTimed ? patienceEnds ?? turn.now + wait : nil
    guard ends != patienceEnds else { return }
    patienceEnds = ends
    tell(.starts(at: ends), &turn)
  }

  /// Begins a match with everyone who is there, or only with those of them who are ready; the
  /// caller has made sure that somebody is. Where nonces are sealed, they are opened first.
  mutating func start(onlyReady: Bool = false, _ turn: inout Turn) {
    (idleDue, patienceEnds) = (nil, nil)
    let racing = racers(onlyReady: onlyReady, &turn)
    if settings.rules.mode.isDaily, haunting == nil { return startDaily(racing, &turn) }
    guard racing.contains(where: \.share.isSealed) else { return begin(racing, &turn) }
    let players = racing.map(\.player)
    reveal = Reveal(players: players, due: turn.now + limits.revealMilliseconds)
    tell(.reveal(match: matchNumber, players: players), &turn)
  }

  /// Opens a player's seal; false when that is not its nonce.
  mutating func open(_ nonce: Nonce, of player: PlayerID, _ turn: inout Turn) -> Bool {
    guard let index = seats.firstIndex(where: { $0.player == player }),
      seats[index].share.seal == nonce.seal(secrets.hashing)
    else { return false }
    seats[index].share.nonce = nonce
    tell(.readied(player, seats[index].isReady, seats[index].share), &turn)
    if !revealing.contains(where: \.share.isSealed) { beginRevealed(&turn) }
    return true
  }

  /// The seats whose match waits for seals.
  private var revealing: [Seat] {
    let players = reveal?.players ?? []
    return seats.filter { players.contains($0.player) }
  }

  /// Begins the match that waited for seals; those that are closed still count as no nonces.
  mutating func beginRevealed(_ turn: inout Turn) {
    let racing = revealing
    reveal = nil
    begin(racing, &turn)
  }

  /// From then on nobody is ready any more.
  ///
  /// - Parameters:
  ///   - start: when the countdown begins; nil for now.
  ///   - isRanked: whether it is its player's one ranked try of the day.
  mutating func begin(
    _ racing: [Seat], from start: Instant? = nil, isRanked: Bool = false, _ turn: inout Turn
  ) {
    let (start, mode) = (start ?? turn.now, settings.rules.mode)
    let players = racing.map(\.player)
    // What everybody is to play alike depends on nobody.
    let nonces = racing.map { mode.isDaily ? .none : $0.share.nonce ?? .none }
    let copied = haunting?.copied(by: players) ?? .none
    let roundTrips = Dictionary(uniqueKeysWithValues: racing.map { ($0.player, $0.roundTrip) })
    let match = Match(
      rules: settings.rules, players: players, seed: seed, nonces: nonces,
      hashing: secrets.hashing, start: start, roundTrips: roundTrips, copied: copied)
    let opens = match.opens ?? start
    (self.match, began, isTry, tryRests) = (match, turn.now, isRanked, nil)
    for index in seats.indices {
      seats[index].isReady = false
      seats[index].share = .none
      seats[index].hasMoved = false
      seats[index].hasMovedForWatchers = false
    }
    let countdown = RoomEvent.countdown(
      match: matchNumber, opens: opens, players: players, nonces: nonces, isRanked: isRanked,
      copied)
    tell(countdown, &turn)
    beginRecord(of: racing, countdown, at: start)
    turn.note(.started(code, match: matchNumber, players: players.count))
  }
}
