// The measurement `load`: every scenario that was asked for, server and floor by turns, as often as
// it was asked for. What changes in the machine meanwhile changes for both.

import ArgumentParser

func measureLoad(_ bench: Bench) async throws -> Report {
  let (options, timing) = (bench.options, bench.options.timing())
  let median = options.repetitions > 1 ? ", medians of \(options.repetitions) runs" : ""
  var report = Report(
    about: "\(timing.seconds) s after \(timing.warmup) s of warm-up\(median)",
    facts: [("warmup_seconds", .number(Double(timing.warmup)))])
  for scenario in try chosen(options) {
    try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
    let sides: [Side] = options.floor ? [.server, .floor] : [.server]
    var result = ScenarioResult(scenario: scenario)
    try await bench.repeating("") { turn, _ in
      for side in sides {
        let trial = Trial(
          bench: bench, scenario: scenario, timing: timing,
          title: "\(scenario.name), \(side.rawValue)\(turn)", side: side)
        let keeps = options.journal && side == .server
        result.add(try await trial.run(on: trial.program(keeping: keeps ? StateFolder() : nil)))
      }
    }
    report.tables.append(table(of: result))
    report.notes += result.doubts
  }
  return report
}

/// The scenarios that were asked for, with the numbers that were; the usual ones if none was.
private func chosen(_ options: Options) throws -> [Scenario] {
  let names = options.only.isEmpty ? Scenario.usual.map(\.name) : options.only
  return try names.map { name in
    guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
      let known = Scenario.all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no \"\(name)\", only: \(known)")
    }
    return options.changing(scenario)
  }
}

private func table(of result: ScenarioResult) -> Table {
  let scenario = result.scenario
  var table = Table(["\(scenario.name): \(scenario.shape)"], figures: Figure.all)
  for (side, runs) in [(Side.server, result.server), (.floor, result.floor)] where !runs.isEmpty {
    table.add(side.rawValue, side.rawValue, runs, Figure.all)
  }
  table.derive("ratio", "ratio") { Figure.all[$0].ratio(of: result) }
  return table
}

func validateLoad(_ options: Options) throws {
  if options.only.count != 1 && options.numbers.contains(where: { $0.value != nil }) {
    throw ValidationError("name the one scenario that these numbers are to change, by --only")
  }
  _ = try chosen(options)
}
