// A lane's part in all its shards: who is there, who comes first for which shard, what the beats
// say, and each shard's tenure. It carries nothing itself; what the shards want is for whoever has
// their rooms. Every node comes to the same order of nodes for a shard: it follows from their
// numbers. Invariant: whoever does not hear its own beats claims nothing, since it hears no others
// either.

public import Game

/// What a lane says of itself, ten times a second.
public struct LaneBeat: Hashable, Sendable {
  /// A shard that the lane has.
  public struct Held: Hashable, Sendable {
    /// In which epoch.
    public var epoch: UInt64
    /// Whether the lane waits for the store.
    public var isPaused: Bool

    /// Held in an epoch.
    public init(epoch: UInt64, isPaused: Bool) {
      self.epoch = epoch
      self.isPaused = isPaused
    }
  }

  /// Who says it.
  public var claimant: Claimant
  /// Its lane.
  public var lane: Int
  /// Whether it leaves, and claims nothing any more.
  public var isLeaving: Bool
  /// What it has.
  public var held: [Int: Held]
  /// What it has just let go of, by the epoch in which it had it.
  public var released: [Int: UInt64]

  /// The beat of a lane.
  public init(
    _ claimant: Claimant, lane: Int, isLeaving: Bool = false, held: [Int: Held] = [:],
    released: [Int: UInt64] = [:]
  ) {
    self.claimant = claimant
    self.lane = lane
    self.isLeaving = isLeaving
    self.held = held
    self.released = released
  }
}

/// A lane's part in its shards.
public struct LaneTenures: Hashable, Sendable {
  /// How many shards there are, whatever the nodes and lanes.
  public static let shardCount = 256

  /// Something to be done.
  public enum Effect: Hashable, Sendable {
    /// What the tenure of a shard wants.
    case shard(Int, Tenure.Effect)
    /// Tell every lane that has these shards, this one included.
    case beat(LaneBeat)
  }

  /// A lane that is heard.
  private struct Neighbor: Hashable {
    let claimant: Claimant
    /// Since when, without a silence.
    let since: Instant
    var last: Instant
  }

  /// A lane beats so often, in milliseconds.
  static let beatMilliseconds = 100
  /// Whoever has not heard its own beats for so long claims nothing, in milliseconds.
  static let deafMilliseconds = 500
  /// A shard is handed over to a node that comes before ours and has been there for so long, in
  /// milliseconds; one shard a beat.
  static let settledMilliseconds = 5_000

  private let me: Claimant
  private let lane: Int
  private let times: TenureTimes
  private var tenures: [Int: Tenure]
  /// The other nodes that are heard and do not leave, by their numbers.
  private var neighbors: [Int: Neighbor] = [:]
  /// When our own beat was last heard; nil before that.
  private var echoed: Instant?
  private var beatDue: Instant
  private var isLeaving = false
  /// What the next beat says that we let go of.
  private var released: [Int: UInt64] = [:]
  /// Our rank for each shard, as its tenure was told.
  private var ranks: [Int: Int] = [:]

  /// A lane that has nothing yet.
  ///
  /// - Parameter shards: the shards that live on this lane, here as on every node.
  public init(
    of me: Claimant, lane: Int, shards: [Int], times: TenureTimes = TenureTimes(), at now: Instant
  ) {
    (self.me, self.lane, self.times) = (me, lane, times)
    beatDue = now
    tenures = Dictionary(
      uniqueKeysWithValues: shards.map { shard in
        (shard, Tenure(of: me, rank: nil, times: times, at: now))
      })
  }

  /// When it has to be told that time has passed.
  public var deadline: Instant {
    tenures.values.reduce(beatDue) { min($0, $1.deadline ?? $0) }
  }

  /// What the part in a shard is; away for one that is not of this lane.
  public func role(in shard: Int) -> Tenure.Role { tenures[shard]?.role ?? .away }

  /// Whether nothing is ours any more, after `leave`.
  public var hasLeft: Bool {
    isLeaving && tenures.values.allSatisfy { $0.role == .away }
  }

  /// Takes what the tenure of a shard is told.
  public mutating func take(
    _ input: Tenure.Input, of shard: Int, at now: Instant, _ effects: inout [Effect]
  ) {
    guard var tenure = tenures.removeValue(forKey: shard) else { return }
    let owner = tenure.beat(at: now)?.owner
    var wanted: [Tenure.Effect] = []
    tenure.take(input, at: now, &wanted)
    tenures[shard] = tenure
    carryOut(wanted, of: shard, owner, at: now, &effects)
  }

  /// Takes what a lane of this number says, on whichever node; our own beat, too.
  public mutating func hear(_ beat: LaneBeat, at now: Instant, _ effects: inout [Effect]) {
    guard beat.lane == lane else { return }
    if beat.claimant == me {
      echoed = now
      return rerank(at: now, &effects)
    }
    let node = beat.claimant.node
    if beat.isLeaving {
      neighbors[node] = nil
    } else if let known = neighbors[node], known.claimant == beat.claimant {
      neighbors[node]?.last = now
    } else {
      neighbors[node] = Neighbor(claimant: beat.claimant, since: now, last: now)
    }
    rerank(at: now, &effects)
    for (shard, held) in beat.held.sorted(by: { $0.key < $1.key }) {
      let owner = ShardOwner(epoch: held.epoch, beat.claimant)
      take(.beat(owner, isPaused: held.isPaused), of: shard, at: now, &effects)
    }
    for (shard, epoch) in beat.released.sorted(by: { $0.key < $1.key }) {
      take(.released(ShardOwner(epoch: epoch, beat.claimant)), of: shard, at: now, &effects)
    }
  }

  /// Lets happen what is due.
  public mutating func advance(to now: Instant, _ effects: inout [Effect]) {
    rerank(at: now, &effects)
    for shard in tenures.keys.sorted() {
      guard var tenure = tenures[shard], let due = tenure.deadline, due <= now else { continue }
      let owner = tenure.beat(at: now)?.owner
      var wanted: [Tenure.Effect] = []
      tenure.advance(to: now, &wanted)
      tenures[shard] = tenure
      carryOut(wanted, of: shard, owner, at: now, &effects)
    }
    if beatDue <= now {
      handOver(at: now, &effects)
      beat(at: now, &effects)
    }
  }

  /// Lets go of everything, for good.
  public mutating func leave(at now: Instant, _ effects: inout [Effect]) {
    isLeaving = true
    rerank(at: now, &effects)
    for shard in tenures.keys.sorted() { take(.giveUp, of: shard, at: now, &effects) }
    beat(at: now, &effects)
  }
}

extension LaneTenures {
  private mutating func carryOut(
    _ wanted: [Tenure.Effect], of shard: Int, _ owner: ShardOwner?, at now: Instant,
    _ effects: inout [Effect]
  ) {
    effects += wanted.map { .shard(shard, $0) }
    guard wanted.contains(.resign(.handedOver)), let owner else { return }
    released[shard] = owner.epoch
    // Whoever comes next claims as soon as it hears of that.
    beat(at: now, &effects)
  }

  private mutating func beat(at now: Instant, _ effects: inout [Effect]) {
    beatDue = now + LaneTenures.beatMilliseconds
    let held = tenures.compactMapValues { tenure in
      tenure.beat(at: now).map { LaneBeat.Held(epoch: $0.owner.epoch, isPaused: $0.isPaused) }
    }
    effects.append(
      .beat(LaneBeat(me, lane: lane, isLeaving: isLeaving, held: held, released: released)))
    released = [:]
  }

  /// Tells each tenure how many come before us. Whoever is not heard comes before nobody.
  private mutating func rerank(at now: Instant, _ effects: inout [Effect]) {
    neighbors = neighbors.filter { now - $0.value.last < times.silence }
    let isDeaf = echoed.map { now - $0 >= LaneTenures.deafMilliseconds } ?? true
    for shard in tenures.keys.sorted() {
      let rank = isDeaf || isLeaving ? nil : rank(for: shard)
      if rank == ranks[shard] { continue }
      ranks[shard] = rank
      take(.ranked(rank), of: shard, at: now, &effects)
    }
  }

  private func rank(for shard: Int) -> Int {
    let mine = LaneTenures.weight(of: me.node, for: shard)
    return neighbors.keys.count { LaneTenures.weight(of: $0, for: shard) > mine }
  }

  /// Lets go of one shard that somebody who is here for good comes first for.
  private mutating func handOver(at now: Instant, _ effects: inout [Effect]) {
    let settled = neighbors.filter {
      now - $0.value.since >= LaneTenures.settledMilliseconds
    }
    let shard = tenures.keys.sorted()
      .first { shard in
        let mine = LaneTenures.weight(of: me.node, for: shard)
        return tenures[shard]?.role == .holding && tenures[shard]?.beat(at: now)?.isPaused == false
          && settled.keys.contains { LaneTenures.weight(of: $0, for: shard) > mine }
      }
    if let shard { take(.giveUp, of: shard, at: now, &effects) }
  }

  /// By this nodes are ordered for a shard, the heaviest first (rendezvous hashing; the mixing is
  /// SplitMix64's). When a node comes or goes, only its own shards move.
  public static func weight(of node: Int, for shard: Int) -> UInt64 {
    var mixed = UInt64(truncatingIfNeeded: node) << 32 | UInt64(truncatingIfNeeded: shard)
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
