// What is played, as numbers. A scenario knows no server and no time; how long it is played and
// where is said beside it.

import Net

/// A shape of load: so many equal rooms, all of them in a match.
struct Scenario: Sendable {
  /// What it is called in the table.
  let name: String
  /// How many rooms.
  var rooms: Int
  /// Players in each room.
  var players: Int
  /// Watchers of each room.
  var watchers: Int
  /// How often each player moves the sliders.
  var movesPerSecond: Int

  /// A busy evening: many small rooms.
  static let rooms = Scenario(
    name: "rooms", rooms: 1_000, players: 2, watchers: 2, movesPerSecond: 10)
  /// A final: one room that everybody watches.
  static let watchers = Scenario(
    name: "watchers", rooms: 1, players: 2, watchers: 1_000, movesPerSecond: 30)

  /// Connections in each room.
  var guests: Int { players + watchers }
  /// Connections in all.
  var connections: Int { rooms * guests }
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

/// Where a scenario is played.
enum Target: Sendable {
  /// On a chromatchd that is started for each run and stopped after it.
  case own
  /// On a server that is there already; its process, if it is on this machine and may be looked at.
  case running(Endpoint, pid: Int32?)
}
