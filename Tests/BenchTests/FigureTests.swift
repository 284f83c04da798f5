// What figures say of runs whose readings are known, and when they say that they are not to be
// believed.

import Net
import Testing
import Wire

@testable import chromatch_bench

@Suite("Figures")
struct FigureTests {
  /// A run of ten seconds, in which others took a tenth of a core unless told how idle it all was.
  private func run(
    _ side: Side, cpu: Double, deliveries: Int = 1_000, writes: Int = 500, moves: Int = 2_000,
    benchCPU: Double = 2, idle: Double? = nil, microseconds: [UInt64] = [1_000], lost: Int = 0,
    refused: Int = 0, rooms: Int = 10
  ) -> Run {
    let idle = idle ?? Double(Machine.cores) * 10 - cpu - benchCPU - 1
    let scenario = Scenario(
      name: "a", rooms: rooms, players: 2, watchers: 3, movesPerSecond: 10, transports: [.tcp])
    var tally = Tally()
    tally.moves = moves
    for span in microseconds { tally.shown.record(nanoseconds: Int64(span) * 1_000) }
    tally.lost = lost
    if refused > 0 { tally.refusals[.tooFast] = refused }
    return Run(
      scenario: scenario, side: side,
      begin: Reading(
        time: 100, deliveries: 50, bytes: 0, writes: 70,
        server: ProcessMeter.Usage(user: 1, system: 2, residentBytes: 0),
        bench: ProcessMeter.Usage(user: 0, system: 0, residentBytes: 0), machineIdle: 40),
      end: Reading(
        time: 110, deliveries: 50 + deliveries, bytes: 4_000, writes: 70 + writes,
        server: ProcessMeter.Usage(
          user: 1 + cpu / 4, system: 2 + cpu * 3 / 4, residentBytes: 1 << 20),
        bench: ProcessMeter.Usage(user: benchCPU, system: 0, residentBytes: 0),
        machineIdle: 40 + idle),
      tally: tally)
  }

  private func value(_ key: String, _ run: Run) throws -> Double? {
    try #require(Figure.all.first { $0.key == key }).value(run)
  }

  @Test(
    "are differences of two readings",
    arguments: [
      ("cpu_per_delivery_microseconds", 4_000.0), ("cpu_per_write_microseconds", 8_000),
      ("cpu_per_watcher_second_microseconds", 13_333), ("cpu_percent", 40),
      ("kernel_cpu_percent", 75), ("deliveries_per_cpu_second", 250), ("resident_mebibytes", 1),
      ("moves_per_second", 200), ("deliveries_per_second", 100), ("bench_cpu_percent", 20),
      ("bytes_per_second_per_reader", 8), ("measured_seconds", 10),
      ("shown_move_latency_p50_milliseconds", 1),
    ])
  func values(key: String, expected: Double) throws {
    let value = try #require(try value(key, run(.server, cpu: 4)))
    #expect(abs(value - expected) < max(1e-9, expected * 1e-3))
  }

  @Test("a full server is offered what all its rooms would cost at the price of a few")
  func overload() throws {
    // Ten rooms at a tenth of a core, then eighty that got four tenths.
    let calm = FullWindow(run: run(.server, cpu: 1), witnessed: nil)
    let crowded = FullWindow(run: run(.server, cpu: 4, rooms: 80), witnessed: nil)
    let outcome = FullOutcome(calm: calm, server: crowded, floor: nil)
    #expect(abs(try #require(outcome.overload) - 2) < 1e-9)
  }

  @Test("of a server's own figures the greatest counts among those of a label")
  func metric() {
    var testimony = Testimony()
    testimony.metrics = """
      # HELP interval How far apart.
      interval{lane="0",role="player"} 0.05
      interval{lane="0",role="watcher"} 0.2
      interval{lane="1",role="player"} 0.125
      """
    #expect(testimony.metric("interval", with: "role=\"player\"") == 0.125)
    #expect(testimony.metric("interval") == 0.2)
    #expect(testimony.metric("other") == nil)
  }

  @Test("of latency are percentiles of what came, not means")
  func percentiles() throws {
    let run = run(.server, cpu: 1, microseconds: (1...100).map { $0 * 1_000 })
    let found = try ["p50", "p90", "p99", "max"]
      .map { try value("shown_move_latency_\($0)_milliseconds", run).map { Int($0.rounded()) } }
    #expect(found == [50, 90, 99, 100])
  }

  @Test("of others are ratios to the floor's, and latencies only where moves were followed")
  func peers() throws {
    let floor = run(.floor, cpu: 2)
    var report = PeersReport(
      machine: Machine(), scenario: floor.scenario, timing: Timing(seconds: 10, warmup: 0))
    report.add(run(.server, cpu: 3), of: .chromatchd)
    report.add(floor, of: .floor)
    report.add(run(.floor, cpu: 1, microseconds: []), of: .nats)
    let rows = report.table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    func row(_ name: String) throws -> [String] {
      try #require(rows.first { $0.first?.hasPrefix(name) == true })
    }
    #expect(try row("chromatchd").dropFirst().prefix(2) == ["1.50", "6,000.00"])
    #expect(try row("floor").contains("1.00"))
    #expect(try row("nats-server").dropFirst().prefix(2) == ["0.50", "2,000.00"])
    #expect(try row("nats-server").filter { $0 == "–" }.count == 2)
    #expect(try row("chromatchd").contains("–") == false)
  }

  @Test("compare each run on the server with the run on the floor after it, and take the median")
  func ratio() throws {
    var result = ScenarioResult(scenario: run(.server, cpu: 1).scenario)
    // The machine was slower and slower; each pair had the same one.
    for (server, floor) in [(1.2, 1.0), (2.2, 2.0), (5.2, 4.0)] {
      result.add(run(.server, cpu: server))
      result.add(run(.floor, cpu: floor))
    }
    let figure = try #require(Figure.all.first { $0.key == "cpu_per_write_microseconds" })
    #expect(abs(try #require(figure.ratio(of: result)) - 1.2) < 1e-9)
    #expect(result.runs.map(\.side) == [.server, .floor, .server, .floor, .server, .floor])
  }

  @Test("are none where one of the two was not measured")
  func alone() throws {
    var result = ScenarioResult(scenario: run(.server, cpu: 1).scenario)
    result.add(run(.server, cpu: 1))
    for figure in Figure.all { #expect(figure.ratio(of: result) == nil) }
  }

  @Test(
    "have a middle when all are there",
    arguments: [
      ([3.0, 1, 2], 2.0), ([4, 1, 2, 3], 2.5), ([7], 7), ([], nil), ([1, nil, 2], nil),
    ] as [([Double?], Double?)])
  func median(values: [Double?], expected: Double?) { #expect(middle(of: values) == expected) }

  @Test("of an abuse are relative to what was before and after")
  func abuse() throws {
    let outcome = AbuseOutcome(
      kind: .flood, before: run(.server, cpu: 1), abused: run(.server, cpu: 3),
      after: run(.server, cpu: 2), notes: [:])
    let figure = try #require(Figure.all.first { $0.key == "cpu_percent" })
    #expect(abs(try #require(outcome.ratio(figure)) - 2) < 1e-9)
  }
}

// Doubts.
extension FigureTests {
  @Test("are trusted when nothing speaks against them")
  func trusted() { #expect(run(.server, cpu: 4).doubts == []) }

  @Test("are doubted, with the reason, when the instrument or the machine was at its end")
  func doubted() {
    for (run, reason) in [
      (run(.server, cpu: 4, benchCPU: 9), "the bench itself used 90 % of a core"),
      (run(.server, cpu: 4, moves: 1_000), "only 50 % of the moves were made"),
      (run(.server, cpu: 9, benchCPU: 7, idle: 1), "the machine was idle for 10 % of a core"),
      (run(.server, cpu: 1, benchCPU: 1, idle: 3), "other programs used"),
      (run(.server, cpu: 4, lost: 3), "3 connections were lost"),
      (run(.server, cpu: 4, refused: 2), "2 lines were refused: \(RefusalCode.tooFast.rawValue)"),
    ] {
      #expect(run.doubts.contains { $0.contains(reason) }, "\(run.doubts), not \(reason)")
    }
  }

  @Test("of two that wrote differently often are compared by the write alone")
  func writes() {
    var result = ScenarioResult(scenario: run(.server, cpu: 1).scenario)
    result.add(run(.server, cpu: 1, writes: 500))
    result.add(run(.floor, cpu: 1, writes: 400))
    #expect(result.doubts.count == 1)
    #expect(result.doubts.first?.contains("1.25 times the floor's writes") == true)
  }
}
