// One screen about a server, made of what real metrics say; and what it does not claim.

import Cluster
import Measures
import Rooms
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("The status of a server")
struct StatusReportTests {
  private static func report(
    _ lane: Metrics, _ process: ProcessFigures = ProcessFigures(),
    readiness: String = "ready", at now: Int = 100_000
  ) -> StatusReport {
    let text = String(decoding: prometheus(of: [lane], process: process), as: UTF8.self)
    return StatusReport(metrics: text, readiness: readiness, at: now)
  }

  @Test("it says what runs, who is there and how fast it works")
  func screen() {
    var lane = Metrics()
    lane.rooms = Tally([.waiting: 9, .playing: 3])
    lane.people = Tally([.seated: 31, .watching: 12, .outside: 5])
    for _ in 0..<99 { lane.turns.observe(nanoseconds: 240_000) }
    lane.turns.observe(nanoseconds: 900_000_000)
    for _ in 0..<3 { lane.roundTrips.observe(nanoseconds: 24_000_000) }
    lane.matchesKept = 7
    var process = ProcessFigures()
    (process.startSeconds, process.residentBytes) = (100_000 - 273_600, 24 << 20)
    (process.openDescriptors, process.descriptorsMax) = (43, 20_480)
    let report = Self.report(lane, process)
    expect(
      report.text,
      equals: """
        state         ready
        up            3 d 4 h
        rooms         12, 3 of them playing
        people        31 seated, 12 watching, 5 in no room
        turns         99 % within 250 µs
        players' way  half within 25 ms
        process       24 MiB, 43 of 20480 descriptors
        matches       7 kept

        """)
    expect(report.warnings, equals: [])
    expect(
      "\(report.json)",
      equals: #"{"state":"ready","upSeconds":273600,"rooms":12,"playing":3,"seated":31,"#
        + #""watching":12,"outside":5,"residentBytes":25165824,"descriptors":43,"#
        + #""matchesKept":7,"warnings":[]}"#)
  }

  @Test("of a node it says how its cluster is; of a server of its own nothing")
  func cluster() {
    var lane = Metrics()
    expect(!Self.report(lane).lines.contains { $0.name == "cluster" })
    lane.cluster.nodes = 3
    lane.cluster.shards = Tally([.open: 83, .standing: 2, .coming: 4])
    lane.cluster.shardsLeft[.damaged] = 1
    (lane.cluster.lent, lane.cluster.guests, lane.cluster.busThere) = (12, 7, 1)
    lane.cluster.nodeShards = [
      1: Tally([.open: 84, .standing: 1]), 12: Tally([.open: 86]), 3: Tally(),
    ]
    lane.cluster.nodeClocks = [1: -12, 12: 2_500, 3: 0]
    lane.cluster.engines = ["https://a:1": 1, "https://b:1": 0, "tls://a:2": 1, "tls://b:2": 0]
    for _ in 0..<100 { lane.cluster.storeRequests.observe(nanoseconds: 4_000_000) }
    let report = Self.report(lane)
    expect(
      report.lines.suffix(4).map { "\($0.name): \($0.text)" },
      equals: [
        "cluster: 3 nodes, 85 shards here, 12 lent, 7 guests, the store answers 99 % within 5 ms",
        "node 1: 85 shards there, 1 of them standing, its clock 12 ms behind",
        "node 3: 0 shards there, the same clock",
        "node 12: 86 shards there, its clock 2500 ms ahead",
      ])
    expect(
      report.warnings,
      equals: [
        "the rooms of 2 shards stand: the store does not answer",
        "https://b:1 does not answer: if another member of the store goes, all rooms stand",
        "tls://b:2 does not answer",
        "1 shards were given up: their journals could not be read",
      ])
  }

  @Test("of a node it says what keeps it apart from the others")
  func apart() {
    var lane = Metrics()
    (lane.cluster.nodes, lane.cluster.nodesDiffering, lane.cluster.clockAstray) = (1, 2, 1)
    expect(
      Self.report(lane).warnings,
      equals: [
        "2 nodes have other rules, limits or lanes: no shard is claimed beside them",
        "the clock differs from those of most nodes: no shard is claimed",
        "no server of the bus is there: the nodes do not hear each other",
      ])
  }

  @Test("what is wrong stands below")
  func warnings() {
    var lane = Metrics()
    lane.matchesDropped = 2
    lane.stateFreeBytes = 900 << 20
    lane.logLinesDropped = 3
    lane.acceptingPauses = 4
    lane.turnedAway[.full] = 5
    lane.turnedAway[.silent] = 6
    lane.turnedAway[.late] = 7
    lane.moveMilliseconds = Tally([.player: 125, .watcher: 200])
    for _ in 0..<9 { lane.turns.observe(nanoseconds: 60_000_000) }
    let report = Self.report(lane, readiness: "ready, but the journal is off")
    expect(
      report.warnings,
      equals: [
        "ready, but the journal is off", "no descriptor was left for a newcomer 4 times",
        "3 lines of the log were dropped", "2 matches were not kept: the disk was too slow",
        "the server was full for 5 newcomers", "the server had no time for 7 newcomers",
        "lanes are late: players see each other every 125 ms only",
        "lanes are slow: one turn in a hundred takes longer than 50 ms",
        "only 900 MiB are free where the state is",
      ])
    expect(report.text.hasSuffix("\n! \(report.warnings[8])\n"))
  }

  @Test("a certificate that ends soon is named, and one that has ended")
  func certificate() {
    let rows: [(secondsLeft: Int, warnings: [String])] = [
      (14 * 86_400, []), (14 * 86_400 - 1, ["the certificate is valid for only 13 days more"]),
      (0, ["the certificate is valid for only 0 days more"]),
      (-1, ["the certificate has expired"]),
    ]
    for (secondsLeft, warnings) in rows {
      var lane = Metrics()
      lane.certificateEnd = 100_000 + secondsLeft
      expect(Self.report(lane).warnings, equals: warnings)
    }
  }

  @Test("spans are in two units at most")
  func spans() {
    for (seconds, text) in [
      0: "0 s", 59: "59 s", 60: "1 min", 3_599: "59 min", 3_660: "1 h 1 min",
      86_399: "23 h 59 min", 90_000: "1 d 1 h", -5: "0 s",
    ] {
      var process = ProcessFigures()
      process.startSeconds = 100_000 - seconds
      let report = Self.report(Metrics(), process)
      expect(report.lines.first { $0.name == "up" }?.text, equals: text)
    }
  }

  @Test("what is not told is not claimed")
  func nothing() {
    let names = ["process_start_time_seconds", "chromatch_certificate_not_after_timestamp_seconds"]
    for value in ["", "z", "nan", "-inf", "1e30", "-1e13"] {
      let metrics = names.map { "\($0) \(value)\n" }.joined()
      let report = StatusReport(metrics: "# nothing\nx y z\n" + metrics, readiness: "", at: 0)
      expect(report.lines.map(\.name) == ["state"] && report.warnings == [], "\(value)")
    }
  }
}
