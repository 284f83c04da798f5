// What keeps a node apart from the others, as its metrics and its log say it: its bus, its clock,
// what it was set up with, and lines that are not what they say. Over engines in memory.

import ClusterWire
import Dispatch
import Game
import Net
import Rooms
import Synchronization
import Testing

@testable import Server

@Suite("A node apart")
@OwnThread
struct ApartTests {
  @Test("a node beside one with other lanes counts it, and is not counted before it has shards")
  func differing() async throws {
    let engines = MemoryEngines()
    let first = try await NodeTests.start(1, engines)
    try await NodeTests.waitUntilReady(first)
    let other = try await NodeTests.start(2, engines, lanes: 1)
    try await NodeTests.wait(for: "a node that differs") {
      try other.metrics()["chromatch_cluster_nodes_differing"] == 1
    }
    #expect(try first.metrics()["chromatch_cluster_nodes_differing"] == 0)
    #expect(try other.metrics()["chromatch_cluster_nodes"] == 1)
    await other.stop()
    await first.stop()
  }

  @Test("a node whose clock is not that of most says so")
  func clock() async throws {
    let engines = MemoryEngines()
    let heard = Mutex<[UInt8]>([])
    try await engines.listen("cm.beat.1.0") { _, line in heard.withLock { $0 = line } }
    let node = try await NodeTests.start(1, engines)
    try await NodeTests.waitUntilReady(node)
    #expect(try node.metrics()["chromatch_cluster_clock_astray"] == 0)
    try await NodeTests.wait(for: "a clock that is astray") {
      var beat = try #require(LaneBeat(line: heard.withLock { $0 }, on: "cm.beat.1.0"))
      beat.held = [:]
      beat.moment = Instant(milliseconds: beat.moment.milliseconds + 3_600_000)
      for number in [2, 3] {
        beat.claimant = Claimant(node: number, start: 1)
        engines.say(beat.line, on: beat.subject)
      }
      return try node.metrics()["chromatch_cluster_clock_astray"] == 1
    }
    await node.stop()
  }

  @Test("a beat on the subject of another node is counted, and ends nobody")
  func forged() async throws {
    let engines = MemoryEngines()
    let heard = Mutex<[UInt8]>([])
    try await engines.listen("cm.beat.1.0") { _, line in heard.withLock { $0 = line } }
    let node = try await NodeTests.start(1, engines) { Issue.record("nobody is this node") }
    try await NodeTests.waitUntilReady(node)
    var beat = try #require(LaneBeat(line: heard.withLock { $0 }, on: "cm.beat.1.0"))
    beat.claimant = Claimant(node: 1, start: beat.claimant.start + 1)
    engines.say(beat.line, on: "cm.beat.2.0")
    try await NodeTests.wait(for: "a beat that is none") {
      try node.metrics()["chromatch_cluster_beats_unreadable_total"] == 1
    }
    #expect(try node.page("/readyz") == ["ready"])
    await node.stop()
  }

  @Test("what becomes of the bus is logged and counted")
  func bus() async throws {
    let engines = MemoryEngines()
    let pipe = Pipe()
    let log = ServerLog(label: "test", to: pipe.writing, limits: ServerLimits())
    let node = try await NodeTests.start(1, engines, log: log)
    engines.report(.busThere(server: "tls://a:1")) { $0.isBusThere = true }
    #expect(try node.metrics()["chromatch_bus_connected"] == 1)
    engines.report(.busAway(why: "Authorization Violation")) { $0.isBusThere = false }
    engines.report(.busRefused(what: "Publish to cm.beat.2.0")) {
      ($0.lost, $0.refused, $0.unheard) = (3, 4, 5)
    }
    let figures = try node.metrics()
    #expect(figures["chromatch_bus_connected"] == 0)
    let lost = ["untaken", "refused", "unheard"]
      .map { figures["chromatch_bus_messages_lost_total", ["why": $0]] }
    #expect(lost == [3, 4, 5])
    // Whoever tells the log is another task, so it may come to it later.
    let last = "the bus does not let this node say or hear something"
    var lines: [Substring] = []
    try await NodeTests.wait(for: "the last line") {
      lines += pipe.takeLines()
      return lines.contains { $0.contains(last) }
    }
    await node.stop()
    #expect(
      lines.contains { $0.contains("a server of the bus is there") && $0.contains("tls://a:1") })
    #expect(
      lines.contains {
        $0.contains("no server of the bus is there") && $0.contains("Authorization Violation")
      })
  }

  @Test("what nodes say faster than a lane hears it is lost beyond a bound, and counted")
  func flood() async throws {
    let engines = MemoryEngines()
    let node = try await NodeTests.start(1, engines, lanes: 1)
    try await NodeTests.waitUntilReady(node)
    let gate = DispatchSemaphore(value: 0)
    node.lanes[0].executor.post { gate.wait() }
    // Of another configuration; only who has shards is noted.
    func beat(_ node: Int, _ held: [Int: LaneBeat.Held] = [:]) -> LaneBeat {
      let now = Instant(milliseconds: 0)
      return LaneBeat(Claimant(node: node, start: 1), lane: 0, at: now, held: held)
    }
    let shard = [0: LaneBeat.Held(epoch: 1, isPaused: false)]
    func say(_ beat: LaneBeat, times: Int) {
      for _ in 0..<times { engines.say(beat.line, on: beat.subject) }
    }
    say(beat(2), times: BeatDesk.unheardMax)
    say(beat(3, shard), times: 100)
    await engines.flush()
    gate.signal()
    await node.lanes[0].hasHeardAll()
    var figures = try node.metrics()
    let lost = figures["chromatch_bus_messages_lost_total", ["why": "unheard"]]
    // The node's own beat may have waited, too.
    #expect((100...110).contains(lost))
    #expect(figures["chromatch_cluster_nodes_differing"] == 0)
    // What waited has been heard, so there is room again.
    say(beat(3, shard), times: 100)
    await engines.flush()
    await node.lanes[0].hasHeardAll()
    figures = try node.metrics()
    #expect(figures["chromatch_bus_messages_lost_total", ["why": "unheard"]] == lost)
    #expect(figures["chromatch_cluster_nodes_differing"] == 1)
    try await NodeTests.waitUntilReady(node)
    await node.stop()
  }
}

extension Lane {
  /// Returns when the lane has heard all that was handed to it.
  fileprivate nonisolated func hasHeardAll() async {
    await withCheckedContinuation { heard in executor.post { heard.resume() } }
  }
}
