// One lane's part in deciding who may speak for a shard, as a value. It is told what was heard,
// stored and refused, and says what is to be done; it reads no clock and touches no bus, so a
// simulation and a model run it as it is. What counts is the store alone, which compares the owner
// with every request. Beats only tell when to try.
// Invariants: nothing is released before it is stored; a lane that opens rooms has replayed
// everything that was stored before its claim, and nobody else has written since; one entry at most
// is under way, and a retry asks the same.

public import Game

/// A lane's part in one shard.
public struct Tenure: Hashable, Sendable {
  /// What it is about.
  enum Stage: Hashable, Sendable {
    /// The shard is somebody else's, or nobody's.
    case away(Probe?)
    case claiming(ShardOwner, after: ShardOwner?, AskedAt)
    case reading(Reading)
    case holding(Holding)
  }

  /// An owner says that it waits for the store. Whether the store answers this lane?
  struct Probe: Hashable, Sendable {
    var asked: AskedAt
    /// When it did; nil until then.
    var answered: Instant?
  }

  /// Everything that was stored is being played again.
  struct Reading: Hashable, Sendable {
    let owner: ShardOwner
    /// The place that comes next.
    var next: UInt64
    /// Nil when everything has been read, and only has to be played.
    var asked: AskedAt?
  }

  /// The rooms are open.
  struct Holding: Hashable, Sendable {
    let owner: ShardOwner
    /// The place of the next entry.
    var next: UInt64
    var underWay: UnderWay?
    /// The newest batch that is in no entry.
    var waiting: Int?
    /// When the store last took an entry, or opened the shard.
    var storedAt: Instant
    var isPaused = false
    var isLeaving = false
  }

  /// An entry on its way.
  struct UnderWay: Hashable, Sendable {
    let append: ShardAppend
    var asked: AskedAt
  }

  /// When something was asked of the store, and asked again.
  struct AskedAt: Hashable, Sendable {
    let since: Instant
    var last: Instant

    init(at now: Instant) { (since, last) = (now, now) }

    /// When it is asked again: the longer nobody has answered, the more seldom, since what was
    /// asked before may still be on its way.
    func again(_ times: TenureTimes) -> Instant {
      last + min(times.answerMost, times.answer + (last - since) / 2)
    }
  }

  /// What a tenure is about, for those who look on.
  public enum Role: Hashable, Sendable { case away, claiming, reading, holding }

  private var stage = Stage.away(nil)
  private let me: Claimant
  private let times: TenureTimes
  /// How many come before us; nil while we claim nothing.
  private var rank: Int?
  /// The newest owner we know of.
  private var seen: ShardOwner?
  /// When we last heard that the shard is looked after, or had reason to leave it alone.
  private var heard: Instant
  /// The newest epoch that was our own, which is never claimed twice.
  private var epoch: UInt64 = 0
  /// How many entries we have named.
  private var named: UInt64 = 0

  /// A part in a shard of which nothing is known yet.
  ///
  /// - Parameter rank: how many lanes come before this one; nil while it may claim nothing.
  public init(of me: Claimant, rank: Int?, times: TenureTimes, at now: Instant) {
    (self.me, self.rank, self.times) = (me, rank, times)
    heard = now
  }

  /// What it is about.
  public var role: Role {
    switch stage {
    case .away: .away
    case .claiming: .claiming
    case .reading: .reading
    case .holding: .holding
    }
  }

  /// In which epoch its rooms are open; nil while they are not.
  var epochHeld: UInt64? {
    if case .holding(let holding) = stage { holding.owner.epoch } else { nil }
  }

  /// Whether an answer of the store is awaited.
  public var isWaiting: Bool {
    switch stage {
    case .away(let probe): probe.map { $0.answered == nil } ?? false
    case .claiming: true
    case .reading(let reading): reading.asked != nil
    case .holding(let holding): holding.underWay != nil
    }
  }

  /// What its lane's beat says of the shard: as whom we have it, and whether we wait for the store;
  /// nil when it is not ours.
  public func beat(at now: Instant) -> (owner: ShardOwner, isPaused: Bool)? {
    switch stage {
    case .away, .claiming: nil
    case .reading(let reading):
      (reading.owner, reading.asked.map { now - $0.since >= times.pause } ?? false)
    case .holding(let holding): (holding.owner, holding.isPaused)
    }
  }

  /// When it has to be told that time has passed; nil while nothing comes of that.
  public var deadline: Instant? {
    switch stage {
    case .away(let probe):
      guard let rank else { return nil }
      let silent = heard + times.silence + rank * times.turn
      guard let probe, probe.answered == nil else { return silent }
      return min(silent, probe.asked.again(times))
    case .claiming(_, _, let asked): return asked.again(times)
    case .reading(let reading):
      return reading.asked.map { min($0.again(times), $0.since + times.patience) }
    case .holding(let holding):
      guard let asked = holding.underWay?.asked else {
        // All shards that have nothing to write come due at once: a lane's are one request.
        let latest = (holding.storedAt + times.idle).milliseconds
        return Instant(milliseconds: latest - latest % times.idle)
      }
      let next = min(asked.again(times), asked.since + times.patience)
      return holding.isPaused ? next : min(next, asked.since + times.pause)
    }
  }

  /// Takes what it is told.
  public mutating func take(_ input: Input, at now: Instant, _ effects: inout [TenureEffect]) {
    switch (stage, input) {
    case (.away(let probe), .beat(let owner, let isPaused)):
      hear(owner, isPaused: isPaused, probe, at: now, &effects)
    case (.away, .released(let owner)) where owner.epoch >= seen?.epoch ?? 0:
      // As if it had been silent: the next lane by rank claims at once.
      (seen, heard) = (owner, now - times.silence)
      stage = .away(nil)
    case (.away(var probe?), .owned(let owner)):
      if let owner, owner.epoch > seen?.epoch ?? 0 { return leave(to: owner, at: now) }
      probe.answered = probe.answered ?? now
      stage = .away(probe)
    case (.claiming(let mine, _, _), .beat(let owner, _))
    where owner.epoch >= mine.epoch && owner != mine:
      leave(to: owner, at: now)
    case (.claiming(let mine, _, _), .claimed(let owner)) where owner == mine:
      read(as: mine, at: now, &effects)
    case (.claiming(let mine, _, _), .contested(let claimed, let owner)) where claimed == mine:
      // An earlier try may have been stored: only the owner tells.
      if owner == mine { read(as: mine, at: now, &effects) } else { leave(to: owner, at: now) }
    case (.reading(let reading), .page(let page, let owner)):
      if owner == reading.owner { turn(page, reading, at: now, &effects) }
    case (.reading(let reading), .dispossessed(let owner, let other)) where owner == reading.owner:
      resign(.superseded, to: other, at: now, &effects)
    case (.reading(let reading), .replayed) where reading.asked == nil:
      stage = .holding(Holding(owner: reading.owner, next: reading.next, storedAt: now))
      effects.append(.open)
    case (.reading, .unreadable), (.holding, .unreadable): resignDamaged(at: now, &effects)
    case (.holding(let holding), _): hold(holding, input, at: now, &effects)
    case (_, .ranked(let rank)): rerank(rank, at: now)
    case (.claiming, .giveUp): leave(to: seen, at: now)
    case (.reading, .giveUp): resign(.handedOver, to: seen, at: now, &effects)
    default: break  // It was meant for what we no longer are.
    }
  }

  /// Lets happen what is due.
  public mutating func advance(to now: Instant, _ effects: inout [TenureEffect]) {
    guard let deadline, deadline <= now else { return }
    switch stage {
    case .away(let probe): advance(probe, late: now - deadline, at: now, &effects)
    case .claiming(let owner, let after, var asked):
      asked.last = now
      stage = .claiming(owner, after: after, asked)
      effects.append(.claim(owner, after: after))
    case .reading(var reading):
      guard let asked = reading.asked else { return }
      if now - asked.since >= times.patience {
        return resign(.storeAway, to: seen, at: now, &effects)
      }
      reading.asked?.last = now
      stage = .reading(reading)
      effects.append(.read(from: reading.next, as: reading.owner))
    case .holding(let holding): advance(holding, at: now, &effects)
    }
  }
}

// Away.
extension Tenure {
  /// An owner is there. One who waits for the store keeps the shard while the store is away from
  /// everybody, and loses it when it answers us: then the owner alone is cut off.
  private mutating func hear(
    _ owner: ShardOwner, isPaused: Bool, _ probe: Probe?, at now: Instant,
    _ effects: inout [TenureEffect]
  ) {
    guard owner.epoch >= seen?.epoch ?? 0 else { return }
    if isPaused, owner == seen, let probe, let rank, let answered = probe.answered,
      now - answered >= times.silence + rank * times.turn
    {
      return claim(at: now, &effects)
    }
    let goesOn = isPaused && owner == seen && probe != nil
    (seen, heard) = (owner, max(heard, now))
    if goesOn { return }
    stage = .away(isPaused ? Probe(asked: AskedAt(at: now)) : nil)
    if isPaused { effects.append(.look) }
  }

  private mutating func advance(
    _ probe: Probe?, late: Int, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    guard let rank else { return }
    if now - heard < times.silence + rank * times.turn {
      var probe = probe
      probe?.asked.last = now
      stage = .away(probe)
      return effects.append(.look)
    }
    // A lane that slept listens first: beats that came meanwhile may not have been told yet.
    if late > times.silence { heard = now } else { claim(at: now, &effects) }
  }

  private mutating func claim(at now: Instant, _ effects: inout [TenureEffect]) {
    let last = max(seen?.epoch ?? 0, epoch)
    // Nobody would believe the next one. Nor need it be true that there is such an owner: the store
    // says who it is when it refuses a claim that knows of none.
    guard last < ShardOwner.epochMax else {
      (seen, heard) = (nil, now + times.remorse)
      return
    }
    let owner = ShardOwner(epoch: last + 1, me)
    stage = .claiming(owner, after: seen, AskedAt(at: now))
    effects.append(.claim(owner, after: seen))
  }

  private mutating func rerank(_ rank: Int?, at now: Instant) {
    // A lane that comes back listens first.
    if self.rank == nil { heard = max(heard, now) }
    self.rank = rank
    if rank == nil, role == .claiming { leave(to: seen, at: now) }
  }

  private mutating func leave(to owner: ShardOwner?, at now: Instant) {
    (stage, seen, heard) = (.away(nil), owner, max(heard, now))
  }

  private mutating func resign(
    _ reason: Resignation, to owner: ShardOwner?, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    leave(to: owner, at: now)
    effects.append(.resign(reason))
  }

  private mutating func resignDamaged(at now: Instant, _ effects: inout [TenureEffect]) {
    resign(.damaged, to: seen, at: now, &effects)
    heard = now + times.remorse
  }
}

// Reading.
extension Tenure {
  private mutating func read(as owner: ShardOwner, at now: Instant, _ effects: inout [TenureEffect])
  {
    (epoch, seen) = (owner.epoch, owner)
    stage = .reading(Reading(owner: owner, next: 1, asked: AskedAt(at: now)))
    effects.append(.read(from: 1, as: owner))
  }

  private mutating func turn(
    _ page: ShardPage, _ reading: Reading, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    guard reading.asked != nil, page.from == reading.next else { return }
    guard page.isWhole(for: reading.owner) else { return resignDamaged(at: now, &effects) }
    var reading = reading
    reading.next = page.entries.last.map { $0.place + 1 } ?? reading.next
    reading.asked = page.isLast ? nil : AskedAt(at: now)
    stage = .reading(reading)
    effects.append(.replay(page.entries, isLast: page.isLast))
    if !page.isLast { effects.append(.read(from: reading.next, as: reading.owner)) }
  }
}

// Holding.
extension Tenure {
  private mutating func hold(
    _ holding: Holding, _ input: Input, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    var holding = holding
    switch input {
    case .jotted(let batch): holding.waiting = batch
    case .stored(let name) where name == holding.underWay?.append.name:
      return settle(holding, at: now, &effects)
    case .refused(let name, let owner, let lying) where name == holding.underWay?.append.name:
      // An earlier try may have been stored: only what lies there tells.
      if lying == name { return settle(holding, at: now, &effects) }
      return resign(.superseded, to: owner, at: now, &effects)
    case .beat(let owner, _) where owner.epoch > holding.owner.epoch:
      // Whether that is true the store tells, asked by an entry that says nothing.
      if holding.underWay == nil { append(&holding, at: now, &effects) }
    case .written(let place):
      if place < holding.next { effects.append(.drop(before: place, as: holding.owner)) }
      return
    case .giveUp:
      holding.isLeaving = true
      // What the rooms still say would never end.
      if !holding.isPaused { effects.append(.pause(.leaving)) }
      holding.isPaused = true
    case .ranked(let rank): self.rank = rank
    default: return
    }
    goOn(holding, at: now, &effects)
  }

  /// What was under way is in the journal.
  private mutating func settle(
    _ holding: Holding, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    var holding = holding
    guard let append = holding.underWay?.append else { return }
    holding.underWay = nil
    holding.next = append.place + 1
    holding.storedAt = now
    if let batch = append.batch { effects.append(.release(through: batch, at: append.place)) }
    if holding.isPaused, !holding.isLeaving {
      holding.isPaused = false
      effects.append(.resume)
    }
    goOn(holding, at: now, &effects)
  }

  /// Writes what waits, if nothing is under way, and leaves when nothing waits any more.
  private mutating func goOn(
    _ holding: Holding, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    var holding = holding
    if holding.underWay == nil, holding.waiting != nil { append(&holding, at: now, &effects) }
    stage = .holding(holding)
    if holding.isLeaving, holding.underWay == nil {
      resign(.handedOver, to: holding.owner, at: now, &effects)
    }
  }

  private mutating func append(
    _ holding: inout Holding, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    named += 1
    let append = ShardAppend(
      owner: holding.owner, place: holding.next,
      name: EntryName(epoch: holding.owner.epoch, number: named), batch: holding.waiting)
    holding.waiting = nil
    holding.underWay = UnderWay(append: append, asked: AskedAt(at: now))
    effects.append(.append(append))
  }

  private mutating func advance(
    _ holding: Holding, at now: Instant, _ effects: inout [TenureEffect]
  ) {
    var holding = holding
    guard let underWay = holding.underWay else {
      append(&holding, at: now, &effects)
      stage = .holding(holding)
      return
    }
    let silence = now - underWay.asked.since
    if silence >= times.patience { return resign(.storeAway, to: seen, at: now, &effects) }
    if underWay.asked.again(times) <= now {
      holding.underWay?.asked.last = now
      effects.append(.append(underWay.append))
    }
    if !holding.isPaused, silence >= times.pause {
      holding.isPaused = true
      effects.append(.pause(.storeIsSilent))
    }
    stage = .holding(holding)
  }
}
