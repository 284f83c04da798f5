// Every figure there is, once: its name for people, its name with its unit for programs, and how it
// is made from a run. Table and JSON both follow this list.

import Histogram

/// One figure of a run.
struct Figure: Sendable {
  /// How the table calls it, unit included.
  let label: String
  /// How the JSON calls it, unit last.
  let key: String
  /// How many decimals the table shows.
  let decimals: Int
  /// Its value; nil when it was not to be had.
  let value: @Sendable (Run) -> Double?

  private init(
    _ label: String, _ key: String, _ decimals: Int, _ value: @escaping @Sendable (Run) -> Double?
  ) {
    self.label = label
    self.key = key
    self.decimals = decimals
    self.value = value
  }

  /// The median over several runs; nil when one of them lacks it.
  func median(of runs: [Run]) -> Double? {
    let values = runs.compactMap(value).sorted()
    guard values.count == runs.count, !values.isEmpty else { return nil }
    return (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
  }

  /// The list, in the order of the table.
  static let all = shape + traffic + latencies + costs

  private static let shape = [
    Figure("rooms", "rooms", 0) { Double($0.scenario.rooms) },
    Figure("players in each", "players_per_room", 0) { Double($0.scenario.players) },
    Figure("watchers of each", "watchers_per_room", 0) { Double($0.scenario.watchers) },
    Figure("moves/s of each player", "moves_per_second_per_player", 0) {
      Double($0.scenario.movesPerSecond)
    },
  ]

  private static let traffic = [
    Figure("seconds measured", "measured_seconds", 1) { $0.seconds },
    Figure("moves/s", "moves_per_second", 0) { Double($0.tally.moves) / $0.seconds },
    Figure("deliveries/s", "deliveries_per_second", 0) { Double($0.deliveries) / $0.seconds },
    Figure("moves shown, %", "moves_shown_percent", 1) { run in
      let every = Double(run.tally.every.totalCount)
      return every > 0 ? 100 * Double(run.tally.shown.totalCount) / every : nil
    },
  ]

  private static let latencies =
    latency("shown move", "shown_move_latency") { $0.shown }
    + latency("every move", "every_move_latency") { $0.every }

  private static let costs = [
    Figure("server CPU, % of a core", "server_cpu_percent", 1) { run in
      run.serverCPU.map { 100 * $0 / run.seconds }
    },
    Figure("  of it in the kernel, %", "server_kernel_cpu_percent", 1) { run in
      guard let kernel = run.difference({ $0.server?.system }), let all = run.serverCPU, all > 0
      else { return nil }
      return 100 * kernel / all
    },
    Figure("server CPU/delivery, µs", "server_cpu_per_delivery_microseconds", 2) { run in
      run.serverCPU.map { 1e6 * $0 / Double(run.deliveries) }
    },
    Figure("server CPU/watcher and s, µs", "server_cpu_per_watcher_second_microseconds", 1) {
      run in
      let watcherSeconds = run.seconds * Double(run.scenario.rooms * run.scenario.watchers)
      return watcherSeconds > 0 ? run.serverCPU.map { 1e6 * $0 / watcherSeconds } : nil
    },
    Figure("server memory, MiB", "server_resident_mebibytes", 1) { run in
      run.end.server.map { Double($0.residentBytes) / 1_048_576 }
    },
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
        Figure("\(label), \(name) ms", "\(key)_\(name)_milliseconds", 2) {
          histogram($0.tally).milliseconds(at: percentile)
        }
      }
  }
}
