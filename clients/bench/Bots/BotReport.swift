// What bots have played, and what that cost the server.

import Glibc
import Histogram
import Net

/// The outcome of `bots`.
struct BotReport {
  /// What there was at one moment.
  struct Reading {
    let time: Double
    let usage: ProcessMeter.Usage
    let count: BotField.Count

    init(_ usage: ProcessMeter.Usage, _ count: BotField.Count) {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      time = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
      self.usage = usage
      self.count = count
    }
  }

  let machine: Machine
  let rooms: Int
  let players: Int
  let transport: Transport
  let begin: Reading
  let end: Reading

  private var seconds: Double { end.time - begin.time }
  private var cpu: Double { end.usage.cpu - begin.usage.cpu }
  private var matches: Double { Double(end.count.matches - begin.count.matches) }

  /// Every figure: its name for people, its name with its unit for programs, decimals, value.
  private var figures: [(label: String, key: String, decimals: Int, value: Double)] {
    [
      ("seconds measured", "measured_seconds", 1, seconds),
      ("matches", "matches", 0, matches),
      ("matches/s", "matches_per_second", 2, matches / seconds),
      ("rounds/s", "rounds_per_second", 2, rate(\.rounds)),
      ("moves/s", "moves_per_second", 0, rate(\.moves)),
      ("server CPU, % of a core", "cpu_percent", 1, 100 * cpu / seconds),
      ("server CPU/match, ms", "cpu_per_match_milliseconds", 2, 1_000 * cpu / max(1, matches)),
      ("server memory, MiB", "resident_mebibytes", 1, Double(end.usage.residentBytes) / 1_048_576),
      ("moves too late", "late_moves", 0, Double(end.count.late)),
      ("refusals", "refusals", 0, Double(end.count.refusals)),
      ("connections lost", "connections_lost", 0, Double(end.count.lost)),
    ] + keeping
  }

  /// Of those that were kept, from the beginning on.
  private var keeping: [(label: String, key: String, decimals: Int, value: Double)] {
    let spans = end.count.keeping
    if spans.totalCount == 0 { return [] }
    return [
      ("SEED to KEPT, heard", "kept_heard", 0, Double(spans.totalCount)),
      ("SEED to KEPT p50, ms", "kept_p50_milliseconds", 1, spans.milliseconds(at: 50)),
      ("SEED to KEPT p99, ms", "kept_p99_milliseconds", 1, spans.milliseconds(at: 99)),
      ("SEED to KEPT, last, ms", "kept_last_milliseconds", 1, spans.milliseconds(at: 100)),
    ]
  }

  private func rate(_ path: KeyPath<BotField.Count, Int>) -> Double {
    Double(end.count[keyPath: path] - begin.count[keyPath: path]) / seconds
  }

  var table: String {
    let shape = """
      chromatch-bench bots: \(grouped(rooms)) rooms of \(players) bots, over \(transport.rawValue)
      """
    let rows = figures.map { [$0.label, decimal($0.value, $0.decimals)] }
    return ([shape, machine.description, ""] + aligned(rows)).joined(separator: "\n")
  }

  var json: JSON {
    .object(
      [
        ("machine", machine.json), ("over", .string(transport.rawValue)),
        ("rooms", .number(Double(rooms))), ("players_per_room", .number(Double(players))),
      ] + figures.map { ($0.key, .number($0.value)) })
  }
}
