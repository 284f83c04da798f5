// A liar with certificates of nodes says what is not so, on the bus and in the store, under a match
// of two nodes: what cannot be read is counted, what cannot be so changes nothing, and an entry
// that cannot be played again costs the room that it names, and no more.

#if Cluster
import BusNATS
import ClusterWire
import Driving
import Foundation
import Rooms
import StoreEtcd
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Lies", .serialized)
struct LieTests {
  /// Has a match of nodes 1 and 2 go well under lies, at the third time at the latest: a busy
  /// machine may miss a node meanwhile, which is no lie's doing. What a lie does, it does each
  /// time.
  ///
  /// - Returns: the match, whose players are still there.
  private func play(
    _ nodes: GameNodes, tries: Int = 3, under lies: () async throws -> Void
  ) async throws -> Match {
    do {
      try await nodes.waitUntilSettled()
      let match = try await Match(nodes, ada: 1, bo: 2)
      try await lies()
      try await finish(match)
      return match
    } catch let error as EnginesFailed where tries > 1 {
      print("lies: a match came to nothing: \(error)")
      return try await play(nodes, tries: tries - 1, under: lies)
    }
  }

  /// Plays a match to its end, with the connections that it began with.
  private func finish(_ match: Match) async throws {
    try await match.playFirstRound()
    try await match.finish()
    if match.players.contains(where: \.isClosed) { throw EnginesFailed(what: ["stay connected"]) }
  }

  /// What was said on the bus.
  private final class Ear: Sendable {
    private let said = Mutex<[(subject: String, bytes: [UInt8])]>([])

    var all: [(subject: String, bytes: [UInt8])] { said.withLock { $0 } }

    func hear(_ subject: String, _ bytes: [UInt8]) { said.withLock { $0.append((subject, bytes)) } }
  }

  private static let unreadable = "chromatch_cluster_beats_unreadable_total"

  /// A bus by the certificate of each node, and of one that no machine is.
  private struct Liar {
    static let stranger = 9
    let buses: [Int: BusNATS]

    init(_ engines: Engines) throws {
      try engines.sign(node: Liar.stranger)
      buses = try Dictionary(
        uniqueKeysWithValues: (GameNodes.numbers + [Liar.stranger])
          .map { ($0, try BusNATS(engines.busAddress(of: $0))) })
    }

    /// Hears what each of them may hear; beats once.
    func listen(_ hear: @escaping @Sendable (String, [UInt8]) -> Void) async throws {
      try await buses[Liar.stranger]?.listen(LaneBeat.subjects, hear)
      for node in GameNodes.numbers {
        for subject in NodeMessage.subjects(for: node) {
          try await buses[node]?.listen(subject, hear)
        }
      }
    }

    /// Says something as the node that may use the subject.
    func say(_ bytes: [UInt8], on subject: String) {
      let words = subject.split(separator: ".")
      let sender = ["up", "down"].contains(words[1]) ? words[4] : words[2]
      Int(sender).flatMap { buses[$0] }?.say(bytes, on: subject)
    }

    func flush() async { for bus in buses.values { await bus.flush() } }

    func stop() async { for bus in buses.values { await bus.stop() } }
  }

  @Test("what no node can have said is counted, and what is said again changes nothing")
  func bus() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let bus = try Liar(nodes.engines)
    let ear = Ear()
    try await bus.listen { ear.hear($0, $1) }
    try await eventually { !ear.all.isEmpty }
    let match = try await play(nodes) { try await lie(on: bus, heard: ear, to: nodes) }
    try await expect(nodes.figure("chromatch_cluster_guests", of: 1), equals: 1)
    try await expect(nodes.figure("chromatch_cluster_lent", of: 2), equals: 1)
    try await nodes.waitUntilSettled()
    expect(match.players.allSatisfy { !$0.isClosed })
    await bus.stop()
  }

  /// Says what no node can have said, and what was said, and that everything is somebody else's.
  private func lie(on bus: Liar, heard ear: Ear, to nodes: GameNodes) async throws {
    try await eventually { ear.all.contains { $0.subject.hasPrefix("cm.down.2.") } }
    let (told, beats) = (
      ear.all.filter { !$0.subject.hasPrefix("cm.beat.") },
      ear.all.filter { $0.subject.hasPrefix("cm.beat.") }
    )
    // No node can read these; each is on a subject that all nodes hear, or that one does.
    let nonsense: [(String, [UInt8])] = [
      ("cm.beat.2.0", Array("BEAT v=1 node=2".utf8)), ("cm.beat.9.0", [0, 255]),
      ("cm.list.3.1", Array("LIST v=1 from=2 start=1 lane=1\n".utf8)),
      ("cm.list.3.1", Array("LIST".utf8)),
    ]
    let forOne: [(String, [UInt8])] = [
      ("cm.up.1.0.2", Array("NODE v=1 from=2 start=1".utf8)),
      ("cm.down.2.0.1", try require(told.first).bytes.reversed()),
    ]
    for (subject, bytes) in nonsense + forOne { bus.say(bytes, on: subject) }
    // All that was said so far, once more.
    for (subject, bytes) in told + beats { bus.say(bytes, on: subject) }
    // Somebody says that everything is theirs, in an epoch of long ago and in one to come.
    let newest = try require(beats.last)
    let beat = try require(LaneBeat(line: newest.bytes, on: newest.subject))
    for epoch: UInt64 in [1, 1 << 40] {
      var lie = beat
      lie.claimant = Claimant(node: 9, start: 7)
      lie.held = Dictionary(
        uniqueKeysWithValues: (0..<LaneTenures.shardCount)
          .map {
            ($0, LaneBeat.Held(epoch: epoch, isPaused: false))
          })
      bus.say(lie.line, on: lie.subject)
    }
    await bus.flush()
    for node in GameNodes.numbers {
      try await eventually {
        try await nodes.figure(LieTests.unreadable, of: node) ?? 0 >= nonsense.count
      }
    }
  }

  @Test("an entry that cannot be played again costs its room alone, and the log says which")
  func entry() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let victim = try await Match(nodes, ada: 1, bo: 2)
    let shard = try require(RoomCode(victim.code)).shard
    var other = victim
    while RoomCode(other.code)?.shard == shard {
      other = try await Match(nodes, ada: 1, bo: 2)
    }
    let store = try StoreEtcd(nodes.engines.address)
    // A line that is none, and one that says what the room never came to.
    let lines = "FIRST room=\(victim.code)\nTICK room=\(victim.code) at=1 n=999999\n"
    try await append(Array(lines.utf8), to: shard, of: store)
    // Its owner finds that somebody else writes there, and lets go of the shard.
    for player in victim.players {
      try await eventually {
        player.listen()
        return player.heard.contains { $0.contains("code=moved") }
      }
    }
    for name in ["rooms_differing_total", "journal_lines_unreadable_total"] {
      try await eventually {
        var sum = 0
        for node in GameNodes.numbers {
          sum += try await nodes.figure("chromatch_cluster_\(name)", of: node) ?? 0
        }
        return sum == 1
      }
    }
    let logs = try GameNodes.numbers.map { try nodes.log(of: $0) }.joined()
    let costs = logs.split(separator: "\n")
      .filter { $0.contains("not restored") && $0.contains("room=\(victim.code)") }
    expect(costs.count, equals: 1)
    expect(logs, contains: "a journal has lines that cannot be read")
    try await finish(other)
    // The shard is open again, at some node, for rooms to come.
    try await nodes.waitUntilSettled()
    await store.stop()
  }

  /// Writes an entry as the owner of a shard, behind all that are there.
  private func append(_ frame: [UInt8], to shard: Int, of store: StoreEtcd) async throws {
    // Its owner writes, too: a sign of life a second.
    for _ in 0..<100 {
      guard case .owned(let owner?)? = await store.answer(of: shard, to: .look) else { continue }
      var place: UInt64 = 1
      var isLast = false
      while !isLast {
        let read = await store.answer(of: shard, to: .read(from: place, as: owner))
        guard case .page(let page, _)? = read else { break }
        place = max(page.from, page.floor) + UInt64(page.entries.count)
        isLast = page.isLast
      }
      let entry = ShardEntry(
        place: place, name: EntryName(epoch: owner.epoch, number: 1 << 50), frame: frame)
      let answer = await store.answer(of: shard, to: .append(entry, as: owner))
      if case .stored? = answer { return }
    }
    throw EnginesFailed(what: ["write to shard \(shard)"])
  }
}
#endif
