// A lane's part in all its shards: who is there, who comes first for which shard, what the beats
// say, and each shard's tenure. It carries nothing itself; what the shards want is for the hall
// that has their rooms. Every node comes to the same order of nodes for a shard: it follows from
// their numbers. Invariants: a lane that does not hear its own beats claims nothing, since it hears
// no others either; a lane that hears that rooms are kept under another configuration claims
// nothing, nor does one whose clock is not that of most; of two processes that are one node, the
// one that started later is.

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
  /// A hash of what all nodes have to agree on.
  public var configuration: UInt64
  /// When the lane says it, by its own clock.
  public var moment: Instant
  /// Where players reach the node, as HOST:PORT; nil where that is not said.
  public var address: String?

  /// The beat of a lane.
  public init(
    _ claimant: Claimant, lane: Int, at moment: Instant, isLeaving: Bool = false,
    held: [Int: Held] = [:], released: [Int: UInt64] = [:], configuration: UInt64 = 0,
    address: String? = nil
  ) {
    self.claimant = claimant
    self.moment = moment
    self.lane = lane
    self.isLeaving = isLeaving
    self.held = held
    self.released = released
    self.configuration = configuration
    self.address = address
  }
}

/// Something to be done.
public enum LaneEffect: Hashable, Sendable {
  /// What the tenure of a shard wants.
  case shard(Int, TenureEffect)
  /// Tell every lane that has these shards, this one included.
  case beat(LaneBeat)
  /// Expect nothing more of a node: it beats no more, or it leaves and has nothing any more.
  case fellSilent(Int)
}

/// A lane's part in its shards.
public struct LaneTenures: Hashable, Sendable {
  /// How many shards there are, whatever the nodes and lanes.
  public static let shardCount = 256

  /// What another node says of itself in its beats.
  public struct Other: Hashable, Sendable {
    /// Its number.
    public let node: Int
    /// How many of this lane's shards it has whose rooms are open.
    public var open: Int
    /// And how many whose rooms stand.
    public var standing: Int
    /// How far its clock is ahead of ours by its newest beat, in milliseconds; below 0 if behind.
    public var millisecondsAhead: Int

    /// What a node says.
    public init(node: Int, open: Int, standing: Int, millisecondsAhead: Int) {
      (self.node, self.open, self.standing) = (node, open, standing)
      self.millisecondsAhead = millisecondsAhead
    }
  }

  /// A node that leaves.
  private struct Departure: Hashable {
    let start: UInt64
    /// Whether it has said that it has nothing any more.
    var hasNothing: Bool
    /// When nothing more is expected of it; nil once that is told.
    var ends: Instant?
  }

  /// A lane that is heard.
  private struct Neighbor: Hashable {
    let claimant: Claimant
    /// Since when, without a silence.
    let since: Instant
    var last: Instant
    var clock: NeighborClock
    /// What it has.
    var held: [Int: LaneBeat.Held] = [:]
  }

  /// A lane beats so often, in milliseconds. For so long a node that has left is still expected to
  /// answer.
  static let beatMilliseconds = 100
  /// So soon it says that shards are open, all that open meanwhile at once, in milliseconds: others
  /// send people there by what it says.
  static let newsMilliseconds = 10
  /// A lane that has not heard its own beats for so long claims nothing, in milliseconds.
  static let deafMilliseconds = 500
  /// A shard is handed over to a node that comes before ours and has been there for so long, in
  /// milliseconds; one shard a beat.
  static let settledMilliseconds = 5_000

  /// Whose lane it is.
  public let me: Claimant
  /// Its number.
  public let lane: Int
  private let configuration: UInt64
  private let times: TenureTimes
  private var tenures: [Int: Tenure]
  /// The other nodes that are heard and do not leave, by their numbers.
  private var neighbors: [Int: Neighbor] = [:]
  /// The nodes that have said that they leave.
  private var departures: [Int: Departure] = [:]
  /// When a node of another configuration was last heard to have a shard, by its number.
  private var strangers: [Int: Instant] = [:]
  /// The nodes that are heard and whose clocks differ from ours by more than they may.
  private var astray: Set<Int> = []
  /// When our own beat was last heard; nil before that.
  private var echoed: Instant?
  private var beatDue: Instant
  private var isLeaving = false
  /// What the next beat says that we let go of.
  private var released: [Int: UInt64] = [:]
  /// Our rank for each shard, as its tenure was told.
  private var ranks: [Int: Int] = [:]
  /// Whether another process is this node, and started later.
  public private(set) var isReplaced = false
  /// When it has to be told that time has passed.
  public private(set) var deadline: Instant

  /// A lane that has nothing yet.
  ///
  /// - Parameters:
  ///   - shards: the shards that live on this lane, here as on every node.
  ///   - configuration: a hash of what all nodes have to agree on.
  public init(
    of me: Claimant, lane: Int, shards: [Int], configuration: UInt64 = 0,
    times: TenureTimes = TenureTimes(), at now: Instant
  ) {
    (self.me, self.lane, self.configuration, self.times) = (me, lane, configuration, times)
    (beatDue, deadline) = (now, now)
    tenures = Dictionary(
      uniqueKeysWithValues: shards.map { shard in
        (shard, Tenure(of: me, rank: nil, times: times, at: now))
      })
  }

  /// The same, of the shards of one lane of so many: every node spreads them in the same way.
  public init(
    of me: Claimant, lane: Int, of laneCount: Int, configuration: UInt64, at now: Instant
  ) {
    let shards = (0..<LaneTenures.shardCount).filter { $0 % laneCount == lane }
    self.init(of: me, lane: lane, shards: shards, configuration: configuration, at: now)
  }

  /// What the part in a shard is; away for one that is not of this lane.
  public func role(in shard: Int) -> Tenure.Role { tenures[shard]?.role ?? .away }

  /// Whether nothing is ours any more, after `leave`.
  public var hasLeft: Bool {
    isLeaving && tenures.values.allSatisfy { $0.role == .away }
  }

  /// How the shards are: held and open, held and standing, or on their way to this lane.
  public func counts(at now: Instant) -> (open: Int, standing: Int, coming: Int) {
    var counts = (open: 0, standing: 0, coming: 0)
    for tenure in tenures.values {
      switch tenure.role {
      case .away: break
      case .claiming, .reading: counts.coming += 1
      case .holding where tenure.beat(at: now)?.isPaused == true: counts.standing += 1
      case .holding: counts.open += 1
      }
    }
    return counts
  }

  /// The numbers of the other nodes that are heard and agree with this one.
  public var nodesHeard: [Int] { neighbors.keys.sorted() }

  /// What the other nodes say that are heard and agree with this one, by their numbers.
  public var others: [Other] {
    neighbors.sorted { $0.key < $1.key }
      .map { node, neighbor in
        let standing = neighbor.held.values.count(where: \.isPaused)
        return Other(
          node: node, open: neighbor.held.count - standing, standing: standing,
          millisecondsAhead: neighbor.clock.ahead)
      }
  }

  /// Whether another node is heard, agrees with this one and does not leave.
  public func hears(node: Int) -> Bool { neighbors[node] != nil }

  /// Whether a start of another node is heard, agrees with this one and does not leave.
  public func hears(_ claimant: Claimant) -> Bool {
    neighbors[claimant.node]?.claimant == claimant
  }

  /// The numbers of nodes that have shards and do not agree with this one; as long as there is one,
  /// this lane claims nothing.
  public var nodesDiffering: [Int] { strangers.keys.sorted() }

  /// The numbers of the nodes that are heard and whose clocks differ too much from this one's, with
  /// how far the newest beat of each was ahead, in milliseconds.
  public var clocksAstray: [Int: Int] {
    neighbors.filter { astray.contains($0.key) }.mapValues(\.clock.ahead)
  }

  /// Whether the clocks of most nodes differ from this one's; of two halves the one with the lowest
  /// number is right. As long as it is so, this lane claims nothing.
  public var isClockAstray: Bool {
    let (others, all) = (2 * astray.count, neighbors.count + 1)
    let lowest = neighbors.keys.reduce(me.node, min)
    return others > all || (others == all && astray.contains(lowest))
  }

  /// Where the lane's shards are, as far as others have said.
  public var places: Places {
    var newest: [Int: (node: Int, epoch: UInt64)] = [:]
    for (node, neighbor) in neighbors {
      for (shard, held) in neighbor.held where held.epoch > newest[shard]?.epoch ?? 0 {
        newest[shard] = (node, held.epoch)
      }
    }
    var own = Places.Mark()
    for (shard, tenure) in tenures where tenure.role == .holding {
      if let epoch = tenure.epochHeld { own.add(shard, epoch) }
      newest[shard] = nil
    }
    var others: [Int: Places.Mark] = [:]
    for (shard, home) in newest { others[home.node, default: Places.Mark()].add(shard, home.epoch) }
    return Places(
      homes: newest.mapValues(\.node), nodes: neighbors.keys.sorted(),
      isWhole: tenures.allSatisfy { $0.value.role == .holding || newest[$0.key] != nil },
      own: own, others: others)
  }

  /// Takes what the tenure of a shard is told.
  public mutating func take(
    _ input: Tenure.Input, of shard: Int, at now: Instant, _ effects: inout [LaneEffect]
  ) {
    tell(input, of: shard, at: now, &effects)
    plan(at: now, &effects)
  }

  private mutating func tell(
    _ input: Tenure.Input, of shard: Int, at now: Instant, _ effects: inout [LaneEffect]
  ) {
    guard var tenure = tenures.removeValue(forKey: shard) else { return }
    let owner = tenure.beat(at: now)?.owner
    var wanted: [TenureEffect] = []
    tenure.take(input, at: now, &wanted)
    tenures[shard] = tenure
    carryOut(wanted, of: shard, owner, at: now, &effects)
  }

  /// Takes what a lane says, on whichever node; our own beat, too. Of those that agree with this
  /// one only lanes of the same number count.
  public mutating func hear(_ beat: LaneBeat, at now: Instant, _ effects: inout [LaneEffect]) {
    defer { plan(at: now, &effects) }
    if beat.claimant == me {
      guard beat.lane == lane else { return }
      echoed = now
      return rerank(at: now, &effects)
    }
    if beat.claimant.node == me.node { return meet(beat.claimant, at: now, &effects) }
    if beat.configuration != configuration {
      if !beat.held.isEmpty { strangers[beat.claimant.node] = now }
    } else if beat.lane == lane {
      note(beat, at: now, &effects)
    } else {
      return
    }
    rerank(at: now, &effects)
    for (shard, held) in beat.held.sorted(by: { $0.key < $1.key }) {
      let owner = ShardOwner(epoch: held.epoch, beat.claimant)
      tell(.beat(owner, isPaused: held.isPaused), of: shard, at: now, &effects)
    }
    for (shard, epoch) in beat.released.sorted(by: { $0.key < $1.key }) {
      tell(.released(ShardOwner(epoch: epoch, beat.claimant)), of: shard, at: now, &effects)
    }
  }

  private mutating func note(_ beat: LaneBeat, at now: Instant, _ effects: inout [LaneEffect]) {
    let node = beat.claimant.node
    if beat.isLeaving {
      neighbors[node] = nil
      note(departureBy: beat, at: now)
    } else if let known = neighbors[node], known.claimant == beat.claimant {
      neighbors[node]?.last = now
    } else {
      neighbors[node] = Neighbor(
        claimant: beat.claimant, since: now, last: now, clock: NeighborClock(at: now))
    }
    neighbors[node]?.clock.note(beat.moment, at: now)
    neighbors[node]?.held = beat.held
  }

  /// A node that leaves may be killed before it has let go of everything; else it says so when it
  /// has.
  private mutating func note(departureBy beat: LaneBeat, at now: Instant) {
    let hasNothing = beat.held.isEmpty
    if let known = departures[beat.claimant.node], known.start == beat.claimant.start,
      known.hasNothing || known.ends == nil
    {
      return
    }
    departures[beat.claimant.node] = Departure(
      start: beat.claimant.start, hasNothing: hasNothing,
      ends: now + (hasNothing ? LaneTenures.beatMilliseconds : times.silence))
  }

  /// Expects nothing more of nodes that have left. With its last shard a node tells those who are
  /// there that they are to go, and for that it has time; a client that came just after that may
  /// never be answered, since the node ends without another beat.
  private mutating func partFromDeparted(at now: Instant, _ effects: inout [LaneEffect]) {
    for (node, departure) in departures.sorted(by: { $0.key < $1.key }) {
      guard let ends = departure.ends, ends <= now || neighbors[node] != nil else { continue }
      departures[node]?.ends = nil
      effects.append(.fellSilent(node))
    }
  }

  /// Another process is this node, too. Numbers of players are made of the node's, so one may stay.
  private mutating func meet(
    _ other: Claimant, at now: Instant, _ effects: inout [LaneEffect]
  ) {
    guard other.start > me.start, !isReplaced else { return }
    isReplaced = true
    if !isLeaving { giveUp(at: now, &effects) }
  }

  /// Lets happen what is due.
  public mutating func advance(to now: Instant, _ effects: inout [LaneEffect]) {
    defer { plan(at: now, &effects) }
    rerank(at: now, &effects)
    for shard in tenures.keys.sorted() {
      guard var tenure = tenures[shard], let due = tenure.deadline, due <= now else { continue }
      let owner = tenure.beat(at: now)?.owner
      var wanted: [TenureEffect] = []
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
  public mutating func leave(at now: Instant, _ effects: inout [LaneEffect]) {
    giveUp(at: now, &effects)
    plan(at: now, &effects)
  }
}

extension LaneTenures {
  private mutating func giveUp(at now: Instant, _ effects: inout [LaneEffect]) {
    isLeaving = true
    rerank(at: now, &effects)
    for shard in tenures.keys.sorted() { tell(.giveUp, of: shard, at: now, &effects) }
    beatDue = now
  }

  /// Says what others wait for, and looks for what is due next, once for all that one input has
  /// changed.
  private mutating func plan(at now: Instant, _ effects: inout [LaneEffect]) {
    // The next lane claims as soon as it hears of that: all that is let go of at once is one beat.
    if !released.isEmpty || (isLeaving && beatDue <= now) { beat(at: now, &effects) }
    let ends = departures.values.compactMap(\.ends).reduce(beatDue, min)
    deadline = tenures.values.reduce(ends) { min($0, $1.deadline ?? $0) }
  }

  private mutating func carryOut(
    _ wanted: [TenureEffect], of shard: Int, _ owner: ShardOwner?, at now: Instant,
    _ effects: inout [LaneEffect]
  ) {
    effects += wanted.map { .shard(shard, $0) }
    if wanted.contains(.open) { beatDue = min(beatDue, now + LaneTenures.newsMilliseconds) }
    guard wanted.contains(.resign(.handedOver)), let owner else { return }
    released[shard] = owner.epoch
  }

  private mutating func beat(at now: Instant, _ effects: inout [LaneEffect]) {
    beatDue = now + LaneTenures.beatMilliseconds
    let held = tenures.compactMapValues { tenure in
      tenure.beat(at: now).map { LaneBeat.Held(epoch: $0.owner.epoch, isPaused: $0.isPaused) }
    }
    effects.append(
      .beat(
        LaneBeat(
          me, lane: lane, at: now, isLeaving: isLeaving, held: held, released: released,
          configuration: configuration)))
    released = [:]
  }

  /// Tells each tenure how many come before us. A silent node comes before nobody.
  private mutating func rerank(at now: Instant, _ effects: inout [LaneEffect]) {
    let isDeaf = echoed.map { now - $0 >= LaneTenures.deafMilliseconds } ?? true
    let silent = neighbors.filter { now - $0.value.last >= times.silence }.keys.sorted()
    for node in silent { neighbors[node] = nil }
    // A deaf lane does not know which nodes are silent.
    if !isDeaf { effects += silent.map { .fellSilent($0) } }
    partFromDeparted(at: now, &effects)
    strangers = strangers.filter { now - $0.value < times.silence }
    astray = Set(neighbors.filter { $0.value.clock.isAstray(at: now) }.keys)
    let claimsNothing = isDeaf || isLeaving || !strangers.isEmpty || isClockAstray
    for shard in tenures.keys.sorted() {
      let rank = claimsNothing ? nil : rank(for: shard)
      if rank == ranks[shard] { continue }
      ranks[shard] = rank
      tell(.ranked(rank), of: shard, at: now, &effects)
    }
  }

  private func rank(for shard: Int) -> Int {
    let mine = LaneTenures.weight(of: me.node, for: shard)
    return claimants.count { LaneTenures.weight(of: $0, for: shard) > mine }
  }

  /// The other nodes that claim what they come first for: if our clock is right, those that have
  /// another one claim nothing.
  private var claimants: [Int] {
    isClockAstray ? Array(neighbors.keys) : neighbors.keys.filter { !astray.contains($0) }
  }

  /// Lets go of one shard that somebody who is here for good comes first for.
  private mutating func handOver(at now: Instant, _ effects: inout [LaneEffect]) {
    let settled = claimants.filter { node in
      neighbors[node].map { now - $0.since >= LaneTenures.settledMilliseconds } ?? false
    }
    let shard = tenures.keys.sorted()
      .first { shard in
        let mine = LaneTenures.weight(of: me.node, for: shard)
        return tenures[shard]?.role == .holding && tenures[shard]?.beat(at: now)?.isPaused == false
          && settled.contains { LaneTenures.weight(of: $0, for: shard) > mine }
      }
    if let shard { tell(.giveUp, of: shard, at: now, &effects) }
  }

  /// By this nodes are ordered for a shard, the heaviest first (rendezvous hashing; the mixing is
  /// SplitMix64's). When a node comes or goes, only its own shards move.
  public static func weight(of node: Int, for shard: Int) -> UInt64 {
    mixed(UInt64(truncatingIfNeeded: node) << 32 | UInt64(truncatingIfNeeded: shard))
  }

  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
