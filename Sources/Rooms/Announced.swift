// What other lanes are told of a room, for LIST and QUICK there: only what changed, and how many
// look on no more often than the room itself is told. Whether there may be news is asked after
// every change of a room, so that question costs three comparisons.

import Wire

/// What other lanes know of a room.
struct Announced: Sendable {
  /// The room's newest event, and the number of watchers, when it was looked at last.
  fileprivate var last = 0
  fileprivate var watchers = 0
  /// Whether they were told of it as listed: to compare a listing with nil is to copy it.
  fileprivate var isListed = false
  /// What they were told; nil while the room is not listed.
  fileprivate var room: ListedRoom? { didSet { isListed = room != nil } }
}

extension RoomEntry {
  /// Whether other lanes may have to be told something: everything that a listing shows, but for
  /// watchers, changes by numbered events. Whether there is a listing at all changes at once, also
  /// where watchers hear later.
  var mayBeNews: Bool {
    announced.last != room.lastListed || announced.watchers != room.watchersTold
      || (room.settings.isListed && !room.isClosed) != announced.isListed
  }

  /// The room as others list it; nil while they do not.
  var listed: ListedRoom? {
    guard let row = room.directoryRow else { return nil }
    var listing = room.listing
    listing.watchers = room.watchersTold
    return ListedRoom(listing, people: row.people)
  }

  /// What other lanes have to be told; nil when they know it already.
  mutating func announcement() -> Bulletin? {
    announced.last = room.lastListed
    announced.watchers = room.watchersTold
    let new = listed
    guard new != announced.room else { return nil }
    announced.room = new
    return new.map(Bulletin.listed) ?? .unlisted(room.code)
  }
}
