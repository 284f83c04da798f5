// What a room does when its server is back after it was gone: nobody is connected, a match that was
// running has stood still, and everybody is given time to come back. Nobody did anything meanwhile,
// so nobody loses anything by it.

import Game
import Wire

extension Room {
  /// Goes on after the server was gone since a moment.
  mutating func goOn(since stopped: Instant, _ turn: inout Turn) {
    let gap = turn.now - stopped
    catchUp(to: stopped, at: turn.clock)
    audience = [:]
    members = []
    delayLine?.watchers = []
    hold(since: stopped, &turn)
    movesDue = movesDue.map { _ in turn.now }
    watcherMovesDue = watcherMovesDue.map { _ in turn.now }
    watcherCountDue = watcherCountDue.map { max($0, turn.now) }
    quickBot = quickBot.map { (bot: $0.bot, due: max($0.due + gap, turn.now)) }
    emptyUntil = emptyUntil.map { max($0 + gap, turn.now) }
    loseEverybody(&turn)
    settle(at: turn.now)
    passOn(at: turn.clock, &turn)
  }

  /// What was due by then and tells nothing numbered has happened, though nobody wrote it down:
  /// bots moved their sliders. What tells something has not, or it would have been written down.
  private mutating func catchUp(to moment: Instant, at clock: Instant) {
    while let due = deadline, due <= moment {
      var (next, aside) = (self, Turn(at: clock))
      next.advance(dueBy: due, &aside)
      if next.history.last != history.last || next.isClosed { return }
      self = next
    }
  }

  /// Makes a match, and the hands of its bots, later by as long as it stood still: since the server
  /// was gone, or since the first thing that should have happened by then and did not.
  private mutating func hold(since stopped: Instant, _ turn: inout Turn) {
    guard let match else { return }
    let pending = [match.deadline] + seats.map { $0.hand?.deadline }
    let start = pending.lazy.compactMap(\.self).reduce(stopped) { min($0, $1) }
    let until = turn.now + limits.pauseMilliseconds
    let events = self.match?.hold(since: start, until: until) ?? []
    for case .held(let span, _) in events {
      for index in seats.indices { seats[index].hand?.hold(by: span) }
    }
    tell(events, &turn)
  }

  /// Keeps the seats of all people. First they are all away, then that is told, so that no match
  /// begins with those who are still to be named.
  private mutating func loseEverybody(_ turn: inout Turn) {
    let until = turn.now + limits.seatKeptMilliseconds
    for index in seats.indices where !seats[index].isBot {
      seats[index].connection = nil
      seats[index].awayUntil = until
    }
    for seat in seats where !seat.isBot {
      tell(.away(seat.player, until: until), &turn)
      callOff(without: seat.player, &turn)
    }
    if isWaiting { askAgain(&turn) }
  }
}
