// What a lane of a cluster has to say and may not yet, because the store does not have the deeds
// that it follows from. A room's effects wait for what the room has jotted down; what a connection
// or another lane is told waits for what they are to be told before. It carries nothing out and
// knows no store.
// Invariants: what comes of one room, goes to one connection or goes to one lane leaves in the
// order in which it was wanted; nothing that comes of a room leaves before the room's deeds up to
// then are stored, but for positions, which no deed but moves comes before.

import Rooms
import Wire

/// What has to be stored first: everything of a shard up to a batch, for each of some shards.
struct Gate {
  private var batches: [Int: Int] = [:]

  /// Whether nothing has to be.
  var isOpen: Bool { batches.isEmpty }

  /// The shards of which something has to be.
  var shards: some Collection<Int> { batches.keys }

  /// Asks for a batch of a shard, too.
  mutating func add(_ shard: Int, _ batch: Int) {
    batches[shard] = max(batches[shard] ?? batch, batch)
  }

  /// Asks for everything that another one asks for, too.
  mutating func add(_ other: Gate?) {
    guard let other else { return }
    batches.merge(other.batches) { max($0, $1) }
  }

  /// Asks no more for what is stored.
  mutating func drop(stored: [Int: Int]) {
    if batches.contains(where: { $0.value <= stored[$0.key] ?? 0 }) {
      batches = batches.filter { $0.value > stored[$0.key] ?? 0 }
    }
  }
}

/// Effects that wait for the store.
struct HeldEffects {
  /// So many wait at the most; the shard is let go of for which most of them do.
  static let countMax = 65_536

  struct Held {
    var effect: Effect
    var gate: Gate
    /// The shards whose deeds it tells of.
    let source: [Int]
  }

  /// Of each room, connection and lane what the newest of its effects that wait waits for.
  private var rooms: [RoomCode: Gate] = [:]
  private var connections: [ConnectionID: Gate] = [:]
  private var lanes: [Int: Gate] = [:]
  private(set) var queue: [Held] = []
  /// Those who are gone, and to whom something may wait.
  private var gone: Set<ConnectionID> = []
  /// Those who are to go to another lane as soon as they have been told everything.
  private var leaving: Set<ConnectionID> = []
  /// The newest batch of each shard that is stored.
  private var stored: [Int: Int] = [:]
  /// Whether something was stored since the queue was gone through.
  private var hasNews = false
  /// With more gates than this those are looked for that are open by now.
  private var gatesMax = HeldEffects.gatesMin
  private static let gatesMin = 1_024

  /// The shard for which most effects wait; nil where none does.
  var fullestShard: Int? {
    var counts: [Int: Int] = [:]
    for held in queue { for shard in held.gate.shards { counts[shard, default: 0] += 1 } }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Takes what a turn wants.
  ///
  /// - Parameter jotted: the batches that rooms have jotted down in the turn and that have to be
  ///   stored before anybody is told of it.
  /// - Returns: what can be done at once, in order.
  mutating func take(
    _ effects: [Effect], _ marks: [RoomMark], jotted: [RoomCode: (shard: Int, batch: Int)]
  ) -> [Effect] {
    var ready = sweep()
    if jotted.isEmpty, queue.isEmpty, rooms.isEmpty { return ready + effects }
    var all = Gate()
    for (code, (shard, batch)) in jotted {
      rooms[code, default: Gate()].add(shard, batch)
      all.add(shard, batch)
    }
    var mark = marks.startIndex
    for (index, effect) in effects.enumerated() {
      while mark < marks.endIndex, marks[mark].effects.upperBound <= index { mark += 1 }
      let isOfRoom = mark < marks.endIndex && marks[mark].effects.contains(index)
      let code = isOfRoom ? marks[mark].code : nil
      if let effect = admit(effect, of: code, behind: all) { ready.append(effect) }
    }
    prune()
    return ready
  }

  /// Takes what a turn wants.
  ///
  /// - Parameters:
  ///   - code: the room that it comes of; nil for what comes of none.
  ///   - all: what the whole turn has jotted down.
  /// - Returns: it, if it waits for nothing.
  private mutating func admit(_ effect: Effect, of code: RoomCode?, behind all: Gate) -> Effect? {
    var gate = Gate()
    var own = code.map { rooms[$0] ?? Gate() } ?? all
    if effect.deniesToken {
      // A seat may have been given up by what is not stored.
      for gate in rooms.values { own.add(gate) }
      own.drop(stored: stored)
    }
    let source = code.map { [$0.shard] } ?? own.shards.sorted()
    switch effect.telling {
    case .atOnce: return effect
    case .conflated(let id):
      // Whatever waits for them is dropped, as what is in their outbox is.
      silence([id])
      return effect
    case .told(let audience):
      gate.add(own)
      for id in audience { gate.add(connections[id]) }
    case .published(let lane, let isOfRoom):
      if isOfRoom { gate.add(own) }
      gate.add(lanes[lane])
    case .carried(let id, let lane):
      gate.add(own)
      gate.add(connections[id])
      gate.add(lanes[lane])
    case .parted(let id):
      gate.add(own)
      gate.add(connections[id])
    case .kept: gate.add(own)
    }
    gate.drop(stored: stored)
    if gate.isOpen { return effect }
    if let code { rooms[code, default: Gate()].add(gate) }
    switch effect.telling {
    case .told(let audience): for id in audience { connections[id, default: Gate()].add(gate) }
    case .published(let lane, _): lanes[lane, default: Gate()].add(gate)
    case .carried(let id, let lane):
      lanes[lane, default: Gate()].add(gate)
      leaving.insert(id)
    case .parted(let id): leaving.insert(id)
    case .atOnce, .conflated, .kept: break
    }
    queue.append(Held(effect: effect, gate: gate, source: source))
    return nil
  }

  /// Notes that everything of a shard up to a batch is stored.
  mutating func note(stored batch: Int, of shard: Int) {
    stored[shard] = batch
    hasNews = true
  }

  /// Takes out what waits for nothing any more, in order.
  mutating func sweep() -> [Effect] {
    if !hasNews { return [] }
    hasNews = false
    var ready: [Effect] = []
    var rest: [Held] = []
    for var held in queue {
      held.gate.drop(stored: stored)
      if held.gate.isOpen { ready.append(leave(held.effect)) } else { rest.append(held) }
    }
    queue = rest
    if queue.isEmpty {
      (connections, lanes, gone) = ([:], [:], [])
      // A room may have jotted down what nobody was told, and a newcomer would see it.
      rooms = open(rooms)
    }
    return ready
  }

  /// Drops what tells of a shard that is somebody else's now. Connections that are to be closed or
  /// to go to another lane wait for it no more; the former hear why instead of what they were to
  /// hear. Other lanes are told what they count by.
  ///
  /// - Returns: what waits for nothing any more, and to whom something of it was to be told, who
  ///   are told nothing else that waits either: those who are still here, and those who have yet to
  ///   leave for another lane.
  mutating func drop(
    _ shard: Int, _ why: RefusalLine
  ) -> (ready: [Effect], missing: [ConnectionID], missingOnTheWay: [ConnectionID]) {
    var missing: Set<ConnectionID> = []
    queue.removeAll { held in
      guard held.source.contains(shard), held.effect.isStory else { return false }
      if case .send(_, let audience) = held.effect { missing.formUnion(audience) }
      return true
    }
    for index in queue.indices where queue[index].source.contains(shard) {
      queue[index].effect.doubt()
    }
    missing.subtract(gone)
    silence(missing)
    // Why they are to be closed is among what is dropped.
    queue = queue.flatMap { held in
      guard case .close(let id) = held.effect, missing.contains(id) else { return [held] }
      let told = Effect.send(.no(why), to: [id])
      return [Held(effect: told, gate: held.gate, source: held.source), held]
    }
    let onTheWay = missing.intersection(leaving)
    missing.subtract(leaving)
    stored[shard] = .max
    hasNews = true
    let ready = sweep()
    prune(all: true)
    stored[shard] = nil
    return (
      ready, missing.sorted { $0.number < $1.number }, onTheWay.sorted { $0.number < $1.number }
    )
  }

  /// Drops what waits for some connections.
  private mutating func silence(_ ids: Set<ConnectionID>) {
    if ids.allSatisfy({ connections[$0] == nil }) { return }
    for index in queue.indices {
      guard case .send(let message, let audience) = queue[index].effect else { continue }
      queue[index].effect = .send(message, to: audience.filter { !ids.contains($0) })
    }
    for id in ids { connections[id] = nil }
  }

  /// A connection is gone: nothing is to be told it any more.
  mutating func forget(_ id: ConnectionID) {
    if connections.removeValue(forKey: id) != nil || leaving.contains(id) { gone.insert(id) }
  }

  /// An effect that waits no longer, for those who are still there.
  private mutating func leave(_ effect: Effect) -> Effect {
    switch effect {
    case .carry(let id, _, _): leaving.remove(id)
    default: break
    }
    guard !gone.isEmpty, case .send(let message, let audience) = effect else { return effect }
    return .send(message, to: audience.filter { !gone.contains($0) })
  }

  /// Forgets gates that are open by now, when there are many.
  private mutating func prune(all: Bool = false) {
    if !all, rooms.count + connections.count <= gatesMax { return }
    rooms = open(rooms)
    connections = open(connections)
    lanes = open(lanes)
    gatesMax = max(HeldEffects.gatesMin, 2 * (rooms.count + connections.count))
  }

  private func open<Key>(_ gates: [Key: Gate]) -> [Key: Gate] {
    gates.compactMapValues { gate in
      var gate = gate
      gate.drop(stored: stored)
      return gate.isOpen ? nil : gate
    }
  }
}

// Those on their way.
extension HeldEffects {
  /// Whether somebody is to go to another lane and has not left yet.
  func isLeaving(_ id: ConnectionID) -> Bool { leaving.contains(id) }

  /// Has what somebody says who has not left yet be answered where they go.
  ///
  /// - Returns: how many lines of theirs wait for that.
  mutating func keep(
    of id: ConnectionID, _ line: (inout Handoff) -> Int
  ) -> Int {
    for index in queue.indices.reversed() {
      guard case .carry(id, let goal, var handoff) = queue[index].effect else { continue }
      defer { queue[index].effect = .carry(id, to: goal, handoff) }
      return line(&handoff)
    }
    return 0
  }
}

extension Effect {
  /// What an effect waits for besides the deeds that it follows from.
  fileprivate enum Telling {
    /// It tells nothing of a room, or nobody.
    case atOnce
    /// A connection is to be told nothing.
    case conflated(ConnectionID)
    /// These connections are told something, or closed.
    case told([ConnectionID])
    /// A lane is told something, which may be what happened in a room.
    case published(Int, isOfRoom: Bool)
    /// A connection goes to a lane.
    case carried(ConnectionID, Int)
    /// Another node is to speak with a connection, or does again.
    case parted(ConnectionID)
    /// Somebody keeps something.
    case kept
  }

  fileprivate var telling: Telling {
    switch self {
    case .send(.ping, _), .send(.pong, _), .note, .ask: .atOnce
    case .send(_, let audience): .told(audience)
    case .close(let id): .told([id])
    case .conflate(let id): .conflated(id)
    case .publish(.told, let lane), .publish(.putOut, let lane): .published(lane, isOfRoom: true)
    case .publish(_, let lane): .published(lane, isOfRoom: false)
    case .carry(let id, .lane(let lane), _): .carried(id, lane)
    case .carry(let id, .node, _), .carry(let id, .back, _): .parted(id)
    case .keep, .claim: .kept
    }
  }

  /// Whether it tells what happened in a room, and nothing that others count by.
  fileprivate var isStory: Bool {
    switch self {
    case .send, .publish(.told, _), .publish(.putOut, _), .keep, .claim: true
    case .conflate, .close, .carry, .publish, .ask, .note: false
    }
  }

  /// Whether it says, here or where somebody goes, that this lane does not know a token.
  fileprivate var deniesToken: Bool {
    switch self {
    case .send(.no(let refusal), _): refusal.code == .badToken
    case .carry(_, _, let handoff): handoff.looksForToken
    default: false
    }
  }

  /// What was stored no more may have been why a token is not known.
  fileprivate mutating func doubt() {
    guard case .carry(let id, let goal, var handoff) = self else { return }
    handoff.doubt()
    self = .carry(id, to: goal, handoff)
  }

  /// Whether a room's journal has to say what came of a move, too: it has a number, or is to be
  /// kept.
  var isNumbered: Bool {
    switch self {
    case .send(let message, _), .publish(.told(_, let message), _):
      switch message {
      case .room(.some, _), .play(.some, _): true
      default: false
      }
    case .keep, .claim: true
    default: false
    }
  }
}
