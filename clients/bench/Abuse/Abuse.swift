// The command `abuse`: how others fare while somebody abuses the server they play on. It only puts
// the parts together.

import ArgumentParser
import Game
import Net

/// Measures what others notice of an abuse.
struct Abuse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abuse",
    abstract: "Measures how others fare while somebody abuses the server.",
    discussion: """
      On a chromatchd of its own, started from the folder of this program with its usual limits \
      but those of connections, rooms play at a steady pace all the time, at times that are fixed \
      beforehand. They are measured before, during and after an abuse; a ratio is that of the \
      abused window to the mean of its two neighbors. The abuser is a process of its own that \
      computes next to nothing and gives way to everybody; what it takes is in the table. On a \
      machine with few cores, what it costs the kernel is taken from the others all the same.
      """)

  @Option(help: "Only this abuse; given several times, only these.")
  var only: [AbuseKind] = []

  @Option(help: "Connect the rooms over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.tcp

  @Option(help: "How many rooms play.", in: 1...1_000)
  var rooms = 50

  @Option(help: "Players in each room.", in: Rules.seatsRange)
  var players = 2

  @Option(help: "Watchers of each room.", in: 0...10_000)
  var watchers = 2

  @Option(help: "Moves a second of each player.", in: Schedule.movesPerSecondRange)
  var moves = 10

  @OptionGroup var pace: TimingOptions

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let scenario = Scenario(
      name: "others", rooms: rooms, players: players, watchers: watchers, movesPerSecond: moves,
      transports: [over])
    let kinds = only.isEmpty ? AbuseKind.allCases : only
    let progress = Progress()
    let machine = Machine()
    try await progress.explaining {
      let most = kinds.map(\.connections).max() ?? 0
      try raiseDescriptorLimit(toHold: scenario.connections + most)
      let credentials = try Credentials()
      var outcomes: [AbuseOutcome] = []
      // By turns, so that what changes in the machine meanwhile changes for all.
      for repetition in 1...pace.repetitions {
        for kind in kinds {
          let trial = AbuseTrial(
            kind: kind, scenario: kind.load(of: scenario), timing: pace.timing, flags: server.flags,
            credentials: credentials, progress: progress,
            title: "\(kind.rawValue) \(repetition)/\(pace.repetitions)")
          outcomes.append(try await trial.run())
        }
      }
      let report = AbuseReport(
        scenario: scenario, timing: pace.timing, machine: machine, outcomes: outcomes)
      print(report.table)
      try server.write(report.json)
    }
  }
}
