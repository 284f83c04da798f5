// What can be asked of `load` on the command line, and what is refused there in words.

import ArgumentParser
import Game
import Net

struct LoadOptions: ParsableArguments {
  /// The scenarios that have a name.
  enum Preset: String, CaseIterable, ExpressibleByArgument {
    case watchers1000, watchers8000, rooms
    case roomsOverTLS = "rooms-tls"
    case pipelined, final10000

    /// Those that run when none is named.
    static let standard: [Preset] = [
      .watchers1000, .watchers8000, .rooms, .roomsOverTLS, .pipelined,
    ]

    var scenario: Scenario {
      switch self {
      case .watchers1000: .watchers1000
      case .watchers8000: .watchers8000
      case .rooms: .rooms
      case .roomsOverTLS: .roomsOverTLS
      case .pipelined: .pipelined
      case .final10000: .final10000
      }
    }
  }

  @Option(help: "Only this scenario; given several times, only these.")
  var scenario: [Preset] = []

  @Option(
    help: "Connect over tcp, tls, ws or wss, instead of the scenario's own way.",
    transform: transport(named:))
  var over: Transport?

  @Option(help: "How many rooms, instead of the scenario's own number.", in: 1...10_000)
  var rooms: Int?

  @Option(help: "Players in each room, instead of the scenario's own number.", in: Rules.seatsRange)
  var players: Int?

  @Option(help: "Watchers of each room, instead of the scenario's own number.", in: 0...100_000)
  var watchers: Int?

  @Option(
    help: "Moves a second of each player, instead of the scenario's own number.",
    in: Schedule.movesPerSecondRange)
  var moves: Int?

  @Option(
    help: "Others who come and do nothing, instead of the scenario's own number.", in: 0...100_000)
  var idle: Int?

  @OptionGroup var pace: TimingOptions

  @Flag(inversion: .prefixedNo, help: "Measure the floor, by turns with the server.")
  var floor = true

  @Flag(help: "Have the server keep a journal and an archive, which the floor does not.")
  var journal = false

  @Option(help: "Play on the server at HOST:PORT instead of starting one.")
  var connect: String?

  @Option(help: "The process of that server on this machine, to measure its CPU and memory.")
  var serverPid: Int32?

  @OptionGroup var own: OwnServerOptions

  func validate() throws {
    if scenario.count != 1
      && [rooms, players, watchers, moves, idle].contains(where: { $0 != nil })
    {
      throw ValidationError("name the one --scenario that these numbers are to change")
    }
    if serverPid != nil && connect == nil {
      throw ValidationError("--server-pid says which process --connect leads to")
    }
    if journal && connect != nil {
      throw ValidationError("--journal is for a server that is started here")
    }
    _ = try target()
  }

  func scenarios() -> [Scenario] {
    (scenario.isEmpty ? Preset.standard : scenario)
      .map { preset in
        var chosen = preset.scenario
        chosen.rooms = rooms ?? chosen.rooms
        chosen.players = players ?? chosen.players
        chosen.watchers = watchers ?? chosen.watchers
        chosen.movesPerSecond = moves ?? chosen.movesPerSecond
        chosen.idle = idle ?? chosen.idle
        chosen.transports = over.map { [$0] } ?? chosen.transports
        return chosen
      }
  }

  func target() throws -> Target {
    guard let connect else {
      return .own(
        Target.Own(serverFlags: own.flags, hasFloor: floor, keepsJournal: journal))
    }
    guard let colon = connect.lastIndex(of: ":"), let port = UInt16(connect[colon...].dropFirst()),
      colon > connect.startIndex
    else { throw ValidationError("--connect takes HOST:PORT, not \"\(connect)\"") }
    var host = connect[..<colon]
    if host.hasPrefix("[") && host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    return .running(Endpoint(host: String(host), port: port), pid: serverPid)
  }
}
