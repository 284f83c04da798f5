// Laws of ratings, over random matches, that the vectors of another library cannot show.

import Archive
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
    let starts = numbers.flatMap { mean in numbers.map { Rating(mean: mean, deviation: $0) } }
    for one in starts {
      for other in starts {
        let match = [Contestant(rating: one, place: 1), Contestant(rating: other, place: .max)]
        for rating in ratings(after: match) {
          expect(rating, equals: Rating(mean: rating.mean, deviation: rating.deviation))
          expect(rating.deviation, isAtMost: Rating.newcomer.deviation)
        }
      }
    }
    expect(isEmpty: ratings(after: []))
  }
}
