// A room's positions: when everybody is told where the sliders are, and who is told more rarely
// while the server is late. It knows how late, and not why.
// Invariants: of a player only the newest position is told; those who may see it are told it in the
// end, unless its round is shut by then; in time, watchers are told together with the players.

import Game
import Wire

extension Room {
  /// When positions are due again that were last told at some moment, if somebody moved at another.
  func nextMoves(
    after sent: Instant, from moved: Instant, for audience: Audience, _ turn: Turn
  ) -> Instant {
    max(moved, sent + limits.moveMilliseconds(for: audience, at: turn.level))
  }

  /// Takes sliders again that somebody moved before, and lets the pictures wait that came due in
  /// between: a replayed room shows nobody anything, and of a player only the newest position
  /// counts. Bots and delayed watchers go by each moment: with them there is no short cut.
  ///
  /// - Returns: whether it did.
  mutating func retake(
    _ guess: Guess, by player: PlayerID, arrived: ClosedRange<Instant>, at now: Instant
  ) -> Bool {
    guard delayLine == nil, movesDue != nil, seats.allSatisfy({ $0.handDue == nil }),
      let index = seats.firstIndex(where: { $0.player == player }),
      let moment = match?.moment(of: arrived),
      (try? match?.apply(.set(guess), by: player, arrived: arrived)) != nil
    else { return false }
    record?.moved(.set(guess), by: player, at: moment)
    (seats[index].hasMoved, seats[index].heeded) = (true, now)
    return true
  }

  /// Tells where those are who moved; the watchers, too, unless it is too soon for them.
  mutating func sendMoves(_ turn: inout Turn) {
    movesDue = nil
    movesSent = turn.clock
    if crowd?.isCountDue == true { tellCount(&turn) }
    let watchersDue = nextMoves(
      after: watcherMovesSent, from: turn.now, for: .watcher, turn)
    guard watcherMovesDue == nil, watchersDue == turn.now else {
      return sendPlayerMoves(watchersDue: watchersDue, &turn)
    }
    watcherMovesSent = turn.clock
    for index in seats.indices where seats[index].hasMoved {
      seats[index].hasMoved = false
      if let move = move(of: seats[index].player) { tell(.move(move), &turn) }
    }
  }

  /// Tells the players, and the watchers when theirs is due.
  private mutating func sendPlayerMoves(watchersDue: Instant, _ turn: inout Turn) {
    watcherMovesDue = watcherMovesDue ?? watchersDue
    for index in seats.indices where seats[index].hasMoved {
      seats[index].hasMoved = false
      seats[index].hasMovedForWatchers = true
      if let move = move(of: seats[index].player) { tellPlayersFirst(.move(move), &turn) }
    }
    if let watcherMovesDue, watcherMovesDue <= turn.now { sendWatcherMoves(&turn) }
  }

  /// Tells the watchers where those are who moved since they were told last.
  mutating func sendWatcherMoves(_ turn: inout Turn) {
    watcherMovesDue = nil
    watcherMovesSent = turn.clock
    var moves: [ServerMessage] = []
    for index in seats.indices where seats[index].hasMovedForWatchers {
      seats[index].hasMovedForWatchers = false
      if let move = move(of: seats[index].player) { moves.append(.move(move)) }
    }
    tellWatchers(moves, &turn)
  }

  /// Where a player is in the present round; nil between rounds and for who does not race. It
  /// changes nothing: what does not say that it may would be given a copy of the room.
  private mutating func move(of player: PlayerID) -> Move? {
    guard let (swatch, near) = match?.progress(of: player) else { return nil }
    return Move(who: player, near: near, color: swatch.color, to: swatch.to)
  }
}
