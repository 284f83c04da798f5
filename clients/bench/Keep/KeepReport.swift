// What a journal costs a move, and how soon a server is back, as a table and as JSON.

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
    /// From its start until it listens.
    let milliseconds: Double
  }

  let machine: Machine
  /// What each of the two servers has.
  let half: Scenario
  let timing: Timing
  var without: [Run] = []
  var with: [Run] = []
  var floors: [Floor] = []
  var returns: [Return] = []

  init(machine: Machine, half: Scenario, timing: Timing) {
    self.machine = machine
    self.half = half
    self.timing = timing
  }

  /// CPU of a server for each move, in microseconds.
  private func processor(_ run: Run) -> Double? {
    run.serverCPU.map { 1e6 * $0 / (run.seconds * Double(half.moves)) }
  }

  private func latency(at percentile: Double) -> (Run) -> Double? {
    { $0.tally.shown.milliseconds(at: percentile) }
  }

  private struct Row {
    let label: String
    let key: String
    let decimals: Int
    let values: [Double?]

    /// Middle values, and that of what each run with a journal has more than the one beside it.
    init(
      _ label: String, _ key: String, _ decimals: Int, of report: KeepReport,
      _ value: (Run) -> Double?, floor: Double? = nil
    ) {
      (self.label, self.key, self.decimals) = (label, key, decimals)
      let more = zip(report.without, report.with)
        .map { without, with in value(with).flatMap { with in value(without).map { with - $0 } } }
      values = [
        middle(of: report.without.map(value)), middle(of: report.with.map(value)),
        middle(of: more), floor,
      ]
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
      "chromatch-bench keep: twice \(grouped(half.rooms)) rooms of \(half.players), "
        + "\(timing.seconds) s after \(timing.warmup) s of warm-up, medians of \(with.count) pairs",
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
      listening \(decimal(back.milliseconds, 0)) ms after the start
      """
    }
    let rows = aligned([["", "without", "with", "more", "floor"]] + table)
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
                + zip(["without", "with", "more", "floor"], row.values)
                .compactMap { name, value in value.map { (name, .number($0)) } })
          })
      ),
      (
        "returns",
        .array(
          returns.map { back in
            .object([
              ("rooms", .number(Double(back.rooms))), ("bytes", .number(Double(back.bytes))),
              ("milliseconds", .number(back.milliseconds)),
            ])
          })
      ),
    ])
  }
}
