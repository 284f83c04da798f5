// The command `load`: every scenario that was asked for, as often as it was asked for, then the
// table. It only puts the parts together.

import ArgumentParser

/// Plays scenarios on a server and prints what was measured.
struct Load: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Fills rooms with players and watchers and measures how moves reach them.",
    discussion: """
      Without options, both standard scenarios run for about half a minute each, on a chromatchd \
      of their own that is started from the folder of this program. Players move at times that are \
      fixed beforehand, however the server keeps up, and every latency counts from the time at \
      which a move was due.

      "shown move" is until a guest was shown a move. The server shows a room's moves at most 20 \
      times a second and passes over those that a newer one has overtaken; "every move" has them \
      too, until the newer one was shown.
      """)

  @OptionGroup var options: LoadOptions

  func run() async throws {
    let scenarios = try options.scenarios()
    let target = try options.target()
    let progress = Progress()
    let machine = Machine()
    do {
      var results: [ScenarioResult] = []
      for scenario in scenarios {
        try raiseDescriptorLimit(toHold: scenario.connections)
        var runs: [Run] = []
        for repetition in 1...options.repetitions {
          let trial = Trial(
            scenario: scenario, timing: options.timing, target: target, progress: progress,
            title: "\(scenario.name) \(repetition)/\(options.repetitions)")
          runs.append(try await trial.run())
        }
        results.append(ScenarioResult(scenario: scenario, runs: runs))
      }
      let report = Report(timing: options.timing, machine: machine, results: results)
      print(report.table)
      if let path = options.json { try write(report.json.text + "\n", to: path) }
    } catch let error as LoadError {
      progress.fail(error.description)
      throw ExitCode.failure
    }
  }
}
