// A bot's hand keeps to what hands can do, ends, and is as good as its level says.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Hand")
struct HandTests {
  private let opens = Instant(milliseconds: 1_000_000)

  /// One round of a hand: its commands with their milliseconds after the opening.
  struct Plan {
    let mode: Mode
    let challenge: Challenge
    let tolerance: Difference
    var steps: [(at: Int, command: Command)] = []

    /// The locks with their milliseconds and differences.
    var locks: [(at: Int, difference: Difference?)] {
      steps.compactMap { step in
        guard case .lock(let guess, _) = step.command else { return nil }
        return (step.at, mode.difference(guess, in: challenge))
      }
    }
  }

  func plan(
    _ mode: Mode, level: Int, round: Int = 1, streak: Int = 0, seed: Int
  ) throws -> Plan {
    var draw = RandomStream(seed: try .numbered(seed), round: round, nonces: [], hashing: .openSSL)
    let challenge = mode.challenge(
      &draw, Course(round: round, streak: streak, level: .normal))
    let tolerance = Rules.usual(of: mode).tolerance(inRound: round)
    let skill = try require(Skill(level: level))
    var hand = Hand(
      skill: skill, mode: mode, challenge: challenge, opens: opens, tolerance: tolerance,
      draw: &draw)
    var plan = Plan(mode: mode, challenge: challenge, tolerance: tolerance)
    while let due = hand.deadline {
      expect(isEmpty: hand.act(at: due - 1))
      let commands = hand.act(at: due)
      expect(!commands.isEmpty && hand.deadline.map { $0 > due } != false)
      plan.steps += commands.map { (due - opens, $0) }
    }
    return plan
  }

  @Test(
    "a hand moves one slider at a time on the grid, waits out freezes and ends with a lock",
    arguments: Skill.levels, 0..<3)
  func plans(level: Int, seed: Int) throws {
    for mode in Mode.all {
      let plan = try plan(mode, level: level, round: seed + 1, streak: seed, seed: seed)
      var guess = plan.mode.start
      for step in plan.steps {
        expect(step.at, isAbove: 0)
        switch step.command {
        case .set(let next):
          expect(next.isOnGrid(of: plan.mode.channels) && plan.mode.answer == .sliders)
          expect(zip(next.values, guess.values).count { $0 != $1 }, isAtMost: 1, "\(plan)")
          guess = next
        case .lock(let answer, let claim):
          expect(plan.mode.swatch(of: answer, among: plan.challenge.tiles), differsFrom: nil)
          expect((answer == guess || plan.mode.answer == .tiles) && claim == nil)
        }
      }
      let locks = plan.locks
      let last = try require(locks.last)
      expect(last.at, equals: plan.steps.last?.at)
      if plan.mode.hidesAfter == nil {
        expect((last.difference ?? .zero), isAtMost: plan.tolerance, "\(plan)")
      }
      expect(last.at, isBelow: Rules.secondsRange.upperBound * 1_000, "\(plan)")
      expect(locks.dropLast().allSatisfy { $0.difference.map { $0 > plan.tolerance } == true })
      let pauses = zip(locks, locks.dropFirst()).map { $1.at - $0.at }
      expect(pauses.allSatisfy { $0 >= Rules.freezeMilliseconds })
    }
  }

  @Test("a hand picks wrong tiles, none twice: more when they are near, fewer when it is skilled")
  func wrongTiles() throws {
    func misses(_ level: Int, streak: Int) throws -> Int {
      try (0..<8)
        .reduce(0) { sum, seed in
          let plan = try plan(.tiles, level: level, round: 7, streak: streak, seed: seed)
          let picks = plan.steps.map { step -> Command in step.command }
          expect(Set(picks).count, equals: picks.count)
          return sum + picks.count - 1
        }
    }
    let near = try misses(1, streak: 12)
    try expect(misses(1, streak: 0), isBelow: near)
    try expect(misses(4, streak: 12), isBelow: near)
  }

  @Test("a round that makes no sense is played all the same", arguments: Mode.all)
  func nonsense(mode: Mode) throws {
    let color = Color(red: 1, green: 2, blue: 3)
    let start = RoundStart(
      round: .max, of: 0, opens: opens, closes: opens, target: color, start: color,
      tiles: [Mode.startColor, Mode.startColor])
    var draw = RandomStream(key: [2], hashing: .openSSL)
    let hand = Hand(
      skill: try require(Skill(level: 1)), mode: mode, challenge: mode.challenge(of: start),
      opens: opens, tolerance: .zero, draw: &draw)
    expect(hand.deadline, differsFrom: nil)
    expect(mode.tolerance(.hard, .max) <= .whole(5) && mode.milliseconds(5, 0) == 5_000)
  }
}

@Suite("Levels of hands")
struct LevelTests {
  /// In how many of the matches one level comes out before another, each on either seat in turn.
  private func wins(of level: Int, over other: Int, in mode: Mode, seeds: Range<Int>) throws -> Int
  {
    try seeds.count { seed in
      let isSecond = seed % 2 == 1
      var race = try Race(
        .usual(of: mode), levels: isSecond ? [other, level] : [level, other], seed: seed)
      race.run()
      let places = [race.place(of: 1) ?? 0, race.place(of: 2) ?? 0]
      return isSecond ? places[1] < places[0] : places[0] < places[1]
    }
  }

  @Test("level 4 beats level 1, and each level the one below it more often than not")
  func ladder() throws {
    for mode in Mode.all where !mode.isEndless {
      try expect(wins(of: 4, over: 1, in: mode, seeds: 0..<4), equals: 4, mode.name)
    }
    for (mode, level) in [Mode.rgb, .tiles].flatMap({ mode in (2...4).map { (mode, $0) } }) {
      let won = try wins(of: level, over: level - 1, in: mode, seeds: 20..<25)
      expect(won, isAbove: 2, "level \(level) in \(mode.name): \(won) of 5")
    }
  }

  /// Level, the fewest and the most milliseconds of the middle lock of a normal round of rgb.
  @Test(
    "levels take about as long as people of their skill",
    arguments: [
      (1, 18_000, 30_000), (2, 10_000, 15_000), (3, 6_500, 9_500), (4, 3_000, 4_800),
    ])
  func paces(level: Int, fewest: Int, most: Int) throws {
    let last = try (0..<25)
      .map { try HandTests().plan(.rgb, level: level, seed: $0).steps.last?.at ?? 0 }
    let middle = last.sorted()[last.count / 2]
    expect((fewest...most), contains: middle, "\(middle)")
  }
}
