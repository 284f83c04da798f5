// What a server tells about itself, read back from the text: the format, the conventions for names,
// and that every number arrives under its own name.

import Measures
import Net
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Metrics as text")
struct PrometheusTests {
  private static func families(
    of lanes: [Metrics] = [CountingTests.snapshot(from: 100)]
  ) throws -> [Family] {
    try readExposition(prometheus(of: lanes, process: .read()))
  }

  private static func family(_ name: String, of families: [Family]) throws -> Family {
    try require(families.first { $0.name == name })
  }

  @Test("a metric is told once, with help, by a name in snake case with a base unit and its kind")
  func format() throws {
    let families = try Self.families()
    expect(Set(families.map(\.name)).count, equals: families.count)
    for family in families {
      let (name, isHistogram) = (family.name, family.kind == "histogram")
      expect(!family.samples.isEmpty && family.help.hasSuffix("."), name)
      let suffixes = isHistogram ? ["_bucket", "_sum", "_count"] : [""]
      let names = Set(family.samples.map(\.name))
      expect(names.isSubset(of: suffixes.map { name + $0 }), name)
      let series = family.samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }
      expect(Set(series).count, equals: series.count, "\(name) has a series twice")
      expect(name.wholeMatch(of: /(chromatch|process)(_[a-z]+)+/), differsFrom: nil, name)
      expect(name.hasSuffix("_total"), equals: (family.kind == "counter"), name)
      for unit in ["_ms", "_milliseconds", "_micro", "_nano", "_kb", "_kilo", "_mega", "_percent"] {
        expect(!name.contains(unit), "\(name) is not in a base unit")
      }
      for suffix in ["_count", "_sum", "_bucket", "_counter", "_gauge", "_histogram"] {
        expect(!name.hasSuffix(suffix), "\(name) says what its type says")
      }
      expect(!isHistogram || name.hasSuffix("_seconds"), name)
      for label in family.samples.flatMap(\.labels.keys) {
        expect(label.wholeMatch(of: /[a-z]+/), differsFrom: nil, "\(label) of \(name)")
        expect(label != "le" || isHistogram, name)
      }
    }
  }

  @Test("the buckets of a histogram grow to its count, and the last one is endless")
  func buckets() throws {
    var lane = Metrics()
    for milliseconds in [0, 1, 2, 30, 30, 700, 9_000] {
      lane.roundTrips.observe(nanoseconds: milliseconds * 1_000_000)
    }
    let families = try Self.families(of: [lane])
    let family = try Self.family("chromatch_round_trip_seconds", of: families)
    let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }
    let bounds = buckets.map { Double($0.labels["le", default: ""]) ?? -1 }
    let expected = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    expect(bounds, equals: expected + [.infinity])
    expect(buckets.map(\.value), equals: [1, 2, 3, 3, 3, 3, 5, 5, 5, 5, 6, 6, 6, 7])
    expect(family.value("_count") == 7 && family.value("_sum") == 9.763)
  }

  @Test("a server that did nothing says so with zeros, not with silence")
  func zeros() throws {
    let families = try Self.families(of: [Metrics()])
    let rows: [(name: String, label: String, values: [String])] = [
      ("connections", "kind", ["tcp", "tls", "ws", "wss"]),
      ("connections_accepted_total", "kind", ["tcp", "tls", "ws", "wss"]),
      ("connections_refused_total", "limit", ["full", "address", "lane", "silent", "late"]),
      (
        "connections_closed_total", "reason",
        ["peer", "server", "lost", "broken", "flooded", "stopped"]
      ),
      ("rooms", "state", ["waiting", "playing"]),
      ("people", "place", ["outside", "seated", "watching"]),
      ("refusals_total", "code", RefusalCode.allCases.map(\.rawValue)),
    ]
    for (name, label, values) in rows {
      let family = try Self.family("chromatch_\(name)", of: families)
      expect(family.samples.map { $0.labels[label] }, equals: values, "\(name)")
      expect(family.samples.allSatisfy { $0.value == 0 }, "\(name)")
    }
    let labels = ["protocol": "tls", "result": "failed"]
    expect(families["chromatch_handshakes_total", labels], equals: 0)
    // Figures that the system did not tell are left out.
    let silent = try readExposition(prometheus(of: [], process: ProcessFigures()))
    expect(silent.allSatisfy { $0.name.hasPrefix("chromatch_") })
  }

  private static let spans: Set = [
    "chromatch_lane_lateness_seconds", "chromatch_lane_move_interval_seconds",
    "chromatch_cluster_node_clock_ahead_seconds",
  ]

  @Test("every number arrives, once, under a name of its own")
  func numbers() throws {
    let lane = CountingTests.snapshot(from: 100)
    let values = try Self.families(of: [lane])
      .filter { $0.name.hasPrefix("chromatch_") && $0.kind != "histogram" }
      .flatMap { family in
        // What is a span stands there in seconds, and in a snapshot in milliseconds.
        let isSpan = Self.spans.contains(family.name)
        return family.samples.map { isSpan ? ($0.value * 1_000).rounded() : $0.value }
      }
      .filter { $0 > 0 }
    // One each for what the snapshot has; the version, the lanes and each lane go beside.
    let counted = (101...100 + values.count - 3).map(Double.init)
    let beside = [1, 1, Double(lane.connections.sum)]
    expect(values.sorted(), equals: (beside + counted).sorted())
  }

  @Test("lanes are added, and their connections also told one by one")
  func lanes() throws {
    var lanes = [Metrics(), Metrics(), Metrics()]
    (lanes[0].connections[.ws], lanes[0].laneConnections) = (5, 5)
    (lanes[2].connections[.tcp], lanes[2].connections[.ws]) = (7, 1)
    lanes[2].laneConnections = 8
    let families = try Self.families(of: lanes)
    expect(families["chromatch_lanes"], equals: 3)
    expect(families["chromatch_connections", ["kind": "ws"]], equals: 6)
    let perLane = try Self.family("chromatch_lane_connections", of: families)
    expect(perLane.samples.map(\.value), equals: [5, 0, 8])
    expect(perLane.samples.map { $0.labels["lane"] }, equals: ["0", "1", "2"])
  }

  @Test("labels and help are escaped, and durations written exactly")
  func escapes() throws {
    var text = Exposition()
    let nasty = "a \"b\" \\ c\nd {},= ü"
    text.begin("chromatch_test", .gauge, "A \"quote\", a \\ and a\nline.")
    text.sample("chromatch_test", labels: [("one", nasty), ("two", "")], -3)
    text.sample("chromatch_test", nanoseconds: 1)
    text.sample("chromatch_test", labels: [("one", "")], nanoseconds: 12_000_000_000)
    let families = try readExposition(text.bytes)
    expect(families.count, equals: 1)
    expect(families[0].help, equals: "A \"quote\", a \\ and a\nline.")
    expect(families[0].value("", ["one": nasty, "two": ""]), equals: -3)
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
    expect(lines[0], equals: "# HELP chromatch_test A \"quote\", a \\\\ and a\\nline.")
    expect(lines[3], equals: "chromatch_test 0.000000001")
    expect(lines[4], equals: "chromatch_test{one=\"\"} 12")
  }
}
