// Everything that a measurement can be asked on the command line. A number that is not given is the
// measurement's own; one that it does not take is refused.

import ArgumentParser
import Game
import Net

/// The options of all measurements.
struct Options: ParsableArguments {
  @Option(
    help: "Only this scenario, abuse, curve or program; given several times, only these.")
  var only: [String] = []

  @Option(
    help: "Connect over tcp, tls, ws or wss; several for idle and load.",
    transform: transport(named:))
  var over: [Transport] = []

  @Option(help: "How many rooms.", in: 1...10_000) var rooms: Int?
  @Option(help: "Players in each room; of archive, identities.", in: 1...1_000_000)
  var players: Int?
  @Option(help: "Watchers of each room.", in: 0...100_000) var watchers: Int?
  @Option(help: "Moves a second of each player.", in: Schedule.movesPerSecondRange)
  var moves: Int?
  @Option(help: "Others who come and do nothing.", in: 0...100_000) var idle: Int?
  @Option(help: "How many connections.", in: 4...10_000_000) var connections: Int?
  @Option(help: "Rounds of a match of bots.", in: Rules.roundsRange) var rounds: Int?
  @Option(help: "How well bots play.", in: Skill.levels) var level: Int?
  @Option(help: "How often a node is killed.", in: 0...1_000) var kills: Int?
  @Option(help: "How many matches a node misses.", in: 0...100_000) var matches: Int?
  @Option(help: "How many others come a second.", in: 0...1_000) var churn: Int?
  @Option(help: "Seconds between two samples of memory.", in: 1...3_600) var every: Int?
  @Option(help: "KiB a minute by which memory may grow.", in: 0...1_000_000) var bound: Int?
  @Option(help: "How often a crowd comes.", in: 1...1_000) var waves: Int?
  @Option(help: "Seconds until the server is looked at once they have gone.", in: 1...3_600)
  var settling: Int?
  @Option(help: "MiB by which a wave may make the server grow.", in: 0...1_000_000)
  var growthMax: Int?
  @Option(help: "Connections a second at most.", in: 1...100_000) var rate: Int?
  @Option(help: "No step of a curve beyond this.", in: 1...1_000_000) var stepMax: Int?

  @Option(help: "Seconds to measure.", in: 1...604_800) var seconds: Int?
  @Option(help: "Seconds to play before measuring.", in: 0...86_400) var warmup: Int?
  @Option(
    name: .customLong("repeat"), help: "How often everything is run; tables show medians.",
    in: 1...1_000)
  var repetitions = 1
  @Option(help: "Lanes of the server, instead of one for each core.", in: 1...256) var lanes: Int?
  @Option(help: "Also write everything that was measured to this file, as JSON.")
  var json: String?

  @Flag(inversion: .prefixedNo, help: "Measure the floor, by turns with the server.")
  var floor = true
  @Flag(help: "Have the server of load or bots keep a journal and an archive.")
  var journal = false
  @Option(help: "Play load on the server at HOST:PORT instead of starting one.")
  var connect: String?
  @Option(help: "The process of that server on this machine, to measure its CPU and memory.")
  var serverPid: Int32?
  @Option(help: "Who comes in waves: guests, half-hello or whole-hello.")
  var crowd = WaveCrowd.guests
  @Option(help: "The folder into which growth draws its curves, as growth-NAME.svg.")
  var pictures: String?
  @Option(help: "For peers: a Python that has the libraries.")
  var python = "python3"
  @Option(help: "For peers: where nats-server is.")
  var nats = "/usr/sbin/nats-server"
  @Option(help: "For cluster: a chromatchd that was built with the trait Cluster.")
  var program = ".build-cluster/release/chromatchd"

  /// The numbers by name, for looking which were given.
  var numbers: [(name: String, value: Int?)] {
    [
      ("rooms", rooms), ("players", players), ("watchers", watchers), ("moves", moves),
      ("idle", idle), ("connections", connections), ("rounds", rounds), ("level", level),
      ("kills", kills), ("matches", matches), ("churn", churn), ("every", every),
      ("bound", bound), ("waves", waves), ("settling", settling), ("growth-max", growthMax),
      ("rate", rate), ("step-max", stepMax),
    ]
  }

  /// What the server is told.
  var flags: [String] { lanes.map { ["--lanes", "\($0)"] } ?? [] }

  /// How long is measured.
  func timing(seconds standard: Int = 20, warmup before: Int = 2) -> Timing {
    Timing(seconds: seconds ?? standard, warmup: warmup ?? before)
  }

  /// Those of a kind that were asked for; all of them if none was.
  ///
  /// - Throws: `ValidationError`, which says what the names are.
  func chosen<Choice: CaseIterable & RawRepresentable>(
    _ kinds: Choice.Type, unlessAsked standard: [Choice] = Array(Choice.allCases)
  ) throws -> [Choice] where Choice.RawValue == String {
    if only.isEmpty { return standard }
    return try only.map { name in
      guard let kind = Choice(rawValue: name) else {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("there is no \"\(name)\", only: \(names)")
      }
      return kind
    }
  }
}

/// What all measurements have: the options, a certificate, and somebody who says how far they are.
struct Bench: Sendable {
  let options: Options
  let credentials: Credentials
  let progress: Progress

  /// How often everything is run.
  var repetitions: Int { options.repetitions }

  /// A scenario with the numbers that were asked for.
  func scenario(
    _ name: String, rooms: Int, players: Int = 2, watchers: Int = 2, moves: Int = 10
  ) -> Scenario {
    Scenario(
      name: name, rooms: options.rooms ?? rooms, players: options.players ?? players,
      watchers: options.watchers ?? watchers, movesPerSecond: options.moves ?? moves,
      transports: options.over.isEmpty ? [.tcp] : options.over)
  }

  /// Starts a server, does something with it, and ends it.
  func withServer<Value>(
    connections: Int, over transport: Transport, state: StateFolder? = nil,
    _ body: (ChildProcess) async throws -> Value
  ) async throws -> Value {
    let child = try await ChildProcess.server(
      connections: connections, over: transport, credentials,
      flags: options.flags + (state.map { ["--state", $0.path] } ?? []))
    // What it keeps goes after the server.
    defer { withExtendedLifetime(state) { child.stop() } }
    return try await body(child)
  }
}

/// Measures a server.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measures a chromatch server, or something around it.",
    discussion: """
      Servers are started from the folder of this program; a floor is a bare C loop that makes the \
      same sends to the same sockets and nothing else. Players move at times that are fixed \
      beforehand, however the server keeps up, and every latency counts from the time at which a \
      move was due. "shown move" is until a guest was shown a move; "every move" has those too \
      that a newer one has overtaken. In brackets, what each measurement takes:

      \(Measurement.allCases.map(\.help).joined(separator: "\n"))
      """)

  @Argument(help: "What to measure.")
  var what = Measurement.load

  @OptionGroup var options: Options

  func validate() throws {
    try what.validate(options)
    if what == .load { try validateLoad(options) }
  }

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let bench = Bench(options: options, credentials: try Credentials(), progress: progress)
      let report = try await what.run(bench)
      print(report.text(of: what.rawValue, on: machine))
      if let file = options.json {
        try writeFile(report.json(of: what.rawValue, on: machine).text + "\n", to: file)
      }
      if !report.isFine { throw ExitCode.failure }
    }
  }
}
