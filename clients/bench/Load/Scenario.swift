// What is played, as numbers. A scenario knows no server and no time; how long it is played and
// where is said beside it.

import Net

/// A shape of load: so many equal rooms, all of them in a match.
struct Scenario: Sendable {
  /// What it is called in the table.
  var name: String
  /// How many rooms.
  var rooms: Int
  /// Players in each room.
  var players: Int
  /// Watchers of each room.
  var watchers: Int
  /// How often each player moves the sliders.
  var movesPerSecond: Int
  /// What everybody connects over.
  var transport: Transport

  /// A busy evening: many small rooms.
  static let rooms = Scenario(
    name: "rooms", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10, transport: .tcp)
  /// The same over TLS 1.3.
  static let roomsOverTLS = Scenario(
    name: "rooms-tls", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10, transport: .tls)
  /// A final: one full room that everybody watches.
  static let watchers1000 = Scenario(
    name: "watchers1000", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 30, transport: .ws)
  /// The same with eight times as many.
  static let watchers8000 = Scenario(
    name: "watchers8000", rooms: 1, players: 8, watchers: 8_000, movesPerSecond: 30, transport: .ws)
  /// Between two batches of the room 16 moves come in, which leave as one write to each watcher.
  static let pipelined = Scenario(
    name: "pipelined", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 40, transport: .ws)

  /// So many watchers of a single room, or the watchers of so many rooms, read at once; all others
  /// only take in what comes. More who read at once would take from the server on the same machine
  /// what it is measured by. Over TLS all read at once.
  static let sampleMax = 100

  /// How many watchers of a room read at once.
  func sampled(inRoom room: Int) -> Int {
    if transport.isSecure { return watchers }
    if rooms == 1 { return min(watchers, Scenario.sampleMax) }
    return room < Scenario.sampleMax ? watchers : 0
  }

  /// Watchers in all who read at once.
  var sampled: Int { (0..<rooms).reduce(0) { $0 + sampled(inRoom: $1) } }
  /// Guests in all who read at once: all players, and those watchers.
  var readers: Int { rooms * players + sampled }
  /// Connections in all.
  var connections: Int { rooms * (players + watchers) }
  /// Watchers in all who only take in what comes.
  var lean: Int { connections - readers }
  /// Moves of all players in a second.
  var moves: Int { rooms * players * movesPerSecond }
}

/// How long a scenario is played.
struct Timing: Sendable {
  /// How long is measured, in seconds.
  let seconds: Int
  /// How long is played before, in seconds.
  let warmup: Int
}

/// Who answers.
enum Side: String, Sendable {
  /// A whole chromatch server.
  case server
  /// The bare loop that makes the same sends.
  case floor
}

/// Where a scenario is played.
enum Target: Sendable {
  /// On a server, and if asked a floor, started for each run and stopped after it.
  case own(Own)
  /// On a server that is there already; its process, if it is on this machine and may be looked at.
  case running(Endpoint, pid: Int32?)

  /// Who is played on, one after the other.
  var sides: [Side] {
    if case .own(let own) = self, own.hasFloor { [.server, .floor] } else { [.server] }
  }

  /// What is started.
  struct Own: Sendable {
    /// Flags for the server beyond those that a scenario needs.
    var serverFlags: [String]
    /// Whether every run on the server is followed by one on the floor.
    var hasFloor: Bool
  }
}
