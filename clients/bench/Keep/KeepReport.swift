// What a journal and records cost a move, and how soon a server is back, as a table and as JSON.

/// The outcome of `keep`.
struct KeepReport {
  /// What a bare loop took to write the same.
  struct Floor {
    let lines: Int
    let frames: Int
    let bytes: Int
    /// CPU seconds.
    let seconds: Double
  }

  /// A server that was killed, and is back.
  struct Return {
    let rooms: Int
    let bytes: Int
    /// From its start until it listens, in milliseconds.
    let listening: Double
    /// Until it shows somebody a room, with all others back by then.
    let shown: Double
  }

  let machine: Machine
  /// What each of the three servers has.
  let third: Scenario
  let timing: Timing
  /// Runs of the three servers beside each other: that keeps nothing, that has a journal, and that
  /// also records matches.
  private var trials: [[Run]] = []
  var floors: [Floor] = []
  var returns: [Return] = []

  init(machine: Machine, third: Scenario, timing: Timing) {
    self.machine = machine
    self.third = third
    self.timing = timing
  }

  /// Adds a run of each server.
  mutating func add(_ runs: [Run]) { trials.append(runs) }

  /// CPU of a server for each move, in microseconds.
  private func processor(_ run: Run) -> Double? {
    run.serverCPU.map { 1e6 * $0 / (run.seconds * Double(third.moves)) }
  }

  private func latency(at percentile: Double) -> (Run) -> Double? {
    { $0.tally.shown.milliseconds(at: percentile) }
  }

  private struct Row {
    let label: String
    let key: String
    let decimals: Int
    let values: [Double?]

    /// Middle values, and those of what each server has more than the one before it.
    init(
      _ label: String, _ key: String, _ decimals: Int, of report: KeepReport,
      _ value: (Run) -> Double?, floor: Double? = nil
    ) {
      (self.label, self.key, self.decimals) = (label, key, decimals)
      let trials = report.trials.map { $0.map(value) }
      func more(_ index: Int) -> Double? {
        middle(
          of: trials.map { trial in
            trial[index].flatMap { more in trial[index - 1].map { more - $0 } }
          })
      }
      values = [middle(of: trials.map { $0[0] })] + [more(1), more(2), floor]
    }
  }

  private var rows: [Row] {
    let floor = middle(of: floors.map { 1e6 * $0.seconds / Double(max(1, $0.lines)) })
    return [
      Row(
        "CPU/move, µs", "cpu_per_move_microseconds", 2, of: self, processor, floor: floor),
      Row("shown move p50, ms", "shown_move_p50_milliseconds", 2, of: self, latency(at: 50)),
      Row("shown move p99, ms", "shown_move_p99_milliseconds", 2, of: self, latency(at: 99)),
    ]
  }

  var text: String {
    let head = [
      "chromatch-bench keep: three times \(grouped(third.rooms)) rooms of \(third.players), "
        + "\(timing.seconds) s after \(timing.warmup) s of warm-up, medians of \(trials.count)",
      machine.description, "",
    ]
    let table = rows.map { row in
      [row.label] + row.values.map { $0.map { decimal($0, row.decimals) } ?? "–" }
    }
    let lines = floors.reduce(0) { $0 + $1.lines }
    let frames = max(1, floors.reduce(0) { $0 + $1.frames })
    let bytes = floors.reduce(0) { $0 + $1.bytes }
    let size = """
      a journaled line: \(decimal(Double(bytes) / Double(max(1, lines)), 1)) bytes, \
      \(decimal(Double(lines) / Double(frames), 1)) of them at once
      """
    let back = returns.map { back in
      """
      killed: \(grouped(back.rooms)) rooms of \(decimal(Double(back.bytes) / 1_048_576, 1)) MiB, \
      listening \(decimal(back.listening, 0)) ms after the start, with all of them after \
      \(decimal(back.shown, 0)) ms
      """
    }
    let rows = aligned([["", "nothing", "journal", "record", "floor"]] + table)
    return (head + rows + ["", size] + back).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("machine", machine.json),
      (
        "figures",
        .array(
          rows.map { row in
            .object(
              [("name", .string(row.key))]
                + zip(["nothing", "journal_more", "record_more", "floor"], row.values)
                .compactMap { name, value in value.map { (name, .number($0)) } })
          })
      ),
      (
        "returns",
        .array(
          returns.map { back in
            .object([
              ("rooms", .number(Double(back.rooms))), ("bytes", .number(Double(back.bytes))),
              ("listening_milliseconds", .number(back.listening)),
              ("shown_milliseconds", .number(back.shown)),
            ])
          })
      ),
    ])
  }
}
