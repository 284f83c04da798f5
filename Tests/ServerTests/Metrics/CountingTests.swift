// Tallies, histograms and snapshots: adding loses nothing, whatever the order, and each duration
// falls into the one class that holds it.

import Cluster
import Framing
import Measures
import Net
import Rooms
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Counting")
struct CountingTests {
  private func histogram(_ durations: [Int]) -> Histogram {
    var histogram = Histogram(bounds: [10, 20, 30])
    for duration in durations { histogram.observe(nanoseconds: duration) }
    return histogram
  }

  @Test("a duration falls into the first class that is not shorter")
  func classes() {
    let rows: [(duration: Int, counts: [Int])] = [
      (-5, [1, 0, 0, 0]), (0, [1, 0, 0, 0]), (10, [1, 0, 0, 0]), (11, [0, 1, 0, 0]),
      (20, [0, 1, 0, 0]), (30, [0, 0, 1, 0]), (31, [0, 0, 0, 1]), (.max, [0, 0, 0, 1]),
    ]
    for (duration, counts) in rows {
      let histogram = histogram([duration])
      expect(histogram.counts == counts && histogram.sum == max(0, duration), "\(duration)")
    }
  }

  @Test("histograms add up as if all durations had been counted in one")
  func addedHistograms() {
    var sum = histogram([1, 15, 99])
    sum.add(histogram([2, 15, 25]))
    expect(sum, equals: histogram([1, 2, 15, 15, 25, 99]))
    expect(sum.count, equals: 6)
    expect(sum.sum, equals: 157)
  }

  @Test("a tally has every case, in the order of the cases")
  func tally() {
    var tally = Tally<Ending>()
    tally[.stopped] += 2
    tally[.byPeer] += 1
    expect(tally.all.map(\.label), equals: Ending.allCases)
    expect(tally.all.map(\.number), equals: [1, 0, 0, 0, 0, 2])
    expect(tally.sum, equals: 3)
  }

  private static var counters: [WritableKeyPath<Metrics, Int>] {
    [
      \.carried, \.linesReceived, \.setsOvertaken, \.deliveries,
      \.bytesReceived, \.bytesSent, \.conflations, \.writes,
      \.acceptingPauses, \.logLinesDropped, \.journalBytes, \.journalsOff,
      \.matchesKept, \.matchesDropped, \.archiveWaiting, \.archiveFailing,
    ]
  }

  /// A snapshot in which every number differs from every other.
  static func snapshot(from first: Int) -> Metrics {
    var number = first
    func next() -> Int {
      number += 1
      return number
    }
    func fill<Label>(_ tally: inout Tally<Label>) {
      for label in Label.allCases { tally[label] = next() }
    }
    var snapshot = Metrics()
    fill(&snapshot.connections)
    snapshot.laneConnections = snapshot.connections.sum
    fill(&snapshot.rooms)
    fill(&snapshot.people)
    snapshot.lateness = next()
    fill(&snapshot.moveMilliseconds)
    snapshot.connectionsLimit = next()
    snapshot.roomsLimit = next()
    snapshot.lanesOpen = next()
    snapshot.certificateEnd = next()
    snapshot.stateFreeBytes = next()
    fill(&snapshot.cluster.shards)
    snapshot.cluster.effectsHeld = next()
    snapshot.cluster.nodes = next()
    for node in [1, 2] {
      var shards = Tally<HeldShardState>()
      fill(&shards)
      snapshot.cluster.nodeShards[node] = shards
      snapshot.cluster.nodeClocks[node] = next()
    }
    snapshot.cluster.nodesDiffering = next()
    snapshot.cluster.clockAstray = next()
    snapshot.cluster.engines = ["https://a:1": next(), "tls://a:2": next()]
    snapshot.cluster.lent = next()
    snapshot.cluster.guests = next()
    fill(&snapshot.accepted)
    fill(&snapshot.turnedAway)
    fill(&snapshot.responses)
    fill(&snapshot.closed)
    fill(&snapshot.tlsHandshakes)
    fill(&snapshot.webSocketHandshakes)
    fill(&snapshot.refusals)
    for counter in counters { snapshot[keyPath: counter] = next() }
    snapshot.cluster.shardsOpened = next()
    fill(&snapshot.cluster.shardsLeft)
    snapshot.cluster.roomsDiffering = next()
    snapshot.cluster.journalLinesUnreadable = next()
    snapshot.cluster.entriesStored = next()
    snapshot.cluster.beatsUnreadable = next()
    fill(&snapshot.cluster.messagesLost)
    snapshot.cluster.busThere = next()
    fill(&snapshot.cluster.linksBroken)
    fill(&snapshot.cluster.parcels)
    fill(&snapshot.cluster.parcelBytes)
    fill(&snapshot.cluster.storeResults)
    snapshot.cluster.storeRequests.observe(nanoseconds: next() * 1_000_000)
    snapshot.turns.observe(nanoseconds: next() * 1_000)
    snapshot.flushes.observe(nanoseconds: next() * 1_000)
    snapshot.roundTrips.observe(nanoseconds: next() * 1_000_000)
    return snapshot
  }

  @Test("an answer over HTTP is counted by its status, a refused WebSocket also as that")
  func responses() {
    var metrics = Metrics()
    for status in [HTTPStatus.ok, .ok, .notFound, .upgradeRequired, .forbidden] {
      metrics.count(status)
    }
    expect(
      metrics.responses, equals: Tally([.ok: 2, .notFound: 1, .upgradeRequired: 1, .forbidden: 1]))
    expect(metrics.webSocketHandshakes, equals: Tally([.refused: 2]))
  }

  @Test("lanes add up to a server in any order, and a lane that did nothing adds nothing")
  func lanes() throws {
    let (one, other) = (Self.snapshot(from: 100), Self.snapshot(from: 5_000))
    let sum = try told(by: [one, other])
    try expect(sum, equals: told(by: [other, Metrics(), one]))
    func value(_ name: String, _ labels: [String: String] = [:]) -> Int? {
      sum.first { $0.name == "chromatch_\(name)" }?.value("", labels).map { Int($0) }
    }
    expect(
      value("connections", ["kind": "tcp"]),
      equals: one.connections[.tcp] + other.connections[.tcp])
    expect(
      value("refusals_total", ["code": RefusalCode.tooFast.rawValue]),
      equals: 2 * one.refusals[.tooFast] + 4_900)
    expect(value("sent_bytes_total"), equals: 2 * one.bytesSent + 4_900)
    let turns = sum.first { $0.name == "chromatch_turn_seconds" }
    expect(turns?.value("_count"), equals: 2)
    expect(value("cluster_nodes"), equals: one.cluster.nodes, "the lane that hears least counts")
    let shards = [one, other].map { $0.cluster.nodeShards[2]?[.open] ?? 0 }
    expect(
      value("cluster_node_shards", ["node": "2", "state": "open"]), equals: shards[0] + shards[1])
    let ahead = sum.first { $0.name == "chromatch_cluster_node_clock_ahead_seconds" }?
      .value("", ["node": "2"])
    expect(ahead, equals: Double(other.cluster.nodeClocks[2] ?? 0) / 1_000, "what differs more")
    expect(
      value("cluster_nodes_differing"), equals: other.cluster.nodesDiffering,
      "the lane that hears most of them counts")
    expect(
      value("cluster_clock_astray"), equals: other.cluster.clockAstray,
      "one lane that finds it so is enough")
    expect(
      value("certificate_not_after_timestamp_seconds"), equals: one.certificateEnd,
      "the certificate that ends first counts")
  }

  /// What lanes tell together.
  private func told(by lanes: [Metrics]) throws -> [Family] {
    try readExposition(prometheus(of: lanes, process: ProcessFigures()))
      .filter { !$0.name.hasPrefix("chromatch_lane") }
  }
}
