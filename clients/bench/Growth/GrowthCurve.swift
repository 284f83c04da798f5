// What grows, and how far: the shapes of load of the command `growth`, as numbers. Of one curve one
// number grows and all others stay. It knows no server and no machine but by two numbers.

import Net

/// One thing that grows.
enum GrowthCurve: String, CaseIterable, Sendable {
  /// The watchers of one room.
  case watchers
  /// Rooms of two.
  case rooms
  /// Lanes of a server with the same rooms.
  case lanes
  /// Connections that do nothing, beside ten rooms that play.
  case idle

  /// What the numbers below the picture count.
  var unit: String {
    switch self {
    case .watchers: "watchers of one room"
    case .rooms: "rooms of two players"
    case .lanes: "lanes"
    case .idle: "idle connections"
    }
  }

  /// What stays while that grows.
  var setting: String {
    switch self {
    case .watchers: "8 players × 30 moves/s, WebSocket"
    case .rooms: "1 move/s each, TCP"
    case .lanes: "200 rooms × (2 players + 2 watchers), 10 moves/s each, TCP"
    case .idle: "10 rooms × (2 players + 2 watchers), 10 moves/s each, TCP"
    }
  }

  /// How many of it there are at each step: as many as the machine lets be, at the last.
  ///
  /// - Parameters:
  ///   - connections: how many a process can hold.
  ///   - cores: more lanes than these only take turns.
  func steps(connections: Int, cores: Int) -> [Int] {
    let wanted: [Int]
    let limit: Int
    switch self {
    case .watchers: (wanted, limit) = (GrowthCurve.crowds, connections - GrowthCurve.seats)
    case .rooms: (wanted, limit) = (GrowthCurve.crowds, connections / 2)
    case .lanes: (wanted, limit) = ([1, 2, 4, 8], max(1, cores))
    case .idle:
      (wanted, limit) = (
        [100, 300, 1_000, 3_000, 10_000, 20_000],
        connections - GrowthCurve.scenario(of: .idle, at: 0).connections
      )
    }
    let within = wanted.filter { $0 <= limit }
    let isCut = within.count < wanted.count && within.last != limit
    return isCut && self != .lanes ? within + [limit] : within
  }

  /// What is played at a step.
  func scenario(at step: Int) -> Scenario { GrowthCurve.scenario(of: self, at: step) }

  private static func scenario(of curve: GrowthCurve, at step: Int) -> Scenario {
    var scenario: Scenario
    switch curve {
    case .watchers:
      scenario = .watchers1000
      scenario.watchers = step
    case .rooms:
      scenario = Scenario(
        name: "", rooms: step, players: 2, watchers: 0, movesPerSecond: 1, transports: [.tcp])
    case .lanes:
      scenario = .rooms
      scenario.rooms = 200
    case .idle:
      scenario = .rooms
      scenario.rooms = 10
      scenario.idle = step
    }
    scenario.name = "\(curve.rawValue) \(grouped(step))"
    return scenario
  }

  /// What a server is told at a step.
  func flags(at step: Int) -> [String] { self == .lanes ? ["--lanes", "\(step)"] : [] }

  private static let crowds = [10, 30, 100, 300, 1_000, 3_000, 10_000]
  /// The players of a room that is watched.
  private static let seats = Scenario.watchers1000.players
}
