// A room as it is, in messages: what a newcomer is told before what happens next. Everything here
// is derived from the room's state; nothing is remembered for it alone. Invariant: whoever has the
// picture and every event after it knows what everyone else knows.

import Game
import Wire

extension Room {
  /// Sends one connection the room as it is.
  func show(to connection: ConnectionID, as role: Role, _ effects: inout [Effect]) {
    for message in picture(as: role) { effects.append(.send(message, to: [connection])) }
  }

  /// In the order in which it came about, because some events change what others mean: a match is
  /// of those who sit when it begins, and whoever was ready for it is not ready for the next.
  private func picture(as role: Role) -> [ServerMessage] {
    var messages: [ServerMessage] = [
      .entered(code, role, n: history.last), .room(n: nil, .settings(view)),
    ]
    func add(_ event: RoomEvent) { messages.append(.room(n: nil, event)) }
    func add(_ seat: Seat) {
      add(.seat(seat.player, seat.profile))
      if let until = seat.awayUntil { add(.away(seat.player, until: until)) }
    }
    for seat in seats where isInMatch(seat) { add(seat) }
    if isPlaying { add(commitment) }
    if let countdown = history.countdown { add(countdown) }
    for event in history.lasting { messages.append(.play(n: nil, event)) }
    if !isPlaying { add(commitment) }
    for seat in seats where !isInMatch(seat) { add(seat) }
    for seat in seats where seat.isReady || seat.nonce != nil {
      add(.readied(seat.player, seat.isReady, seat.nonce))
    }
    if let host { add(.hosted(host)) }
    return messages + present
  }

  /// Whether a seat was taken before the present match began, or no match is running.
  private func isInMatch(_ seat: Seat) -> Bool {
    match?.players.contains(seat.player) != false
  }

  /// What is true now and has no number.
  var present: [ServerMessage] {
    let moves = seats.compactMap { match?.move(of: $0.player) }
    return moves.map(ServerMessage.move) + [.watchers(watchers)]
  }

  /// How the room is set, as everyone in it sees it.
  var view: RoomView {
    RoomView(
      name: settings.name, rules: settings.rules, seats: settings.seats,
      isListed: settings.isListed, hasPassword: settings.password != nil)
  }

  /// The room from outside.
  var listing: Listing {
    Listing(
      code: code, name: settings.name, mode: settings.rules.mode.name, seats: settings.seats,
      taken: seats.count, watchers: watchers, state: isPlaying ? .playing : .waiting,
      round: roundNumber, of: settings.rules.rounds, hasPassword: settings.password != nil,
      icons: seats.map(\.profile.icon))
  }

  /// The newest round of the running match, 0 before its first and between matches.
  private var roundNumber: Int {
    guard isPlaying else { return 0 }
    for event in history.lasting.reversed() {
      if case .round(let start) = event { return start.round }
      if case .shut(let round, _, _) = event { return round }
    }
    return 0
  }
}

extension Match {
  /// Where a player's sliders are, as others may see it; nil between rounds.
  func move(of player: PlayerID) -> Move? {
    guard let guess = guess(of: player), let near = nearness(of: player),
      let color = rules.mode.color(of: guess)
    else { return nil }
    return Move(who: player, near: near, color: color)
  }
}
