// What happens in a room by itself, and when. It reads no clock: the hall says how late it is.
// Invariant: things happen in the order of their moments, each at its own.

import Game
import Wire

extension Room {
  /// When something happens next by itself; nil while nothing will.
  var deadline: Instant? { .soonest(movesDue, .soonest(watcherMovesDue, otherDeadline)) }

  /// The same, but for positions, which are told all the time.
  var otherDeadline: Instant? {
    seats.reduce(.soonest(matchDue, seldomDue)) { next, seat in
      .soonest(next, .soonest(seat.handDue, seat.awayUntil))
    }
  }

  /// The soonest of what seldom comes.
  private var seldomDue: Instant? {
    [
      reveal?.due, claiming?.due, delayLine?.deadline, watcherCountDue, idleDue, patienceEnds,
      emptyUntil, crowdDue, presenterAway,
    ]
    .lazy.compactMap(\.self).min()
  }

  /// Lets everything happen that is due by `horizon`, in the order of time and each at its moment;
  /// the clock shows no earlier one.
  mutating func advance(dueBy horizon: Instant, _ turn: inout Turn) {
    defer { turn.now = turn.clock }
    while !isClosed, let due = deadline, due <= horizon {
      turn.now = due
      if matchDue == due {
        // However late this is called, a round is announced before it opens.
        if match?.opens != nil {
          turn.now = turn.clock
          measureGhosts()
          record?.ticked(at: turn.now)
        }
        tell(match?.advance(to: turn.now) ?? [], &turn)
      } else if let index = seats.firstIndex(where: { $0.handDue == due }) {
        moveHand(index, &turn)
      } else if let index = seats.firstIndex(where: { $0.awayUntil == due }) {
        vacate(seats[index].player, .lost, &turn)
      } else if movesDue == due {
        sendMoves(&turn)
      } else if watcherMovesDue == due {
        sendWatcherMoves(&turn)
      } else {
        advanceSeldom(due, &turn)
      }
    }
  }

  /// Tells the positions that are due by then, each time at its moment.
  @inline(__always) mutating func tellMoves(dueBy horizon: Instant, _ turn: inout Turn) {
    defer { turn.now = turn.clock }
    while let due = Instant?.soonest(movesDue, watcherMovesDue), due <= horizon {
      turn.now = due
      if movesDue == due { sendMoves(&turn) } else { sendWatcherMoves(&turn) }
    }
  }

  /// Does what seldom comes and is due at that moment.
  private mutating func advanceSeldom(_ due: Instant, _ turn: inout Turn) {
    if reveal?.due == due {
      beginRevealed(&turn)
    } else if claiming?.due == due {
      beginUnranked(&turn)
    } else if delayLine?.deadline == due {
      passOn(at: due, &turn)
    } else if watcherCountDue == due {
      sendWatcherCount(&turn)
    } else if patienceEnds == due {
      start(onlyReady: true, &turn)
    } else if idleDue == due {
      noteIdle(&turn)
    } else if crowdDue == due {
      advanceCrowd(&turn)
    } else if presenterAway == due {
      losePresenter(.lost, &turn)
    } else {
      close(&turn)
    }
  }

  private mutating func sendWatcherCount(_ turn: inout Turn) {
    watcherCountDue = nil
    watcherCountSent = turn.now
    watchersTold = watchers
    tell(.watchers(watchers), &turn)
  }
}
