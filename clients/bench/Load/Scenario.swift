// What is played, as numbers. A scenario knows no server and no time; how long it is played and
// where is said beside it.

import Game
import Net

/// A shape of load: so many equal rooms, all of them in a match.
struct Scenario: Sendable {
  var name: String
  var rooms: Int
  var players: Int
  var watchers: Int
  var movesPerSecond: Int
  /// What everybody connects over: the first guest the first way, the next the next, and so on.
  var transports: [Transport]
  /// The rounds of a match, and their seconds. As long as can be, a match is over only after 40
  /// minutes; the next one begins at once.
  var rounds = Rules.roundsRange.upperBound
  var roundSeconds = Rules.secondsRange.upperBound
  /// How many others have come beside all these, and what they do.
  var idle = 0
  var idleDeed = IdleDeed.nothing
  /// How many watchers of the first room ask for its field.
  var screens = 0

  enum IdleDeed: Sendable {
    case nothing
    /// They all come to watch the first room at once, when everything else is measured.
    case watch
    /// They play along in the first room.
    case playAlong
  }

  /// Those that are measured when none is named.
  static let usual = [
    // A final: one full room that everybody watches.
    watchers1000,
    // The same with eight times as many.
    Scenario(
      name: "watchers8000", rooms: 1, players: 8, watchers: 8_000, movesPerSecond: 30,
      transports: [.ws]),
    rooms,
    // The same over TLS 1.3.
    Scenario(
      name: "rooms-tls", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10,
      transports: [.tls]),
    // Between two batches of the room 16 moves come in, which leave as one write to each watcher.
    Scenario(
      name: "pipelined", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 40,
      transports: [.ws]),
  ]

  static let all =
    usual + [
      // The largest final: everybody's way there, and a thousand who come late.
      Scenario(
        name: "final10000", rooms: 1, players: 8, watchers: 10_000, movesPerSecond: 30,
        transports: [.tcp, .tls, .ws, .wss], idle: 1_000, idleDeed: .watch),
      // A hall in which everybody plays: eight seats, screens with the field, and the crowd.
      Scenario(
        name: "crowd", rooms: 1, players: 8, watchers: 8, movesPerSecond: 30,
        transports: [.tcp, .tls, .ws, .wss], roundSeconds: 10, idle: 2_000, idleDeed: .playAlong,
        screens: 8),
      // Whole matches: how many there are, and how soon each is kept.
      matches(rooms: 500),
    ]

  /// One full room before a thousand.
  static let watchers1000 = Scenario(
    name: "watchers1000", rooms: 1, players: 8, watchers: 1_000, movesPerSecond: 30,
    transports: [.ws])

  /// A busy evening: many small rooms.
  static let rooms = Scenario(
    name: "rooms", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10, transports: [.tcp])

  /// Rooms of two that play match after match.
  static func matches(rooms: Int, rounds: Int = 3) -> Scenario {
    Scenario(
      name: "matches", rooms: rooms, players: 2, watchers: 0, movesPerSecond: 10,
      transports: [.ws], rounds: rounds, roundSeconds: 10)
  }

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
  var connections: Int { rooms * (players + watchers) }
  var lean: Int { connections - readers }
  /// Whether those who come beside all these need a place in a room.
  var hasCrowd: Bool { idleDeed == .playAlong }
  var isSecure: Bool { transports.contains(where: \.isSecure) }
  /// What a server has to offer for it: TLS beside plain streams, or these alone.
  var offer: Transport { isSecure ? .tls : .tcp }
  var over: String { transports.map(\.rawValue).joined(separator: "+") }
  var moves: Int { rooms * players * movesPerSecond }
  /// Whether nobody can move for a while between matches and rounds.
  var hasPauses: Bool { roundSeconds < Rules.secondsRange.upperBound }
}
