// Every figure there is, once: its name for people, its name with its unit for programs, and how it
// is made from a run. Table and JSON both follow this list.

import Histogram

/// One figure of a run.
struct Figure: Sendable {
  let line: Line
  /// Whether the server's is told as a ratio to the floor's.
  let isCompared: Bool
  /// Its value; nil when it was not to be had.
  let value: @Sendable (Run) -> Double?

  private init(
    _ label: String, _ key: String, _ decimals: Int, isCompared: Bool = false,
    _ value: @escaping @Sendable (Run) -> Double?
  ) {
    (line, self.isCompared, self.value) = (Line(label, key, decimals), isCompared, value)
  }

  var key: String { line.key }

  /// The median over several runs; nil when one of them lacks it.
  func median(of runs: [Run]) -> Double? {
    middle(of: runs.map(value))
  }

  /// The median of the ratios of each run on the server to the run on the floor after it: the two
  /// had the same machine.
  func ratio(of result: ScenarioResult) -> Double? {
    guard isCompared, !result.floor.isEmpty, result.floor.count == result.server.count else {
      return nil
    }
    return middle(
      of: zip(result.server, result.floor)
        .map { server, floor in
          guard let above = value(server), let below = value(floor), below > 0 else { return nil }
          return above / below
        })
  }

  /// Those of these names, in the order of the list.
  static func named(_ keys: String...) -> [Figure] { all.filter { keys.contains($0.key) } }

  /// The list, in the order of the table.
  static let all = costs + latencies + arrivals + along + matches + traffic + conditions

  private static let costs = [
    Figure("CPU/write, µs", "cpu_per_write_microseconds", 2, isCompared: true) { run in
      run.writes > 0 ? run.serverCPU.map { 1e6 * $0 / run.writes } : nil
    },
    Figure("CPU/delivery, µs", "cpu_per_delivery_microseconds", 3, isCompared: true) { run in
      run.serverCPU.map { 1e6 * $0 / Double(run.deliveries) }
    },
    Figure("CPU, % of a core", "cpu_percent", 1, isCompared: true) { run in
      run.serverCPU.map { 100 * $0 / run.seconds }
    },
    Figure("  of it in the kernel, %", "kernel_cpu_percent", 1) { run in
      guard let kernel = run.difference({ $0.server?.system }), let all = run.serverCPU, all > 0
      else { return nil }
      return 100 * kernel / all
    },
    Figure("memory, MiB", "resident_mebibytes", 1) { run in
      run.end.server.map { Double($0.residentBytes) / 1_048_576 }
    },
  ]

  private static let latencies =
    latency("shown move", "shown_move_latency") { $0.shown }
    + latency("every move", "every_move_latency") { $0.every }

  /// From the moment at which many come to watch at once until they see moves.
  private static let arrivals = [("p50", 50.0), ("p99", 99), ("last", 100)]
    .map { name, percentile in
      Figure("come at once, \(name) ms", "arrival_\(name)_milliseconds", 1) {
        $0.arrival?.pictures.milliseconds(at: percentile)
      }
    }

  /// What those were told who played along.
  private static let along =
    [("p50", 50.0), ("p99", 99), ("last", 100)]
    .map { name, percentile in
      Figure("SHUT to YOURS, \(name) ms", "yours_\(name)_milliseconds", 1) { run in
        run.along.flatMap { $0.yours.totalCount > 0 ? $0.yours.milliseconds(at: percentile) : nil }
      }
    }
    + [
      Figure("YOURS told", "yours_told", 0) { $0.along.map { Double($0.yours.totalCount) } },
      Figure("YOURS lost", "yours_lost", 0) { $0.along.map { Double($0.lost) } },
      Figure("bytes/s down to each, in a round", "bytes_per_second_along", 0) { run in
        guard let along = run.along, along.openMilliseconds > 0, run.scenario.idle > 0 else {
          return nil
        }
        return 1_000 * Double(along.bytes) / Double(along.openMilliseconds)
          / Double(run.scenario.idle)
      },
    ]

  /// How many matches came to their end, and how soon players heard that each is kept.
  private static let matches =
    [
      Figure("matches/s", "matches_per_second", 2) { run in
        run.tally.matches > 0 ? Double(run.tally.matches) / run.seconds : nil
      }
    ]
    + [("p50", 50.0), ("p99", 99), ("last", 100)]
    .map { name, percentile in
      Figure("SEED to KEPT, \(name) ms", "kept_\(name)_milliseconds", 1) { run in
        let spans = run.tally.keeping
        return spans.totalCount > 0 ? spans.milliseconds(at: percentile) : nil
      }
    }

  /// What shows that server and floor did the same.
  private static let traffic = [
    Figure("moves/s", "moves_per_second", 0) { Double($0.tally.moves) / $0.seconds },
    Figure("moves shown, %", "moves_shown_percent", 1) { run in
      let every = Double(run.tally.every.totalCount)
      return every > 0 ? 100 * Double(run.tally.shown.totalCount) / every : nil
    },
    Figure("deliveries/s", "deliveries_per_second", 0, isCompared: true) {
      Double($0.deliveries) / $0.seconds
    },
    Figure("writes/s to each guest", "writes_per_second_per_guest", 2, isCompared: true) { run in
      run.writes / run.seconds / Double(run.scenario.connections)
    },
    Figure("bytes/s to each reader", "bytes_per_second_per_reader", 0, isCompared: true) { run in
      run.difference { Double($0.bytes) }.map { $0 / run.seconds / run.readers }
    },
  ]

  /// What the machine was doing besides.
  private static let conditions = [
    Figure("seconds measured", "measured_seconds", 1) { $0.seconds },
    Figure("bench CPU, % of a core", "bench_cpu_percent", 1) { run in
      run.benchCPU.map { 100 * $0 / run.seconds }
    },
    Figure("bench late, p99 ms", "bench_lateness_p99_milliseconds", 2) {
      $0.tally.lateness.milliseconds(at: 99)
    },
    Figure("others' CPU, % of a core", "others_cpu_percent", 1) { run in
      run.othersCPU.map { 100 * $0 / run.seconds }
    },
  ]

  private static func latency(
    _ label: String, _ key: String, _ histogram: @escaping @Sendable (Tally) -> Histogram<UInt64>
  ) -> [Figure] {
    [("p50", 50), ("p90", 90), ("p99", 99), ("max", 100)]
      .map { name, percentile in
        Figure("\(label), \(name) ms", "\(key)_\(name)_milliseconds", 2, isCompared: true) {
          // Nil where moves were not followed.
          let spans = histogram($0.tally)
          return spans.totalCount > 0 ? spans.milliseconds(at: percentile) : nil
        }
      }
  }
}

/// The median; nil when there are no values, or when one is not to be had.
func middle(of values: [Double?]) -> Double? {
  let sorted = values.compactMap(\.self).sorted()
  guard sorted.count == values.count, !sorted.isEmpty else { return nil }
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
