// How a room comes to be known, from the server's messages one after another. Promises are kept in
// mind here, and whoever breaks one is found out; everything else is taken as it is told.
// Invariant: an event that was folded already, by its number, changes nothing.

import Game
import Wire

extension RoomModel {
  /// Takes one message; those that are not about a room change nothing.
  mutating func fold(_ message: ServerMessage, hashing: Hashing) {
    switch message {
    case .room(let number, let event):
      if isNews(number) { fold(event, isPicture: number == nil, hashing) }
    case .play(let number, let event):
      if isNews(number) { match?.fold(event, isNews: number != nil, hashing: hashing) }
    case .move(let move): match?.fold(move)
    case .watchers(let count): watchers = count
    case .welcome, .no, .pong, .ping, .listed, .end, .entered, .out, .reacted, .watcher: break
    }
  }

  /// Takes who looks on, or that this is not told.
  mutating func take(_ onlookers: [Onlooker], isTold: Bool) {
    let number = (audience?.number ?? 0) + 1
    audience = Audience(number: number, onlookers: onlookers, isTold: isTold)
  }

  /// Notes what a player shows.
  ///
  /// - Parameter now: on the server's clock.
  mutating func show(_ reaction: Reaction, of player: PlayerID, at now: Instant) {
    guard seat(of: player) != nil else { return }
    reactionsMade += 1
    reactions[player] = ShownReaction(number: reactionsMade, reaction: reaction, at: now)
  }

  private mutating func isNews(_ number: Int?) -> Bool {
    guard let number else { return true }
    guard number > last else { return false }
    last = number
    return true
  }

  private mutating func fold(_ event: RoomEvent, isPicture: Bool, _ hashing: Hashing) {
    switch event {
    case .settings(let view): set(view)
    case .seat(let who, let profile): sit(who, profile)
    case .away(let who, let until):
      change(who) { $0.awayUntil = until }
      shares.lose(who, forGood: false)
    case .back(let who): change(who) { $0.awayUntil = nil }
    case .gone(let who, let why): vacate(who, why)
    case .hosted(let who): host = who
    case .readied(let who, let isReady, let share): ready(who, isReady, share, hashing)
    case .reveal(let number, let players):
      if number == matchNumber { shares.call(players, isNews: !isPicture) }
    case .commit(let match, let hash): commit(Commitment(match: match, hash: hash))
    case .countdown(let number, let opens, let players, let nonces):
      compare(nonces, of: players, isPicture: isPicture)
      begin(number, players: players, nonces: nonces, opens: opens)
    }
  }

  /// A seed of the day is no seed of the room's own: from one to the other it is promised anew.
  private mutating func set(_ view: RoomView) {
    if !isRunning, view.rules.mode.isDaily != settings.rules.mode.isDaily { isPromiseVoid = true }
    settings = view
  }
}

// Seats.
extension RoomModel {
  private mutating func change(_ player: PlayerID, _ change: (inout SeatModel) -> Void) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    change(&seats[index])
  }

  private mutating func sit(_ player: PlayerID, _ profile: Profile) {
    if seat(of: player) == nil { seats.append(SeatModel(player: player, profile: profile)) }
    change(player) { $0.profile = profile }
    former.removeAll { $0.seat.player == player }
  }

  private mutating func vacate(_ player: PlayerID, _ why: Departure) {
    guard let index = seats.firstIndex(where: { $0.player == player }) else { return }
    former.append(FormerSeat(seat: seats.remove(at: index), why: why))
    if former.count > SessionLimits.formerMax { former.removeFirst() }
    if host == player { host = nil }
    reactions[player] = nil
    shares.lose(player, forGood: true)
    match?.lose(player, why)
  }

  private mutating func ready(
    _ player: PlayerID, _ isReady: Bool, _ share: Share, _ hashing: Hashing
  ) {
    change(player) { seat in
      seat.isReady = isReady
      seat.share = share
    }
    shares.give(share, by: player, hashing)
    guard player == me, isReady, let pledge else { return }
    // A server that knows no seals takes the nonce that was said openly.
    let isOwn = share.seal.map { $0 == pledge.secret.seal(hashing) } ?? (share.nonce == pledge.open)
    if !isOwn { blame(.nonces) }
  }

  private mutating func blame(_ flaw: Flaw) {
    if fault?.match != matchNumber { fault = Fault(match: matchNumber, flaw: flaw) }
  }
}

// From one match to the next.
extension RoomModel {
  /// The first promise for a match counts; another one does not undo it, unless it has to be made
  /// anew: for other rules, or because another day has come. Then nothing of what was given for the
  /// one before may be used.
  private mutating func commit(_ new: Commitment) {
    let isAnew = !isRunning && (isPromiseVoid || settings.rules.mode.isDaily)
    if commitment?.match != new.match || isAnew {
      if commitment != new {
        pledge = nil
        shares.expire()
        for index in seats.indices { seats[index].share = .none }
      }
      commitment = new
      isPromiseVoid = false
    }
  }

  private mutating func compare(
    _ nonces: [Nonce], of players: [PlayerID], isPicture: Bool
  ) {
    let flaw = shares.begin(players, nonces, isShared: settings.rules.mode.isDaily)
    if let flaw, !isPicture { blame(flaw) }
  }

  /// A match begins for those who sit now and are there, and from then on nobody is ready any more.
  private mutating func begin(
    _ number: Int, players: [PlayerID], nonces: [Nonce], opens: Instant
  ) {
    var match = MatchModel(
      number: number, rules: settings.rules, players: players, nonces: nonces, opens: opens,
      commitment: commitment?.match == number ? commitment?.hash : nil)
    if let fault, fault.match == number { match.blame(fault.flaw) }
    match.withdrawn = Set(players.filter { seat(of: $0) == nil })
    former.removeAll { !players.contains($0.seat.player) }
    for index in seats.indices {
      seats[index].isReady = false
      seats[index].share = .none
    }
    self.match = match
  }
}
