// Newcomers fill one lane before the next, over days of people who come, play and go.

import TestSupport
import Testing

@testable import Server

@Suite("Packing of lanes")
struct LanePackingTests {
  private typealias Lane = LanePacking.Lane

  @Test("a lane fills up to 60 %, then the next opens, and it closes below 40 % of one fewer")
  func thresholds() {
    var packing = LanePacking(peopleMax: 1_000)
    func lane(_ busy: [Double]) -> Int {
      packing.choose(among: busy.map { Lane(people: 0, busy: $0) })
    }
    expect(lane([0.59, 0, 0]), equals: 0)
    expect(lane([0.6, 0, 0]), equals: 1)
    // The fuller of the two that have space.
    expect(lane([0.5, 0.3, 0]), equals: 0)
    expect(lane([0.2, 0.3, 0]), equals: 1)
    expect(lane([0.2, 0.19, 0]), equals: 0)
    expect(packing.openCount, equals: 1)
    // A late one counts as full; where all are, newcomers go to the least busy.
    expect(lane([1, 0.7, 0.9]), equals: 1)
    expect(packing.openCount, equals: 3)
  }

  @Test("people who have not played yet fill a lane, too")
  func silent() {
    var packing = LanePacking(peopleMax: 1_000)
    var people = [0, 0, 0]
    for _ in 0..<2_500 {
      people[packing.choose(among: people.map { Lane(people: $0, busy: 0) })] += 1
    }
    expect(people, equals: [1_000, 1_000, 500])
  }

  @Test("a day: what fits one lane stays on one, and none is full while another is not")
  func days() {
    for seed in 1...4 {
      var day = Day(seed: UInt64(seed))
      for minute in 0..<1_440 { day.pass(minute: minute) }
      expect(day.flaws, equals: [], "seed \(seed)")
      // The morning's few are on one lane, and so are the evening's.
      expect(day.openAtNight, equals: [1, 1], "seed \(seed)")
      expect(day.openMost, isAbove: 1, "seed \(seed)")
    }
  }

  /// A day of 1,440 minutes in which people come, play for a while and go.
  private struct Day {
    private var draw: SplitMix64
    private var packing = LanePacking(peopleMax: 1_500)
    /// The minutes in which those on each lane go.
    private var leaving: [[Int]] = Array(repeating: [], count: 4)
    /// What one of them adds to a lane, in its time.
    private let cost: Double
    private(set) var flaws: [String] = []
    private(set) var openAtNight: [Int] = []
    private(set) var openMost = 0

    init(seed: UInt64) {
      draw = SplitMix64(seed: seed)
      cost = Double(draw.number(in: 4...16)) / 10_000
    }

    mutating func pass(minute: Int) {
      for lane in leaving.indices { leaving[lane].removeAll { $0 <= minute } }
      // At noon as many as keep nearly two lanes busy, at night what fits a third of one.
      let isNoon = (480..<960).contains(minute)
      let wanted = Int((isNoon ? 1.8 : 0.3) / cost)
      while leaving.reduce(0, { $0 + $1.count }) < wanted {
        let lanes = leaving.map { Lane(people: $0.count, busy: cost * Double($0.count)) }
        let lane = packing.choose(among: lanes)
        if lanes[lane].busy > LanePacking.fullShare,
          lanes.contains(where: { $0.busy < LanePacking.fullShare })
        {
          flaws.append("minute \(minute): lane \(lane) of \(lanes.map(\.busy))")
        }
        leaving[lane].append(minute + draw.number(in: 1...90))
      }
      openMost = max(openMost, packing.openCount)
      if [479, 1_439].contains(minute) { openAtNight.append(packing.openCount) }
    }
  }

  @Test("how busy a lane is fades while it rests, and is 1 for one that never does")
  func fading() {
    var busy = BusyShare()
    for turn: Int64 in 1...10_000 { busy.add(1_000_000, until: turn) }
    expect((busy.faded(by: 10_000) * 100).rounded(), equals: 100)
    for turn: Int64 in 10_001...20_000 { busy.add(250_000, until: turn) }
    let load = LaneLoad()
    expect(load.share(at: 20_000), equals: 0)
    load.tell(busy.faded(by: 20_000), at: 20_000)
    let later = [20_000, 21_000, 30_000].map { (load.share(at: $0) * 100).rounded() }
    expect(later, equals: [25, 9, 0])
  }
}
