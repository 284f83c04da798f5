// What a cluster costs beside a single server, and how soon it takes over, as a table and as JSON.

import Histogram

/// The outcome of `cluster`.
struct ClusterReport {
  let machine: Machine
  let scenario: Scenario
  /// How many watch the one room.
  let watchers: Int
  let timing: Timing
  /// On a server by itself, at the node that has the rooms, and with one player at another node.
  var alone: [ClusterTrial.Play] = []
  var near: [ClusterTrial.Play] = []
  var far: [ClusterTrial.Play] = []
  /// The same of one room with watchers, who are at its node or at another one.
  var watchedAlone: [ClusterTrial.Play] = []
  var watchedNear: [ClusterTrial.Play] = []
  var watchedFar: [ClusterTrial.Play] = []
  /// How long locks took to be judged, in microseconds.
  var locksAlone: [Histogram<UInt64>] = []
  var locksNear: [Histogram<UInt64>] = []
  /// For how long people were away whose node was killed, in microseconds, for each kill.
  var away: [Histogram<UInt64>] = []
  /// How long a node took to have the matches that it had missed.
  var catchUps: [ClusterTrial.CatchUp] = []

  init(machine: Machine, scenario: Scenario, watchers: Int, timing: Timing) {
    (self.machine, self.scenario, self.timing) = (machine, scenario, timing)
    self.watchers = watchers
  }

  private struct Row {
    let label: String
    let key: String
    let decimals: Int
    /// By itself, near and far.
    let values: [Double?]

    /// How many times as much near and far are.
    var ratios: [Double?] {
      values.dropFirst()
        .map { value in
          guard let value, let alone = values[0], alone > 0 else { return nil }
          return value / alone
        }
    }
  }

  private static let columns = ["alone", "at_the_rooms_node", "at_another_node"]

  private func plays(
    _ label: String, _ key: String, _ decimals: Int, _ value: (ClusterTrial.Play) -> Double?
  ) -> Row {
    Row(
      label: label, key: key, decimals: decimals,
      values: [alone, near, far].map { middle(of: $0.map(value)) })
  }

  private func watched(
    _ label: String, _ key: String, _ decimals: Int, _ value: (ClusterTrial.Play) -> Double?
  ) -> Row {
    Row(
      label: "\(grouped(watchers)) watchers: \(label)", key: "watched_\(key)", decimals: decimals,
      values: [watchedAlone, watchedNear, watchedFar].map { middle(of: $0.map(value)) })
  }

  private func locks(_ label: String, _ key: String, at percentile: Double) -> Row {
    let values = [locksAlone, locksNear]
      .map { runs in middle(of: runs.map { $0.milliseconds(at: percentile) }) }
    return Row(label: label, key: key, decimals: 2, values: values + [nil])
  }

  private var rows: [Row] {
    [
      plays("shown move p50, ms", "shown_move_p50_milliseconds", 2) {
        $0.run.tally.shown.milliseconds(at: 50)
      },
      plays("shown move p99, ms", "shown_move_p99_milliseconds", 2) {
        $0.run.tally.shown.milliseconds(at: 99)
      },
      locks("lock judged p50, ms", "lock_judged_p50_milliseconds", at: 50),
      locks("lock judged p99, ms", "lock_judged_p99_milliseconds", at: 99),
      plays("CPU/delivery of servers, µs", "server_cpu_per_delivery_microseconds", 2) {
        1e6 * $0.servers / Double(max(1, $0.run.deliveries))
      },
      plays("CPU/s of engines, ms", "engine_cpu_per_second_milliseconds", 1) {
        1e3 * $0.engines / $0.run.seconds
      },
      watched("shown move p50, ms", "shown_move_p50_milliseconds", 2) {
        $0.run.tally.shown.milliseconds(at: 50)
      },
      watched("shown move p99, ms", "shown_move_p99_milliseconds", 2) {
        $0.run.tally.shown.milliseconds(at: 99)
      },
      watched("CPU/delivery of servers, µs", "server_cpu_per_delivery_microseconds", 2) {
        1e6 * $0.servers / Double(max(1, $0.run.deliveries))
      },
      watched("CPU/s of engines, ms", "engine_cpu_per_second_milliseconds", 1) {
        1e3 * $0.engines / $0.run.seconds
      },
    ]
  }

  var text: String {
    let head = [
      "chromatch-bench cluster: \(grouped(scenario.rooms)) rooms of \(scenario.players), "
        + "\(timing.seconds) s after \(timing.warmup) s of warm-up, medians of \(alone.count)",
      machine.description, "",
    ]
    let table = rows.map { row in
      let values = row.values.map { $0.map { decimal($0, row.decimals) } ?? "–" }
      let ratios = row.ratios.map { $0.map { decimal($0, 2) } ?? "" }
      return [row.label, values[0], values[1], ratios[0], values[2], ratios[1]]
    }
    let title = ["", "by itself", "at the room's node", "ratio", "at another node", "ratio"]
    let warnings = doubts.map { "! \($0)" }
    return (head + aligned([title] + table) + takeovers + missed + warnings).joined(separator: "\n")
  }

  private var doubts: [String] {
    (alone + near + far + watchedAlone + watchedNear + watchedFar).flatMap(\.run.doubts)
  }

  private var takeovers: [String] {
    guard let median = awayMedian, let most = awayMost else { return [] }
    let (spans, kills) = ([median, most].map { decimal($0, 0) }, grouped(away.count))
    return [
      "",
      "a node was killed \(kills) times: people were away from their seats for \(spans[0]) ms, at "
        + "most for \(spans[1]) (medians of the median and of the last to be back)",
    ]
  }

  private var missed: [String] {
    guard let missedMedian, let catchUpMedian else { return [] }
    return [
      "",
      "a node that had missed \(grouped(Int(missedMedian))) matches had all of them "
        + "\(decimal(catchUpMedian, 2)) s after its start (medians of \(catchUps.count))",
    ]
  }

  private var missedMedian: Double? { middle(of: catchUps.map { Double($0.matches) }) }
  private var catchUpMedian: Double? { middle(of: catchUps.map(\.seconds)) }
  private var awayMedian: Double? { middle(of: away.map { $0.milliseconds(at: 50) }) }
  private var awayMost: Double? { middle(of: away.map { $0.milliseconds(at: 100) }) }

  var json: JSON {
    .object([
      ("machine", machine.json),
      ("figures", .array(rows.map(json))),
      ("kills", .number(Double(away.count))),
      ("away_p50_milliseconds", number(awayMedian)),
      ("away_max_milliseconds", number(awayMost)),
      ("matches_missed", number(missedMedian)),
      ("catch_up_seconds", number(catchUpMedian)),
      ("doubts", .array(doubts.map(JSON.string))),
    ])
  }

  private func json(_ row: Row) -> JSON {
    let values = zip(ClusterReport.columns, row.values)
      .compactMap { name, value in value.map { (name, JSON.number($0)) } }
    return .object([("name", .string(row.key))] + values)
  }

  private func number(_ value: Double?) -> JSON { value.map(JSON.number) ?? .null }
}
