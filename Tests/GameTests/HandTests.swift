// A bot's hand keeps to what hands can do, ends, and is as good as its level says.

import Chroma
import Game
import Testing

@Suite("Hand")
struct HandTests {
  private let opens = Instant(milliseconds: 1_000_000)

  /// One round of a hand: its commands with their milliseconds after the opening.
  private func commands(
    level: Int, mode: Mode, tolerance: Difference, seed: Int
  ) throws -> (target: Guess, steps: [(at: Int, command: Command)]) {
    var draw = Draw(seed: try .numbered(seed), round: 1, nonces: [], hashing: .openSSL)
    let target = mode.target(&draw)
    let skill = try #require(Skill(level: level))
    var hand = Hand(
      skill: skill, mode: mode, target: target, opens: opens, tolerance: tolerance, draw: &draw)
    var steps: [(at: Int, command: Command)] = []
    while let due = hand.deadline {
      #expect(hand.act(at: due - 1).isEmpty)
      let commands = hand.act(at: due)
      #expect(!commands.isEmpty && hand.deadline.map { $0 > due } != false)
      steps += commands.map { (due - opens, $0) }
    }
    return (target, steps)
  }

  /// Every level, mode and tolerance with some seeds each.
  private func forEachHand(
    _ body: (_ level: Int, _ mode: Mode, _ tolerance: Difference, _ seed: Int) throws -> Void
  ) rethrows {
    for level in Skill.levels {
      for mode in Mode.all {
        for tolerance in Level.allCases.map(\.tolerance) {
          for seed in 0..<20 { try body(level, mode, tolerance, seed) }
        }
      }
    }
  }

  @Test("a hand stays on the grid, starts after the round opens, and moves one slider at a time")
  func steps() throws {
    try forEachHand { level, mode, tolerance, seed in
      let (_, steps) = try commands(level: level, mode: mode, tolerance: tolerance, seed: seed)
      var guess = mode.start
      for step in steps {
        #expect(step.at > 0)
        switch step.command {
        case .set(let next):
          #expect(next.isOnGrid(of: mode.channels))
          let moved = zip(next.values, guess.values).count { $0 != $1 }
          #expect(moved <= 1, "level \(level) in \(mode.name), seed \(seed)")
          guess = next
        case .lock(let answer): #expect(answer == guess)
        }
      }
    }
  }

  @Test("a hand ends with a lock that is taken, waits out every freeze, and ends in time")
  func ending() throws {
    try forEachHand { level, mode, tolerance, seed in
      let (target, steps) = try commands(level: level, mode: mode, tolerance: tolerance, seed: seed)
      var locks: [(at: Int, difference: Difference)] = []
      for step in steps {
        if case .lock(let guess) = step.command {
          locks.append((step.at, mode.difference(guess, from: target)))
        }
      }
      let last = try #require(locks.last)
      #expect(last.difference <= tolerance && last.at == steps.last?.at)
      #expect(locks.dropLast().allSatisfy { $0.difference > tolerance })
      #expect(
        zip(locks, locks.dropFirst()).allSatisfy { $1.at - $0.at >= Rules.freezeMilliseconds })
      #expect(last.at < Rules.secondsRange.upperBound * 1_000, "level \(level), seed \(seed)")
    }
  }

  @Test("the same stream plays the same round")
  func deterministic() throws {
    try forEachHand { level, mode, tolerance, seed in
      let one = try commands(level: level, mode: mode, tolerance: tolerance, seed: seed)
      let other = try commands(level: level, mode: mode, tolerance: tolerance, seed: seed)
      #expect(one.steps.map(\.command) == other.steps.map(\.command))
      #expect(one.steps.map(\.at) == other.steps.map(\.at))
    }
  }

  @Test("a hand that is asked late does all that is due, in order")
  func late() throws {
    var draw = Draw(key: [1], hashing: .openSSL)
    var prompt = Hand(
      skill: try #require(Skill(level: 3)), mode: .rgb, target: Guess([1, 2, 3]), opens: opens,
      tolerance: .whole(5), draw: &draw)
    var late = prompt
    var commands: [Command] = []
    while let due = prompt.deadline { commands += prompt.act(at: due) }
    #expect(late.act(at: opens + 1_000_000) == commands)
    #expect(late.deadline == nil && late.act(at: opens + 2_000_000).isEmpty)
  }

  @Test("there are four levels", arguments: [Int.min, -1, 0, 5, Int.max])
  func levels(level: Int) {
    #expect(Skill(level: level) == nil)
    #expect(Skill.levels.allSatisfy { Skill(level: $0)?.level == $0 })
  }

  @Test("a match takes every move of a hand")
  func neverRefused() throws {
    for seed in 0..<20 {
      var race = try Race(.checked(rounds: 3), levels: [1, 2, 3, 4], seed: seed)
      race.run()
      #expect(race.refusals == [])
    }
  }

  @Test("level 4 beats level 1 in more than nine of ten matches")
  func bestBeatsWorst() throws {
    var won = 0
    for seed in 0..<200 {
      let mode = Mode.all[seed % Mode.all.count]
      var race = try Race(.checked(mode, rounds: 5), levels: [1, 4], seed: seed)
      race.run()
      let totals = [1, 2].map { race.totals[PlayerID(number: $0)] ?? 0 }
      if totals[1] > totals[0] { won += 1 }
    }
    #expect(won > 180, "\(won) of 200")
  }

  @Test("each level does better than the one below it, on average")
  func ladder() throws {
    var sums = [0, 0, 0, 0]
    for seed in 0..<60 {
      var race = try Race(.checked(rounds: 2), levels: [1, 2, 3, 4], seed: seed)
      race.run()
      for index in sums.indices { sums[index] += race.totals[PlayerID(number: index + 1)] ?? 0 }
    }
    #expect(zip(sums, sums.dropFirst()).allSatisfy { $0 < $1 }, "\(sums)")
  }

  @Test("level 2 locks most normal rounds in their 30 seconds", arguments: Mode.all)
  func locksInTime(mode: Mode) throws {
    var locked = 0
    for seed in 0..<40 {
      var race = try Race(.checked(mode, rounds: 5), levels: [2], seed: seed)
      race.run()
      locked += race.locks.count { !$0.isEmpty }
    }
    #expect(locked > 160, "\(locked) of 200")
  }
}
