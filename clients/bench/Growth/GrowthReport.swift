// What growing came to: a table and a picture for each curve, and all of it for programs. Figures
// are those of every other run.

/// All runs of one curve.
struct GrowthResult: Sendable {
  let curve: GrowthCurve
  /// The runs at each step, fewest first.
  var steps: [(count: Int, runs: [Run])] = []

  init(curve: GrowthCurve) { self.curve = curve }

  /// What a curve shows, in the order of its panels.
  private static let shown = [
    ("CPU per delivery, µs", "cpu_per_delivery_microseconds"),
    ("memory, MiB", "resident_mebibytes"),
    ("shown move, p99, ms", "shown_move_latency_p99_milliseconds"),
  ]

  /// The figures of the table beside those.
  private static let besides = ["deliveries_per_second", "cpu_percent"]

  /// The three curves side by side.
  var picture: Chart {
    Chart(
      title: "As \(curve.unit) grow: \(curve.setting)", unit: curve.unit,
      panels: GrowthResult.shown.map { label, key in
        let figure = Figure.all.first { $0.key == key }
        return Chart.Panel(
          title: label,
          points: steps.compactMap { step in
            figure?.median(of: step.runs).map { (Double(step.count), $0) }
          })
      })
  }

  /// Its table, headed by what it is about, with what speaks against it below.
  var table: [String] {
    let keys = GrowthResult.besides + GrowthResult.shown.map(\.1)
    let figures = keys.compactMap { key in Figure.all.first { $0.key == key } }
    let rows = steps.map { step in
      [grouped(step.count)]
        + figures.map { figure in
          figure.median(of: step.runs).map { decimal($0, figure.decimals) } ?? "–"
        }
    }
    let doubts = steps.flatMap { step in
      step.runs.flatMap(\.doubts).map { "! \(grouped(step.count)): \($0)" }
    }
    return ["\(curve.unit): \(curve.setting)"]
      + aligned([[curve.rawValue] + figures.map(\.label)] + rows) + doubts + [""]
  }

  /// Every run with every figure.
  var json: JSON {
    .object([
      ("curve", .string(curve.rawValue)),
      (
        "steps",
        .array(
          steps.flatMap { step in
            step.runs.map { run in
              .object(
                [("count", .number(Double(step.count)))]
                  + Figure.all.map { ($0.key, $0.value(run).map(JSON.number) ?? .null) }
                  + [("doubts", .array(run.doubts.map(JSON.string)))])
            }
          })
      ),
    ])
  }
}

/// The outcome of `growth`.
struct GrowthReport {
  let machine: Machine
  /// How long each step was measured, in seconds.
  let seconds: Int
  let results: [GrowthResult]

  var table: String {
    (["chromatch-bench growth: \(seconds) s at each step", machine.description, ""]
      + results.flatMap(\.table))
      .joined(separator: "\n")
  }

  var json: JSON {
    .object([("machine", machine.json), ("curves", .array(results.map(\.json)))])
  }
}
