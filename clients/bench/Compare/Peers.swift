// The measurement `peers`: the same work by other people's libraries and programs, in one table.
// All have the same connections, moves and batches, by turns. Those in Python and the floor judge
// nothing and keep nothing. `Tests/one peers` installs the libraries.

/// Measures a server beside others that do the same.
func measurePeers(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  var scenario = Scenario.watchers1000
  scenario.watchers = bench.options.watchers ?? scenario.watchers
  try raiseDescriptorLimit(toHold: scenario.connections)
  let programs = try bench.options.chosen(PeerProgram.self)
  var runs: [PeerProgram: [Run]] = [:]
  for repetition in 1...bench.repetitions {
    for program in programs {
      let title = "\(program.name) \(repetition)/\(bench.repetitions)"
      let target = program.target(
        scenario, flags: bench.options.flags, python: bench.options.python)
      let run: Run
      if let (target, side) = target {
        run = try await Trial(
          scenario: scenario, timing: timing, target: target, side: side,
          credentials: bench.credentials, progress: bench.progress, title: title
        )
        .run()
      } else {
        run = try await NatsTrial(
          scenario: scenario, timing: timing, progress: bench.progress, title: title,
          path: bench.options.nats
        )
        .run()
      }
      runs[program, default: []].append(run)
    }
  }
  var table = Table(
    lines: [Line("CPU/write to the floor's", "cpu_per_write_ratio", 2)]
      + Figure.ofPeers.map(Line.init))
  (table.isTransposed, table.corner) = (true, "program")
  for program in programs {
    let floors = runs[.floor] ?? []
    for (index, run) in (runs[program] ?? []).enumerated() {
      let floor = floors.dropFirst(index).first
      // Latencies only where moves were followed.
      let values = Figure.ofPeers.map { figure in
        figure.isLatency && !run.hasFollowedMoves ? nil : figure.value(run)
      }
      table.add(program.name, program.rawValue, [cost(of: run, to: floor)] + values)
    }
    table.columns[table.columns.count - 1].doubts = (runs[program] ?? []).map(\.doubts)
  }
  return Report(
    about: "\(scenario.shape); \(timing.seconds) s after \(timing.warmup) s", tables: [table])
}

/// CPU for each write as a ratio to the floor's, which ran beside it.
private func cost(of run: Run, to floor: Run?) -> Double? {
  guard let figure = Figure.named("cpu_per_write_microseconds").first, let floor,
    let above = figure.value(run), let below = figure.value(floor), below > 0
  else { return nil }
  return above / below
}

extension Figure {
  fileprivate static let ofPeers = named(
    "cpu_per_write_microseconds", "cpu_percent", "deliveries_per_second",
    "writes_per_second_per_guest", "shown_move_latency_p50_milliseconds",
    "shown_move_latency_p99_milliseconds", "resident_mebibytes")
}
