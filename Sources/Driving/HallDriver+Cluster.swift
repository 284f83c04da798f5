// A lane of a cluster: its driver has the shards write what the hall jots down, says what waited
// for that once the store has it, and opens and forgets rooms as shards come and go. What may be
// told when is decided by `HeldEffects`, whose the shards are by `Tenure`.
// Invariant: a room is in the hall from when its shard opens until it is somebody else's.

public import Cluster
public import Game
public import Rooms

extension HallDriver {
  /// Makes the driver a lane of a cluster, before anybody has come.
  ///
  /// - Parameters:
  ///   - membership: what its hall goes by.
  ///   - nothing: what journals are read into; it has read nothing.
  ///   - entriesMax: after so many entries a shard's rooms are written anew; nil for as many as is
  ///     usual.
  public func join(
    _ tenures: LaneTenures, _ membership: Membership, through port: any ClusterPort,
    reading nothing: Restoration,
    entriesMax: UInt64? = nil
  ) {
    let journal = ShardJournal(entriesMax: entriesMax ?? ShardJournal.entriesMax)
    cluster = ClusterLane(tenures, membership, journal, through: port, reading: nothing)
  }

  /// A lane says that it is there; this one, too.
  public func heard(_ beat: LaneBeat, at now: Instant) {
    judgeNewestSet()
    turn.begin(at: now)
    govern(at: now) { tenures, effects in tenures.hear(beat, at: now, &effects) }
    cluster?.placesMayDiffer = true
    tellPlaces(at: now)
  }

  /// The store has answered some questions.
  public func answered(_ answers: [(shard: Int, input: Tenure.Input)], at now: Instant) {
    judgeNewestSet()
    turn.begin(at: now)
    for (shard, input) in answers {
      govern(at: now) { tenures, effects in tenures.take(input, of: shard, at: now, &effects) }
    }
    sweep()
    tellPlaces(at: now)
  }

  /// Lets go of all shards, for good.
  public func leave(at now: Instant) {
    judgeNewestSet()
    turn.begin(at: now)
    govern(at: now) { tenures, effects in tenures.leave(at: now, &effects) }
    sweep()
    tellPlaces(at: now)
  }

  /// The lane's part in its cluster; nil on a server of its own.
  public var tenures: LaneTenures? { cluster?.tenures }

  /// What the lane has of the cluster's shards, and what became of them; nil outside a cluster.
  public func clusterFigures(at now: Instant) -> ClusterFigures? {
    guard let cluster else { return nil }
    var figures = cluster.figures
    let (open, standing, coming) = cluster.tenures.counts(at: now)
    (figures.open, figures.standing, figures.coming) = (open, standing, coming)
    figures.others = cluster.tenures.others
    figures.nodes = figures.others.count + 1
    figures.nodesDiffering = cluster.tenures.nodesDiffering.count
    figures.isClockAstray = cluster.tenures.isClockAstray
    figures.effectsHeld = cluster.held.queue.count
    (figures.lent, figures.guests) = (cluster.lendings.lent.count, cluster.guests.count)
    figures.linksBroken = cluster.lendings.breaks
      .merging(cluster.guests.breaks, uniquingKeysWith: +)
    return figures
  }

  /// Lets happen what is due in the shards.
  func advanceShards(to now: Instant) {
    guard let cluster else { return }
    for (shard, batch) in cluster.journal.dueUnanswered(at: now) {
      write([(shard, batch)], of: cluster, at: now)
    }
    if cluster.tenures.deadline <= now {
      govern(at: now) { tenures, effects in tenures.advance(to: now, &effects) }
      sweep()
      cluster.placesMayDiffer = true
    }
    tellPlaces(at: now)
    tellRooms(at: now)
    partFromSilent(at: now)
    // One a turn, so that no turn takes long by it.
    if let code = cluster.journal.takeOld() { renew(code, at: now) }
  }

  /// Has shards store what somebody waits for; where too much waits, a shard is let go of.
  func write(
    _ wanted: [(shard: Int, batch: Int)], of cluster: ClusterLane, at now: Instant
  ) {
    for (shard, batch) in wanted where cluster.journal.isOpen(shard) {
      let input = cluster.journal.want(batch, of: shard)
      govern(at: now) { tenures, effects in tenures.take(input, of: shard, at: now, &effects) }
    }
    if cluster.held.queue.count > HeldEffects.countMax, let shard = cluster.held.fullestShard {
      govern(at: now) { tenures, effects in
        tenures.take(.unreadable, of: shard, at: now, &effects)
      }
    }
  }

  /// Keeps what somebody says who is to go to another lane as soon as they have been told all, or
  /// to go back to the node that has lent them.
  func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) {
    guard let cluster else { return }
    let count = cluster.guests.keep(of: id, line) ?? cluster.held.keep(of: id, line)
    if count > hall.limits.heldLinesMax { abort(id) }
  }

  private func sweep() {
    if let ready = cluster?.held.sweep(), !ready.isEmpty { perform(ready) }
  }

  /// Tells the tenures something, and does what they want.
  private func govern(
    at now: Instant, _ body: (inout LaneTenures, inout [LaneTenures.Effect]) -> Void
  ) {
    guard let cluster else { return }
    var effects: [LaneTenures.Effect] = []
    body(&cluster.tenures, &effects)
    var next = 0
    while next < effects.count {
      switch effects[next] {
      case .beat(let beat): cluster.port.say(beat)
      case .fellSilent(let node): part(fromNode: node, in: cluster, at: now)
      case .shard(let shard, let effect):
        carryOut(effect, of: shard, in: cluster, at: now, &effects)
      }
      next += 1
    }
  }

  private func carryOut(
    _ effect: Tenure.Effect, of shard: Int, in cluster: ClusterLane, at now: Instant,
    _ further: inout [LaneTenures.Effect]
  ) {
    switch effect {
    case .look: cluster.questions.append((shard, .look))
    case .claim(let owner, let after):
      cluster.questions.append((shard, .claim(owner, after: after)))
    case .read(let from, let owner):
      cluster.questions.append((shard, .read(from: from, as: owner)))
    case .drop(let place, let owner):
      cluster.questions.append((shard, .drop(before: place, as: owner)))
    case .append(let append): self.append(append, of: shard, in: cluster, at: now, &further)
    case .replay(let entries, let isLast):
      cluster.replay(entries, of: shard)
      if isLast { cluster.tenures.take(.replayed, of: shard, at: now, &further) }
    case .release(_, let place):
      let (stored, next) = cluster.journal.release(shard, at: place)
      cluster.figures.entriesStored += 1
      if let stored { cluster.held.note(stored: stored, of: shard) }
      if let next { cluster.tenures.take(next, of: shard, at: now, &further) }
    case .open:
      cluster.placesMayDiffer = true
      let reading = cluster.open(shard)
      cluster.figures.opened += 1
      cluster.figures.roomsDiffering += reading.restoration.differing.count
      cluster.figures.linesUnreadable += reading.restoration.linesUnreadable
      for match in reading.finished { keeper?.keep(match) }
      cluster.membership.gain(shard)
      handle(.placed(cluster.membership, .came(reading.restoration)), at: now)
    case .pause(let why):
      cluster.membership.stand(shard, why, at: now)
      announce(.placed(cluster.membership, .stood), at: now)
    case .resume:
      cluster.membership.goOn(shard)
      handle(.placed(cluster.membership, .wentOn), at: now)
    case .resign(let why):
      cluster.figures.resigned[why, default: 0] += 1
      cluster.placesMayDiffer = true
      cluster.readings[shard] = nil
      cluster.journal.close(shard)
      let (ready, missing, missingOnTheWay) = cluster.held.drop(shard, why.refusal)
      // The hall knows them no more.
      for id in missingOnTheWay { abort(id) }
      perform(ready)
      cluster.membership.forsake(shard)
      let change = PlacementChange.went(why: why.refusal, missing: missing)
      handle(.placed(cluster.membership, change), at: now)
    }
  }

  /// Asks the store to take an entry; everything before it is stored.
  private func append(
    _ append: ShardAppend, of shard: Int, in cluster: ClusterLane, at now: Instant,
    _ further: inout [LaneTenures.Effect]
  ) {
    guard let entry = cluster.journal.entry(for: append, of: shard, at: now) else { return }
    cluster.questions.append((shard, .append(entry, as: append.owner)))
    if let floor = cluster.journal.takeFloor(of: shard, before: append.place) {
      cluster.tenures.take(.written(from: floor), of: shard, at: now, &further)
    }
  }
}
