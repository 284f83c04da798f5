// Servers that are nodes of one cluster, over engines in memory: who takes players when, what
// becomes of those in a room whose node stops, and of two processes that are one node.

import Foundation
import Glibc
import Net
import Rooms
import Server
import Synchronization
import Testing
import TranscriptSupport

@Suite("Nodes")
@OwnThread
struct NodeTests {
  static func start(
    _ number: Int, _ engines: MemoryEngines, lanes: Int = 2, tls: TLSServer? = nil,
    in state: String? = nil, log: ServerLog = .none,
    whenReplaced: @escaping @Sendable () -> Void = {}
  ) async throws -> Server {
    var configuration = Configuration()
    configuration.port = 0
    configuration.admin = Endpoint(host: "127.0.0.1", port: 0)
    configuration.lanes = lanes
    configuration.tls = tls
    configuration.dailySecret = [UInt8](repeating: 7, count: 32)
    // They are heard in turns, so one that has answered a PING may be silent for long.
    configuration.limits.halls.answerMilliseconds = Int(LineClient.patience) * 1_000
    configuration.cluster = ClusterNode(
      number: number, address: "localhost:\(7_000 + number)", over: engines)
    configuration.cluster?.whenReplaced = whenReplaced
    if let state { try configuration.keep(in: StateDirectory(state)) }
    return try await Server(configuration, log: log)
  }

  static func wait(
    for what: String, every milliseconds: UInt32 = 20, _ holds: @OwnThread () throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(Int(LineClient.patience))
    while try holds() == false {
      guard ContinuousClock.now < end else { throw Waiting(description: what) }
      usleep(milliseconds * 1_000)
    }
  }

  /// Returns when LIST shows somebody a room; whoever asks more often is too fast.
  private static func waitUntilListed(_ code: String, to client: LineClient) async throws {
    try await wait(for: "the room in LIST", every: 200) {
      try client.say("LIST")
      while true {
        let line = try client.hear(anyOf: ["LISTED", "END"])
        if line.hasPrefix("END") { return false }
        guard field("room", of: line) == code else { continue }
        #expect(field("taken", of: line) == "1" && field("seats", of: line) == "2")
        try client.hear("END")
        return true
      }
    }
  }

  /// Returns when the log of a node has one match, under that root.
  private static func waitUntilKept(_ root: String, at node: Server) async throws {
    let client = try LineClient(port: node.endpoint.port)
    _ = try greet(client, "name=Guest")
    try await wait(for: "the match in a node's log", every: 200) {
      try client.say("TREE")
      let tree = try client.hear("TREE")
      return field("size", of: tree) == "1" && field("root", of: tree) == root
    }
  }

  static func waitUntilReady(_ server: Server) async throws {
    try await wait(for: "a server that is ready") { try server.page("/readyz") == ["ready"] }
  }

  /// Says HELLO, and returns the token of the seat.
  private static func greet(_ client: LineClient, _ words: String) throws -> String {
    try client.say("HELLO v=1 \(words)")
    return try #require(field("resume", of: try client.hear("WELCOME")))
  }

  private static func number(of line: String) throws -> Int {
    try #require(field("n", of: line).flatMap { Int($0) })
  }

  @Test("journals whose pages are too long for one answer are read one by one")
  func longPages() async throws {
    let engines = MemoryEngines()
    engines.readsMax = 1
    let node = try await Self.start(0, engines)
    try await Self.wait(for: "all shards") {
      try node.metrics()["chromatch_cluster_shards", ["state": "open"]] == 256
    }
    await node.stop()
  }

  @Test("a node takes players once it has shards, and hands its rooms over when it stops")
  func handOver() async throws {
    let engines = MemoryEngines()
    let first = try await Self.start(0, engines)
    try await Self.waitUntilReady(first)
    #expect(try first.metrics()["chromatch_cluster_shards", ["state": "open"]] > 0)
    let players = try (0..<2).map { _ in try LineClient(port: first.endpoint.port) }
    let tokens = try players.map { try Self.greet($0, "name=Guest") }
    try players[0].say("CREATE rounds=1 time=120")
    let code = try #require(field("room", of: try players[0].hear("IN")))
    try players[1].say("JOIN room=\(code)")
    try players[1].hear("IN")
    for player in players { try player.say("READY") }
    let rounds = try players.map { try Self.number(of: try $0.hear("ROUND")) }
    #expect(rounds[0] == rounds[1])
    let second = try await Self.start(1, engines)
    // Elsewhere, since this thread waits for what players hear.
    let stopping = Task.detached { await first.stop() }
    for player in players {
      #expect(try player.hear("NO").contains("code=moved"))
      #expect(try player.isClosedByServer())
    }
    await stopping.value
    try await Self.waitUntilReady(second)
    try await Self.wait(for: "all shards") {
      try second.metrics()["chromatch_cluster_shards", ["state": "open"]] == 256
    }
    let back = try (0..<2).map { _ in try LineClient(port: second.endpoint.port) }
    for (player, token) in zip(back, tokens) {
      #expect(try Self.greet(player, "resume=\(token)") == token)
      let entry = try player.hear("IN")
      #expect(field("room", of: entry) == code)
      #expect(try Self.number(of: entry) >= rounds[0], "nothing that was told is lost")
    }
    for player in back {
      try player.hear("ROUND")
      try player.race()
      try player.hitTarget()
    }
    for player in back { try player.hear("SEED") }
    await second.stop()
    #expect((0..<256).allSatisfy { engines.owner(of: $0)?.node == 1 })
  }

  @Test("beside rooms of other rules a node takes none, until somebody gives those up")
  func rules() async throws {
    let engines = MemoryEngines()
    let others = Array("JOURNAL v=2 rules=0123456789abcdef".utf8)
    engines.rules = others
    let node = try await Self.start(0, engines)
    try await Self.wait(for: "a second question") { engines.rulesAsked >= 2 }
    #expect(try node.page("/readyz") == ["no room can open here"])
    #expect((0..<256).allSatisfy { engines.owner(of: $0) == nil })
    #expect(engines.rules == others)
    engines.rules = nil
    try await Self.waitUntilReady(node)
    let rules = String(decoding: try #require(engines.rules), as: UTF8.self)
    #expect(rules.hasPrefix("JOURNAL v="))
    #expect((0..<256).contains { engines.owner(of: $0)?.node == 0 })
    let second = try await Self.start(1, engines)
    try await Self.waitUntilReady(second)
    await second.stop()
    await node.stop()
  }

  @Test(
    "players and a watcher at three nodes play one match to its end, over whatever they came",
    arguments: [[Transport.tcp, .tls, .ws], [.wss, .tcp, .tls]])
  func afar(transports: [Transport]) async throws {
    try await withState { state in
      _ = try StateDirectory(state)
      try await Self.playAfar(over: transports, in: state)
    }
  }

  private static func playAfar(
    over transports: [Transport], in state: String
  ) async throws {
    let engines = MemoryEngines()
    let certificate = try TLSServer(SelfSignedCertificate(hosts: ["localhost"]))
    var nodes: [Server] = []
    for number in 0..<3 {
      nodes.append(
        try await start(number, engines, tls: certificate, in: "\(state)/\(number)"))
    }
    // From here on no shard moves.
    for (number, node) in nodes.enumerated() {
      let share = (0..<256)
        .count { shard in
          nodes.indices.max { one, other in
            LaneTenures.weight(of: one, for: shard) < LaneTenures.weight(of: other, for: shard)
          } == number
        }
      try await wait(for: "a node's share") {
        try node.metrics()["chromatch_cluster_shards", ["state": "open"]] == share
      }
    }
    let clients = try zip(nodes, transports)
      .map { try LineClient(port: $0.endpoint.port, over: $1) }
    let tokens = try clients.map { try greet($0, "name=Guest") }
    try clients[0].say("CREATE rounds=1 time=60 seats=2")
    let code = try #require(field("room", of: try clients[0].hear("IN")))
    for client in clients[1...] { try await waitUntilListed(code, to: client) }
    for (client, line) in [(clients[1], "QUICK"), (clients[2], "WATCH room=\(code)")] {
      try client.say(line)
      #expect(field("room", of: try client.hear("IN")) == code)
    }
    for player in clients[0..<2] { try player.say("READY") }
    for player in clients[0..<2] { try player.race() }
    // In mid-match somebody comes back to their seat, at another node.
    let back = try LineClient(port: nodes[2].endpoint.port, over: transports[0])
    #expect(try greet(back, "resume=\(tokens[1])") == tokens[1])
    #expect(try clients[1].hear("NO").contains("replaced"))
    try back.hear("ROUND")
    for player in [clients[0], back] { try player.hitTarget() }
    let seeds = try [clients[0], back, clients[2]].map { try $0.hear("SEED") }
    #expect(Set(seeds).count == 1)
    let kept = try [clients[0], back].map { try $0.hear("KEPT") }
    #expect(Set(kept).count == 1)
    let root = try #require(field("root", of: kept[0]))
    for node in nodes { try await waitUntilKept(root, at: node) }
    let figures = try nodes.map { try $0.metrics() }
    #expect(figures.map { $0["chromatch_cluster_guests"] } == [2, 0, 0])
    #expect(figures.map { $0["chromatch_cluster_lent"] } == [0, 0, 2])
    for metric in ["parcels", "parcel_bytes"] {
      let name = "chromatch_cluster_\(metric)_total"
      let sent = figures.map { $0[name, ["way": "sent"]] }
      let received = figures.map { $0[name, ["way": "received"]] }
      #expect((sent + received).allSatisfy { $0 > 0 }, "\(metric): \(sent), \(received)")
    }
    for node in nodes { await node.stop() }
  }

  @Test("whoever is banned from a room stays out of it, at whichever node they prove who they are")
  func banned() async throws {
    let engines = MemoryEngines()
    var nodes: [Server] = []
    for number in 0..<3 { nodes.append(try await Self.start(number, engines)) }
    for node in nodes { try await Self.waitUntilReady(node) }
    func enter(_ node: Int, as name: String, _ seed: UInt8) throws -> LineClient {
      let client = try LineClient(port: nodes[node].endpoint.port)
      try client.enter(as: name)
      try client.prove(KeyPair(seed: seed))
      return client
    }
    let ada = try enter(0, as: "Ada", 1)
    try ada.say("CREATE seats=4 known=1")
    let code = try #require(field("room", of: try ada.hear("IN")))
    let bo = try enter(1, as: "Bo", 2)
    try bo.say("JOIN room=\(code)")
    try bo.hear("IN")
    var seat = try ada.hear("SEAT")
    while field("name", of: seat) != "Bo" { seat = try ada.hear("SEAT") }
    try ada.say("BAN who=\(try #require(field("who", of: seat)))")
    #expect(try bo.hear("OUT").contains("why=banned"))
    for node in nodes.indices {
      let again = try enter(node, as: "Bob", 2)
      for verb in ["JOIN", "WATCH"] {
        try again.say("\(verb) room=\(code)")
        #expect(try again.hear(anyOf: ["IN", "NO"]).contains("code=banned"), "node \(node)")
      }
      let other = try enter(node, as: "Cy", 3)
      try other.say("JOIN room=\(code)")
      #expect(try other.hear(anyOf: ["IN", "NO"]).hasPrefix("IN "), "node \(node)")
      try other.say("LEAVE")
      try other.hear("OUT")
    }
    for node in nodes { await node.stop() }
  }

  @Test("without its store a node takes no players, and goes on when it is back")
  func storeAway() async throws {
    let engines = MemoryEngines()
    let node = try await Self.start(5, engines)
    try await Self.waitUntilReady(node)
    engines.isAway = true
    try await Self.wait(for: "rooms that stand") {
      try node.page("/readyz") == ["no room can open here"]
    }
    #expect(try node.metrics()["chromatch_cluster_shards", ["state": "standing"]] > 0)
    engines.isAway = false
    try await Self.waitUntilReady(node)
    await node.stop()
  }

  @Test("of two processes that are one node the one that started first is told to stop")
  func replaced() async throws {
    let engines = MemoryEngines()
    let told = Atomic(0)
    let first = try await Self.start(3, engines) { told.add(1, ordering: .relaxed) }
    try await Self.waitUntilReady(first)
    let second = try await Self.start(3, engines) { Issue.record("the second one may stay") }
    try await Self.wait(for: "word") { told.load(ordering: .relaxed) > 0 }
    try await Self.waitUntilReady(second)
    await first.stop()
    await second.stop()
  }
}
