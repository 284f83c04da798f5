// How many are inside, for those who ask to come in: in all, on each lane, and from each
// neighborhood. Pure bookkeeping; it is told who goes where and says where the next one goes.
// Invariant: the sums agree, and a neighborhood without anyone inside is not in the book.

import Net

/// Who is inside a server.
struct Visitors {
  /// Where somebody may go.
  enum Verdict: Equatable {
    /// In, to that lane.
    case lane(Int)
    /// Nowhere: there are as many as there may be.
    case full
    /// Nowhere: there are as many from this neighborhood as there may be.
    case crowded
  }

  /// How many there may be.
  var inAllMax: Int
  private let fromOneNeighborhoodMax: Int
  private(set) var byLane: [Int]
  private(set) var byNeighborhood: [Neighborhood: Int] = [:]

  init(lanes: Int, inAllMax: Int, fromOneNeighborhoodMax: Int) {
    byLane = Array(repeating: 0, count: lanes)
    self.inAllMax = inAllMax
    self.fromOneNeighborhoodMax = fromOneNeighborhoodMax
  }

  /// How many are inside.
  var count: Int { byLane.reduce(0, +) }

  /// Lets somebody in, to the lane with the fewest, or does not.
  mutating func admit(_ neighborhood: Neighborhood) -> Verdict {
    if count >= inAllMax { return .full }
    let neighbors = byNeighborhood[neighborhood, default: 0]
    if neighbors >= fromOneNeighborhoodMax { return .crowded }
    byNeighborhood[neighborhood] = neighbors + 1
    let lane = byLane.indices.min { byLane[$0] < byLane[$1] } ?? 0
    byLane[lane] += 1
    return .lane(lane)
  }

  /// Somebody has gone from a lane.
  mutating func left(_ neighborhood: Neighborhood, lane: Int) {
    byLane[lane] -= 1
    let rest = byNeighborhood[neighborhood, default: 1] - 1
    byNeighborhood[neighborhood] = rest == 0 ? nil : rest
  }

  /// Some have gone from one lane to another.
  mutating func moved(_ count: Int, from: Int, to: Int) {
    byLane[from] -= count
    byLane[to] += count
  }
}
