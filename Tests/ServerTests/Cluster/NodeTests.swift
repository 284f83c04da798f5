// Servers that are nodes of one cluster, over engines in memory: when a node takes players, what
// becomes of those in a room whose node stops, and of two processes that are one node.

import Cluster
import Net
import Rooms
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("Nodes", .oneAtATime)
@OwnThread
struct NodeTests {
  static func start(
    _ number: Int, _ engines: MemoryEngines, lanes: Int = 2, log: ServerLog = .none,
    in state: String? = nil, whenReplaced: @escaping @Sendable () -> Void = {}
  ) async throws -> Server {
    var configuration = Configuration.patient
    configuration.lanes = lanes
    configuration.dailySecret = [UInt8](repeating: 7, count: 32)
    var node = ClusterNode(number: number, address: "localhost:\(7_000 + number)", over: engines)
    node.whenReplaced = whenReplaced
    node.leaveMilliseconds = 86_400_000
    configuration.cluster = node
    if let state { try configuration.keep(in: StateDirectory(state)) }
    return try await Server(configuration, log: log)
  }

  static func waitUntilReady(_ server: Server) throws {
    try until { try server.page("/readyz") == ["ready"] }
  }

  private static func openShards(_ server: Server) throws -> Int {
    try server.metrics()["chromatch_cluster_shards", ["state": "open"]]
  }

  @Test("beside rooms of other rules a node takes none, until somebody gives those up")
  func rules() async throws {
    let engines = MemoryEngines()
    let others = Array("JOURNAL v=2 rules=0123456789abcdef".utf8)
    engines.rules = others
    let node = try await Self.start(0, engines)
    try until { engines.rulesAsked >= 2 }
    try expect(node.page("/readyz"), equals: ["no room can open here"])
    expect((0..<256).allSatisfy { engines.owner(of: $0) == nil })
    expect(engines.rules, equals: others)
    engines.rules = nil
    try Self.waitUntilReady(node)
    let rules = String(decoding: try require(engines.rules), as: UTF8.self)
    expect(rules.hasPrefix("JOURNAL v="))
    expect((0..<256).contains { engines.owner(of: $0)?.node == 0 })
    await node.stop()
  }

  @Test("without its store a node takes no players, and goes on when it is back")
  func storeAway() async throws {
    let engines = MemoryEngines()
    // Journals whose pages are too long for one answer are read one by one.
    engines.readsMax = 1
    let node = try await Self.start(5, engines)
    try until { try Self.openShards(node) == 256 }
    try Self.waitUntilReady(node)
    engines.isAway = true
    try until { try node.page("/readyz") == ["no room can open here"] }
    try expect(node.metrics()["chromatch_cluster_shards", ["state": "standing"]], isAbove: 0)
    engines.isAway = false
    try Self.waitUntilReady(node)
    await node.stop()
  }

  @Test("whom an operator bans at one node no node lets in, until another node is told otherwise")
  func bans() async throws {
    try await withState { one in
      try await withState { other in
        let engines = MemoryEngines()
        let first = try await Self.start(1, engines, in: one)
        try order("ban", "name", "badger", at: one)
        let second = try await Self.start(2, engines, in: other)
        for node in [first, second] { try until { try isRefused("badger", by: node) } }
        try order("ban", "name", "stoat", at: other)
        try order("unban", "name", "badger", at: other)
        expect(engines.bans, equals: Array("name stoat\n".utf8))
        try expect(BanList(in: StateDirectory(other)).lines, equals: engines.bans ?? [])
        try expect(!isRefused("badger", by: second) && isRefused("stoat", by: second))
        await second.stop()
        await first.stop()
      }
    }
  }

  /// Before a node has joined it refuses orders.
  private func order(_ words: String..., at place: String) throws {
    try until { (try? ControlSocket.order(words, in: place)) != nil }
  }

  private func isRefused(_ name: String, by node: Server) throws -> Bool {
    let guest = try node.guest()
    try guest.say("NAME name=\(name)")
    try guest.say("PING t=1")
    return try guest.hear("NO", "PONG").hasPrefix("NO code=bad-field")
  }

  @Test("of two processes that are one node the one that started first is told to stop")
  func replaced() async throws {
    let engines = MemoryEngines()
    let told = Atomic(0)
    let first = try await Self.start(3, engines) { told.add(1, ordering: .relaxed) }
    try Self.waitUntilReady(first)
    let second = try await Self.start(3, engines) { Issue.record("the second one may stay") }
    try until { told.load(ordering: .relaxed) > 0 }
    try Self.waitUntilReady(second)
    await first.stop()
    await second.stop()
  }
}
