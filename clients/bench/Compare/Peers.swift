// The command `peers`: the same work by other people's libraries and programs, in one table.

import ArgumentParser

/// Measures a server beside others that do the same.
struct Peers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "Measures the same room on this server, the floor, and other people's servers.",
    discussion: """
      All have the same connections, moves and batches, by turns. Those in Python and the floor \
      judge nothing and keep nothing. nats-server is given the batches as they are to be sent. \
      `make peers` installs the libraries.
      """)

  @Option(help: "Only this program; given several times, only these.")
  var program: [PeerProgram] = []

  @Option(help: "Watchers of the room.", in: 1...100_000)
  var watchers = 1_000

  @Option(help: "A Python that has the libraries.")
  var python = "python3"

  @Option(help: "The folder with the programs for it.")
  var scripts = "clients/bench/peers"

  @Option(help: "Where nats-server is.")
  var nats = "/usr/sbin/nats-server"

  @OptionGroup var pace: TimingOptions

  @OptionGroup var own: OwnServerOptions

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      var scenario = Scenario.watchers1000
      scenario.watchers = watchers
      try raiseDescriptorLimit(toHold: scenario.connections)
      let programs = program.isEmpty ? PeerProgram.allCases : program
      var report = PeersReport(machine: machine, scenario: scenario, timing: pace.timing)
      for repetition in 1...pace.repetitions {
        for program in programs {
          let title = "\(program.name) \(repetition)/\(pace.repetitions)"
          report.add(try await play(program, scenario, title, credentials, progress), of: program)
        }
      }
      print(report.table)
      try own.write(report.json)
    }
  }

  private func play(
    _ program: PeerProgram, _ scenario: Scenario, _ title: String, _ credentials: Credentials,
    _ progress: Progress
  ) async throws -> Run {
    guard
      let (target, side) = program.target(
        scenario, flags: own.flags, python: python, scripts: scripts)
    else {
      return try await NatsTrial(
        scenario: scenario, timing: pace.timing, progress: progress, title: title, path: nats
      )
      .run()
    }
    return try await Trial(
      scenario: scenario, timing: pace.timing, target: target, side: side,
      credentials: credentials, progress: progress, title: title
    )
    .run()
  }
}
