// What the disk takes of finished matches, as a table and as JSON.

import Histogram
import Net

/// The outcome of `archive`.
struct ArchiveReport {
  /// One run.
  struct Trial {
    /// Matches that came to the disk, and how long that took.
    let matches: Int
    let seconds: Double
    /// Of the whole process: who hands over, who writes and who looks at boards.
    let cpuSeconds: Double
    /// How long each look at a board took meanwhile.
    let boards: Histogram<UInt64>
    /// What a match takes on the disk.
    let bytesPerMatch: Int
    /// How many a bare loop writes in a second.
    let floorMatchesPerSecond: Double

    var matchesPerSecond: Double { Double(matches) / seconds }
  }

  let machine: Machine
  let timing: Timing
  let players: Int
  let bodyBytes: Int
  var trials: [Trial] = []

  init(machine: Machine, timing: Timing, players: Int, bodyBytes: Int) {
    self.machine = machine
    self.timing = timing
    self.players = players
    self.bodyBytes = bodyBytes
  }

  /// Every figure: its name for people, its name with its unit for programs, decimals, values.
  private var figures: [(label: String, key: String, decimals: Int, values: [Double])] {
    [
      ("matches/s", "matches_per_second", 0, trials.map(\.matchesPerSecond)),
      ("floor, matches/s", "floor_matches_per_second", 0, trials.map(\.floorMatchesPerSecond)),
      (
        "ratio to the floor", "ratio", 2,
        trials.map { $0.matchesPerSecond / $0.floorMatchesPerSecond }
      ),
      (
        "CPU/match, µs", "cpu_per_match_microseconds", 0,
        trials.map { 1e6 * $0.cpuSeconds / Double(max(1, $0.matches)) }
      ),
      (
        "a board p50, ms", "board_p50_milliseconds", 2,
        trials.map { $0.boards.milliseconds(at: 50) }
      ),
      (
        "a board p99, ms", "board_p99_milliseconds", 2,
        trials.map { $0.boards.milliseconds(at: 99) }
      ),
      ("bytes of a match", "match_bytes", 0, trials.map { Double($0.bytesPerMatch) }),
    ]
  }

  var text: String {
    let head = [
      "chromatch-bench archive: matches of 4 among \(grouped(players)) players, records of "
        + "\(grouped(bodyBytes)) bytes, \(timing.seconds) s after \(timing.warmup) s of warm-up",
      machine.description, "",
    ]
    let rows = figures.map { figure in
      [figure.label, middle(of: figure.values).map { decimal($0, figure.decimals) } ?? "–"]
        + figure.values.map { decimal($0, figure.decimals) }
    }
    let names = ["", "median"] + trials.indices.map { "\($0 + 1)" }
    return (head + aligned([names] + rows)).joined(separator: "\n")
  }

  var json: JSON {
    .object(
      [("machine", machine.json), ("record_bytes", .number(Double(bodyBytes)))]
        + figures.map { ($0.key, .array($0.values.map(JSON.number))) })
  }
}
