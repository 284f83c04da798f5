// The table of what can be measured: its name, what it is, which numbers it takes, and the function
// that does it. Nothing else starts a measurement; a new one is a row here and a file in Scenarios.

import ArgumentParser

/// Something that `measure` can do.
struct Measurement: Sendable {
  let name: String
  fileprivate let words: String
  /// The numbers that it takes besides --seconds, --warmup, --repeat, --lanes and --json.
  fileprivate let takes: String
  let run: @Sendable (Bench) async throws -> Report

  static let load = Measurement(
    name: "load",
    words: "how moves reach players and watchers, on a server and on a floor by turns",
    takes: "rooms players watchers moves idle", run: measureLoad)

  static let all = [
    load,
    Measurement(
      name: "full", words: "a server that is offered more than it can do, beside witnesses",
      takes: "rooms players watchers moves", run: measureFull),
    Measurement(
      name: "abuse", words: "how others fare before, while and after somebody abuses the server",
      takes: "rooms players watchers moves", run: measureAbuse),
    Measurement(
      name: "growth", words: "CPU, memory and latency as watchers, rooms, lanes and the idle grow",
      takes: "step-max", run: measureGrowth),
    Measurement(
      name: "peers", words: "the same room on this server, the floor, and other people's servers",
      takes: "watchers", run: measurePeers),
    Measurement(
      name: "keep", words: "what a journal and records cost, and how soon a killed server is back",
      takes: "rooms", run: measureKeep),
    Measurement(
      name: "archive",
      words: "how many finished matches the disk takes, and how long a board takes",
      takes: "players", run: measureArchive),
    Measurement(
      name: "cluster",
      words: "nodes of a cluster beside a single server, and how soon one catches up",
      takes: "rooms watchers matches", run: measureCluster),
    Measurement(
      name: "memory",
      words: "what crowds that come and go leave behind, and time; fails if it grows",
      takes: "rooms players connections waves settling growth-max bound", run: measureMemory),
  ]

  /// Refuses a number that means nothing here.
  func validate(_ options: Options) throws {
    let taken = Set(takes.split(separator: " ").map(String.init))
    for (name, value) in options.numbers where value != nil && !taken.contains(name) {
      throw ValidationError("\(self.name) takes no --\(name), but: \(takes)")
    }
    if name == Measurement.load.name { try validateLoad(options) }
  }

  var help: String {
    let name = name + String(repeating: " ", count: 9 - name.count)
    return "\(name)\(words) [\(takes)]"
  }
}

extension Measurement: ExpressibleByArgument {
  init?(argument: String) {
    guard let found = Measurement.all.first(where: { $0.name == argument }) else { return nil }
    self = found
  }

  static var allValueStrings: [String] { all.map(\.name) }
  var defaultValueDescription: String { name }
}

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

      \(Measurement.all.map(\.help).joined(separator: "\n"))
      """)

  @Argument(help: "What to measure.")
  var what = Measurement.load

  @OptionGroup var options: Options

  func validate() throws { try what.validate(options) }

  func run() async throws {
    let machine = Machine()
    let progress = Progress()
    try await progress.explaining {
      let bench = Bench(options: options, credentials: try Credentials(), progress: progress)
      let report = try await what.run(bench)
      print(report.text(of: what.name, on: machine))
      if let file = options.json {
        try writeFile(report.json(of: what.name, on: machine).text + "\n", to: file)
      }
      if !report.isFine { throw ExitCode.failure }
    }
  }
}
