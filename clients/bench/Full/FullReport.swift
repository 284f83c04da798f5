// What came of full servers, for people and for programs: the server in time, the server with all
// rooms, and the floor with them, medians over all runs; then what the witnesses saw.

import Glibc
import Net

/// The outcome of `full`.
struct FullReport {
  let timing: Timing
  let machine: Machine
  let outcomes: [FullOutcome]

  /// The table.
  var table: String {
    guard let load = outcomes.first?.server.run.scenario, let calm = outcomes.first?.calm.run
    else { return "" }
    let head = [
      "chromatch-bench full: \(timing.seconds) s after \(timing.warmup) s of warm-up, medians of "
        + "\(outcomes.count)",
      machine.description,
      "\(grouped(load.rooms)) × (\(load.players) players + \(load.watchers) watchers), "
        + "\(load.movesPerSecond) moves/s each, over \(load.over)",
      "server and floor give way to the bench (nice 10); offered, × what the server did: "
        + cell(outcomes.map(\.overload), 2), "",
    ]
    let names = ["", "\(grouped(calm.scenario.rooms)) rooms", "server", "floor"]
    let figures = Figure.ofFull.map { figure in
      [
        figure.label, cell(outcomes.map { figure.value($0.calm.run) }, figure.decimals),
        cell(outcomes.map { figure.value($0.server.run) }, figure.decimals),
        cell(outcomes.map { $0.floor.flatMap { figure.value($0.run) } }, figure.decimals),
      ]
    }
    let seen = TestimonyFigure.all.map { figure in
      [
        figure.label,
        cell(outcomes.map { $0.calm.witnessed.flatMap(figure.value) }, figure.decimals),
        cell(outcomes.map { $0.server.witnessed.flatMap(figure.value) }, figure.decimals), "–",
      ]
    }
    return (head + aligned([names] + figures + seen) + doubts + [""]).joined(separator: "\n")
  }

  private func cell(_ values: [Double?], _ decimals: Int) -> String {
    middle(of: values).map { decimal($0, decimals) } ?? "–"
  }

  private var doubts: [String] {
    outcomes.enumerated()
      .flatMap { index, outcome in
        outcome.windows.flatMap { name, window in
          window.run.doubts.map { "! run \(index + 1), \(name): \($0)" }
        }
      }
  }

  /// Every window with every figure, under names that say their units.
  var json: JSON {
    .object([
      ("machine", machine.json),
      ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ("warmup_seconds", .number(Double(timing.warmup))),
      ("runs", .array(outcomes.map(json(of:)))),
    ])
  }

  private func json(of outcome: FullOutcome) -> JSON {
    let windows = outcome.windows.map { name, window in
      let figures = Figure.ofFull.map { ($0.key, $0.value(window.run).map(JSON.number) ?? .null) }
      let seen = TestimonyFigure.all.map { figure in
        (figure.key, window.witnessed.flatMap(figure.value).map(JSON.number) ?? .null)
      }
      return JSON.object(
        [("window", .string(name)), ("rooms", .number(Double(window.run.scenario.rooms)))]
          + figures + seen + [("doubts", .array(window.run.doubts.map(JSON.string)))])
    }
    return .object([
      ("overload", outcome.overload.map(JSON.number) ?? .null), ("windows", .array(windows)),
    ])
  }
}

extension FullOutcome {
  /// The windows by name, in their order.
  fileprivate var windows: [(String, FullWindow)] {
    [("calm", calm), ("server", server)] + (floor.map { [("floor", $0)] } ?? [])
  }
}

extension Figure {
  /// What people notice of a full server, and what it did.
  fileprivate static let ofFull = all.filter { figure in
    [
      "cpu_percent", "cpu_per_write_microseconds", "shown_move_latency_p50_milliseconds",
      "shown_move_latency_p99_milliseconds", "shown_move_latency_max_milliseconds",
      "every_move_latency_p99_milliseconds", "moves_per_second", "moves_shown_percent",
      "deliveries_per_second", "writes_per_second_per_guest", "longest_wait_milliseconds",
      "bench_cpu_percent", "bench_lateness_p99_milliseconds", "others_cpu_percent",
    ]
    .contains(figure.key)
  }
}
