// All that was measured, for people and for programs.

import Glibc
import Net

/// The outcome of one call of the bench.
struct Report {
  let timing: Timing
  let machine: Machine
  let results: [ScenarioResult]

  /// A table for each scenario: figures down, server, floor and their ratio across, medians where
  /// there were several runs.
  var table: String {
    let runs = results.map(\.server.count).max() ?? 1
    let median = runs > 1 ? ", medians of \(runs) runs" : ""
    let head = [
      "chromatch-bench load: \(timing.seconds) s after \(timing.warmup) s of warm-up\(median)",
      machine.description, "",
    ]
    return (head + results.flatMap(block)).joined(separator: "\n")
  }

  private func block(_ result: ScenarioResult) -> [String] {
    let scenario = result.scenario
    let shape = """
      \(scenario.name): \(grouped(scenario.rooms)) × (\(grouped(scenario.players)) players + \
      \(grouped(scenario.watchers)) watchers), \(scenario.movesPerSecond) moves/s each, over \
      \(scenario.over)
      """
    let rows = Figure.all
      .map { figure in
        [
          figure.label,
          figure.median(of: result.server).map { decimal($0, figure.decimals) } ?? "–",
          figure.median(of: result.floor).map { decimal($0, figure.decimals) } ?? "–",
          figure.ratio(of: result).map { decimal($0, 2) } ?? "",
        ]
      }
      // What a scenario has nothing to do with.
      .filter { $0[1] != "–" || $0[2] != "–" }
    return [shape] + aligned([["", "server", "floor", "ratio"]] + rows) + doubts(result) + [""]
  }

  private func doubts(_ result: ScenarioResult) -> [String] {
    result.doubts
      + [result.server, result.floor]
      .flatMap { runs in
        runs.enumerated()
          .flatMap { index, run in
            run.doubts.map { "! \(run.side.rawValue), run \(index + 1): \($0)" }
          }
      }
  }

  /// Every run with every figure, under names that say their units.
  var json: JSON {
    .object([
      ("machine", machine.json),
      ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ("warmup_seconds", .number(Double(timing.warmup))),
      ("runs", .array(results.flatMap { result in result.runs.map(json(of:)) })),
    ])
  }

  private func json(of run: Run) -> JSON {
    let figures = Figure.all.map { ($0.key, $0.value(run).map(JSON.number) ?? .null) }
    return .object(
      [
        ("scenario", .string(run.scenario.name)), ("side", .string(run.side.rawValue)),
        ("over", .string(run.scenario.over)),
        ("rooms", .number(Double(run.scenario.rooms))),
        ("players_per_room", .number(Double(run.scenario.players))),
        ("watchers_per_room", .number(Double(run.scenario.watchers))),
        ("moves_per_second_per_player", .number(Double(run.scenario.movesPerSecond))),
      ] + figures
        + [("doubts", .array(run.doubts.map(JSON.string)))])
  }
}
