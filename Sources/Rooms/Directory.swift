// The listed rooms in the order in which they are shown: those that wait before those that play,
// those with more people first, then the fuller, then by code; those of this lane and of all
// others. Of its own lane's rooms it knows only what orders them, of others what their lanes
// published. Invariant: sorted, and no room stands in it twice.

import Game
import Wire

/// Listed rooms, ready to be shown.
struct Directory: Sendable {
  /// Where a room stands.
  struct Place: Hashable, Comparable, Sendable {
    let isPlaying: Bool
    /// How many people sit there and are not away; bots are none.
    let people: Int
    let taken: Int
    let code: RoomCode
    /// The name of the room's mode, to choose by; it orders nothing.
    let mode: String

    static func < (one: Place, other: Place) -> Bool {
      if one.isPlaying != other.isPlaying { return other.isPlaying }
      if one.people != other.people { return one.people > other.people }
      if one.taken != other.taken { return one.taken > other.taken }
      return one.code < other.code
    }
  }

  /// All places, the best first.
  private(set) var places: [Place] = []
  /// The rooms of other lanes.
  private var elsewhere: [RoomCode: (listing: Listing, place: Place)] = [:]

  /// A room of another lane as that lane described it; nil when it is not listed.
  func listing(of code: RoomCode) -> Listing? { elsewhere[code]?.listing }

  /// Takes what another lane publishes of a room; nil that it is not listed any more.
  mutating func note(_ listing: Listing?, people: Int, of code: RoomCode) {
    let new = listing.map { (listing: $0, place: Place($0, people: people)) }
    move(from: elsewhere[code]?.place, to: new?.place)
    elsewhere[code] = new
    if listing == nil { elsewhere.shrinkIfSparse() }
  }

  /// Moves a room from one place to another; nil is no place.
  mutating func move(from old: Place?, to new: Place?) {
    guard old != new else { return }
    if let old { places.remove(at: index(of: old)) }
    if let new { places.insert(new, at: index(of: new)) }
  }

  /// The first index whose place is not before this one.
  private func index(of place: Place) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Directory.Place {
  /// Where a room of another lane stands.
  fileprivate init(_ listing: Listing, people: Int) {
    self.init(
      isPlaying: listing.state == .playing, people: people, taken: listing.taken,
      code: listing.code, mode: listing.mode)
  }
}
