// A liar with the certificate of a node writes into the store: an entry that cannot be played again
// costs the room that it names, and no more. Lies on the bus are those of `BusTests`, and what they
// do to a server is proved in memory.

#if Cluster
import Cluster
import Foundation
import Rooms
import Engines
import TestSupport
import Testing
import Wire

@Suite("Lies", .serialized)
struct LieTests {
  @Test("an entry that cannot be played again costs its room alone, and the log says which")
  func entry() async throws {
    let nodes = try GameNodes()
    try await nodes.waitUntilSettled()
    let victim = try await OwnRoom(nodes, at: 1)
    let shard = try require(RoomCode(victim.code)).shard
    var other = victim
    while RoomCode(other.code)?.shard == shard { other = try await OwnRoom(nodes, at: 1) }
    let store = try StoreEtcd(nodes.engines.address)
    // A line that is none, and one that says what the room never came to.
    let lines = "FIRST room=\(victim.code)\nTICK room=\(victim.code) at=1 n=999999\n"
    try await append(Array(lines.utf8), to: shard, of: store)
    // Its owner finds that somebody else writes there, and lets go of the shard.
    try await eventually {
      victim.owner.listen()
      return victim.owner.heard.contains { $0.contains("code=moved") }
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
    other.owner.say("WHO")
    _ = try await other.owner.hear("END")
    expect(!other.owner.heard.contains { $0.contains("code=moved") })
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
