// The command `soak`: a server that is played on for an hour while others come and go, and whether
// its memory grows.

import ArgumentParser
import Game
import Net
import Wire

/// Looks for memory that grows with time.
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Plays on a server for an hour while others come and go, and fits its memory.",
    discussion: """
      Bots play match after match, and beside them people come over TCP, TLS and WebSockets, open \
      rooms, look on, take the quickest seat, and leave with a word or without. After a warm-up, \
      in which every room fills its history, the server's resident memory is sampled and a line \
      is laid through it. Fails if the line rises by more than --bound, two standard errors taken \
      off.
      """)

  @Option(help: "Seconds to measure.", in: 1...604_800)
  var seconds = 3_600

  @Option(
    help: "Seconds to play before measuring: rooms remember what they told, and fill that first.",
    in: 0...86_400)
  var warmup = 900

  @Option(help: "How many rooms play all the time.", in: 1...5_000)
  var rooms = 50

  @Option(help: "Bots in each room.", in: Rules.seatsRange)
  var players = 2

  @Option(help: "Rounds of a match.", in: Rules.roundsRange)
  var rounds = 3

  @Option(help: "How many others come a second.", in: 0...1_000)
  var churn = 20

  @Option(help: "Seconds from one sample to the next.", in: 1...3_600)
  var every = 5

  @Option(help: "How much memory may grow, in KiB a minute.", in: 0...1_000_000)
  var bound = 10

  @Option(help: "Connect the bots over tcp, tls, ws or wss.", transform: transport(named:))
  var over = Transport.ws

  @OptionGroup var server: OwnServerOptions

  func validate() throws {
    if seconds < 3 * every {
      throw ValidationError("a line takes three samples, and --seconds ends before")
    }
  }

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let connections = rooms * players + churn * Soak.stayingSecondsMax
      try raiseDescriptorLimit(toHold: connections)
      let credentials = try Credentials()
      let child = try await ChildProcess.server(
        connections: connections, over: .tls, credentials, flags: server.flags)
      defer { child.stop() }
      let report = try await play(child, credentials, machine, progress)
      print(report.text)
      try server.write(report.json)
      if !report.isFlat { throw ExitCode.failure }
    }
  }

  private func play(
    _ child: ChildProcess, _ credentials: Credentials, _ machine: Machine, _ progress: Progress
  ) async throws -> SoakReport {
    func house(_ transport: Transport) -> House {
      House(
        side: .server, endpoint: child.endpoint, carriage: transport.carriage(credentials))
    }
    guard let skill = Skill(level: Skill.levels.upperBound) else { throw ExitCode.failure }
    let bots = BotStage()
    let others = ChurnStage()
    do {
      progress.say("soak: \(grouped(rooms)) rooms")
      try await bots.begin(
        at: house(over), rooms: rooms, seats: players, skill: skill,
        wishes: RoomWishes(mode: .rgb, rounds: rounds, seats: players, name: "soak"))
      try await others.begin(
        at: Transport.allCases.map(house), rooms: await bots.codes(), perSecond: churn)
      let samples = try await sample(child, progress)
      let report = SoakReport(
        machine: machine, rooms: rooms, players: players, perSecond: churn, warmup: warmup,
        bound: bound, samples: samples, played: await bots.count(), others: await others.count())
      await others.clear()
      await bots.clear()
      return report
    } catch {
      await others.clear()
      await bots.clear()
      throw error
    }
  }

  private func sample(
    _ child: ChildProcess, _ progress: Progress
  ) async throws -> [SoakReport.Sample] {
    var samples: [SoakReport.Sample] = []
    let start = ContinuousClock.now
    for second in stride(from: 0, through: warmup + seconds, by: every) {
      try await Task.sleep(until: start + .seconds(second))
      guard let bytes = ProcessMeter.exactResidentBytes(of: child.pid) else {
        throw BenchError.noSuchProcess(child.pid)
      }
      samples.append(SoakReport.Sample(seconds: second - warmup, residentBytes: bytes))
      if second.isMultiple(of: Soak.progressSeconds) {
        progress.say("soak: \(second) s, \(decimal(Double(bytes) / 1_048_576, 1)) MiB")
      }
    }
    return samples
  }

  /// Nobody who comes and goes stays for longer.
  private static let stayingSecondsMax = 15
  private static let progressSeconds = 60
}
