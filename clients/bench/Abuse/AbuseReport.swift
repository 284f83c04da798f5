// What came of the abuses, for people and for programs: under each way the windows before,
// meanwhile and after, and what the middle one is in relation to the others, medians over all runs.

import Glibc
import Net

/// The outcome of `abuse`.
struct AbuseReport {
  let scenario: Scenario
  let timing: Timing
  let machine: Machine
  let outcomes: [AbuseOutcome]

  private var repetitions: Int {
    AbuseKind.allCases.map { kind in outcomes.count { $0.kind == kind } }.max() ?? 0
  }

  /// A table for each way.
  var table: String {
    let head = [
      "chromatch-bench abuse: windows of \(timing.seconds) s before, meanwhile and after, medians "
        + "of \(repetitions)",
      machine.description,
      "the abuser is a process of its own with the lowest claim to the processors (nice 19)", "",
    ]
    return (head + AbuseKind.allCases.flatMap(block)).joined(separator: "\n")
  }

  private func block(_ kind: AbuseKind) -> [String] {
    let outcomes = outcomes.filter { $0.kind == kind }
    if outcomes.isEmpty { return [] }
    let load = kind.load(of: scenario)
    let shape = """
      others meanwhile: \(grouped(load.rooms)) × (\(load.players) players + \
      \(grouped(load.watchers)) watchers), \(load.movesPerSecond) moves/s each, over \
      \(load.over)
      """
    let rows = Figure.ofAbuse.map { figure in
      let values = [\AbuseOutcome.before, \.abused, \.after]
        .map { window in
          cell(outcomes.map { figure.value($0[keyPath: window]) }, figure.decimals)
        }
      return [figure.label] + values
        + [figure.isCompared ? cell(outcomes.map { $0.ratio(figure) }, 2) : ""]
    }
    let share = cell(outcomes.map { 100 * $0.abuserShare }, 1)
    let own = [["abuser's CPU, % of a core", "–", share, "–", ""]]
    let notes = kind.notes.map { note in
      [note.label, "–", cell(outcomes.map { $0.notes[note] }, note.decimals), "–", ""]
    }
    return ["\(kind.rawValue): \(kind.words)", shape]
      + aligned([["", "before", "abused", "after", "ratio"]] + rows + own + notes)
      + [spread(outcomes)] + doubts(outcomes) + [""]
  }

  private func cell(_ values: [Double?], _ decimals: Int) -> String {
    middle(of: values).map { decimal($0, decimals) } ?? "–"
  }

  /// How far the runs differ in what matters.
  private func spread(_ outcomes: [AbuseOutcome]) -> String {
    let ratios = outcomes.compactMap { outcome in Figure.tail.flatMap(outcome.ratio) }
    let words = ratios.sorted().map { decimal($0, 2) }.joined(separator: ", ")
    return "ratio of p99, each run: \(words)"
  }

  private func doubts(_ outcomes: [AbuseOutcome]) -> [String] {
    outcomes.enumerated()
      .flatMap { index, outcome in
        outcome.windows.flatMap { name, run in
          run.doubts.map { "! run \(index + 1), \(name): \($0)" }
        }
      }
  }

  /// Every window with every figure, under names that say their units.
  var json: JSON {
    .object([
      ("machine", machine.json),
      ("reported_at_unix_seconds", .number(Double(time(nil)))),
      ("warmup_seconds", .number(Double(timing.warmup))),
      ("runs", .array(outcomes.map(json(of:)))),
    ])
  }

  private func json(of outcome: AbuseOutcome) -> JSON {
    let load = outcome.abused.scenario
    let notes = outcome.kind.notes.map { note in
      (note.rawValue, outcome.notes[note].map(JSON.number) ?? .null)
    }
    let windows = outcome.windows.map { name, run in
      let figures = Figure.ofAbuse.map { ($0.key, $0.value(run).map(JSON.number) ?? .null) }
      return JSON.object(
        [("window", .string(name))] + figures
          + [("doubts", .array(run.doubts.map(JSON.string)))])
    }
    return .object(
      [
        ("abuse", .string(outcome.kind.rawValue)),
        ("over", .string(load.over)),
        ("rooms", .number(Double(load.rooms))),
        ("players_per_room", .number(Double(load.players))),
        ("watchers_per_room", .number(Double(load.watchers))),
        ("moves_per_second_per_player", .number(Double(load.movesPerSecond))),
        ("shown_move_p99_ratio", Figure.tail.flatMap(outcome.ratio).map(JSON.number) ?? .null),
        ("abuser_cpu_percent", .number(100 * outcome.abuserShare)),
      ] + notes + [("windows", .array(windows))])
  }
}

extension AbuseOutcome {
  /// The windows by name, in their order.
  fileprivate var windows: [(String, Run)] {
    [("before", before), ("abused", abused), ("after", after)]
  }
}

extension Figure {
  /// What others notice of an abuse, and what it costs the server.
  fileprivate static let ofAbuse = all.filter { figure in
    [
      "shown_move_latency_p50_milliseconds", tailKey, "shown_move_latency_max_milliseconds",
      "every_move_latency_p99_milliseconds", "deliveries_per_second", "cpu_percent",
      "resident_mebibytes", "bench_cpu_percent", "bench_lateness_p99_milliseconds",
      "others_cpu_percent",
    ]
    .contains(figure.key)
  }

  /// What the goal is about.
  fileprivate static let tail = all.first { $0.key == tailKey }
  private static let tailKey = "shown_move_latency_p99_milliseconds"
}
