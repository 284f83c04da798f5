// What a lane is in a cluster: its part in all its shards, their journals as far as they are not
// stored, and what waits for that. To the driver of its hall it is the durability, and the
// switchboard asks it for guests. It runs no hall. Confined to the queue of the lane.

import Archive
public import Game
public import Rooms
import Wire

/// What carries a lane's questions to a cluster's store, and its beats to all lanes. Nobody waits
/// for it: the driver is told what was answered and heard, late, twice or never.
public protocol ClusterPort: AnyObject {
  /// Asks the store, in any order.
  func ask(_ questions: [(shard: Int, request: ShardRequest)])

  /// Tells all lanes, this one included.
  func say(_ beat: LaneBeat)
}

/// A shard's journal, as far as it has been read.
struct ShardReading {
  var restoration: Restoration
  /// Where it begins; nil before anything was read.
  var floor: UInt64?
  /// Matches that it comes to the end of.
  var finished: [FinishedMatch] = []
}

/// A lane's part in a cluster.
public final class ClusterLane {
  /// Runs the hall.
  public unowned let driver: HallDriver
  /// Its part in its shards.
  public internal(set) var tenures: LaneTenures
  var journal: ShardJournal
  var held = HeldEffects()
  /// What was counted.
  package internal(set) var metrics = ClusterMetrics()
  /// What the turn that was admitted last waits for.
  private var wanted: [(shard: Int, batch: Int)] = []
  /// What has been read of shards that are not open yet.
  var readings: [Int: ShardReading] = [:]
  /// What the store is to be asked at the end of the turn.
  var questions: [(shard: Int, request: ShardRequest)] = []
  unowned let port: any ClusterPort
  /// Carries what is said of people who are connected to one node and in a room of another; nil
  /// where nobody is lent.
  unowned var nodePort: (any NodePort)?
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

  var sockets: any Sockets { driver.sockets }

  /// Makes a driver a lane of a cluster, before anybody has come.
  ///
  /// - Parameters:
  ///   - membership: what its hall goes by.
  ///   - nothing: what journals are read into; it has read nothing.
  ///   - entriesMax: after so many entries a shard's rooms are written anew; nil for as many as is
  ///     usual.
  public init(
    _ driver: HallDriver, _ tenures: LaneTenures, _ membership: Membership,
    through port: any ClusterPort, reading nothing: Restoration, entriesMax: UInt64? = nil
  ) {
    (self.driver, self.tenures, self.membership) = (driver, tenures, membership)
    (self.port, self.nothing) = (port, nothing)
    journal = ShardJournal(entriesMax: entriesMax ?? ShardJournal.entriesMax)
    listDue = tenures.deadline
    lendings = Lendings(of: tenures.me, lane: tenures.lane)
    guests = Guests(of: tenures.me, lane: tenures.lane)
    driver.wait(for: self)
    driver.remote = self
  }

  /// Whether no shard is the lane's any more, after `leave`.
  public var hasLeft: Bool { tenures.hasLeft }

  /// Goes on reading the journal of a shard.
  func replay(_ entries: [ShardEntry], of shard: Int) {
    var reading = readings.removeValue(forKey: shard) ?? ShardReading(restoration: nothing)
    reading.floor = reading.floor ?? entries.first?.place
    for entry in entries {
      reading.restoration.take(entry.frame[...]) { reading.finished.append($0) }
    }
    readings[shard] = reading
  }

  /// Opens the journal of a shard that has been read.
  func open(_ shard: Int) -> ShardReading {
    let reading = readings.removeValue(forKey: shard) ?? ShardReading(restoration: nothing)
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

// The durability of the lane's driver.
extension ClusterLane: Durability {
  /// Leaves what can be told at once.
  public func admit(_ turn: inout Turn) {
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
    turn.leave(held.take(turn.effects, turn.marks, jotted: awaited))
    turn.jottings.clear()
    wanted = awaited.values.sorted { $0.batch < $1.batch }
  }

  /// Has the store asked for what the rest waits for.
  public func settle(at now: Instant) {
    let asked = wanted
    wanted = []
    write(asked, at: now)
  }

  /// When something of shards, links or lists is due.
  public var deadline: Instant? {
    [journal.unansweredDue, lendings.deadline, guests.deadline, nodePort == nil ? nil : listDue]
      .reduce(tenures.deadline) { min($0, $1 ?? $0) }
  }

  /// Lets happen what is due in the shards.
  public func advance(to now: Instant) {
    for (shard, batch) in journal.dueUnanswered(at: now) { write([(shard, batch)], at: now) }
    if tenures.deadline <= now {
      govern(at: now) { tenures, effects in tenures.advance(to: now, &effects) }
      sweep()
      placesMayDiffer = true
    }
    tellPlaces(at: now)
    tellRooms(at: now)
    partFromSilent(at: now)
    // One a turn, so that no turn takes long by it.
    if let code = journal.takeOld() { driver.renew(code, at: now) }
  }
}

// Those of the driver's connections that leave.
extension ClusterLane {
  /// Whether what somebody says is kept, because they are about to leave.
  public func isLeaving(_ id: ConnectionID) -> Bool {
    held.isLeaving(id) || (id.isGuest && guests.isRecalled(id))
  }

  /// Keeps what somebody says who is to go to another lane as soon as they have been told all, or
  /// to go back to the node that has lent them.
  public func keep(of id: ConnectionID, _ line: (inout Handoff) -> Int) -> Int {
    guests.keep(of: id, line) ?? held.keep(of: id, line)
  }

  /// Nothing that waits goes there any more.
  public func forget(_ id: ConnectionID) {
    held.forget(id)
    lendings.forget(id)
    guests.forget(id)
  }

  /// Hands over what is to be said to other nodes, and asks the store.
  public func post() {
    exchange()
    ask()
  }
}
