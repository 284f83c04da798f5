// The measurement `growth`: what a delivery costs as things grow, as tables and as pictures. A
// curve has a server of its own at each step. Where the system allows a process fewer descriptors
// than a curve wants, its last step is what can be held (ulimit -Hn).

/// Plays the same on servers that hold more and more.
func measureGrowth(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing(seconds: 8)
  var report = Report(about: "\(timing.seconds) s at each step")
  for curve in try bench.options.chosen(GrowthCurve.self) {
    var steps: [(count: Int, runs: [Run])] = []
    let all = curve.steps(connections: connectionsAllowed(), cores: Machine.cores)
    for step in all where step <= bench.options.stepMax ?? .max {
      let scenario = curve.scenario(at: step)
      try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
      let target = Target.own(bench.options.flags + curve.flags(at: step))
      var runs: [Run] = []
      for repetition in 1...bench.repetitions {
        let trial = Trial(
          scenario: scenario, timing: timing, target: target, side: .server,
          credentials: bench.credentials, progress: bench.progress,
          title: "\(scenario.name), \(repetition)/\(bench.repetitions)")
        runs.append(try await trial.run())
      }
      steps.append((step, runs))
    }
    if let folder = bench.options.pictures {
      try writeFile(picture(of: curve, steps).svg, to: "\(folder)/growth-\(curve.rawValue).svg")
    }
    report.tables.append(table(of: curve, steps))
  }
  return report
}

/// What a curve shows, in the order of its panels.
private let shown = [
  ("CPU per delivery, µs", "cpu_per_delivery_microseconds"), ("memory, MiB", "resident_mebibytes"),
  ("shown move, p99, ms", "shown_move_latency_p99_milliseconds"),
]

/// The three panels side by side.
private func picture(of curve: GrowthCurve, _ steps: [(count: Int, runs: [Run])]) -> Chart {
  Chart(
    title: "As \(curve.unit) grow: \(curve.setting)", unit: curve.unit,
    panels: shown.map { label, key in
      let figure = Figure.named(key).first
      return Chart.Panel(
        title: label,
        points: steps.compactMap { step in
          figure?.median(of: step.runs).map { (Double(step.count), $0) }
        })
    })
}

private func table(of curve: GrowthCurve, _ steps: [(count: Int, runs: [Run])]) -> Table {
  let figures = Figure.named(
    "deliveries_per_second", "cpu_percent", shown[0].1, shown[1].1, shown[2].1)
  var table = Table(["\(curve.unit): \(curve.setting)"], figures: figures)
  (table.isTransposed, table.corner) = (true, curve.rawValue)
  for step in steps {
    table.add(grouped(step.count), "\(curve.rawValue) \(step.count)", step.runs, figures)
    table.columns[table.columns.count - 1].facts.append(("count", .number(Double(step.count))))
  }
  return table
}
