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
    let made = Double(tally.moves) / seconds / Double(scenario.moves)
    if made < Run.madeShareMin {
      doubts.append("only \(decimal(100 * made, 0)) % of the moves were made: rooms had a pause")
    }
    if let share = serverCPU.map({ $0 / seconds }), share > Run.serverShareMax {
      doubts.append(
        "the server used \(decimal(100 * share, 0)) % of a core: latencies are those of a queue")
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
    ]
    for (count, what) in losses where count > 0 { doubts.append("\(grouped(count)) \(what)") }
    return doubts
  }

  /// Above this share of a core the bench may be the bottleneck.
  private static let benchShareMax = 0.8
  /// Below this share of the moves that were planned, the load was not what the scenario says.
  private static let madeShareMin = 0.95
  /// Above this share of a core a server with one lane is full.
  private static let serverShareMax = 0.95
  /// Above this share of a core others may have delayed both.
  private static let othersShareMax = 0.25
  /// Moves later than this are no open loop any more.
  private static let latenessMillisecondsMax = 5.0
}
