// Everything that a measurement can be asked on the command line. A number that is not given is the
// measurement's own; one that it does not take is refused.

import ArgumentParser
import Net

struct Options: ParsableArguments {
  @Option(
    help: "Only this scenario, abuse, curve or program; given several times, only these.")
  var only: [String] = []

  @Option(
    help: "Connect over tcp, tls, ws or wss; several for memory and load.",
    transform: { try named($0, of: Transport.self) })
  var over: [Transport] = []

  @Option(help: "How many rooms.", in: 1...10_000) var rooms: Int?
  @Option(help: "Players in each room; of archive, identities.", in: 1...1_000_000)
  var players: Int?
  @Option(help: "Watchers of each room.", in: 0...100_000) var watchers: Int?
  @Option(help: "Moves a second of each player.", in: Schedule.movesPerSecondRange)
  var moves: Int?
  @Option(help: "Others who come, idle or as the scenario says.", in: 0...100_000) var idle: Int?
  @Option(help: "How many connections.", in: 4...10_000_000) var connections: Int?
  @Option(help: "How many matches a node misses.", in: 0...100_000) var matches: Int?
  @Option(help: "KiB a minute by which memory may grow.", in: 0...1_000_000) var bound: Int?
  @Option(help: "How often a crowd comes.", in: 1...1_000) var waves: Int?
  @Option(help: "Seconds until the server is looked at once they have gone.", in: 1...3_600)
  var settling: Int?
  @Option(help: "MiB by which a wave may make the server grow.", in: 0...1_000_000)
  var growthMax: Int?
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
  @Flag(help: "Have the server of load keep a journal and an archive.")
  var journal = false
  @Option(help: "The folder into which growth draws its curves, as growth-NAME.svg.")
  var pictures: String?
  @Option(help: "For peers: a Python that has the libraries.")
  var python = "python3"
  @Option(help: "For cluster: a chromatchd that was built with the trait Cluster.")
  var program = ".build-cluster/release/chromatchd"

  /// The numbers by name, for looking which were given.
  var numbers: [(name: String, value: Int?)] {
    [
      ("rooms", rooms), ("players", players), ("watchers", watchers), ("moves", moves),
      ("idle", idle), ("connections", connections), ("matches", matches),
      ("bound", bound), ("waves", waves), ("settling", settling), ("growth-max", growthMax),
      ("step-max", stepMax),
    ]
  }

  /// What every server is told.
  var flags: [String] { lanes.map { ["--lanes", "\($0)"] } ?? [] }

  /// How long is measured.
  func timing(seconds standard: Int = 20, warmup before: Int = 2) -> Timing {
    Timing(seconds: seconds ?? standard, warmup: warmup ?? before)
  }

  /// A scenario with the numbers that were asked for.
  func changing(_ scenario: Scenario) -> Scenario {
    var chosen = scenario
    chosen.rooms = rooms ?? chosen.rooms
    chosen.players = players ?? chosen.players
    chosen.watchers = watchers ?? chosen.watchers
    chosen.movesPerSecond = moves ?? chosen.movesPerSecond
    chosen.idle = idle ?? chosen.idle
    chosen.transports = over.isEmpty ? chosen.transports : over
    return chosen
  }

  /// Those of a kind that were asked for; all of them if none was.
  ///
  /// - Throws: `ValidationError`, which says what the names are.
  func chosen<Choice: CaseIterable & RawRepresentable>(
    _ kind: Choice.Type
  ) throws -> [Choice] where Choice.RawValue == String {
    only.isEmpty ? Array(kind.allCases) : try only.map { try named($0, of: kind) }
  }
}

/// The one of a kind that has a name.
///
/// - Throws: `ValidationError`, which says what the names are.
private func named<Choice: CaseIterable & RawRepresentable>(
  _ name: String, of kind: Choice.Type
) throws -> Choice where Choice.RawValue == String {
  if let choice = Choice(rawValue: name) { return choice }
  let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
  throw ValidationError("there is no \"\(name)\", only: \(names)")
}

extension Option where Value == Int {
  /// A whole number within `range`; as it stands when it is not given.
  init(
    wrappedValue: Int, name: NameSpecification = .long, help: String, in range: ClosedRange<Int>
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name,
      help: "\(help) (\(range.words); default: \(wrappedValue))", transform: whole(in: range))
  }
}

extension Option where Value == Int? {
  /// A whole number within `range`, if it is given.
  init(help: String, in range: ClosedRange<Int>) {
    self.init(help: "\(help) (\(range.words))", transform: whole(in: range))
  }
}

/// Reads a whole number within `range`, or refuses it in words.
func whole(in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in
    guard let number = Int(text), range.contains(number) else {
      throw ValidationError("it takes \(range.words)")
    }
    return number
  }
}

extension ClosedRange<Int> {
  /// The range as help and refusals say it.
  fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}
