// What a round that is shut was worth to everyone, and the places in the end. It follows from where
// the sliders stood and when they were locked, and from nothing else. A lock counts when its time,
// after the deduction for lag, is before the close; the match judges a round once everything sent
// in time can have arrived, at most 150 ms later. Otherwise a bell would penalize distant players
// twice.

import Chroma

extension Match {
  /// Scores everybody who raced when the round began and has not given up, in seat order.
  mutating func judge(_ challenge: Challenge, inRound round: Int) -> [Score] {
    let racing = racers.indices.filter { racers[$0].isInRound }
    let differences = racing.map { racers[$0].difference(in: challenge, rules.mode) }
    let first = Match.first(
      among: zip(racing, differences)
        .map { index, difference in
          racers[index].lockedAfter.map { (elapsed: $0, difference: difference) }
        })
    return zip(racing, differences).enumerated()
      .map { order, racer in
        racers[racer.0]
          .score(racer.1, isFirst: first.contains(order), inRound: round, rules)
      }
  }

  /// Which of those who raced locked first; of several who did so at the same time, those who are
  /// nearest. None when there is nobody to be faster than.
  ///
  /// - Parameter racing: the lock of each, with its milliseconds after the opening; nil without.
  static func first(among racing: [(elapsed: Int, difference: Difference)?]) -> [Int] {
    guard racing.count > 1, let soonest = racing.lazy.compactMap({ $0?.elapsed }).min() else {
      return []
    }
    let tied = racing.indices.filter { index in
      racing[index].map { $0.elapsed <= soonest + Rules.tieMilliseconds } ?? false
    }
    let nearest = tied.lazy.compactMap { racing[$0]?.difference }.min()
    return tied.filter { racing[$0]?.difference == nearest }
  }

  /// Places: by rounds survived, then by total, equal players sharing one; in seat order within a
  /// place.
  func places() -> [Event] {
    let ranked = racers.enumerated()
      .sorted { one, other in
        one.element.rank == other.element.rank
          ? one.offset < other.offset : one.element.rank > other.element.rank
      }
    return ranked.map { _, racer in
      .place(racers.count { $0.rank > racer.rank } + 1, racer.player, total: racer.total)
    }
  }
}
