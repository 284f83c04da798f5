// What keeps a node apart from the others, as its metrics and its log say it: its bus, lines that
// are not what they say, and more lines than it can hear. Over engines in memory.

import Cluster
import Dispatch
import Game
import Net
import Rooms
import Synchronization
import TestSupport
import Testing

@testable import Server

@Suite("A node apart", .oneAtATime)
@OwnThread
struct ApartTests {
  @Test("what becomes of the bus is logged and counted")
  func bus() async throws {
    let engines = MemoryEngines()
    let pipe = Pipe()
    let log = ServerLog(label: "test", to: pipe.writing, limits: ServerLimits())
    let node = try await NodeTests.start(1, engines, log: log)
    engines.report(.busThere(server: "tls://a:1")) { $0.isBusThere = true }
    try expect(node.metrics()["chromatch_bus_connected"], equals: 1)
    engines.report(.busAway(why: "Authorization Violation")) { $0.isBusThere = false }
    engines.report(.busRefused(what: "Publish to cm.beat.2.0")) {
      ($0.lost, $0.refused, $0.unheard) = (3, 4, 5)
    }
    let figures = try node.metrics()
    expect(figures["chromatch_bus_connected"], equals: 0)
    let lost = ["untaken", "refused", "unheard"]
      .map { figures["chromatch_bus_messages_lost_total", ["why": $0]] }
    expect(lost, equals: [3, 4, 5])
    // Another task tells the log, so it may come to it later.
    var lines: [Substring] = []
    try until {
      lines += pipe.takeLines()
      return lines.contains { $0.contains("the bus does not let this node say or hear something") }
    }
    await node.stop()
    for (what, why) in [
      ("a server of the bus is there", "tls://a:1"),
      ("no server of the bus is there", "Authorization Violation"),
    ] { expect(lines.contains { $0.contains(what) && $0.contains(why) }, what) }
  }

  /// Returns when a lane has heard all that was handed to it.
  private func hasHeardAll(_ lane: Lane) async {
    await withCheckedContinuation { heard in lane.executor.post { heard.resume() } }
  }

  @Test("what nodes say faster than a lane hears it is lost beyond a bound, and counted")
  func flood() async throws {
    let engines = MemoryEngines()
    let node = try await NodeTests.start(1, engines, lanes: 1)
    try NodeTests.waitUntilReady(node)
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
    await hasHeardAll(node.lanes[0])
    var figures = try node.metrics()
    let lost = figures["chromatch_bus_messages_lost_total", ["why": "unheard"]]
    // The node's own beat may have waited, too.
    expect((100...110), contains: lost)
    expect(figures["chromatch_cluster_nodes_differing"], equals: 0)
    // What waited has been heard, so there is room again.
    say(beat(3, shard), times: 100)
    await engines.flush()
    await hasHeardAll(node.lanes[0])
    figures = try node.metrics()
    expect(figures["chromatch_bus_messages_lost_total", ["why": "unheard"]], equals: lost)
    expect(figures["chromatch_cluster_nodes_differing"], equals: 1)
    try NodeTests.waitUntilReady(node)
    await node.stop()
  }
}
