// Tallies, histograms and snapshots: adding loses nothing, whatever the order, and each duration
// falls into the one class that holds it.

import Framing
import Net
import Rooms
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Counting")
struct CountingTests {
  @Test("a duration falls into the first class that is not shorter")
  func classes() {
    let rows: [(duration: Int, counts: [Int])] = [
      (-5, [1, 0, 0, 0]), (0, [1, 0, 0, 0]), (10, [1, 0, 0, 0]), (11, [0, 1, 0, 0]),
      (20, [0, 1, 0, 0]), (30, [0, 0, 1, 0]), (31, [0, 0, 0, 1]), (.max, [0, 0, 0, 1]),
    ]
    for (duration, counts) in rows {
      var histogram = Histogram(bounds: [10, 20, 30])
      histogram.observe(nanoseconds: duration)
      expect(histogram.counts == counts && histogram.sum == max(0, duration), "\(duration)")
    }
  }

  private static var counters: [WritableKeyPath<Metrics, Int>] {
    [
      \.carried, \.linesReceived, \.setsOvertaken, \.deliveries, \.bytesReceived, \.bytesSent,
      \.conflations, \.writes, \.acceptingPauses, \.logLinesDropped, \.journalBytes, \.journalsOff,
      \.matchesKept, \.matchesDropped, \.archiveWaiting, \.archiveFailing, \.shardsOpened,
      \.roomsDiffering, \.journalLinesUnreadable, \.entriesStored, \.beatsUnreadable, \.busThere,
    ]
  }

  /// A snapshot in which every number differs from every other.
  static func snapshot(from first: Int) -> Metrics.Snapshot {
    var number = first
    func next() -> Int {
      number += 1
      return number
    }
    func fill<Label>(_ tally: inout Tally<Label>) {
      for label in Label.allCases { tally[label] = next() }
    }
    var snapshot = Metrics.Snapshot()
    fill(&snapshot.connections)
    fill(&snapshot.rooms)
    fill(&snapshot.people)
    fill(&snapshot.moveMilliseconds)
    fill(&snapshot.shards)
    for number: WritableKeyPath<Metrics.Snapshot, Int> in [
      \.lateness, \.connectionsLimit, \.roomsLimit, \.effectsHeld, \.nodesDiffering, \.clockAstray,
      \.lent, \.guests,
    ] { snapshot[keyPath: number] = next() }
    (snapshot.certificateEnd, snapshot.nodes) = (next(), next())
    for node in [1, 2] {
      snapshot.others[node] = LaneTenures.Other(
        node: node, open: next(), standing: next(), millisecondsAhead: next())
    }
    fill(&snapshot.counted.accepted)
    fill(&snapshot.counted.turnedAway)
    fill(&snapshot.counted.responses)
    fill(&snapshot.counted.closed)
    fill(&snapshot.counted.tlsHandshakes)
    fill(&snapshot.counted.webSocketHandshakes)
    fill(&snapshot.counted.refusals)
    for counter in counters { snapshot.counted[keyPath: counter] = next() }
    fill(&snapshot.counted.shardsLeft)
    fill(&snapshot.counted.messagesLost)
    fill(&snapshot.counted.linksBroken)
    fill(&snapshot.counted.parcels)
    fill(&snapshot.counted.parcelBytes)
    fill(&snapshot.counted.storeResults)
    snapshot.counted.storeRequests.observe(nanoseconds: next() * 1_000_000)
    snapshot.counted.turns.observe(nanoseconds: next() * 1_000)
    snapshot.counted.flushes.observe(nanoseconds: next() * 1_000)
    snapshot.counted.roundTrips.observe(nanoseconds: next() * 1_000_000)
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
  func lanes() {
    let (one, other) = (Self.snapshot(from: 100), Self.snapshot(from: 5_000))
    let sum = Metrics.Snapshot.sum(of: [one, other])
    expect(sum, equals: Metrics.Snapshot.sum(of: [other, Metrics.Snapshot(), one]))
    expect(Metrics.Snapshot.sum(of: [one]), equals: one)
    expect(sum.connections[.tcp], equals: one.connections[.tcp] + other.connections[.tcp])
    expect(sum.counted.refusals[.tooFast], equals: 2 * one.counted.refusals[.tooFast] + 4_900)
    expect(sum.counted.bytesSent, equals: 2 * one.counted.bytesSent + 4_900)
    expect(sum.counted.turns.count, equals: 2)
    expect(sum.counted.turns.sum, equals: one.counted.turns.sum + other.counted.turns.sum)
    expect(sum.lateness, equals: other.lateness, "the latest lane counts")
    expect(sum.moveMilliseconds, equals: other.moveMilliseconds)
    expect(sum.nodes, equals: one.nodes, "the lane that hears least counts")
    let (two, others) = (one.others[2], other.others[2])
    expect(sum.others[2]?.open, equals: (two?.open ?? 0) + (others?.open ?? 0))
    expect(sum.others[2]?.millisecondsAhead, equals: others?.millisecondsAhead, "what differs more")
    expect(
      sum.nodesDiffering, equals: other.nodesDiffering, "the lane that hears most of them counts")
    expect(sum.clockAstray, equals: other.clockAstray, "one lane that finds it so is enough")
    expect(sum.certificateEnd, equals: one.certificateEnd, "the certificate that ends first counts")
  }
}
