// What follows for a hall from a change of one of its rooms. It is asked for after every change, a
// player's every move among them, so it is worked out where the room lies: to read one thing at a
// time off a room in a table would copy all of it each time, which once took most of a hall's time.

import Game
import Wire

/// What a hall has to do after a room changed.
struct Aftermath: Sendable {
  /// The players whose seats were emptied.
  let departed: [PlayerID]
  /// Where the room stood among those that are listed, and where it stands now.
  let places: (old: Directory.Place?, new: Directory.Place?)
  /// Whether there may be something that other lanes have to be told.
  let mayBeNews: Bool
  let isClosed: Bool
  /// When the room has to be looked at, if nobody had planned to by then.
  let due: Instant?
}

extension Room {
  /// Says what follows from all that happened since this was asked last.
  mutating func takeAftermath() -> Aftermath {
    let old = place
    place = listedPlace
    let due = isClosed ? nil : deadline
    return Aftermath(
      departed: takeDeparted(), places: (old, place), mayBeNews: laneCount > 1 && mayBeNews,
      isClosed: isClosed, due: due.flatMap { reminders.needsEntry(for: $0) ? $0 : nil })
  }
}
