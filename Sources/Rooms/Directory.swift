// The listed rooms in the order in which they are shown: those that wait before those that play,
// those with more people first, then the fuller, then by code; those of this lane, of all others
// and of other nodes. Of its own lane's rooms it knows only what orders them, of others what their
// lanes published. Invariant: sorted, and no room stands in it twice.

import Game
import Wire

/// Listed rooms, ready to be shown.
struct Directory: Sendable {
  /// A room, and what it is ordered by.
  struct Row: Hashable, Comparable, Sendable {
    let isPlaying: Bool
    /// How many people sit there and are not away; bots are none.
    let people: Int
    let taken: Int
    let code: RoomCode
    /// The name of the room's mode, to choose by; it orders nothing.
    let mode: String

    static func < (one: Row, other: Row) -> Bool {
      if one.isPlaying != other.isPlaying { return other.isPlaying }
      if one.people != other.people { return one.people > other.people }
      if one.taken != other.taken { return one.taken > other.taken }
      return one.code < other.code
    }
  }

  /// All of them, the best first.
  private(set) var rows: [Row] = []
  /// The rooms of other lanes and nodes.
  private var elsewhere: [RoomCode: (listing: Listing, row: Row)] = [:]

  /// A room of another lane or node as that one described it; nil when it is not listed.
  func listing(of code: RoomCode) -> Listing? { elsewhere[code]?.listing }

  /// Takes what another lane publishes of a room; nil that it is not listed any more.
  mutating func note(_ room: ListedRoom?, of code: RoomCode) {
    let new = room.map { (listing: $0.listing, row: Row($0)) }
    move(from: elsewhere[code]?.row, to: new?.row)
    elsewhere[code] = new
    if room == nil { elsewhere.shrinkIfSparse() }
  }

  /// Moves a room from one place to another; nil is none.
  mutating func move(from old: Row?, to new: Row?) {
    guard old != new else { return }
    if let old { rows.remove(at: index(of: old)) }
    if let new { rows.insert(new, at: index(of: new)) }
  }

  /// The first index whose row is not before this one.
  private func index(of row: Row) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Directory.Row {
  /// Where a room of another lane or node stands.
  init(_ room: ListedRoom) {
    self.init(
      isPlaying: room.listing.state == .playing, people: room.people, taken: room.listing.taken,
      code: room.code, mode: room.listing.mode)
  }
}
