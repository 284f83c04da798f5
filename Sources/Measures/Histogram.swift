// How long something took, in a few classes of duration. Durations are whole nanoseconds, so adding
// loses nothing, whatever the order; they become seconds only when they are written down.

/// Counts durations by class.
package struct Histogram: Equatable, Sendable {
  /// The longest duration of each class in nanoseconds, ascending; one more class has no end.
  package let bounds: [Int]
  /// How many durations fell into each class, the endless one last.
  package private(set) var counts: [Int]
  /// The sum of all durations, in nanoseconds.
  package private(set) var sum = 0

  /// - Parameter bounds: in nanoseconds, ascending.
  package init(bounds: [Int]) {
    precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds ascend")
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// How many durations there were.
  package var count: Int { counts.reduce(0, +) }

  /// Counts one duration; what a clock makes of less than nothing is nothing.
  package mutating func observe(nanoseconds: Int) {
    let duration = max(0, nanoseconds)
    var index = 0
    while index < bounds.count && duration > bounds[index] { index += 1 }
    counts[index] += 1
    sum += duration
  }

  /// Adds a histogram of the same classes.
  package mutating func add(_ other: Self) {
    precondition(bounds == other.bounds, "only like is added to like")
    for index in counts.indices { counts[index] += other.counts[index] }
    sum += other.sum
  }
}

extension Histogram {
  /// What a lane does in one go, and its writing: from 10 µs to 1 s.
  package static let work = Histogram(
    bounds: [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000]
      .map { $0 * 1_000 } + [250_000_000, 1_000_000_000])
  /// Ways there and back: from 500 µs to 5 s.
  package static let roundTrip = Histogram(
    bounds: [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000]
      .map { $0 * 1_000 } + [1_000_000_000, 2_500_000_000, 5_000_000_000])
}
