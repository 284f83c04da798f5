// What figures say of runs whose readings are known, and when they say that they are not to be
// believed.

import Net
import TestSupport
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
    try require(Figure.all.first { $0.key == key }).value(run)
  }

  @Test(
    "figures are differences of two readings",
    arguments: [
      ("cpu_per_delivery_microseconds", 4_000.0), ("cpu_per_write_microseconds", 8_000),
      ("cpu_percent", 40), ("kernel_cpu_percent", 75), ("resident_mebibytes", 1),
      ("moves_per_second", 200), ("deliveries_per_second", 100), ("bench_cpu_percent", 20),
      ("bytes_per_second_per_reader", 8), ("measured_seconds", 10),
      ("shown_move_latency_p50_milliseconds", 1),
    ])
  func values(key: String, expected: Double) throws {
    let value = try require(try value(key, run(.server, cpu: 4)))
    expect(abs(value - expected), isBelow: max(1e-9, expected * 1e-3))
  }

  @Test("figures of latency are percentiles of what came, not means")
  func percentiles() throws {
    let run = run(.server, cpu: 1, microseconds: (1...100).map { $0 * 1_000 })
    let found = try ["p50", "p90", "p99", "max"]
      .map { try value("shown_move_latency_\($0)_milliseconds", run).map { Int($0.rounded()) } }
    expect(found, equals: [50, 90, 99, 100])
  }

  @Test("a run on the server is compared with the one on the floor after it, by the median")
  func ratio() throws {
    var result = ScenarioResult(scenario: run(.server, cpu: 1).scenario)
    // The machine was slower and slower; each pair had the same one.
    for (server, floor) in [(1.2, 1.0), (2.2, 2.0), (5.2, 4.0)] {
      result.add(run(.server, cpu: server))
      result.add(run(.floor, cpu: floor))
    }
    let figure = try require(Figure.all.first { $0.key == "cpu_per_write_microseconds" })
    expect(abs(try #require(figure.ratio(of: result)) - 1.2), isBelow: 1e-9)
    expect(result.server.count, equals: 3)
  }

  @Test(
    "figures have a middle when all are there",
    arguments: [
      ([3.0, 1, 2], 2.0), ([4, 1, 2, 3], 2.5), ([7], 7), ([], nil), ([1, nil, 2], nil),
    ] as [([Double?], Double?)])
  func median(values: [Double?], expected: Double?) { expect(middle(of: values), equals: expected) }
}

// Doubts.
extension FigureTests {
  @Test("figures are doubted, with the reason, when the instrument or the machine was at its end")
  func doubted() {
    for (run, reason) in [
      (run(.server, cpu: 4, benchCPU: 9), "the bench itself used 90 % of a core"),
      (run(.server, cpu: 4, moves: 1_000), "only 50 % of the moves were made"),
      (run(.server, cpu: 9, benchCPU: 7, idle: 1), "the machine was idle for 10 % of a core"),
      (run(.server, cpu: 1, benchCPU: 1, idle: 3), "other programs used"),
      (run(.server, cpu: 4, lost: 3), "3 connections were lost"),
      (run(.server, cpu: 4, refused: 2), "2 lines were refused: \(RefusalCode.tooFast.rawValue)"),
    ] {
      expect(run.doubts.contains { $0.contains(reason) }, "\(run.doubts), not \(reason)")
    }
    expect(run(.server, cpu: 4).doubts, equals: [])
  }
}
