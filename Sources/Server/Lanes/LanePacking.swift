// To which lane newcomers go. Rooms stay on their lane, and those who meet others are carried to
// theirs, so two lanes that do what one could cost more than that one: they are packed, not spread.
// It is told how full lanes are, and reads no clock. Invariants: a lane opens only when no open one
// has space, and closes only when the others have plenty; nobody who is inside is moved by it.

/// The choice of a lane.
struct LanePacking {
  /// What there is on a lane.
  struct Lane {
    /// Who came in to it, or was carried to it.
    let people: Int
    /// The share of its time that it worked lately; 1 or more for one that is late.
    let busy: Double
  }

  /// A lane takes nobody beyond this share of its time, as long as another one can open.
  static let fullShare = 0.6
  /// A lane closes when the open ones would be less busy without it.
  static let plentyShare = 0.4

  /// How many lanes take newcomers: the first so many.
  private(set) var openCount = 1
  private let peopleMax: Int

  /// - Parameter peopleMax: how many people fill a lane, in case that all of them begin to play.
  init(peopleMax: Int) { self.peopleMax = peopleMax }

  /// The lane for somebody who comes now: of those with space the fullest.
  mutating func choose(among lanes: [Lane]) -> Int {
    let shares = lanes.map(share)
    let sum = shares.reduce(0, +)
    while openCount > 1, sum / Double(openCount - 1) < Self.plentyShare { openCount -= 1 }
    func withSpace() -> [Int] { (0..<openCount).filter { shares[$0] < Self.fullShare } }
    while openCount < lanes.count, withSpace().isEmpty { openCount += 1 }
    return withSpace().max { shares[$0] < shares[$1] }
      ?? (0..<openCount).min { shares[$0] < shares[$1] } ?? 0
  }

  /// How full a lane is: as busy as it is, or as its people would make it.
  private func share(of lane: Lane) -> Double {
    max(lane.busy, Self.fullShare * Double(lane.people) / Double(max(1, peopleMax)))
  }
}
