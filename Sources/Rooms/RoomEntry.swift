// A room as its hall keeps it: what the hall has promised others about it lies beside it, because a
// room knows no lanes, no lists and no agenda. What follows from a change is asked for after every
// change, a player's every move among them, so it is worked out where the room lies: to read one
// thing at a time off a room in a table would copy all of it each time, which once took most of a
// hall's time. Between two moves of a room the kernel has emptied the caches, so a move waits for
// some forty reads of memory; what every move asks is computed in advance and lies together.

import Game
import Wire

/// A room, and what is known of it elsewhere.
struct RoomEntry: Sendable {
  // As in a room, what every move asks for lies together.

  /// What a reader of the journal knows.
  var jotted = Jotted()
  /// The newest event that the row knows of, and whether the room was listed.
  private var rowBasis = (last: -1, isShown: false)
  /// What the hall's agenda and directory hold for it.
  var reminders = Reminders()
  /// Those who hear it on other lanes.
  var elsewhere = Elsewhere()
  var room: Room
  /// What other lanes know of it.
  var announced = Announced()
  private var row: Directory.Row?

  init(_ room: Room) { self.room = room }

  /// Changes the room; who listens elsewhere is told in the same turn.
  mutating func change<Result, Failure: Error>(
    _ turn: inout Turn, _ change: (inout Room, inout Turn) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    swap(&turn.elsewhere, &elsewhere)
    defer { swap(&turn.elsewhere, &elsewhere) }
    return try change(&room, &turn)
  }

  /// Says what follows from all that happened since this was asked last.
  ///
  /// - Parameter isAlone: whether there is no other lane.
  mutating func takeChanges(isAlone: Bool) -> RoomChanges {
    let due = room.isClosed ? nil : room.deadline
    return RoomChanges(
      departed: room.takeDeparted(), rows: takeRows(),
      news: isAlone || !mayBeNews ? nil : announcement(), isClosed: room.isClosed,
      due: due.flatMap { reminders.needsEntry(for: $0) ? $0 : nil })
  }

  /// A row changes by numbered events and by being listed; moves leave it alone.
  private mutating func takeRows() -> (old: Directory.Row?, new: Directory.Row?)? {
    let basis = (last: room.lastListed, isShown: room.settings.isListed && !room.isClosed)
    if basis == rowBasis { return nil }
    let old = row
    (row, rowBasis) = (room.directoryRow, basis)
    return (old, row)
  }
}

/// What a hall has to do after a room changed.
struct RoomChanges: Sendable {
  /// The players whose seats were emptied.
  let departed: [PlayerID]
  /// Where the room stood among those that are listed, and where it stands now; nil when nothing
  /// has happened that could move it.
  let rows: (old: Directory.Row?, new: Directory.Row?)?
  /// What other lanes have to be told.
  let news: Bulletin?
  let isClosed: Bool
  /// When the room has to be looked at, if nobody had planned to by then.
  let due: Instant?
}
