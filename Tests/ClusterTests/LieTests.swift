// Somebody with certificates of nodes says what is not so, on the bus and in the store, under a
// match of two nodes: nobody ends another node, and an entry that cannot be played again costs the
// room that it names, and no more.

#if Cluster
import BusNATS
import ClusterWire
import Driving
import Foundation
import Rooms
import StoreEtcd
import Synchronization
import Testing
import Wire

@Suite("Lies", .serialized)
struct LieTests {
  /// Ada has made a room at node 1, and Bo has come from node 2; the first round is open.
  private struct Match {
    let ada: Visitor
    let bo: Visitor
    let room: RoomCode

    var players: [Visitor] { [ada, bo] }

    init(_ nodes: GameNodes) async throws {
      (ada, bo) = (try Visitor(port: nodes.port(of: 1)), try Visitor(port: nodes.port(of: 2)))
      for (player, name) in zip([ada, bo], ["Ada", "Bo"]) {
        player.say("HELLO v=1 name=\(name)")
        _ = try await player.hear("WELCOME")
      }
      ada.say("CREATE rounds=2 time=120")
      let code = try #require(field("room", of: try await ada.hear("IN")))
      room = try #require(RoomCode(code))
      bo.say("JOIN room=\(code)")
      _ = try await bo.hear("IN")
      for player in [ada, bo] { player.say("READY") }
      for player in [ada, bo] { _ = try await player.hear("ROUND") }
    }

    /// Plays it to its end, which nobody's node or connection may be missed for.
    func finish() async throws {
      for player in players { try await player.hitTarget() }
      for player in players { _ = try await player.hear("ROUND") }
      for player in players { try await player.hitTarget() }
      for player in players { _ = try await player.hear("SEED") }
      if players.contains(where: \.isClosed) { throw EnginesFailed(what: ["stay connected"]) }
    }
  }

  /// Has a match go well under lies, at the third time at the latest: a busy machine may miss a
  /// node meanwhile, which is no lie's doing. What a lie does, it does each time.
  ///
  /// - Returns: the match, whose players are still there.
  private func play(
    _ nodes: GameNodes, tries: Int = 3, under lies: () async throws -> Void
  ) async throws -> Match {
    do {
      try await nodes.waitUntilSettled()
      let match = try await Match(nodes)
      try await lies()
      try await match.finish()
      return match
    } catch let error as EnginesFailed where tries > 1 {
      print("lies: a match came to nothing: \(error)")
      return try await play(nodes, tries: tries - 1, under: lies)
    }
  }

  /// What was said on the bus.
  private final class Ear: Sendable {
    private let said = Mutex<[(subject: String, bytes: [UInt8])]>([])

    var all: [(subject: String, bytes: [UInt8])] { said.withLock { $0 } }

    func hear(_ subject: String, _ bytes: [UInt8]) { said.withLock { $0.append((subject, bytes)) } }
  }

  private static let unreadable = "chromatch_cluster_beats_unreadable_total"

  @Test("nobody ends a node by saying that it has started later, with another node's certificate")
  func laterStart() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let news = Mutex<[BusNews]>([])
    let liar = try BusNATS(nodes.engines.busAddress(of: 1)) { one in
      news.withLock { $0.append(one) }
    }
    let ear = Ear()
    try await liar.listen(LaneBeat.subjects) { ear.hear($0, $1) }
    try await eventually { ear.all.contains { $0.subject == "cm.beat.2.0" } }
    let heard = try #require(ear.all.last { $0.subject == "cm.beat.2.0" })
    var lie = try #require(LaneBeat(line: heard.bytes, on: heard.subject))
    lie.claimant = Claimant(node: 2, start: lie.claimant.start + 1)
    let match = try await play(nodes) {
      let before = try await nodes.figure(LieTests.unreadable, of: 2) ?? 0
      // Where node 2 says it nobody else is let; where node 1 may say something it is no beat.
      liar.say(lie.line, on: lie.subject)
      liar.say(lie.line, on: "cm.beat.1.0")
      try await eventually { try await nodes.figure(LieTests.unreadable, of: 2) ?? 0 > before }
      try await eventually { await liar.refused >= 1 }
    }
    #expect(
      news.withLock { $0 }
        .contains(.refused(what: "Permissions Violation for Publish to \"cm.beat.2.0\"")))
    #expect(match.players.allSatisfy { !$0.isClosed })
    let log = try nodes.log(of: 2)
    #expect(!log.contains("another process is this node"))
    #expect(!ear.all.contains { $0.subject == "cm.beat.2.0" && $0.bytes == lie.line })
    await liar.stop()
  }

  @Test("an entry that cannot be played again costs its room alone, and the log says which")
  func entry() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    var matches = [try await Match(nodes)]
    repeat {
      matches.append(try await Match(nodes))
    } while matches.last?.room.shard
      == matches[0].room.shard
    let (victim, other) = (matches[0], try #require(matches.last))
    let store = try StoreEtcd(nodes.engines.address)
    // A line that is none, and one that says what the room never came to.
    let lines = "FIRST room=\(victim.room.text)\nTICK room=\(victim.room.text) at=1 n=999999\n"
    try await append(Array(lines.utf8), to: victim.room.shard, of: store)
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
    #expect(
      logs.split(separator: "\n")
        .count {
          $0.contains("not restored") && $0.contains("room=\(victim.room.text)")
        } == 1)
    #expect(logs.contains("a journal has lines that cannot be read"))
    try await other.finish()
    // The shard is open again, at whichever node, for rooms to come.
    try await nodes.waitUntilSettled()
    await store.stop()
  }

  /// Writes an entry as the owner of a shard, behind all that are there.
  private func append(_ frame: [UInt8], to shard: Int, of store: StoreEtcd) async throws {
    // Whoever owns it writes, too: a sign of life a second.
    for _ in 0..<100 {
      guard
        case .owned(let owner?)? = try await store.answer([ShardQuestion(shard: shard, .look)])
          .inputs[shard]
      else { continue }
      var place: UInt64 = 1
      var isLast = false
      while !isLast {
        let read = ShardQuestion(shard: shard, .read(from: place, as: owner))
        guard case .page(let page, _)? = try await store.answer([read]).inputs[shard] else { break }
        place = max(page.from, page.floor) + UInt64(page.entries.count)
        isLast = page.isLast
      }
      let entry = ShardEntry(
        place: place, name: EntryName(epoch: owner.epoch, number: 1 << 50), frame: frame)
      let append = ShardQuestion(shard: shard, .append(entry, as: owner))
      if case .stored? = try await store.answer([append]).inputs[shard] { return }
    }
    throw EnginesFailed(what: ["write to shard \(shard)"])
  }
}
#endif
