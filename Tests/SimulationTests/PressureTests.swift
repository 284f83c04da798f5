// A server that is late all the time, by spans drawn at random: everybody is still told where the
// sliders are, no lock is lost or judged at another moment than its arrival, and when the lanes are
// in time again all is as before.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Lanes under pressure")
struct PressureTests {
  /// From one person to the server, in milliseconds.
  private static let way = 5
  /// How often a player moves, in milliseconds.
  private static let moveMilliseconds = 33
  /// The longest that the server is kept from its work at a time, in milliseconds.
  private static let longestPause = 150

  /// Two players and two watchers in a round of two minutes, and what they heard.
  private final class Scene {
    let world: World
    let house: House
    let opens: Int
    private(set) var heard: [(at: Int, person: Int, message: ServerMessage)] = []

    init(_ draw: inout SplitMix64) throws {
      var limits = Limits()
      limits.watchersAtHomeMax = draw.number(in: 0...1)
      let way = Path(delay: PressureTests.way, jitter: 0, seed: 1)
      world = World.calm(
        &draw, ways: Array(repeating: way, count: 4), limits: limits,
        laneCount: draw.number(in: 1...3))
      house = world.houses[0]
      for person in 0..<4 {
        try world.perform(Deed(at: world.now, action: .connect(person, hall: 0)))
        try world.perform(Deed(at: world.now, action: .say(person, "HELLO v=1")))
        let line =
          switch person {
          case 0: "CREATE seats=2 rounds=1 time=120"
          case 1: "JOIN room={room}"
          default: "WATCH room={room}"
          }
        try world.perform(Deed(at: world.now + 100, action: .say(person, line)))
        try world.pass(to: world.now + 100)
      }
      for person in 0..<2 { try world.perform(Deed(at: world.now, action: .say(person, "READY"))) }
      try world.pass(to: world.now + 3_000)
      opens = try require(world.people[0].round).opens - World.start
      try world.pass(to: opens)
      note()
      heard = []
    }

    func note() {
      heard += world.takeNews().map { (world.now, $0.person, $0.message) }
    }

    func perform(_ action: Action, at moment: Int) throws {
      while world.nextMoment() < moment {
        try world.step(to: world.nextMoment())
        note()
      }
      try world.perform(Deed(at: moment, action: action))
      note()
    }

    /// The longest time in a span without any news of a player, for one who is told of them.
    func longestGap(of player: PlayerID, for person: Int, in span: Range<Int>) -> Int {
      var (last, longest) = (span.lowerBound, 0)
      for (at, listener, message) in heard where listener == person && span.contains(at) {
        guard case .move(let move) = message, move.who == player else { continue }
        (last, longest) = (at, max(longest, at - last))
      }
      return max(longest, span.upperBound - last)
    }

    var level: Int { house.lanes.map(\.hall.pressure.level).max() ?? 0 }
  }

  /// Has both players move all the time, and lock too far off every other second.
  ///
  /// - Parameter pause: from the present moment, for how long the server is kept from its work.
  /// - Returns: when each lock was said, by player; the last one at least 1.5 s before the end.
  private func play(
    _ scene: Scene, to end: Int, _ draw: inout SplitMix64, pause: (inout SplitMix64) -> Int?
  ) throws -> [[Int]] {
    var locks: [[Int]] = [[], []]
    let start = scene.world.now
    var worksAt = start
    var lockAt = [start + 500, start + 900]
    var moveAt = [start, start + 7]
    while true {
      let next = min(worksAt, lockAt.min() ?? end, moveAt.min() ?? end)
      if next >= end { return locks }
      if worksAt == next {
        if let span = pause(&draw) {
          try scene.perform(.pause(hall: 0, span), at: next)
          worksAt += span
        } else {
          worksAt = end
        }
      }
      for player in 0..<2 {
        if moveAt[player] == next {
          moveAt[player] += Self.moveMilliseconds
          let values = (0..<3).map { _ in "\(draw.number(in: 0...255))" }.joined(separator: ",")
          try scene.perform(.say(player, "SET v=\(values)"), at: next)
        }
        if lockAt[player] == next {
          // A player who has missed is frozen for 1.5 s.
          lockAt[player] += draw.number(in: 1_700...2_500)
          if lockAt[player] > end - 1_500 { lockAt[player] = end }
          locks[player].append(next)
          try scene.perform(.say(player, "LOCK v=188,188,188"), at: next)
        }
      }
    }
  }

  @Test("pictures go on, locks count from their arrival, and all is as before afterwards")
  func late() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var draw = SplitMix64(seed: seed)
      let scene = try Scene(&draw)
      let players = try (0..<2).map { try require(scene.world.people[$0].viewer.me) }
      let start = scene.world.now
      var locks = try play(scene, to: start + 15_000, &draw) {
        $0.number(in: 30...Self.longestPause)
      }
      expect(scene.level, equals: Pressure.levelMax, "seed \(seed)")
      let end = scene.world.now
      let gapMax =
        scene.house.setup.limits.rareMoveMilliseconds + 2 * Self.longestPause
        + Self.moveMilliseconds + 2 * Self.way
      for person in 0..<4 {
        for player in players {
          let gap = scene.longestGap(of: player, for: person, in: start..<end)
          expect(gap, isAtMost: gapMax, "seed \(seed): person \(person) waits \(gap) ms")
        }
      }
      // In time again: as many levels as there are go within their time, and half as much more.
      let calm = Pressure.levelMax * scene.house.setup.limits.calmMilliseconds * 3 / 2
      let more = try play(scene, to: end + calm, &draw) { _ in nil }
      expect(scene.level, equals: 0, "seed \(seed)")
      let last = scene.world.now
      let rest = try play(scene, to: last + 2_000, &draw) { _ in nil }
      for player in 0..<2 { locks[player] += more[player] + rest[player] }
      for person in 0..<4 {
        let gap = scene.longestGap(of: players[0], for: person, in: last..<scene.world.now)
        expect(gap, isAtMost: 100, "seed \(seed): person \(person) still waits \(gap) ms")
      }
      try scene.perform(.say(0, "PING t=1"), at: scene.world.now + 1_000)
      for (index, player) in players.enumerated() {
        let judged = scene.heard.compactMap { _, person, message -> Int? in
          guard person == 0, case .play(_, .missed(player, let elapsed, _)) = message else {
            return nil
          }
          return elapsed
        }
        let arrived = locks[index].map { $0 + Self.way - scene.opens }
        expect(judged, equals: arrived, "seed \(seed): locks of player \(index)")
      }
      let overtaken = scene.house.lanes.map(\.hall.pressure.overtaken).reduce(0, +)
      expect(overtaken, equals: 0, "each SET came by itself")
    }
  }
}
