// When a run is not to be trusted, and why: said beside its figures, so that nobody quotes them
// without.

import Wire

extension Run {
  /// What speaks against this run's figures.
  var doubts: [String] {
    var doubts: [String] = []
    if let share = benchCPU.map({ $0 / seconds }), share > 0.8 {
      doubts.append(
        "the bench itself used \(decimal(100 * share, 0)) % of a core: it may be what is slow here")
    }
    let lateness = tally.lateness.milliseconds(at: 99)
    if lateness > 5 {
      doubts.append("the bench was up to \(decimal(lateness, 1)) ms late to move (p99)")
    }
    if scenario.moves > 0 && !scenario.hasPauses {
      let made = Double(tally.moves) / seconds / Double(scenario.moves)
      if made < 0.95 {
        doubts.append("only \(decimal(100 * made, 0)) % of the moves were made: rooms had a pause")
      }
    }
    if let idle = difference({ $0.machineIdle }).map({ $0 / seconds }), idle < 0.2 {
      doubts.append(
        "the machine was idle for \(decimal(100 * idle, 0)) % of a core: latencies are a queue's")
    }
    if let share = othersCPU.map({ $0 / seconds }), share > 0.25 {
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
      (along?.refusals ?? 0, "lines of those who played along were refused"),
    ]
    for (count, what) in losses where count > 0 { doubts.append("\(grouped(count)) \(what)") }
    return doubts
  }
}

extension ScenarioResult {
  /// What speaks against comparing server and floor.
  var doubts: [String] {
    let ratios = zip(server, floor)
      .filter { $1.writes > 0 }
      .map { $0.writes / $0.seconds * $1.seconds / $1.writes }
    guard let worst = ratios.max(by: { abs($0 - 1) < abs($1 - 1) }) else { return [] }
    if abs(worst - 1) <= 0.05 { return [] }
    return [
      """
      ! the server made up to \(decimal(worst, 2)) times the floor's writes: only CPU/write \
      compares them
      """
    ]
  }
}
