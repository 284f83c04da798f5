// When who moves: fixed beforehand, the same every time, and never faster than a server takes.

import TestSupport
import Testing

@testable import chromatch_bench

@Suite("The schedule")
struct ScheduleTests {
  private static let movers = 16

  /// All ticks at which each mover moves in the first seconds, as the loop that sends walks them.
  private func walk(_ schedule: Schedule, seconds: Int) -> [[Int]] {
    var ticks = [[Int]](repeating: [], count: ScheduleTests.movers)
    var tick = schedule.tick(after: -1)
    while tick < seconds * 1_000 {
      for (mover, sequence) in schedule.moves(at: tick) {
        expect(sequence, equals: ticks[mover].count, "mover \(mover) skips a move")
        ticks[mover].append(tick)
      }
      tick = schedule.tick(after: tick)
    }
    return ticks
  }

  @Test(
    "everybody moves exactly so often a second, when the latency of that move counts from",
    arguments: [1, 7, 10, 30, 40, 60])
  func rate(movesPerSecond: Int) {
    let schedule = Schedule(movers: ScheduleTests.movers, movesPerSecond: movesPerSecond)
    for (mover, ticks) in walk(schedule, seconds: 3).enumerated() {
      let counts = Dictionary(grouping: ticks) { $0 / 1_000 }.mapValues(\.count)
      expect(counts, equals: [0: movesPerSecond, 1: movesPerSecond, 2: movesPerSecond])
      expect(ticks, equals: ticks.indices.map { schedule.tick(of: $0, by: mover) })
    }
  }
}
