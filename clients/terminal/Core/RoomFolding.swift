// What a viewer makes of the server's messages besides the room itself: whom they may still have to
// name, what somebody showed, and whether the server told their own share as they gave it.
// Invariant: an event that was folded already, by its number, changes nothing.

import Game
import Wire

extension RoomModel {
  /// Takes one message; those that are not about a room change nothing.
  mutating func fold(_ message: ServerMessage, hashing: Hashing) {
    if case .watchers(let count) = message { watchers = count }
    if case .crowd(let count) = message { foldNearest(of: count, hashing) }
    guard case .room(let number, let event) = message else {
      heard.fold(message, hashing: hashing)
      return crowd.fold(message, heard.state.match)
    }
    guard heard.state.isNews(number) else { return }
    crowd.fold(message, heard.state.match)
    let promise = heard.promise
    if case .gone(let player, let why) = event, let seat = seat(of: player) {
      former.append(FormerSeat(seat: seat, why: why))
      if former.count > SessionLimits.formerMax { former.removeFirst() }
      reactions[player] = nil
    }
    heard.fold(message, hashing: hashing)
    // A share that was given for one promise is not given again for another.
    if heard.promise != promise { pledge = nil }
    switch event {
    case .seat(let player, _): former.removeAll { $0.seat.player == player }
    case .readied(me, true, let share): compare(share, hashing)
    case .countdown(_, _, let players, _, _, _):
      former.removeAll { !players.contains($0.seat.player) }
      ratings = [:]
    default: break
    }
  }

  /// A member of the crowd hears no MOVE, but hears once a second where the nearest seat is.
  private mutating func foldNearest(of count: CrowdCount, _ hashing: Hashing) {
    guard crowd.cell != nil, let who = count.seat, let color = count.seatColor,
      let near = count.seatNear
    else { return }
    let move = Move(who: who, near: near, color: color, to: count.seatTo)
    heard.fold(.move(move), hashing: hashing)
  }

  /// A server that knows no seals takes the nonce that was said openly.
  private mutating func compare(_ share: Share, _ hashing: Hashing) {
    guard let pledge else { return }
    let isOwn = share.seal.map { $0 == pledge.secret.seal(hashing) } ?? (share.nonce == pledge.open)
    if !isOwn { heard.blame(.nonces) }
  }

  /// Takes what the last match has changed.
  mutating func take(_ change: RatingChange) {
    if match?.number == change.match, match?.players.contains(change.who) == true {
      ratings[change.who] = change
    }
  }

  /// Takes who looks on, or that this is not told.
  mutating func take(_ onlookers: [Onlooker], isTold: Bool) {
    let number = (audience?.number ?? 0) + 1
    audience = OnlookerList(number: number, onlookers: onlookers, isTold: isTold)
  }

  /// Notes what a player shows.
  ///
  /// - Parameter now: on the server's clock.
  mutating func show(_ reaction: Reaction, of player: PlayerID, at now: Instant) {
    guard seat(of: player) != nil else { return }
    reactionsMade += 1
    reactions[player] = ShownReaction(number: reactionsMade, reaction: reaction, at: now)
  }
}
