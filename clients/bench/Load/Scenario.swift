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
  /// What everybody connects over: the first guest the first way, the next the next, and so on.
  var transports: [Transport]
  /// How many others have come beside all these, and do nothing.
  var idle = 0
  /// Whether those all come to watch the first room at once, when everything else is measured.
  var idleJoin = false

  /// A busy evening: many small rooms.
  static let rooms = Scenario(
    name: "rooms", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10, transports: [.tcp])
  /// The same over TLS 1.3.
  static let roomsOverTLS = Scenario(
    name: "rooms-tls", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10, transports: [.tls]
  )
  /// A final: one full room that everybody watches.
  static let watchers1000 = Scenario(
    name: "watchers1000", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 30,
    transports: [.ws])
  /// The same with eight times as many.
  static let watchers8000 = Scenario(
    name: "watchers8000", rooms: 1, players: 8, watchers: 8_000, movesPerSecond: 30,
    transports: [.ws])
  /// Between two batches of the room 16 moves come in, which leave as one write to each watcher.
  static let pipelined = Scenario(
    name: "pipelined", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 40, transports: [.ws])

  /// The largest final: everybody's way there, and a thousand who come late.
  static let final10000 = Scenario(
    name: "final10000", rooms: 1, players: 8, watchers: 10_000, movesPerSecond: 30,
    transports: [.tcp, .tls, .ws, .wss], idle: 1_000, idleJoin: true)

  /// So many watchers of a single room, or the watchers of so many rooms, read at once; all others
  /// only take in what comes. More who read at once would take from the server on the same machine
  /// what it is measured by. Over TLS alone all read at once.
  static let sampleMax = 100

  /// How many watchers of a room read at once.
  func sampled(inRoom room: Int) -> Int {
    if transports.allSatisfy(\.isSecure) { return watchers }
    if rooms == 1 { return min(watchers, Scenario.sampleMax) }
    return room < Scenario.sampleMax ? watchers : 0
  }

  /// Watchers in all who read at once.
  var sampled: Int { (0..<rooms).reduce(0) { $0 + sampled(inRoom: $1) } }
  /// Guests in all who read at once: all players, and those watchers.
  var readers: Int { rooms * players + sampled }
  /// Connections of those who are in rooms.
  var connections: Int { rooms * (players + watchers) }
  /// Watchers in all who only take in what comes.
  var lean: Int { connections - readers }
  /// Whether a certificate is needed.
  var isSecure: Bool { transports.contains(where: \.isSecure) }
  /// What a server has to offer for it: TLS beside plain streams, or these alone.
  var offer: Transport { isSecure ? .tls : .tcp }
  /// What everybody connects over, in a word.
  var over: String { transports.map(\.rawValue).joined(separator: "+") }
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
  /// On another program that is started for each run and does what the floor does: its path and
  /// what it is told, the port excepted, which it gets as `--port`.
  case program(String, [String])

  /// On a server of our own alone, which is told this besides.
  static func own(_ flags: [String]) -> Target { .own(Own(serverFlags: flags, hasFloor: false)) }

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
    /// Whether the server keeps a journal, in a directory of its own that goes with it.
    var keepsJournal = false
  }
}
