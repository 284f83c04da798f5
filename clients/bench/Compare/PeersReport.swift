// What comparing came to: a row for each program, medians where there were several runs, and all of
// it for programs.

/// The outcome of `peers`.
struct PeersReport {
  let machine: Machine
  let scenario: Scenario
  let timing: Timing
  /// In the order in which they came.
  private(set) var runs: [(program: PeerProgram, runs: [Run])] = []

  init(machine: Machine, scenario: Scenario, timing: Timing) {
    (self.machine, self.scenario, self.timing) = (machine, scenario, timing)
  }

  mutating func add(_ run: Run, of program: PeerProgram) {
    if let index = runs.firstIndex(where: { $0.program == program }) {
      runs[index].runs.append(run)
    } else {
      runs.append((program, [run]))
    }
  }

  /// Latencies only where moves were followed.
  private static let keys = [
    "cpu_per_write_microseconds", "cpu_percent", "deliveries_per_second",
    "writes_per_second_per_guest", "shown_move_latency_p50_milliseconds",
    "shown_move_latency_p99_milliseconds", "resident_mebibytes",
  ]

  var table: String {
    let figures = PeersReport.keys.compactMap { key in Figure.all.first { $0.key == key } }
    let rows = runs.map { program, runs in
      [program.name, cost(of: runs).map { decimal($0, 2) } ?? "–"]
        + figures.map { figure in
          let isKnown = !figure.isLatency || runs.allSatisfy(\.hasFollowedMoves)
          let median = isKnown ? figure.median(of: runs) : nil
          return median.map { decimal($0, figure.decimals) } ?? "–"
        }
    }
    let head = [
      """
      chromatch-bench peers: \(scenario.players) players × \(scenario.movesPerSecond) moves/s, \
      \(grouped(scenario.watchers)) watchers; \(timing.seconds) s after \(timing.warmup) s
      """, machine.description, "",
    ]
    let names = ["program", "CPU/write to the floor's"] + figures.map(\.label)
    let doubts = runs.flatMap { program, runs in
      runs.flatMap(\.doubts).map { "! \(program.name): \($0)" }
    }
    return (head + aligned([names] + rows) + [""] + doubts).joined(separator: "\n")
  }

  /// CPU for each write as a ratio to the floor's, from neighboring runs; nil without a floor.
  private func cost(of measured: [Run]) -> Double? {
    guard let floor = runs.first(where: { $0.program == .floor })?.runs,
      floor.count == measured.count,
      let figure = Figure.all.first(where: { $0.key == "cpu_per_write_microseconds" })
    else { return nil }
    return middle(
      of: zip(measured, floor)
        .map { run, floor in
          guard let above = figure.value(run), let below = figure.value(floor), below > 0 else {
            return nil
          }
          return above / below
        })
  }

  var json: JSON {
    .object([
      ("machine", machine.json),
      (
        "runs",
        .array(
          runs.flatMap { program, runs in
            runs.map { run in
              .object(
                [("program", .string(program.rawValue))]
                  + Figure.all.map { ($0.key, $0.value(run).map(JSON.number) ?? .null) }
                  + [("doubts", .array(run.doubts.map(JSON.string)))])
            }
          })
      ),
    ])
  }
}
