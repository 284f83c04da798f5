// All that was measured, for people and for programs.

import Glibc

/// The outcome of one call of the bench.
struct Report {
  let timing: Timing
  let machine: Machine
  let results: [ScenarioResult]

  /// The table: figures down, scenarios across, medians where there were several runs.
  var table: String {
    let runs = results.map(\.runs.count).max() ?? 1
    let median = runs > 1 ? ", medians of \(runs) runs" : ""
    let head = [
      "chromatch-bench load: \(timing.seconds) s after \(timing.warmup) s of warm-up\(median)",
      machine.description, "",
    ]
    let names = [""] + results.map(\.scenario.name)
    let rows = Figure.all.map { figure in
      [figure.label]
        + results.map { result in
          figure.median(of: result.runs).map { decimal($0, figure.decimals) } ?? "–"
        }
    }
    return (head + aligned([names] + rows) + doubts).joined(separator: "\n")
  }

  private var doubts: [String] {
    let doubts = results.flatMap { result in
      result.runs.enumerated()
        .flatMap { index, run in
          run.doubts.map { "! \(result.scenario.name), run \(index + 1): \($0)" }
        }
    }
    return doubts.isEmpty ? [] : [""] + doubts
  }

  /// Every run with every figure, under names that say their units.
  var json: JSON {
    .object([
      (
        "machine",
        .object([
          ("cores", .number(Double(Machine.cores))), ("processor", .string(machine.processor)),
          ("kernel", .string(machine.kernel)), ("load_at_start", .string(machine.load)),
        ])
      ),
      ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ("warmup_seconds", .number(Double(timing.warmup))),
      ("runs", .array(results.flatMap { result in result.runs.map(json(of:)) })),
    ])
  }

  private func json(of run: Run) -> JSON {
    let figures = Figure.all.map { ($0.key, $0.value(run).map(JSON.number) ?? .null) }
    return .object(
      [("scenario", .string(run.scenario.name))] + figures
        + [("doubts", .array(run.doubts.map(JSON.string)))])
  }
}
