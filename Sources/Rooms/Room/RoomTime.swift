// What happens in a room by itself, and when. It reads no clock: the hall says how late it is.
// Invariant: things happen in the order of their moments, each at its own.

import Game
import Wire

extension Room {
  /// When something happens next by itself; nil while nothing will. It is asked after every move
  /// and changes nothing: a getter that does not say that it may is given a copy of the room.
  var deadline: Instant? {
    mutating get {
      var next = match?.deadline
      func consider(_ moment: Instant?) {
        if let moment { next = min(next ?? moment, moment) }
      }
      for index in seats.indices {
        consider(seats[index].handDue)
        consider(seats[index].awayUntil)
      }
      consider(movesDue)
      consider(watcherMovesDue)
      consider(seldomDue)
      return next
    }
  }

  /// Works out when the next of what seldom happens does. Most of that is large and lies apart, so
  /// no move asks each for its moment.
  mutating func setSeldomDue() {
    let moments = [
      reveal?.due, claiming?.due, delayed?.due, watcherCountDue, idleDue, patienceEnds, emptyUntil,
    ]
    seldomDue = moments.lazy.compactMap(\.self).min()
  }

  /// Lets everything happen that is due by `horizon`, in the order of time and each at its moment;
  /// the clock shows no earlier one.
  mutating func advance(dueBy horizon: Instant, _ turn: inout Turn) {
    defer { turn.now = turn.clock }
    while !isClosed, let due = deadline, due <= horizon {
      turn.now = due
      if match?.deadline == due {
        // However late this is called, a round is announced before it opens.
        if match?.opens != nil {
          turn.now = turn.clock
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

  /// Does what seldom comes and is due at that moment.
  private mutating func advanceSeldom(_ due: Instant, _ turn: inout Turn) {
    if reveal?.due == due {
      beginRevealed(&turn)
    } else if claiming?.due == due {
      beginUnranked(&turn)
    } else if delayed?.due == due {
      passOn(at: due, &turn)
    } else if watcherCountDue == due {
      sendWatcherCount(&turn)
    } else if patienceEnds == due {
      start(onlyReady: true, &turn)
    } else if idleDue == due {
      noteIdle(&turn)
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
