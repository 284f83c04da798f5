// The listed rooms in the order in which they are shown: those that wait before those that play,
// the fuller first, then by code. It knows of a room only what orders it. Invariant: sorted, and no
// room stands in it twice.

import Game
import Wire

/// Listed rooms, ready to be shown.
struct Directory: Sendable {
  /// Where a room stands.
  struct Place: Hashable, Comparable, Sendable {
    let isPlaying: Bool
    let taken: Int
    let code: RoomCode
    /// The name of the room's mode, to choose by; it orders nothing.
    let mode: String

    static func < (one: Place, other: Place) -> Bool {
      if one.isPlaying != other.isPlaying { return other.isPlaying }
      if one.taken != other.taken { return one.taken > other.taken }
      return one.code < other.code
    }
  }

  /// All places, the best first.
  private(set) var places: [Place] = []

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
