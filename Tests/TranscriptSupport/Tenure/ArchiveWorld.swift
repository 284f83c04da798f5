// A world of nodes whose archives take in one journal. Nodes write, are killed and come back with
// what their disks had, stand still for a while and go on, as processes do; requests and answers
// are late, lost and doubled. In some worlds the journal is short, so that a node that was away for
// long misses something and needs the archive of another. It stops at the first thing that must
// never be: archives that differ, something twice, something missed where the journal is long, or
// something lost that its author was told is stored.

package import Cluster
import Game
import Rooms
import TestSupport

package struct ArchiveWorld {
  package struct Fault: Error, Hashable {
    package let what: String
  }

  private struct Node {
    var start: UInt64 = 1
    var journal: ArchiveJournal?
    /// What the archive has taken in, and how much of it is on the disk.
    var taken: [ArchiveEntry] = []
    var onDisk = 0
    /// Until then it is gone, or stands still.
    var wakesAt = 0
  }

  private enum Delivery {
    case request(ArchiveRequest, of: Int, start: UInt64)
    case answer(ArchiveAnswer, to: Int, start: UInt64)
  }

  private var draw: SplitMix64
  private var store: ArchiveStore
  private var nodes: [Node]
  private var mail: [(at: Int, delivery: Delivery)] = []
  private var now = 0
  private var written = 0
  private let placesMax: UInt64
  package private(set) var tally: [String: Int] = [:]

  private static let span = 80_000
  private static let trouble = 40_000
  /// It is dropped at marks, so often about 64 places more lie there.
  private static let shortPlacesMax: UInt64 = 20

  private init(seed: UInt64, _ laxities: Set<ArchiveStore.Laxity>) {
    draw = SplitMix64(seed: seed)
    store = ArchiveStore(pageMax: 3, laxities: laxities)
    nodes = Array(repeating: Node(), count: draw.number(in: 2...4))
    placesMax = draw.chance(50) ? ArchiveWorld.shortPlacesMax : ArchiveJournal.placesMax
  }

  /// Runs a world.
  package static func run(
    seed: UInt64, _ laxities: Set<ArchiveStore.Laxity> = []
  ) -> (tally: [String: Int], fault: String?) {
    var world = ArchiveWorld(seed: seed, laxities)
    do {
      try world.run()
      return (world.tally, nil)
    } catch {
      return (world.tally, "\(error)")
    }
  }

  private mutating func run() throws {
    for node in nodes.indices {
      _ = store.carryOut(.mark(node: node, before: 1))
      begin(node)
    }
    while now < ArchiveWorld.span {
      now += 10
      try deliver()
      for node in nodes.indices { try live(node) }
    }
    for node in nodes where node.taken != nodes[0].taken || node.journal?.waitingCount != 0 {
      throw Fault(what: "archives differ in the end")
    }
  }

  private mutating func count(_ what: String) { tally[what, default: 0] += 1 }

  private mutating func begin(_ node: Int) {
    nodes[node].start += 1
    nodes[node].taken.removeLast(nodes[node].taken.count - nodes[node].onDisk)
    nodes[node].journal = ArchiveJournal(
      of: Claimant(node: node, start: nodes[node].start), next: UInt64(nodes[node].onDisk) + 1,
      placesMax: placesMax, at: Instant(milliseconds: now))
  }

  private mutating func live(_ node: Int) throws {
    if nodes[node].wakesAt > now { return }
    if nodes[node].journal == nil { begin(node) }
    if now < ArchiveWorld.trouble {
      if draw.number(in: 1...2_000) == 1 {
        let isLong = draw.chance(30)
        nodes[node].wakesAt = now + draw.number(in: 10...(isLong ? 30_000 : 3_000))
        if draw.chance(50) { return count("stands still") }
        count("kills")
        nodes[node].journal = nil
        return
      }
      if draw.number(in: 1...60) == 1 {
        written += 1
        let lines = Array("\(written)\n".utf8)
        try tell(node) { journal, now, effects in _ = journal.write(lines, at: now, &effects) }
      }
    }
    if draw.chance(10), nodes[node].onDisk < nodes[node].taken.count {
      nodes[node].onDisk += draw.number(in: 1...(nodes[node].taken.count - nodes[node].onDisk))
      let place = UInt64(nodes[node].onDisk) + 1
      try tell(node) { journal, now, effects in journal.kept(before: place, at: now, &effects) }
    }
    try tell(node) { journal, now, effects in
      if journal.deadline.map({ $0 <= now }) == true { journal.advance(to: now, &effects) }
    }
  }

  private mutating func tell(
    _ node: Int,
    _ body: (inout ArchiveJournal, Instant, inout [ArchiveEffect]) -> Void
  ) throws {
    var effects: [ArchiveEffect] = []
    guard var journal = nodes[node].journal else { return }
    body(&journal, Instant(milliseconds: now), &effects)
    nodes[node].journal = journal
    for effect in effects {
      switch effect {
      case .ask(let request): send(.request(request, of: node, start: nodes[node].start))
      case .take(let entry): try take(entry, at: node)
      case .missed: try miss(at: node)
      }
    }
  }

  /// An operator gives it what another archive has on its disk.
  private mutating func miss(at node: Int) throws {
    guard placesMax < ArchiveJournal.placesMax else {
      throw Fault(what: "node \(node) has missed something")
    }
    count("missed")
    guard let other = nodes.max(by: { $0.onDisk < $1.onDisk }) else { return }
    (nodes[node].taken, nodes[node].onDisk) = (other.taken, other.onDisk)
    nodes[node].journal = nil
  }

  private mutating func take(_ entry: ArchiveEntry, at node: Int) throws {
    count("taken")
    let index = nodes[node].taken.count
    if nodes[node].taken.contains(where: { $0.frame == entry.frame }) {
      throw Fault(what: "node \(node) takes something in twice")
    }
    for other in nodes where other.taken.count > index && other.taken[index] != entry {
      throw Fault(what: "two archives differ at \(index)")
    }
    nodes[node].taken.append(entry)
  }

  /// Takes a while, or for ever, or comes twice.
  private mutating func send(_ delivery: Delivery) {
    let isCalm = now > ArchiveWorld.trouble
    if !isCalm, draw.chance(10) { return count("lost") }
    mail.append((now + draw.number(in: 1...40), delivery))
    if !isCalm, draw.chance(10) {
      count("doubled")
      mail.append((now + draw.number(in: 1...5_000), delivery))
    }
  }

  private mutating func deliver() throws {
    let due = mail.filter { $0.at <= now }
    mail.removeAll { $0.at <= now }
    for (_, delivery) in due {
      switch delivery {
      case .request(let request, let node, let start):
        let answer = store.carryOut(request)
        switch answer {
        case .refused: count("refused")
        case .dropped: count("dropped")
        case .page, .stored, .marks: break
        }
        send(.answer(answer, to: node, start: start))
      case .answer(let answer, let node, let start)
      where nodes[node].start == start && nodes[node].wakesAt <= now:
        try tell(node) { journal, now, effects in journal.hear(answer, at: now, &effects) }
      case .answer: break
      }
    }
  }
}

package struct ArchiveStore: Hashable, Sendable {
  package enum Laxity: Hashable, Sendable {
    /// An entry is stored whatever lies at its place, or where something lay that was dropped.
    case anyPlaceIsFree, droppedPlacesAreFree
  }

  private var entries: [UInt64: ArchiveEntry] = [:]
  package private(set) var floor: UInt64 = 1
  private var marks: [Int: UInt64] = [:]
  private let pageMax: Int
  private let laxities: Set<Laxity>

  package init(pageMax: Int, laxities: Set<Laxity> = []) {
    (self.pageMax, self.laxities) = (pageMax, laxities)
  }

  package var count: Int { entries.count }

  package mutating func carryOut(_ request: ArchiveRequest) -> ArchiveAnswer {
    switch request {
    case .read(let from):
      let all = entries.values.filter { $0.place >= from }.sorted { $0.place < $1.place }
      return .page(
        from: from, floor: floor, Array(all.prefix(pageMax)), isLast: all.count <= pageMax)
    case .append(let entry):
      let isFree = entries[entry.place] == nil || laxities.contains(.anyPlaceIsFree)
      guard isFree, floor <= entry.place || laxities.contains(.droppedPlacesAreFree) else {
        return .refused(place: entry.place, lying: entries[entry.place])
      }
      entries[entry.place] = entry
      return .stored(place: entry.place)
    case .mark(let node, let place):
      marks[node] = place
      return .marks(marks)
    case .drop(let place):
      if floor < place {
        floor = place
        entries = entries.filter { $0.key >= place }
      }
      return .dropped
    }
  }
}
