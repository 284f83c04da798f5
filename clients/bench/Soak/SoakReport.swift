// How a server's memory went, and whether that is a flat line.

/// The outcome of `soak`.
struct SoakReport {
  /// What a server held at one moment.
  struct Sample {
    /// Counted from the end of the warm-up, before which they are negative.
    let seconds: Int
    let residentBytes: Int
  }

  let machine: Machine
  let rooms: Int
  let players: Int
  let perSecond: Int
  let warmup: Int
  /// How much memory may grow, in KiB a minute.
  let bound: Int
  let samples: [Sample]
  let played: BotField.Count
  let others: Churn.Count

  private var measured: ArraySlice<Sample> { samples.drop { $0.seconds < 0 } }

  /// The line through memory in KiB over time in minutes; nil when too little was measured.
  var line: TrendLine? {
    TrendLine(
      through: measured.map { (Double($0.seconds) / 60, Double($0.residentBytes) / 1_024) })
  }

  /// Whether memory does not grow by more than it may, as far as can be told.
  var isFlat: Bool { line.map { !$0.isSignificantlyAbove(Double(bound)) } ?? false }

  var text: String {
    let head = """
      chromatch-bench soak: \(grouped(rooms)) rooms of \(players) bots, \(perSecond) others a second
      """
    return ([head, machine.description, ""] + aligned(rows) + doubts).joined(separator: "\n")
  }

  private var rows: [[String]] {
    let sizes = measured.map(\.residentBytes)
    func mebibytes(_ bytes: Int?) -> String { decimal(Double(bytes ?? 0) / 1_048_576, 2) }
    return [
      ["seconds of warm-up", grouped(warmup)],
      ["seconds measured", grouped(measured.last?.seconds ?? 0)],
      ["samples", grouped(measured.count)],
      ["memory at the very start, MiB", mebibytes(samples.first?.residentBytes)],
      ["memory after the warm-up, MiB", mebibytes(sizes.first)],
      ["memory at the end, MiB", mebibytes(sizes.last)],
      ["least, MiB", mebibytes(sizes.min())],
      ["most, MiB", mebibytes(sizes.max())],
      ["slope, KiB/min", line.map { decimal($0.slope, 2) } ?? "–"],
      ["its standard error, KiB/min", line.map { decimal($0.standardError, 2) } ?? "–"],
      ["autocorrelation of neighbors", line.map { decimal($0.autocorrelation, 2) } ?? "–"],
      ["bound, KiB/min", grouped(bound)],
      ["matches", grouped(played.matches)],
      ["others who came", grouped(others.came)],
      ["others refused something", grouped(others.refused)],
      ["verdict", isFlat ? "flat" : "it grows"],
    ]
  }

  /// What makes the verdict doubtful.
  private var doubts: [String] {
    var doubts: [String] = []
    if let line, 2 * line.standardError > Double(bound) {
      doubts.append("! the error of the slope is as large as the bound: soak for longer")
    }
    if played.lost > 0 { doubts.append("! \(grouped(played.lost)) bots were lost") }
    if others.failed > 0 { doubts.append("! \(grouped(others.failed)) others were lost") }
    return doubts
  }

  var json: JSON {
    .object([
      ("machine", machine.json),
      ("rooms", .number(Double(rooms))),
      ("players_per_room", .number(Double(players))),
      ("others_per_second", .number(Double(perSecond))),
      ("warmup_seconds", .number(Double(warmup))),
      ("bound_kibibytes_per_minute", .number(Double(bound))),
      ("slope_kibibytes_per_minute", line.map { .number($0.slope) } ?? .null),
      ("standard_error_kibibytes_per_minute", line.map { .number($0.standardError) } ?? .null),
      ("autocorrelation", line.map { .number($0.autocorrelation) } ?? .null),
      ("is_flat", .string(isFlat ? "yes" : "no")),
      ("matches", .number(Double(played.matches))),
      ("others_came", .number(Double(others.came))),
      ("others_refused", .number(Double(others.refused))),
      ("others_lost", .number(Double(others.failed))),
      (
        "samples",
        .array(
          samples.map { sample in
            .object([
              ("seconds", .number(Double(sample.seconds))),
              ("resident_bytes", .number(Double(sample.residentBytes))),
            ])
          })
      ),
    ])
  }
}
