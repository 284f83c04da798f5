// The measurement `growth`: what a delivery costs as things grow, as tables and as pictures. Of one
// curve one number grows and all others stay; it has a server of its own at each step. Where the
// system allows a process fewer descriptors than a curve wants, its last step is what can be held
// (ulimit -Hn).

import Net

/// One thing that grows.
enum GrowthCurve: String, CaseIterable, Sendable {
  /// The watchers of one room.
  case watchers
  /// Rooms of two.
  case rooms
  /// Lanes of a server with the same rooms.
  case lanes
  /// Connections that do nothing, beside ten rooms that play.
  case idle

  /// What the numbers below the picture count, and what stays while that grows.
  fileprivate var words: (unit: String, setting: String) {
    let small = "rooms × (2 players + 2 watchers), 10 moves/s each, TCP"
    return switch self {
    case .watchers: ("watchers of one room", "8 players × 30 moves/s, WebSocket")
    case .rooms: ("rooms of two players", "1 move/s each, TCP")
    case .lanes: ("lanes", "200 \(small)")
    case .idle: ("idle connections", "10 \(small)")
    }
  }

  /// How many of it there are at each step: as many as a process can hold, at the last. More lanes
  /// than cores only take turns.
  func steps(connections: Int, cores: Int) -> [Int] {
    if self == .lanes { return [1, 2, 4, 8].filter { $0 <= max(1, cores) } }
    let wanted =
      self == .idle
      ? [100, 300, 1_000, 3_000, 10_000, 20_000] : [10, 30, 100, 300, 1_000, 3_000, 10_000]
    let few = scenario(at: 0)
    let limit = self == .rooms ? connections / few.players : connections - few.connections
    return Set(wanted.map { min($0, limit) }).sorted()
  }

  func scenario(at step: Int) -> Scenario {
    var scenario = self == .watchers ? Scenario.watchers1000 : .rooms
    switch self {
    case .watchers: scenario.watchers = step
    case .rooms: (scenario.rooms, scenario.watchers, scenario.movesPerSecond) = (step, 0, 1)
    case .lanes: scenario.rooms = 200
    case .idle: (scenario.rooms, scenario.idle) = (10, step)
    }
    scenario.name = "\(rawValue) \(grouped(step))"
    return scenario
  }
}

func measureGrowth(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing(seconds: 8)
  var report = Report(about: "\(timing.seconds) s at each step")
  for curve in try bench.options.chosen(GrowthCurve.self) {
    var steps: [(count: Int, runs: [Run])] = []
    let all = curve.steps(connections: connectionsAllowed(), cores: Machine.cores)
    for step in all where step <= bench.options.stepMax ?? .max {
      let scenario = curve.scenario(at: step)
      try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
      var runs: [Run] = []
      try await bench.repeating(scenario.name) { title, _ in
        let trial = Trial(bench: bench, scenario: scenario, timing: timing, title: title)
        var program = trial.program
        if curve == .lanes {
          program.arguments += ["--lanes", "\(step)", "--lane-connections-max", "1"]
        }
        runs.append(try await trial.run(on: program))
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

/// What a curve shows.
private let shown = Figure.named(
  "cpu_per_delivery_microseconds", "resident_mebibytes", "shown_move_latency_p99_milliseconds")

private func picture(of curve: GrowthCurve, _ steps: [(count: Int, runs: [Run])]) -> Chart {
  let (unit, setting) = curve.words
  return Chart(
    title: "As \(unit) grow: \(setting)", unit: unit,
    panels: shown.map { figure in
      Chart.Panel(
        title: figure.line.label,
        points: steps.compactMap { step in
          figure.median(of: step.runs).map { (Double(step.count), $0) }
        })
    })
}

private func table(of curve: GrowthCurve, _ steps: [(count: Int, runs: [Run])]) -> Table {
  let figures = Figure.named("deliveries_per_second", "cpu_percent") + shown
  var table = Table(["\(curve.words.unit): \(curve.words.setting)"], figures: figures)
  table.isTransposed = true
  for step in steps {
    table.add(grouped(step.count), "\(curve.rawValue) \(step.count)", step.runs, figures)
    table.columns[table.columns.count - 1].facts.append(("count", .number(Double(step.count))))
  }
  return table
}
