// Nodes that die, sleep and leave, over real engines: no two of them tell two things under one
// number, nothing that was told is lost, and others go on. How long that takes is printed.

#if Cluster
import ClusterWire
import Foundation
import Glibc
import Rooms
import StoreEtcd
import TestSupport
import Testing

@Suite("Takeover", .serialized)
struct TakeoverTests {
  /// How often each is tried; `make store KILLS=50` tries more often.
  static let rounds =
    ProcessInfo.processInfo.environment["CHROMATCH_KILLS"].flatMap(Int.init) ?? 3

  /// Nobody told two things under one number, and the store has everything that was told.
  private func check(_ nodes: Nodes) async throws {
    var told: [Int: [Int: Substring]] = [:]
    for line in nodes.lines where line.words.first == "told" {
      guard let shard = line.shard, let number = Int(line.words[2]) else { continue }
      let value = told[shard, default: [:]].updateValue(line.words[3], forKey: number)
      expect(value == nil || value == line.words[3], "shard \(shard), number \(number)")
    }
    let store = try StoreEtcd(nodes.engines.address)
    for (shard, values) in told {
      let (from, stored) = try await journal(of: shard, in: store)
      expect(
        values.keys.max() ?? 0, isAtMost: from + stored.count, "shard \(shard) has lost something")
      for (offset, value) in stored.enumerated() {
        let number = from + offset + 1
        expect(values[number].map { $0 == value } ?? true, "shard \(shard), number \(number)")
      }
    }
    await store.stop()
  }

  /// How many values were dropped, and those that follow.
  private func journal(
    of shard: Int, in store: StoreEtcd
  ) async throws -> (from: Int, values: [String]) {
    // Shards are still handed over: who reads as an owner of before begins anew.
    for _ in 0..<20 {
      if let journal = try await journal(ofResting: shard, in: store) { return journal }
    }
    throw EnginesFailed(what: ["read shard \(shard)"])
  }

  /// The same; nil if the owner changed meanwhile.
  private func journal(
    ofResting shard: Int, in store: StoreEtcd
  ) async throws -> (from: Int, values: [String])? {
    guard case .owned(let owner?)? = await store.answer(of: shard, to: .look) else { return nil }
    var (from, values, place, isLast) = (0, [String](), UInt64(1), false)
    while !isLast {
      let read = await store.answer(of: shard, to: .read(from: place, as: owner))
      guard case .page(let page, _)? = read else { return nil }
      for entry in page.entries {
        for line in String(decoding: entry.frame, as: UTF8.self).split(separator: "\n") {
          if line.hasPrefix("=") {
            (from, values) = (Int(line.dropFirst()) ?? 0, [])
          } else {
            values.append(String(line))
          }
        }
      }
      place = max(page.from, page.floor) + UInt64(page.entries.count)
      isLast = page.isLast
    }
    return (from, values)
  }

  /// How long each shard was silent that a node had at a moment.
  private func gaps(_ nodes: Nodes, of victim: Int, at moment: Int) async throws -> [Int] {
    let first = try await nodes.waitUntilAllTell(after: moment, notBy: victim)
    let lines = nodes.lines.filter { $0.time <= moment && $0.words.first == "told" }
    let theirs = Set(first.keys)
      .filter { shard in
        lines.last { $0.shard == shard }?.node == victim
      }
    return theirs.compactMap { first[$0].map { $0.time - moment } }.sorted()
  }

  private func report(_ what: String, _ gaps: [Int]) {
    let sorted = gaps.sorted()
    guard let last = sorted.last else { return }
    print(
      "takeover: \(what): \(sorted.count) shards, silent for \(sorted[sorted.count / 2]) ms in the "
        + "median, \(sorted[sorted.count * 99 / 100]) at the 99th percentile, \(last) at most")
  }

  /// Deals blows to the node that has told most, waits until others have told something in all of
  /// its shards, and lets it come back. In the end nothing is lost.
  private func strike(
    _ nodes: Nodes, _ what: String, blow: (Int) async throws -> Void,
    back: (Int) async throws -> Void
  ) async throws {
    var all: [Int] = []
    for _ in 0..<TakeoverTests.rounds {
      let before = Nodes.now
      _ = try await nodes.waitUntilAllTell(after: before)
      let victim = nodes.busiest(since: before)
      let moment = Nodes.now
      try await blow(victim)
      all += try await gaps(nodes, of: victim, at: moment)
      try await back(victim)
    }
    report(what, all)
    try await check(nodes)
  }

  @Test("others go on when a node is killed")
  func killed() async throws {
    let nodes = try Nodes()
    try await strike(nodes, "a node is killed") {
      nodes.signal(SIGKILL, $0)
    } back: {
      try nodes.start($0)
    }
  }

  @Test("others go on when a node is killed with the engines beside it")
  func killedMachine() async throws {
    let nodes = try Nodes()
    try await strike(nodes, "a machine is killed") {
      nodes.signal(SIGKILL, $0)
      try nodes.engines.run("kill", String($0 + 1))
    } back: {
      try nodes.start($0)
      try nodes.engines.run("start", String(nodes.engines.port), String($0 + 1))
      // Two members that are away would be another test.
      try await nodes.engines.waitUntilWell($0 + 1)
    }
  }

  @Test("a node that sleeps past every time-out is refused when it is back, and resigns")
  func frozen() async throws {
    let nodes = try Nodes()
    try await strike(nodes, "a node is frozen") {
      nodes.signal(SIGSTOP, $0)
    } back: { victim in
      let back = Nodes.now
      nodes.signal(SIGCONT, victim)
      try await eventually {
        nodes.lines.contains {
          $0.node == victim && $0.time > back && $0.words.first == "resign"
            && $0.words.last == "superseded"
        }
      }
    }
  }

  @Test("of nodes that claim in the same moment, one has the shard")
  func claimants() async throws {
    // No node waits for those that come before it by rank.
    let nodes = try Nodes(turn: 0)
    try await strike(nodes, "nodes claim at once") {
      nodes.signal(SIGKILL, $0)
    } back: {
      try nodes.start($0)
    }
    var rivals: [[Substring]: Set<Int>] = [:]
    for line in nodes.lines where line.words.first == "claim" {
      rivals[line.words, default: []].insert(line.node)
    }
    // Otherwise nothing was tried.
    expect(rivals.values.count { $0.count > 1 }, isAtLeast: TakeoverTests.rounds)
  }

  @Test("a node that leaves hands everything over")
  func leaving() async throws {
    let nodes = try Nodes()
    try await strike(nodes, "a node leaves") {
      nodes.signal(SIGTERM, $0)
    } back: {
      try nodes.start($0)
    }
  }

  @Test("while the store is away nothing is told, and then everything goes on where it was")
  func storeAway() async throws {
    let nodes = try Nodes()
    try await nodes.waitUntilSettled()
    _ = try await nodes.waitUntilAllTell(after: Nodes.now)
    for number in [1, 2] { try nodes.engines.run("freeze", String(number), "etcd") }
    let away = Nodes.now
    try await eventually {
      Set(nodes.lines.filter { $0.time > away && $0.words.first == "pause" }.compactMap(\.shard))
        .count == Nodes.shards
    }
    let paused = Nodes.now
    try await eventually { Nodes.now > paused + 3_000 }
    expect(isEmpty: nodes.told(after: paused))
    for number in [1, 2] { try nodes.engines.run("thaw", String(number), "etcd") }
    _ = try await nodes.waitUntilAllTell(after: paused)
    // Nobody has claimed what its owner only waits for.
    expect(!nodes.lines.contains { $0.time > away && ["open", "resign"].contains($0.words.first) })
    try await check(nodes)
  }
}
#endif
