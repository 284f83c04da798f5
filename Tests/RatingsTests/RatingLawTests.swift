// Laws of ratings, over random matches: what has to hold whatever the formulas are.

import Ratings
import TestSupport
import Testing

@Suite("Laws of ratings")
struct RatingLawTests {
  private var generator = SplitMix64(seed: 16)

  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func match(places: ClosedRange<Int>) -> [Contestant] {
    (0..<int(2...8))
      .map { _ in
        let rating = Rating(mean: int(-5_000_000...55_000_000), deviation: int(500_000...8_333_333))
        return Contestant(rating: rating, place: int(places))
      }
  }

  @Test("seats in another order get the same ratings, to the digit")
  mutating func order() {
    for _ in 0..<500 {
      let match = match(places: 1...8)
      let after = Dictionary(
        zip(match, ratings(after: match)),
        uniquingKeysWith: { one, other in
          expect(
            one, equals: other, "who was the same before and came equal is the same afterwards")
          return one
        })
      let shuffled = match.shuffled(using: &generator)
      expect(ratings(after: shuffled), equals: shuffled.map { after[$0] })
    }
  }

  @Test("a sole winner never loses rating, and a sole last never gains")
  mutating func ends() {
    for _ in 0..<500 {
      let match = match(places: 2...7)
      let rating = match[0].rating
      let won = ratings(after: match + [Contestant(rating: rating, place: 1)])
      expect(won[match.count].mean, isAtLeast: rating.mean)
      let lost = ratings(after: match + [Contestant(rating: rating, place: 8)])
      expect(lost[match.count].mean, isAtMost: rating.mean)
    }
  }

  @Test("among equals a better place is worth more")
  mutating func places() {
    for _ in 0..<200 {
      let rating = Rating(mean: int(0...50_000_000), deviation: int(500_000...8_333_333))
      let match = (1...int(2...8)).map { Contestant(rating: rating, place: $0) }
      let means = ratings(after: match).map(\.mean)
      expect(means == means.sorted(by: >) && Set(means).count == means.count)
    }
  }

  @Test("two who are equally uncertain trade what they win and lose")
  mutating func exchange() {
    for _ in 0..<500 {
      let deviation = int(500_000...8_333_333)
      let before = (0..<2).map { _ in Rating(mean: int(0...50_000_000), deviation: deviation) }
      let after = ratings(
        after: zip(before, [1, 2]).map { Contestant(rating: $0, place: $1) })
      let sum = before[0].mean + before[1].mean - after[0].mean - after[1].mean
      expect(abs(sum), isAtMost: 1)
    }
  }

  @Test("ten newcomers who lose make nobody, and cost nobody who is known")
  func newcomers() {
    var (lifted, known) = (Rating.newcomer, Rating(mean: 30_000_000, deviation: 1_500_000))
    let before = known
    func after(_ one: Rating, at place: Int) -> Rating {
      let match = [
        Contestant(rating: one, place: place), Contestant(rating: .newcomer, place: 3 - place),
      ]
      return ratings(after: match, rivals: [[1], [0]])[0] ?? one
    }
    for _ in 0..<10 {
      lifted = after(lifted, at: 1)
      known = after(known, at: 2)
    }
    // All of what ten newcomers show would make it 1817.
    expect(lifted.shown, isBelow: 1_300)
    expect(known.shown, isAtLeast: before.shown - 20)
  }

  @Test("who has no rivals is not rated, and the others as if that one were not there")
  mutating func rivals() {
    for _ in 0..<200 {
      let match = match(places: 1...8)
      let last = match.count - 1
      let rivals = match.indices.map { one in
        one == last ? [] : match.indices.filter { $0 != one && $0 != last }
      }
      let all = match.dropLast().indices
        .map { one in
          match.dropLast().indices.filter { $0 != one }
        }
      let counted = ratings(after: match, rivals: rivals)
      expect(counted[last], equals: nil)
      expect(
        Array(counted.dropLast()), equals: ratings(after: Array(match.dropLast()), rivals: all))
    }
  }

  @Test("no numbers lead beyond what a rating can be")
  mutating func extremes() {
    let numbers = [Int.min, -1, 0, 1, 25_000_000, .max]
    let ratings = numbers.flatMap { mean in numbers.map { Rating(mean: mean, deviation: $0) } }
    for one in ratings {
      for other in ratings {
        let match = [Contestant(rating: one, place: 1), Contestant(rating: other, place: .max)]
        for rating in Ratings.ratings(after: match) {
          expect(rating, equals: Rating(mean: rating.mean, deviation: rating.deviation))
          expect(rating.deviation, isAtMost: Rating.newcomer.deviation)
        }
      }
    }
    expect(isEmpty: Ratings.ratings(after: []))
  }

  @Test("ratings find out who is better")
  mutating func skill() {
    // Each is better than the one before by less than a match shows.
    let skills = [20, 23, 26, 29, 32]
    var ratings = skills.map { _ in Rating.newcomer }
    for _ in 0..<300 {
      let shown = skills.map { $0 + int(-8...8) }
      let match = zip(ratings, shown)
        .map { rating, points in
          Contestant(rating: rating, place: 1 + shown.count { $0 > points })
        }
      ratings = Ratings.ratings(after: match)
    }
    expect(ratings.map(\.shown), equals: ratings.map(\.shown).sorted())
    expect(ratings.allSatisfy { $0.deviation < 3_000_000 })
  }
}
