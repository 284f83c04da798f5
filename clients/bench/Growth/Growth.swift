// The command `growth`: what a delivery costs as things grow, as tables and as pictures.

import ArgumentParser

/// Plays the same on servers that hold more and more.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Measures CPU, memory and latency as watchers, rooms, lanes and the idle grow.",
    discussion: """
      A curve has a server of its own at each step. Where the system allows a process fewer \
      descriptors than a curve wants, its last step is what can be held (ulimit -Hn); lanes grow \
      up to the number of cores.
      """)

  @Option(help: "Only this curve; given several times, only these.")
  var curve: [GrowthCurve] = []

  @Option(help: "No step beyond this number.", in: 1...1_000_000)
  var stepMax = 1_000_000

  @Option(help: "Also draw each curve into this folder, as growth-NAME.svg.")
  var pictures: String?

  @Option(help: "Seconds to measure at each step.", in: 1...3_600)
  var seconds = 8

  @Option(help: "Seconds to play before measuring.", in: 0...600)
  var warmup = 2

  @Option(
    name: .customLong("repeat"), help: "How often each step is run; the report has medians.",
    in: 1...1_000)
  var repetitions = 1

  @OptionGroup var own: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      var results: [GrowthResult] = []
      for curve in curve.isEmpty ? GrowthCurve.allCases : curve {
        let result = try await grow(curve, credentials, progress)
        if let pictures {
          try writeFile(result.picture.svg, to: "\(pictures)/growth-\(curve.rawValue).svg")
        }
        results.append(result)
      }
      let report = GrowthReport(machine: machine, seconds: seconds, results: results)
      print(report.table)
      try own.write(report.json)
    }
  }

  private func grow(
    _ curve: GrowthCurve, _ credentials: Credentials, _ progress: Progress
  ) async throws -> GrowthResult {
    var result = GrowthResult(curve: curve)
    let steps = curve.steps(connections: connectionsAllowed(), cores: Machine.cores)
    for step in steps where step <= stepMax {
      let scenario = curve.scenario(at: step)
      try raiseDescriptorLimit(toHold: scenario.connections + scenario.idle)
      let target = Target.own(
        Target.Own(serverFlags: own.flags + curve.flags(at: step), hasFloor: false))
      var runs: [Run] = []
      for repetition in 1...repetitions {
        let trial = Trial(
          scenario: scenario, timing: Timing(seconds: seconds, warmup: warmup), target: target,
          side: .server, credentials: credentials, progress: progress,
          title: "\(scenario.name), \(repetition)/\(repetitions)")
        runs.append(try await trial.run())
      }
      result.steps.append((step, runs))
    }
    return result
  }
}
