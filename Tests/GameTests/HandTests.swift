// A bot's hand keeps to what hands can do, ends, and is as good as its level says.

import Chroma
import Game
import TestSupport
import Testing

@Suite("Hand")
struct HandTests {
  private let opens = Instant(milliseconds: 1_000_000)

  /// One round of a hand: its commands with their milliseconds after the opening.
  private struct Plan {
    let mode: Mode
    let level: Int
    let seed: Int
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

  private func plan(
    _ mode: Mode, level: Int, tolerance: Difference? = nil, round: Int = 1, streak: Int = 0,
    seed: Int
  ) throws -> Plan {
    var draw = RandomStream(seed: try .numbered(seed), round: round, nonces: [], hashing: .openSSL)
    let challenge = mode.challenge(
      &draw, Course(round: round, streak: streak, level: .normal))
    let tolerance = tolerance ?? Rules.usual(of: mode).tolerance(inRound: round)
    let skill = try require(Skill(level: level))
    var hand = Hand(
      skill: skill, mode: mode, challenge: challenge, opens: opens, tolerance: tolerance,
      draw: &draw)
    var plan = Plan(
      mode: mode, level: level, seed: seed, challenge: challenge, tolerance: tolerance)
    while let due = hand.deadline {
      expect(isEmpty: hand.act(at: due - 1))
      let commands = hand.act(at: due)
      expect(!commands.isEmpty && hand.deadline.map { $0 > due } != false)
      plan.steps += commands.map { (due - opens, $0) }
    }
    return plan
  }

  /// Every level and mode with some seeds each.
  private func forEachPlan(_ body: (Plan) throws -> Void) throws {
    for level in Skill.levels {
      for mode in Mode.all {
        for seed in 0..<3 {
          let round = seed + 1
          try body(plan(mode, level: level, round: round, streak: seed, seed: seed))
        }
      }
    }
  }

  @Test("a hand moves one slider at a time on the grid, waits out freezes and ends with a lock")
  func plans() throws {
    try forEachPlan { plan in
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

  @Test("a hand never picks the same wrong tile twice")
  func wrongTiles() throws {
    var misses = 0
    for seed in 0..<16 {
      let plan = try plan(.tiles, level: 1, round: 8, streak: 20, seed: seed)
      let picks = plan.steps.map { step -> Command in step.command }
      expect(Set(picks).count, equals: picks.count)
      misses += picks.count - 1
    }
    expect(misses, isAbove: 8, "and it does pick wrong ones when they are near: \(misses)")
  }

  @Test("the nearer the tiles, the more often the wrong one is picked; a skilled hand less")
  func fooled() throws {
    func misses(_ level: Int, streak: Int) throws -> Int {
      try (0..<8)
        .reduce(0) { sum, seed in
          try sum + plan(.tiles, level: level, round: 7, streak: streak, seed: seed).locks.count - 1
        }
    }
    let far = try misses(1, streak: 0)
    let near = try misses(1, streak: 12)
    expect(far, isBelow: near)
    try expect(misses(4, streak: 12), isBelow: near)
  }

  @Test("a bot aims worse at a remembered color than at a visible one", arguments: Skill.levels)
  func remembered(level: Int) throws {
    func firstMisses(_ mode: Mode) throws -> Int {
      try (0..<12)
        .reduce(0) { sum, seed in
          let lock = try plan(mode, level: level, seed: seed).locks.first
          return sum + (lock?.difference?.thousandths ?? 0)
        }
    }
    try expect(firstMisses(.memory), isAbove: firstMisses(.hsb))
  }

  @Test("a hand that is asked late does all that is due, in order")
  func late() throws {
    var draw = RandomStream(key: [1], hashing: .openSSL)
    let challenge = Mode.rgb.challenge(&draw, Course(round: 1, streak: 0, level: .normal))
    var prompt = Hand(
      skill: try require(Skill(level: 3)), mode: .rgb, challenge: challenge, opens: opens,
      tolerance: .whole(5), draw: &draw)
    var late = prompt
    var commands: [Command] = []
    while let due = prompt.deadline { commands += prompt.act(at: due) }
    expect(late.act(at: opens + 1_000_000), equals: commands)
    expect(late.deadline == nil && late.act(at: opens + 2_000_000).isEmpty)
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

  @Test("there are four levels", arguments: [Int.min, -1, 0, 5, Int.max])
  func levels(level: Int) {
    expect(Skill(level: level), equals: nil)
    expect(Skill.levels.allSatisfy { Skill(level: $0)?.level == $0 })
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

  @Test("level 4 beats level 1", arguments: Mode.all.filter { !$0.isEndless })
  func bestBeatsWorst(mode: Mode) throws {
    try expect(wins(of: 4, over: 1, in: mode, seeds: 0..<4), equals: 4)
  }

  @Test("each level beats the one below it more often than not", arguments: [Mode.rgb, .tiles])
  func ladder(mode: Mode) throws {
    for level in Skill.levels.dropFirst() {
      let won = try wins(of: level, over: level - 1, in: mode, seeds: 20..<25)
      expect(won, isAbove: 2, "level \(level): \(won) of 5")
    }
  }

  @Test(
    "level 2 locks most rounds of the usual rules in time",
    arguments: Mode.all.filter { $0.hidesAfter == nil && !$0.isEndless })
  func locksInTime(mode: Mode) throws {
    var locked = 0
    var rounds = 0
    for seed in 0..<4 {
      var race = try Race(.usual(of: mode), levels: [2], seed: seed)
      race.run()
      locked += race.locks.count { !$0.isEmpty }
      rounds += race.locks.count
    }
    expect(locked * 10, isAbove: 8 * rounds, "\(locked) of \(rounds)")
  }

  /// Level, the fewest and the most milliseconds of the middle lock of a normal round of rgb.
  @Test(
    "levels take about as long as people of their skill",
    arguments: [
      (1, 18_000, 30_000), (2, 10_000, 15_000), (3, 6_500, 9_500), (4, 3_000, 4_800),
    ])
  func paces(level: Int, fewest: Int, most: Int) throws {
    let skill = try require(Skill(level: level))
    let opens = Instant(milliseconds: 0)
    var last: [Int] = []
    for seed in 0..<25 {
      var draw = RandomStream(seed: try .numbered(seed), round: 1, nonces: [], hashing: .openSSL)
      let challenge = Mode.rgb.challenge(&draw, Course(round: 1, streak: 0, level: .normal))
      var hand = Hand(
        skill: skill, mode: .rgb, challenge: challenge, opens: opens, tolerance: .whole(5),
        draw: &draw)
      var moment = opens
      while let due = hand.deadline {
        moment = due
        _ = hand.act(at: due)
      }
      last.append(moment - opens)
    }
    let middle = last.sorted()[last.count / 2]
    expect((fewest...most), contains: middle, "\(middle)")
  }
}
