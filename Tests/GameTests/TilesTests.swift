// Tiles: every eye can tell the right one, and when a streak goes on. How many they are, how near
// and in which place, the vectors of challenges show.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Tiles")
struct TilesTests {
  @Test(
    "every eye tells every tile from the target, and most eyes each from the others",
    arguments: 0..<12)
  func apart(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    for _ in 0..<3 {
      let course = Course(
        round: generator.int(1...9), streak: generator.int(0...24),
        level: Level.allCases[generator.int(0...2)])
      let challenge = try Mode.tiles.drawn(generator.int(0...1_000_000), course)
      let others = challenge.tiles.filter { $0 != challenge.target.color }
      expect(others.count, equals: challenge.tiles.count - 1, "one tile is the target")
      for (index, other) in others.enumerated() {
        for vision in Vision.allCases {
          let seen = other.seen(by: vision)
            .difference(from: challenge.target.color.seen(by: vision))
          expect(seen, isAtLeast: .whole(3), "\(vision) \(course) \(challenge)")
        }
        expect(others[..<index].allSatisfy { $0.difference(from: other) >= .whole(3) })
      }
    }
  }

  /// The differences of a round's scores, their misses, and what a streak of 7 becomes.
  static let courses: [(thousandths: [Int], misses: [Int], streak: Int)] = [
    ([0], [0], 8), ([0, 9_000], [0, 0], 8), ([0, 9_000], [0, 1], 0), ([0], [1], 0),
    ([1], [0], 0), ([9_000, 8_000], [0, 0], 0), ([], [], 0),
  ]

  @Test("a streak goes on when somebody was exact and nobody locked too far off")
  func streaks() {
    for (thousandths, misses, streak) in Self.courses {
      let scores = thousandths.indices.map { index in
        Score(
          who: PlayerID(number: 1), guess: Guess([1]),
          difference: Difference(thousandths: thousandths[index]), elapsed: 0, points: 0, total: 0,
          misses: misses[index])
      }
      expect(Course.streak(7, after: scores), equals: streak, "\(thousandths) \(misses)")
    }
  }
}
