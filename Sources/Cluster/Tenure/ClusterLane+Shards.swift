// The shards of a lane of a cluster: it has them write what the hall jots down, has said what
// waited for that once the store has it, and opens and forgets rooms as shards come and go. What
// may be told when is decided by `HeldEffects`, whose the shards are by `Tenure`.
// Invariant: a room is in the hall from when its shard opens until it is somebody else's.

public import Game
import Measures
import Rooms

extension ClusterLane {
  /// A lane says that it is there; this one, too.
  public func heard(_ beat: LaneBeat, at now: Instant) {
    driver.begin(at: now)
    govern(at: now) { tenures, effects in tenures.hear(beat, at: now, &effects) }
    placesMayDiffer = true
    tellPlaces(at: now)
  }

  /// The store has answered some questions.
  public func answered(_ answers: [(shard: Int, input: Tenure.Input)], at now: Instant) {
    driver.begin(at: now)
    for (shard, input) in answers {
      govern(at: now) { tenures, effects in tenures.take(input, of: shard, at: now, &effects) }
    }
    sweep()
    tellPlaces(at: now)
  }

  /// Lets go of all shards, for good.
  public func leave(at now: Instant) {
    driver.begin(at: now)
    govern(at: now) { tenures, effects in tenures.leave(at: now, &effects) }
    sweep()
    tellPlaces(at: now)
  }

  /// What was counted, and what the lane has now.
  package func snapshot(at now: Instant) -> ClusterMetrics {
    var snapshot = metrics
    let (open, standing, coming) = tenures.counts(at: now)
    snapshot.shards = Tally([.open: open, .standing: standing, .coming: coming])
    for other in tenures.others {
      snapshot.nodeShards[other.node] = Tally([.open: other.open, .standing: other.standing])
      snapshot.nodeClocks[other.node] = other.millisecondsAhead
    }
    (snapshot.nodes, snapshot.nodesDiffering) = (
      tenures.others.count + 1, tenures.nodesDiffering.count
    )
    snapshot.clockAstray = tenures.isClockAstray ? 1 : 0
    snapshot.effectsHeld = held.queue.count
    (snapshot.lent, snapshot.guests) = (lendings.lent.count, guests.count)
    snapshot.linksBroken = Tally(lendings.breaks.merging(guests.breaks, uniquingKeysWith: +))
    return snapshot
  }

  /// Has shards store what somebody waits for; where too much waits, a shard is let go of.
  func write(_ wanted: [(shard: Int, batch: Int)], at now: Instant) {
    for (shard, batch) in wanted where journal.isOpen(shard) {
      let input = journal.want(batch, of: shard)
      govern(at: now) { tenures, effects in tenures.take(input, of: shard, at: now, &effects) }
    }
    if held.queue.count > HeldEffects.countMax, let shard = held.fullestShard {
      govern(at: now) { tenures, effects in
        tenures.take(.unreadable, of: shard, at: now, &effects)
      }
    }
  }

  func sweep() {
    var ready = held.sweep()
    if !ready.isEmpty { driver.perform(&ready) }
  }

  /// Tells the tenures something, and does what they want.
  func govern(
    at now: Instant, _ body: (inout LaneTenures, inout [LaneEffect]) -> Void
  ) {
    var effects: [LaneEffect] = []
    body(&tenures, &effects)
    var next = 0
    while next < effects.count {
      switch effects[next] {
      case .beat(let beat): port.say(beat)
      case .fellSilent(let node): part(fromNode: node, at: now)
      case .shard(let shard, let effect): carryOut(effect, of: shard, at: now, &effects)
      }
      next += 1
    }
  }

  private func carryOut(
    _ effect: TenureEffect, of shard: Int, at now: Instant, _ further: inout [LaneEffect]
  ) {
    switch effect {
    case .look: questions.append((shard, .look))
    case .claim(let owner, let after): questions.append((shard, .claim(owner, after: after)))
    case .read(let from, let owner): questions.append((shard, .read(from: from, as: owner)))
    case .drop(let place, let owner): questions.append((shard, .drop(before: place, as: owner)))
    case .append(let append): self.append(append, of: shard, at: now, &further)
    case .replay(let entries, let isLast):
      replay(entries, of: shard)
      if isLast { tenures.take(.replayed, of: shard, at: now, &further) }
    case .release(_, let place):
      let (stored, next) = journal.release(shard, at: place)
      metrics.entriesStored += 1
      if let stored { held.note(stored: stored, of: shard) }
      if let next { tenures.take(next, of: shard, at: now, &further) }
    case .open:
      placesMayDiffer = true
      let reading = open(shard)
      metrics.shardsOpened += 1
      metrics.roomsDiffering += reading.restoration.differing.count
      metrics.journalLinesUnreadable += reading.restoration.linesUnreadable
      for match in reading.finished { driver.keeper?.keep(match) }
      membership.gain(shard)
      driver.handle(.placed(membership, .came(reading.restoration)), at: now)
    case .pause(let why):
      membership.stand(shard, why, at: now)
      driver.announce(.placed(membership, .stood), at: now)
    case .resume:
      membership.goOn(shard)
      driver.handle(.placed(membership, .wentOn), at: now)
    case .resign(let why):
      metrics.shardsLeft[why] += 1
      placesMayDiffer = true
      readings[shard] = nil
      journal.close(shard)
      var (ready, missing, missingOnTheWay) = held.drop(shard, why.refusal)
      // The hall knows them no more.
      for id in missingOnTheWay { driver.abort(id) }
      driver.perform(&ready)
      membership.forsake(shard)
      let change = PlacementChange.went(why: why.refusal, missing: missing)
      driver.handle(.placed(membership, change), at: now)
    }
  }

  /// Asks the store to take an entry; everything before it is stored.
  private func append(
    _ append: ShardAppend, of shard: Int, at now: Instant, _ further: inout [LaneEffect]
  ) {
    guard let entry = journal.entry(for: append, of: shard, at: now) else { return }
    questions.append((shard, .append(entry, as: append.owner)))
    if let floor = journal.takeFloor(of: shard, before: append.place) {
      tenures.take(.written(from: floor), of: shard, at: now, &further)
    }
  }
}
