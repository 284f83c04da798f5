// When a run is not to be trusted, and why: said beside its figures, so that nobody quotes them
// without.

import Wire

extension Run {
  /// What speaks against this run's figures.
  var doubts: [String] {
    var doubts: [String] = []
    if let share = benchCPU.map({ $0 / seconds }), share > Run.benchShareMax {
      doubts.append(
        "the bench itself used \(decimal(100 * share, 0)) % of a core: it may be what is slow here")
    }
    let lateness = tally.lateness.milliseconds(at: 99)
    if lateness > Run.latenessMillisecondsMax {
      doubts.append("the bench was up to \(decimal(lateness, 1)) ms late to move (p99)")
    }
    if scenario.moves > 0 {
      let made = Double(tally.moves) / seconds / Double(scenario.moves)
      if made < Run.madeShareMin {
        doubts.append("only \(decimal(100 * made, 0)) % of the moves were made: rooms had a pause")
      }
    }
    if let idle = difference({ $0.machineIdle }).map({ $0 / seconds }), idle < Run.idleShareMin {
      doubts.append(
        "the machine was idle for \(decimal(100 * idle, 0)) % of a core: latencies are a queue's")
    }
    if let share = othersCPU.map({ $0 / seconds }), share > Run.othersShareMax {
      doubts.append("other programs used \(decimal(100 * share, 0)) % of a core meanwhile")
    }
    for code in RefusalCode.allCases {
      if let count = tally.refusals[code] {
        doubts.append("\(grouped(count)) lines were refused: \(code.rawValue)")
      }
    }
    let losses = [
      (tally.lost, "connections were lost"), (tally.strange, "lines made no sense"),
      (tally.behind, "times a guest never saw a player's last measured move"),
      (arrival?.refusals ?? 0, "of those who came at once were refused"),
      (arrival?.lost ?? 0, "of those who came at once saw nothing in time"),
    ]
    for (count, what) in losses where count > 0 { doubts.append("\(grouped(count)) \(what)") }
    return doubts
  }

  /// Above this share of a core the bench may be the bottleneck.
  private static let benchShareMax = 0.8
  /// Below this share of the moves that were planned, the load was not what the scenario says.
  private static let madeShareMin = 0.95
  /// Below this share of a core, over all cores, nobody finds a free one when it is needed.
  private static let idleShareMin = 0.2
  /// Above this share of a core others may have delayed both.
  private static let othersShareMax = 0.25
  /// Moves later than this are no open loop any more.
  private static let latenessMillisecondsMax = 5.0
}

extension ScenarioResult {
  /// What speaks against comparing server and floor.
  var doubts: [String] {
    let ratios = zip(server, floor)
      .filter { $1.writes > 0 }
      .map { $0.writes / $0.seconds * $1.seconds / $1.writes }
    guard let worst = ratios.max(by: { abs($0 - 1) < abs($1 - 1) }) else { return [] }
    if abs(worst - 1) <= ScenarioResult.writesDifferenceMax { return [] }
    return [
      """
      ! the server made up to \(decimal(worst, 2)) times the floor's writes: only CPU/write \
      compares them
      """
    ]
  }

  /// Beyond this the two did not do the same work.
  private static let writesDifferenceMax = 0.05
}
