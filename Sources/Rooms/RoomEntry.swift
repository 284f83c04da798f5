// A room as its hall keeps it, an object that its connections know: what the hall has promised
// others about it lies beside it, because a room knows no lists and no agenda.
// Invariant: one lane has it at a time, which alone may look at it.

import Game
import Wire

/// A room, and what is known of it elsewhere.
final class RoomEntry {
  /// What a reader of the journal knows.
  var jotted = Jotted()
  /// The newest event and how many watchers lists of rooms show, and whether they show the room.
  private var shown = (last: -1, watchers: 0, isListed: false)
  /// What the hall's agenda and directory hold for it.
  var reminders = Reminders()
  var room: Room
  /// When something happens by itself other than that positions are told, as of the last change.
  private var otherDue: Instant?
  /// Where it stands among the rooms that are listed, and what other lanes were told of it.
  private var row: Directory.Row?
  private var announced: ListedRoom?

  init(_ room: Room) { self.room = room }

  /// Tells the positions that are due by `horizon`, if nothing else is, and nobody hears them later
  /// than others.
  ///
  /// - Returns: whether it did.
  func tellMoves(dueBy horizon: Instant, _ turn: inout Turn) -> Bool {
    guard room.match != nil, room.delayLine == nil,
      room.movesDue != nil || room.watcherMovesDue != nil,
      otherDue.map({ $0 > horizon }) != false,
      !turn.isJotting || jotted.last == room.history.last
    else { return false }
    jotted.due = horizon
    room.tellMoves(dueBy: horizon, &turn)
    return true
  }

  /// When the room has to be looked at next.
  var deadline: Instant? { .soonest(room.movesDue, .soonest(room.watcherMovesDue, otherDue)) }

  /// Looks again when something happens by itself.
  func reconsider() { otherDue = room.isClosed ? nil : room.otherDeadline }

  /// What lists of rooms have to know; nil when nothing has happened that they show. What they show
  /// changes by numbered events, by being listed, and with the number of watchers that was told.
  func takeNews() -> (old: Directory.Row?, new: Directory.Row?, bulletin: Bulletin?)? {
    let now = (room.lastListed, room.watchersTold, room.settings.isListed && !room.isClosed)
    if now == shown { return nil }
    let (old, told, new) = (row, announced, listed)
    (row, announced, shown) = (room.directoryRow, new, now)
    return (old, row, new == told ? nil : new.map(Bulletin.listed) ?? .unlisted(room.code))
  }

  /// The room as other lanes list it; nil while they do not. How many look on they hear no more
  /// often than the room itself.
  var listed: ListedRoom? {
    guard let row = room.directoryRow else { return nil }
    var listing = room.listing
    listing.watchers = room.watchersTold
    return ListedRoom(listing, people: row.people)
  }
}
