// A lane among others: who comes first for which shard, who is heard, what the beats say.

import Game
import TestSupport
import Testing

@testable import Cluster
@testable import Rooms

@Suite("A lane's shards")
struct LaneTenuresTests {
  static let shards = Array(0..<32)

  /// Some nodes with one lane each, a store for each shard, and a bus that reaches everybody.
  private struct Cluster {
    var lanes: [Int: LaneTenures] = [:]
    var stores: [Int: ShardOwner] = [:]
    var now = 0
    var deaf: Set<Int> = []
    /// Which node has fallen silent, as which other one says.
    var fallen: [[Int]] = []
    var lastBeats: [Int: LaneBeat] = [:]
    /// How far the clocks of nodes are ahead, in milliseconds.
    var ahead: [Int: Int] = [:]

    /// What a node's clock shows.
    func clock(of node: Int) -> Instant { Instant(milliseconds: now + ahead[node, default: 0]) }

    mutating func start(_ node: Int, configuration: UInt64 = 0) {
      lanes[node] = LaneTenures(
        of: Claimant(node: node, start: UInt64(now + 1)), lane: 0, shards: LaneTenuresTests.shards,
        configuration: configuration, at: clock(of: node))
    }

    /// Lets so many milliseconds pass; what is asked is answered at once.
    mutating func pass(_ span: Int) {
      for _ in 0..<(span / 10) {
        now += 10
        for node in lanes.keys.sorted() { change(node) { $0.advance(to: $1, &$2) } }
      }
    }

    mutating func leave(_ node: Int) { change(node) { $0.leave(at: $1, &$2) } }

    private mutating func change(
      _ node: Int, _ change: (inout LaneTenures, Instant, inout [LaneEffect]) -> Void
    ) {
      guard var lane = lanes[node] else { return }
      var effects: [LaneEffect] = []
      change(&lane, clock(of: node), &effects)
      lanes[node] = lane
      carryOut(effects, of: node)
    }

    private mutating func carryOut(_ effects: [LaneEffect], of node: Int) {
      for effect in effects {
        switch effect {
        case .beat(let beat):
          lastBeats[node] = beat
          for other in lanes.keys.sorted() where !deaf.contains(other) && !deaf.contains(node) {
            change(other) { $0.hear(beat, at: $1, &$2) }
          }
        case .fellSilent(let other): fallen.append([node, other])
        case .shard(let shard, let wanted):
          guard let input = answer(to: wanted, of: shard) else { continue }
          change(node) { $0.take(input, of: shard, at: $1, &$2) }
        }
      }
    }

    private mutating func answer(to effect: TenureEffect, of shard: Int) -> Tenure.Input? {
      let owner = stores[shard]
      switch effect {
      case .look: return .owned(owner)
      case .claim(let mine, let after):
        guard owner == after else { return .contested(mine, by: owner) }
        stores[shard] = mine
        return .claimed(mine)
      case .read(let from, let mine):
        return owner == mine
          ? .page(ShardPage(from: from, floor: 1, [], isLast: true), for: mine)
          : .dispossessed(mine, by: owner)
      case .replay(_, let isLast): return isLast ? .replayed : nil
      case .append(let append):
        return owner == append.owner
          ? .stored(append.name) : .refused(append.name, owner: owner, lying: nil)
      default: return nil
      }
    }

    /// Which shards a node has.
    func held(by node: Int) -> [Int] {
      LaneTenuresTests.shards.filter { lanes[node]?.role(in: $0) == .holding }
    }
  }

  /// The shards for which a node comes first.
  private func share(of node: Int, among nodes: [Int]) -> [Int] {
    func weight(_ node: Int, _ shard: Int) -> UInt64 { LaneTenures.weight(of: node, for: shard) }
    return LaneTenuresTests.shards.filter { shard in
      node == nodes.max { weight($0, shard) < weight($1, shard) }
    }
  }

  private func cluster(_ nodes: [Int]) -> Cluster {
    var cluster = Cluster()
    for node in nodes { cluster.start(node) }
    cluster.pass(2_000)
    return cluster
  }

  @Test("each shard goes to the node that comes first for it, and all have some", arguments: 1...4)
  func shares(count: Int) {
    let nodes = Array(0..<count)
    let cluster = cluster(nodes)
    for node in nodes {
      let theirs = share(of: node, among: nodes)
      expect(cluster.held(by: node) == theirs && !theirs.isEmpty)
    }
  }

  @Test("when a node is gone, the others have its shards after the silence, and keep theirs")
  func death() {
    var cluster = cluster([0, 1, 2])
    let before = cluster.held(by: 0)
    cluster.lanes[2] = nil
    cluster.pass(600)
    expect(cluster.held(by: 0) == before && cluster.fallen == [])
    cluster.pass(300)
    expect(Set(before).isSubset(of: cluster.held(by: 0)))
    for node in 0...1 { expect(cluster.held(by: node), equals: share(of: node, among: [0, 1])) }
    expect(cluster.fallen, equals: [[0, 2], [1, 2]])
    // So has a node that leaves; but a node that hears no beats finds nobody silent.
    cluster.leave(1)
    cluster.pass(2_000)
    cluster.start(1)
    cluster.pass(2_000)
    cluster.deaf = [1]
    cluster.pass(2_000)
    expect(cluster.fallen, equals: [[0, 2], [1, 2], [0, 1], [0, 1]])
  }

  @Test("a leaving node releases all its shards at once")
  func leaving() {
    var cluster = cluster([0, 1, 2])
    cluster.leave(1)
    cluster.pass(50)
    expect(cluster.lanes[1]?.hasLeft, equals: true)
    expect(isEmpty: cluster.held(by: 1))
    expect(cluster.held(by: 0).count + cluster.held(by: 2).count, equals: 32)
    expect(cluster.lastBeats[1]?.isLeaving, equals: true)
    // And takes nothing while it is still there.
    cluster.pass(5_000)
    expect(isEmpty: cluster.held(by: 1))
  }

  @Test("a newcomer is given its share, a shard a beat, once it has been there for a while")
  func joining() {
    var cluster = cluster([0, 1])
    cluster.start(2)
    cluster.pass(4_900)
    expect(isEmpty: cluster.held(by: 2))
    cluster.pass(300)
    expect((1...6), contains: cluster.held(by: 2).count)
    cluster.pass(3_000)
    expect(cluster.held(by: 2), equals: share(of: 2, among: [0, 1, 2]))
    expect((0...2).map { cluster.held(by: $0).count }.reduce(0, +), equals: 32)
  }

  @Test("a node that does not receive its own beats claims no shards and keeps its own")
  func deafness() {
    var cluster = cluster([0, 1, 2])
    let before = cluster.held(by: 2)
    cluster.deaf = [0, 1, 2]
    cluster.pass(5_000)
    expect(cluster.held(by: 2), equals: before)
    expect((0...2).map { cluster.held(by: $0).count }.reduce(0, +), equals: 32)
    // One that the others do not hear loses its shards to them, not they to it.
    cluster.deaf = [2]
    cluster.pass(3_000)
    expect(isEmpty: cluster.held(by: 2))
    expect(cluster.held(by: 0).count + cluster.held(by: 1).count, equals: 32)
  }

  @Test("a node claims no shards while rooms of another configuration exist")
  func otherConfiguration() {
    var cluster = cluster([0])
    cluster.start(1, configuration: 7)
    cluster.pass(10_000)
    expect(cluster.held(by: 0).count, equals: 32)
    expect(isEmpty: cluster.held(by: 1))
    expect(cluster.lanes[1]?.nodesDiffering, equals: [0])
    expect(cluster.lanes[1]?.nodesHeard, equals: [])
    // Who has the rooms does not care about somebody who has none.
    expect(cluster.lanes[0]?.nodesDiffering, equals: [])
    cluster.leave(0)
    cluster.pass(3_000)
    expect(isEmpty: cluster.held(by: 0))
    expect(cluster.held(by: 1).count, equals: 32)
    expect(cluster.lanes[1]?.nodesDiffering, equals: [])
  }

  @Test(
    "a node whose clock differs from the majority's claims no shards", arguments: [5_000, -5_000])
  func astrayClock(ahead: Int) {
    var cluster = cluster([0, 1])
    cluster.ahead[2] = ahead
    cluster.start(2)
    cluster.pass(20_000)
    expect(isEmpty: cluster.held(by: 2))
    expect(cluster.held(by: 0).count + cluster.held(by: 1).count, equals: 32)
    expect(cluster.lanes[2]?.isClockAstray, equals: true)
    expect(cluster.lanes[2]?.clocksAstray, equals: [0: -ahead, 1: -ahead])
    for node in 0...1 {
      expect(cluster.lanes[node]?.isClockAstray, equals: false)
      expect(cluster.lanes[node]?.clocksAstray, equals: [2: ahead])
    }
    // Those who are right do not wait for it when somebody else is gone.
    cluster.lanes[1] = nil
    cluster.pass(3_000)
    expect(cluster.held(by: 0).count, equals: 32)
    cluster.start(1)
    cluster.ahead[2] = 0
    cluster.start(2)
    cluster.pass(20_000)
    expect(cluster.held(by: 2), equals: share(of: 2, among: [0, 1, 2]))
  }

  @Test("of two clocks that of the lower number is right, as long as it is heard")
  func twoClocks() {
    var cluster = cluster([0])
    cluster.ahead[1] = 5_000
    cluster.start(1)
    cluster.pass(20_000)
    expect(cluster.held(by: 0).count, equals: 32)
    expect(cluster.lanes[0]?.isClockAstray, equals: false)
    expect(cluster.lanes[1]?.isClockAstray, equals: true)
    cluster.lanes[0] = nil
    cluster.pass(3_000)
    expect(cluster.held(by: 1).count, equals: 32)
    // It keeps its rooms, and gives away as many as any node would.
    cluster.start(0)
    cluster.pass(20_000)
    let counts = (0...1).map { cluster.held(by: $0).count }
    expect(counts.reduce(0, +) == 32 && counts.min() ?? 0 > 0)
  }

  @Test("beats that are late make no clock wrong, as long as one of them is not")
  func lateBeats() {
    var clock = NeighborClock(at: Instant(milliseconds: 0))
    func note(late milliseconds: Int, at now: Int) {
      clock.note(Instant(milliseconds: now - milliseconds), at: Instant(milliseconds: now))
    }
    for now in stride(from: 0, through: 2_900, by: 100) { note(late: 1_500, at: now) }
    note(late: 1_000, at: 2_950)
    for now in stride(from: 3_000, to: 6_000, by: 100) {
      note(late: 1_500, at: now)
      expect(!clock.isAstray(at: Instant(milliseconds: now)))
    }
    // A clock that is ahead is another one than a clock that is behind.
    note(late: -1_001, at: 6_000)
    expect(!clock.isAstray(at: Instant(milliseconds: 8_999)))
    expect(clock.isAstray(at: Instant(milliseconds: 9_000)) && clock.ahead == 1_001)
    note(late: -1_000, at: 9_000)
    expect(!clock.isAstray(at: Instant(milliseconds: 20_000)))
  }

  @Test("of two processes that are one node the one that started first lets go of everything")
  func replaced() {
    var cluster = cluster([0, 1])
    let (first, theirs) = (cluster.lanes[0], cluster.held(by: 0).count)
    cluster.start(0)
    let now = cluster.clock(of: 0)
    let newer = LaneBeat(Claimant(node: 0, start: UInt64(cluster.now + 1)), lane: 0, at: now)
    var (former, effects) = (first, [LaneEffect]())
    former?.hear(newer, at: now, &effects)
    expect(former?.isReplaced, equals: true)
    expect(former?.hasLeft, equals: true)
    let shards = effects.count {
      if case .shard(_, .resign(.handedOver)) = $0 { true } else { false }
    }
    expect(shards > 0 && shards == theirs)
    // The newer one does not mind.
    let older = LaneBeat(Claimant(node: 0, start: 1), lane: 0, at: now)
    effects = []
    cluster.lanes[0]?.hear(older, at: now, &effects)
    expect(cluster.lanes[0]?.isReplaced, equals: false)
    expect(isEmpty: effects)
  }
}
