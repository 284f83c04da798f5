// What other lanes are told of a room, for LIST and QUICK there: only what changed, and how many
// look on no more often than the room itself is told. Whether there may be news is asked after
// every change of a room, so that question costs three comparisons.

import Wire

/// What other lanes know of a room.
struct Announced: Sendable {
  /// The room's newest event, and the number of watchers, when it was looked at last.
  fileprivate var last = 0
  fileprivate var watchers = 0
  /// What they were told; nil while the room is not listed.
  fileprivate var listing: Listing? { didSet { isListed = listing != nil } }
  /// The same as a word: to compare a listing with nil is to copy it.
  fileprivate var isListed = false
  fileprivate var people = 0
}

extension RoomEntry {
  /// Whether other lanes may have to be told something: everything that a listing shows, but for
  /// watchers, changes by numbered events. Whether there is a listing at all changes at once, also
  /// where watchers hear later.
  var mayBeNews: Bool {
    announced.last != room.lastListed || announced.watchers != room.watchersTold
      || (room.settings.isListed && !room.isClosed) != announced.isListed
  }

  /// What other lanes have to be told; nil when they know it already.
  mutating func announcement() -> Bulletin? {
    announced.last = room.lastListed
    announced.watchers = room.watchersTold
    var new: Listing?
    let row = room.directoryRow
    if row != nil {
      new = room.listing
      new?.watchers = room.watchersTold
    }
    let people = row?.people ?? 0
    guard new != announced.listing || people != announced.people else { return nil }
    (announced.listing, announced.people) = (new, people)
    return new.map { .listed($0, people: people) } ?? .unlisted(room.code)
  }
}

extension Listing {
  /// Whether anybody may sit down there and play at once, as far as can be told from outside.
  var isOpen: Bool { state == .waiting && !hasPassword && taken < seats }
}
