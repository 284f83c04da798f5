// What a room does when its server is back after it was gone: nobody is connected, a match that was
// running has stood still, and everybody is given time to come back. Nobody did anything meanwhile,
// so nobody loses anything by it. A room that only stood goes on in the same way with everybody who
// is there.

import Game
import Wire

extension Room {
  /// Goes on after the server was gone since a moment.
  mutating func goOn(since stopped: Instant, _ turn: inout Turn) {
    let gap = turn.now - stopped
    catchUp(to: stopped, at: turn.clock)
    disbandCrowd()
    if let host, isPresenter(host) { presenterAway = turn.now + limits.seatKeptMilliseconds }
    audience = [:]
    members = []
    delayLine?.watchers = []
    hold(since: stopped, &turn)
    postpone(by: gap, to: turn.now)
    loseEverybody(&turn)
    settle(at: turn.now)
    passOn(at: turn.clock, &turn)
  }

  /// Goes on after it stood since a moment, with everybody who is there. What was due by then has
  /// happened.
  mutating func goOnStanding(since stopped: Instant, _ turn: inout Turn) {
    let gap = turn.now - stopped
    hold(since: stopped, &turn)
    postpone(by: gap, to: turn.now)
    for index in seats.indices {
      guard let until = seats[index].awayUntil else { continue }
      seats[index].awayUntil = max(until + gap, turn.now)
      tell(.away(seats[index].player, until: max(until + gap, turn.now)), &turn)
    }
    for index in seats.indices { seats[index].heeded = max(seats[index].heeded + gap, turn.now) }
    if let ends = patienceEnds.map({ max($0 + gap, turn.now) }) {
      patienceEnds = ends
      tell(.starts(at: ends), &turn)
    }
    idleDue = idleDue.map { max($0 + gap, turn.now) }
    crowd?.keepLonger(by: gap)
    setCrowdDue()
    reveal = reveal.map { Reveal(players: $0.players, due: max($0.due + gap, turn.now)) }
    claiming = claiming.map { $0.due(max($0.due + gap, turn.now)) }
    passOn(at: turn.clock, &turn)
  }

  /// What a room without anybody waits for comes later.
  private mutating func postpone(by gap: Int, to now: Instant) {
    movesDue = movesDue.map { _ in now }
    watcherMovesDue = watcherMovesDue.map { _ in now }
    watcherCountDue = watcherCountDue.map { max($0, now) }
    emptyUntil = emptyUntil.map { max($0 + gap, now) }
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
    let pending = [match.deadline] + seats.map(\.handDue)
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
      (seats[index].connection, seats[index].household) = (nil, nil)
      seats[index].isIdle = false
      seats[index].awayUntil = until
    }
    for seat in seats where !seat.isBot {
      tell(.away(seat.player, until: until), &turn)
      callOff(without: seat.player, &turn)
    }
    if isWaiting { askAgain(&turn) }
  }
}
