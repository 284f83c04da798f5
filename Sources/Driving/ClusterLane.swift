// What a lane is in a cluster: its part in all its shards, their journals as far as they are not
// stored, and what waits for that. It runs no hall and carries nothing; `HallDriver` does, in
// `HallDriver+Cluster.swift`. Confined to the driver of the lane.

public import Cluster
import Game
import Records
import Rooms
import Wire

/// What carries a lane's questions to a cluster's store, and its beats to all lanes. Nobody waits
/// for it: the driver is told what was answered and heard, late, twice or never.
public protocol ClusterPort: AnyObject {
  /// Asks the store, in any order.
  func ask(_ questions: [(shard: Int, request: ShardRequest)])

  /// Tells all lanes, this one included.
  func say(_ beat: LaneBeat)
}

/// What a lane has of a cluster's shards at a moment, and what became of them so far.
public struct ClusterFigures: Equatable, Sendable {
  /// Shards whose rooms are open.
  public internal(set) var open = 0
  /// Shards whose rooms stand.
  public internal(set) var standing = 0
  /// Shards that are claimed or read.
  public internal(set) var coming = 0
  /// Nodes that are heard, this one included.
  public internal(set) var nodes = 0
  /// What the others of them say of themselves.
  public internal(set) var others: [LaneTenures.Other] = []
  /// Nodes that have shards and do not agree with this one.
  public internal(set) var nodesDiffering = 0
  /// Whether the clocks of most nodes differ too much from this one's.
  public internal(set) var isClockAstray = false
  /// What waits to be told until the store has something.
  public internal(set) var effectsHeld = 0
  /// How often a shard was opened.
  public internal(set) var opened = 0
  /// How often a shard was let go of.
  public internal(set) var resigned: [Tenure.Resignation: Int] = [:]
  /// Rooms of shards opened here that did not come to what their journal says.
  public internal(set) var roomsDiffering = 0
  /// Lines of journals read here that were none.
  public internal(set) var linesUnreadable = 0
  /// Entries that the store has taken, but for signs of life.
  public internal(set) var entriesStored = 0
  /// People who are connected here and lent to other nodes.
  public internal(set) var lent = 0
  /// People whom other nodes have lent.
  public internal(set) var guests = 0
  /// How often a link was broken on which somebody was lent.
  public internal(set) var linksBroken: [LinkBreak: Int] = [:]
}

/// A lane's part in a cluster.
final class ClusterLane {
  var tenures: LaneTenures
  var journal: ShardJournal
  var held = HeldEffects()
  /// What became of shards and entries.
  var figures = ClusterFigures()
  /// What has been read of shards that are not open yet.
  var readings: [Int: Reading] = [:]
  /// What the store is to be asked at the end of the turn.
  var questions: [(shard: Int, request: ShardRequest)] = []
  let port: any ClusterPort
  /// Carries what is said of people who are connected to one node and in a room of another; nil
  /// where nobody is lent.
  var nodePort: (any NodePort)?
  /// Those of this lane who are lent to other nodes.
  var lendings: Lendings
  /// Those whom other nodes have lent to this lane.
  var guests: Guests
  /// What the hall goes by, and whether where other nodes' rooms are may have changed.
  var membership: Membership
  var placesMayDiffer = false
  /// When other nodes are to be told of the rooms here.
  var listDue: Instant
  private let nothing: Restoration

  /// A shard's journal, as far as it has been read.
  struct Reading {
    var restoration: Restoration
    /// Where it begins; nil before anything was read.
    var floor: UInt64?
    /// Matches that it comes to the end of.
    var finished: [FinishedMatch] = []
  }

  init(
    _ tenures: LaneTenures, _ membership: Membership, _ journal: ShardJournal,
    through port: any ClusterPort,
    reading nothing: Restoration
  ) {
    (self.tenures, self.membership, self.journal) = (tenures, membership, journal)
    (self.port, self.nothing) = (port, nothing)
    listDue = tenures.deadline
    lendings = Lendings(of: tenures.me, lane: tenures.lane)
    guests = Guests(of: tenures.me, lane: tenures.lane)
  }

  /// When it has to be told that time has passed.
  var deadline: Instant {
    [journal.unansweredDue, lendings.deadline, guests.deadline, nodePort == nil ? nil : listDue]
      .reduce(tenures.deadline) { min($0, $1 ?? $0) }
  }

  /// Whether what somebody says is kept, because they are about to leave.
  func isLeaving(_ id: ConnectionID) -> Bool {
    held.isLeaving(id) || (id.isGuest && guests.isRecalled(id))
  }

  /// Takes what a turn wants and has jotted down.
  ///
  /// - Returns: what can be done at once, and the batches that the store has to have for the rest.
  func take(_ turn: Turn) -> (ready: [Effect], wanted: [(shard: Int, batch: Int)]) {
    let kept = journal.keep(turn.jottings)
    // A player who moves gets no answer, and nobody has to know the move for good.
    var numbered: Set<RoomCode> = []
    if kept.values.contains(where: \.areUnanswered) {
      for mark in turn.marks where turn.effects[mark.effects].contains(where: \.isNumbered) {
        numbered.insert(mark.code)
      }
    }
    let awaited = kept.filter { !$0.value.areUnanswered || numbered.contains($0.key) }
      .mapValues { (shard: $0.shard, batch: $0.batch) }
    let ready = held.take(turn.effects, turn.marks, jotted: awaited)
    return (ready, awaited.values.sorted { $0.batch < $1.batch })
  }

  /// Has those of an audience told whole lines who are guests.
  ///
  /// - Returns: all others.
  func tellGuests(_ lines: [UInt8], among audience: [ConnectionID]) -> [ConnectionID] {
    if guests.stays.isEmpty { return audience }
    guests.tell(lines, to: audience.lazy.filter(\.isGuest))
    return audience.filter { !$0.isGuest }
  }

  /// Goes on reading the journal of a shard.
  func replay(_ entries: [ShardEntry], of shard: Int) {
    var reading = readings.removeValue(forKey: shard) ?? Reading(restoration: nothing)
    reading.floor = reading.floor ?? entries.first?.place
    for entry in entries {
      reading.restoration.take(entry.frame[...]) { reading.finished.append($0) }
    }
    readings[shard] = reading
  }

  /// Opens the journal of a shard that has been read.
  func open(_ shard: Int) -> Reading {
    let reading = readings.removeValue(forKey: shard) ?? Reading(restoration: nothing)
    journal.open(shard, reading.restoration.codes, from: reading.floor ?? 1)
    return reading
  }

  /// Asks the store what was wanted since this was done last.
  func ask() {
    if questions.isEmpty { return }
    port.ask(questions)
    questions.removeAll(keepingCapacity: true)
  }
}
