// The command `full`: how a server fares that is offered far more than it can do. It only puts the
// parts together.

import ArgumentParser
import Game
import Net

/// Measures what people notice of a server that is full.
struct Full: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "full",
    abstract: "Measures how a server fares that is offered more than it can do.",
    discussion: """
      Rooms play at times that are fixed beforehand: first a quarter of them, which shows what a \
      room costs in time, then all, on a chromatchd of its own, and on a floor. Server and floor \
      give way to the bench (nice 10), so that it is they who are full. Meanwhile witnesses look \
      whether locks are judged, each by its arrival, PINGs and the admin listener answered, and \
      newcomers told that there is no room.
      """)

  @Option(help: "Connect the rooms over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.tcp

  @Option(help: "How many rooms play.", in: 8...10_000)
  var rooms = 2_000

  @Option(help: "Players in each room.", in: Rules.seatsRange)
  var players = 2

  @Option(help: "Watchers of each room.", in: 0...100_000)
  var watchers = 2

  @Option(help: "Moves a second of each player.", in: Schedule.movesPerSecondRange)
  var moves = 10

  @OptionGroup var pace: TimingOptions

  @Flag(inversion: .prefixedNo, help: "Measure the floor, by turns with the server.")
  var floor = true

  @OptionGroup var own: OwnServerOptions

  func run() async throws {
    let progress = Progress()
    let machine = Machine()
    try await progress.explaining {
      let credentials = try Credentials()
      try raiseDescriptorLimit(toHold: scenario(rooms).connections + Full.spareDescriptors)
      var outcomes: [FullOutcome] = []
      for repetition in 1...pace.repetitions {
        func trial(_ side: Side, _ rooms: Int) async throws -> FullWindow {
          let title = "\(grouped(rooms)) rooms, \(side.rawValue) \(repetition)/\(pace.repetitions)"
          return try await FullTrial(
            scenario: scenario(rooms), side: side, timing: pace.timing, flags: own.flags,
            credentials: credentials, progress: progress, title: title
          )
          .run()
        }
        outcomes.append(
          FullOutcome(
            calm: try await trial(.server, rooms / Full.calmShare),
            server: try await trial(.server, rooms),
            floor: floor ? try await trial(.floor, rooms) : nil))
      }
      let report = FullReport(timing: pace.timing, machine: machine, outcomes: outcomes)
      print(report.table)
      try own.write(report.json)
    }
  }

  private func scenario(_ rooms: Int) -> Scenario {
    Scenario(
      name: "full", rooms: rooms, players: players, watchers: watchers, movesPerSecond: moves,
      transports: [over])
  }

  /// What a room costs in time is measured with one of so many rooms.
  private static let calmShare = 4
  /// For those who look on at how the server fares.
  private static let spareDescriptors = 256
}
