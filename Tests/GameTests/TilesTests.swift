// Tiles: how many, how near, in which place, and that every eye can tell the right one.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Tiles")
struct TilesTests {
  @Test("their number grows with the rounds")
  func counts() throws {
    let counts = try (1...10)
      .map { round in
        try Mode.tiles.drawn(7, Course(round: round, streak: 0, level: .normal)).tiles.count
      }
    expect(counts, equals: [4, 4, 6, 6, 9, 9, 12, 12, 12, 12])
  }

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
      let others = challenge.others
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

  /// Level, streak, how far away the tiles are, in thousandths of ΔE.
  static let distances: [(level: Level, streak: Int, thousandths: Int)] = [
    (.normal, 0, 30_000), (.normal, 1, 25_500), (.normal, 2, 21_675), (.normal, 5, 13_310),
    (.normal, 10, 5_904), (.normal, 14, 3_079), (.normal, 15, 3_000), (.normal, .max, 3_000),
    (.easy, 0, 45_000), (.easy, 1, 38_250), (.easy, 16, 3_336), (.easy, 17, 3_000),
    (.hard, 0, 21_000), (.hard, 1, 17_850), (.hard, 11, 3_511), (.hard, 12, 3_000),
  ]

  @Test("four tiles are as far away as level and streak say, at most a little more or less")
  func distances() throws {
    for (level, streak, thousandths) in Self.distances {
      var middle: [Int] = []
      for seed in 0..<9 {
        let challenge = try Mode.tiles.drawn(
          seed, Course(round: 1, streak: streak, level: level))
        let differences = challenge.others.map {
          $0.difference(from: challenge.target.color).thousandths
        }
        expect(differences.allSatisfy { $0 >= min(thousandths, 18_000) })
        middle += differences
      }
      middle.sort()
      // Half of them are hardly farther than asked for; few are nearer, where colors end.
      expect((thousandths...thousandths + 600), contains: middle[middle.count / 2])
      expect(middle.count { $0 < thousandths } * 20, isBelow: middle.count)
    }
  }

  @Test("twelve tiles find room, however near they have to be, and stay near", arguments: 0..<4)
  func crowded(seed: Int) throws {
    let challenge = try Mode.tiles.drawn(seed, Course(round: 7, streak: 99, level: .hard))
    expect(challenge.tiles.count, equals: 12)
    expect(challenge.others.allSatisfy { $0.difference(from: challenge.target.color) < .whole(12) })
  }

  @Test("the target is in every place about equally often")
  func places() throws {
    var counts = [0, 0, 0, 0]
    for seed in 0..<100 { counts[try Mode.tiles.drawn(seed).answer.values[0] - 1] += 1 }
    // The seeds are fixed, so this is a fact: five deviations of 25 are 21.
    expect(counts.allSatisfy { abs($0 - 25) < 21 }, "\(counts)")
  }

  @Test(
    "a number is a tile from 1 to their count, or 0 for none",
    arguments: [(-1, "-"), (0, "#bcbcbc"), (1, "#010203"), (2, "#040506"), (3, "-"), (13, "-")])
  func numbers(number: Int, hex: String) {
    let tiles = [Color(red: 1, green: 2, blue: 3), Color(red: 4, green: 5, blue: 6)]
    expect(Mode.tiles.swatch(of: Guess([number]), among: tiles)?.color.hex ?? "-", equals: hex)
  }

  @Test("only the target is worth anything")
  func accuracy() throws {
    let rules = try Rules.checked(.tiles, seconds: 15, level: .easy)
    expect(rules.points(.zero, after: 0, inRound: 1), equals: 1_000)
    expect(rules.points(Difference(thousandths: 1), after: 0, inRound: 1), equals: 0)
    expect(rules.tolerance(inRound: 1), equals: .zero)
  }

  /// The differences of a round's scores, their misses, and what a streak of 7 becomes.
  static let courses: [(thousandths: [Int], misses: [Int], streak: Int)] = [
    ([0], [0], 8), ([0, 9_000], [0, 0], 8), ([0, 9_000], [0, 1], 0), ([0], [1], 0),
    ([1], [0], 0), ([9_000, 8_000], [0, 0], 0), ([], [], 0),
  ]

  @Test(
    "a streak goes on when somebody was exact and nobody locked too far off", arguments: courses)
  func streaks(thousandths: [Int], misses: [Int], streak: Int) {
    let scores = zip(thousandths, misses)
      .map { thousandths, misses in
        Score(
          who: PlayerID(number: 1), guess: Guess([1]),
          difference: Difference(thousandths: thousandths), elapsed: 0, points: 0, total: 0,
          misses: misses)
      }
    expect(Course.streak(7, after: scores), equals: streak)
  }

  @Test("in a match the streak brings the tiles nearer, and a wrong pick sends them away again")
  func inMatch() throws {
    let player = PlayerID(number: 1)
    var match = Match(
      rules: try .checked(.tiles, rounds: 4), players: [player], seed: try .counting(),
      nonces: [.none], hashing: .openSSL, start: Instant(milliseconds: 0))
    var nearest: [Int] = []
    while let due = match.deadline {
      _ = match.advance(to: due)
      guard let round = match.round else { continue }
      let challenge = round.challenge
      nearest.append(
        challenge.others.map { $0.difference(from: challenge.target.color).thousandths }.min() ?? 0)
      let wrong = Guess([challenge.answer.values[0] % challenge.tiles.count + 1])
      let opens = round.start.opens
      if round.start.round == 3 {
        _ = try match.apply(.lock(wrong, claim: nil), by: player, at: opens)
      }
      _ = try match.apply(.lock(challenge.answer, claim: nil), by: player, at: opens + 2_000)
    }
    for (distance, asked) in zip(nearest, [30_000, 25_500, 21_675, 30_000]) {
      expect((asked...asked * 5 / 4), contains: distance, "\(nearest)")
    }
  }
}

extension Challenge {
  /// The tiles that are not the target.
  fileprivate var others: [Color] { tiles.filter { $0 != target.color } }
}
