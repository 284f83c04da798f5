// Ratings after a match of any number of players, as R. C. Weng and C.-J. Lin derive them for the
// Plackett–Luce model in "A Bayesian Approximation Method for Online Ranking" (Journal of Machine
// Learning Research 12, 2011), each player a team. It knows no match and no points: only who was
// placed where. Invariant: the order in which contestants are listed changes no digit.

#if canImport(Glibc)
import func Glibc.exp
#elseif canImport(Musl)
import func Musl.exp
#elseif canImport(Darwin)
import func Darwin.exp
#endif

/// Someone in a match that is rated: how good they were thought to be, and where they came.
public struct Contestant: Hashable, Sendable {
  /// The rating before the match.
  public let rating: Rating
  /// The place, from 1; who has the same tied. Gaps do not matter.
  public let place: Int

  /// A contestant of that rating at that place.
  public init(rating: Rating, place: Int) {
    self.rating = rating
    self.place = place
  }
}

/// The ratings of everyone in a match after it, in the order of the contestants.
public func ratings(after contestants: [Contestant]) -> [Rating] {
  // Sums of floating point depend on their order, so that order must not be the seats'.
  let order = contestants.indices.sorted { precedes(contestants[$0], contestants[$1]) }
  let after = ratings(afterSorted: order.map { contestants[$0] })
  var result = contestants.map(\.rating)
  for (index, rating) in zip(order, after) { result[index] = rating }
  return result
}

private func precedes(_ one: Contestant, _ other: Contestant) -> Bool {
  (one.place, one.rating.mean, one.rating.deviation)
    < (other.place, other.rating.mean, other.rating.deviation)
}

/// β², the variance of a player from one match to the next: β is half of a newcomer's σ.
private let performanceVariance = (25.0 / 6) * (25.0 / 6)
/// τ², what skill itself may have changed since the match before: τ is a hundredth of that σ.
private let driftVariance = (25.0 / 300) * (25.0 / 300)
/// κ, what a single match leaves of a variance at least.
private let varianceLeft = 0.0001

/// Names follow the paper: Ω moves the mean, Δ shrinks the deviation.
private func ratings(afterSorted contestants: [Contestant]) -> [Rating] {
  let variances = contestants.map { contestant in
    let deviation = Double(contestant.rating.deviation) / Double(million)
    return deviation * deviation + driftVariance
  }
  let spread = variances.reduce(0) { $0 + ($1 + performanceVariance) }.squareRoot()
  let strengths = contestants.map { exp(Double($0.rating.mean) / Double(million) / spread) }
  // Of each contestant: the strength of all who came no better, and how many share the place.
  let rivals = contestants.map { one in
    zip(contestants, strengths).reduce(0) { $1.0.place >= one.place ? $0 + $1.1 : $0 }
  }
  let tied = contestants.map { one in
    Double(contestants.count { $0.place == one.place })
  }
  return contestants.indices.map { one in
    var (omega, delta) = (0.0, 0.0)
    for other in contestants.indices where contestants[other].place <= contestants[one].place {
      let chance = strengths[one] / rivals[other]
      omega += ((one == other ? 1 : 0) - chance) / tied[other]
      delta += chance * (1 - chance) / tied[other]
    }
    let (variance, deviation) = (variances[one], variances[one].squareRoot())
    omega *= variance / spread
    delta *= variance / (spread * spread) * (deviation / spread)
    return Rating(
      mean: contestants[one].rating.mean + millionths(omega),
      deviation: millionths(deviation * max(1 - delta, varianceLeft).squareRoot()))
  }
}

/// A number in whole millionths, halves up.
private func millionths(_ number: Double) -> Int {
  Int((number * Double(million) + 0.5).rounded(.down))
}
