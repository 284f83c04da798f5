// What happens in a room by itself, and when. It reads no clock: the hall says how late it is.
// Invariant: things happen in the order of their moments, each at its own.

import Game
import Wire

extension Room {
  /// When something happens next by itself; nil while nothing will.
  var deadline: Instant? {
    var next = match?.deadline
    func consider(_ moment: Instant?) {
      if let moment { next = min(next ?? moment, moment) }
    }
    for seat in seats {
      consider(seat.hand?.deadline)
      consider(seat.awayUntil)
    }
    consider(reveal?.due)
    consider(movesDue)
    consider(relay?.deadline)
    consider(watcherCountDue)
    consider(quickBot?.due)
    consider(patienceEnds)
    consider(emptyUntil)
    return next
  }

  /// Lets everything happen that is due by `horizon`, in the order of time; `now` is no earlier.
  mutating func advance(to now: Instant, dueBy horizon: Instant, _ effects: inout [Effect]) {
    while !isClosed, let due = deadline, due <= horizon {
      if match?.deadline == due {
        // However late this is called, a round is announced before it opens.
        let moment = match?.opens == nil ? due : now
        follow(match?.advance(to: moment) ?? [], &effects, at: moment)
      } else if let index = seats.firstIndex(where: { $0.hand?.deadline == due }) {
        moveHand(index, &effects, at: due)
      } else if let index = seats.firstIndex(where: { $0.awayUntil == due }) {
        vacate(seats[index].player, .lost, &effects, at: due)
      } else if reveal?.due == due {
        beginRevealed(&effects, at: due)
      } else if movesDue == due {
        sendMoves(&effects, at: due)
      } else if relay?.deadline == due {
        passOn(&effects, at: due)
      } else if watcherCountDue == due {
        sendWatcherCount(&effects, at: due)
      } else if quickBot?.due == due {
        seatQuickBot(&effects, at: due)
      } else if patienceEnds == due {
        start(onlyReady: true, &effects, at: due)
      } else {
        close(&effects)
      }
    }
  }

  private mutating func sendWatcherCount(_ effects: inout [Effect], at now: Instant) {
    watcherCountDue = nil
    watcherCountSent = now
    watchersTold = watchers
    tell(.watchers(watchers), &effects, at: now)
  }
}
