// The command `load`: every scenario that was asked for, as often as it was asked for, then the
// table. It only puts the parts together.

import ArgumentParser

/// Plays scenarios on a server and prints what was measured.
struct Load: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Fills rooms with players and watchers and measures how moves reach them.",
    discussion: """
      Without options every standard scenario runs, for about half a minute each time: on a \
      chromatchd of its own that is started from the folder of this program, and then on a floor, \
      a bare C loop that makes the same sends to the same sockets and nothing else. What a server \
      costs is told as a ratio to that. Players move at times that are fixed beforehand, however \
      the server keeps up, and every latency counts from the time at which a move was due.

      "shown move" is until a guest was shown a move. The server shows a room's moves at most 20 \
      times a second and passes over those that a newer one has overtaken; "every move" has them \
      too, until the newer one was shown.
      """)

  @OptionGroup var options: LoadOptions

  func run() async throws {
    let scenarios = options.scenarios()
    let target = try options.target()
    let progress = Progress()
    let machine = Machine()
    try await progress.explaining {
      let credentials = try Credentials()
      var results: [ScenarioResult] = []
      for scenario in scenarios {
        try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
        results.append(try await play(scenario, target, credentials, progress))
      }
      let report = Report(timing: options.pace.timing, machine: machine, results: results)
      print(report.table)
      try options.own.write(report.json)
    }
  }

  /// Plays a scenario as often as was asked, server and floor by turns: what changes in the machine
  /// meanwhile changes for both.
  private func play(
    _ scenario: Scenario, _ target: Target, _ credentials: Credentials, _ progress: Progress
  ) async throws -> ScenarioResult {
    var result = ScenarioResult(scenario: scenario)
    for repetition in 1...options.pace.repetitions {
      for side in target.sides {
        let trial = Trial(
          scenario: scenario, timing: options.pace.timing, target: target, side: side,
          credentials: credentials, progress: progress,
          title: "\(scenario.name), \(side.rawValue) \(repetition)/\(options.pace.repetitions)")
        result.add(try await trial.run())
      }
    }
    return result
  }
}
