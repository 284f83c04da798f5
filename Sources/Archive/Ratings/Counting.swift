// How much of a match counts for each who was rated in it. Not everybody there need be a rival: who
// that is, the caller says. And a rival who is hardly known proves little, so that a rating cannot
// be made by beating newcomers that nobody has seen. The method of Weng and Lin stays as it is;
// here only a part of the way is gone that it shows.
// Invariant: the order in which contestants or rivals are listed changes no digit.

/// What the ratings are after a match in which each contestant has rivals of their own, by index;
/// nil for who has none.
public func ratings(after contestants: [Contestant], rivals: [[Int]]) -> [Rating?] {
  contestants.indices.map { one in
    let others = rivals[one].filter { $0 != one }.map { contestants[$0] }
    guard !others.isEmpty else { return nil }
    let (before, after) = (contestants[one].rating, ratings(after: [contestants[one]] + others)[0])
    let part = weight(of: others.map(\.rating))
    func moved(_ from: Int, _ to: Int) -> Int { from + millionths(part * Double(to - from)) }
    return Rating(
      mean: moved(before.mean, after.mean), deviation: moved(before.deviation, after.deviation))
  }
}

/// How much counts that these rivals show: the mean of 1 / (1 + 3 (σ/σ₀)²), which is a quarter for
/// newcomers, whose deviation is σ₀, and nearly all for those who are well known.
private func weight(of rivals: [Rating]) -> Double {
  // Sums of floating point depend on their order, so that order must not be the seats'.
  let deviations = rivals.map(\.deviation).sorted()
  let weights = deviations.map { deviation in
    let ratio = Double(deviation) / Double(Rating.newcomer.deviation)
    return 1 / (1 + 3 * (ratio * ratio))
  }
  return weights.reduce(0, +) / Double(weights.count)
}

/// A number that is in millionths already, as a whole one, halves up.
private func millionths(_ number: Double) -> Int { Int((number + 0.5).rounded(.down)) }
