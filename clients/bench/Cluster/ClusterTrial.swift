// What is done on a server or on nodes of a cluster: rooms play, people lock, a node is killed, or
// misses matches.

import Game
import Histogram
import Net
import Wire

/// Measurements on servers that are there.
struct ClusterTrial {
  /// Rooms of two.
  let scenario: Scenario
  /// One room with many watchers.
  let watched: Scenario
  let timing: Timing
  let credentials: Credentials
  let progress: Progress
  /// What the progress calls it.
  let title: String

  /// How many connections a server has at the most.
  var connections: Int { max(scenario.connections, watched.connections) }

  /// Has rooms play, the first player of each at the first endpoint, the second at the next.
  ///
  /// - Returns: a run with two companies: servers, and the engines below them.
  func play(
    _ place: Distance, at endpoints: [Endpoint], on servers: [ProcessMeter],
    over engines: [ProcessMeter]
  ) async throws -> Run {
    let house = House(side: .server, endpoints: endpoints, for: scenario, credentials)
    return try await play(scenario, place.rawValue, at: house, beside: [servers, engines])
  }

  /// Has one room play at the first endpoint, before watchers at the last.
  func watch(
    _ place: Distance, at endpoints: [Endpoint], on servers: [ProcessMeter],
    over engines: [ProcessMeter]
  ) async throws -> Run {
    var house = House(side: .server, endpoint: endpoints[0], for: watched, credentials)
    house.endpoint = endpoints[endpoints.count - 1]
    return try await play(
      watched, "watched \(place.rawValue)", at: house, beside: [servers, engines])
  }

  private func play(
    _ scenario: Scenario, _ what: String, at house: House, beside companies: [[ProcessMeter]]
  ) async throws -> Run {
    let trial = Trial(
      scenario: scenario, timing: timing, target: .own([]), side: .server,
      credentials: credentials, progress: progress, title: "\(title), \(what)")
    let run = try await trial.play(at: house) { stage in
      try await trial.window(on: stage, nil, beside: companies)
    }
    progress.keep("\(trial.title): \(run.summary)")
    return run
  }

  /// Has people who play alone lock now and then.
  func lock(
    _ count: Int, at endpoint: Endpoint, _ place: Distance
  ) async throws -> Histogram<UInt64> {
    progress.say("\(title), \(place.rawValue): locks")
    return try await Soloists()
      .cleared { soloists in
        try await soloists.sitDown(count, at: endpoint.port)
        return try await soloists.lock(seconds: timing.seconds)
      }
  }

  /// Kills a node under people who play alone, and starts it again once they are back.
  func takeOver(
    _ count: Int, from victim: Int, of nodes: ClusterNodes
  ) async throws -> Histogram<UInt64> {
    // A node that gives a newcomer its share would move rooms under the people in them.
    try await nodes.settle()
    let spans = try await Soloists()
      .cleared { soloists in
        try await soloists.sitDown(count, at: nodes.endpoint(of: victim).port)
        let moment = await soloists.now
        try nodes.kill(victim)
        let ports = ClusterNodes.numbers.filter { $0 != victim }.map { nodes.endpoint(of: $0).port }
        return try await soloists.comeBack(to: ports, since: moment)
      }
    try nodes.restart(victim)
    return spans
  }
}

// A node that has missed matches.
extension ClusterTrial {
  /// What a node had to take over, and how long that took.
  struct CatchUp {
    let matches: Int
    /// From the start of its process to the last of them.
    let seconds: Double
  }

  /// Kills a node, has bots play so many matches at another one, and starts it again.
  func catchUp(
    on matches: Int, _ victim: Int, behind other: Int, of nodes: ClusterNodes
  ) async throws -> CatchUp {
    try await nodes.settle()
    try nodes.kill(victim)
    let before = nodes.matchesKept(by: other)
    try await playMatches(matches, at: nodes.endpoint(of: other))
    let missed = nodes.matchesKept(by: other) - before
    progress.say("\(title): node \(victim) takes over \(grouped(missed)) matches")
    let moment = ContinuousClock.now
    try nodes.restart(victim)
    var taken = 0
    while taken < missed {
      if .now - moment > ClusterTrial.catchUpMax {
        throw BenchError.incomplete(inside: taken, of: missed)
      }
      try await Task.sleep(for: ClusterTrial.catchUpPause)
      taken = nodes.matchesKept(by: victim)
    }
    return CatchUp(matches: missed, seconds: (.now - moment) / .seconds(1))
  }

  /// Returns when bots have ended so many matches.
  private func playMatches(_ matches: Int, at endpoint: Endpoint) async throws {
    let wishes = RoomWishes(mode: .rgb, rounds: 1, seats: ClusterTrial.botSeats, name: "bots")
    try await BotStage()
      .play(
        at: endpoint, .tcp, rooms: scenario.rooms, level: ClusterTrial.botLevel, wishes
      ) { stage in
        var played = 0
        let moment = ContinuousClock.now
        while played < matches {
          if .now - moment > ClusterTrial.matchesMax {
            throw BenchError.incomplete(inside: played, of: matches)
          }
          try await Task.sleep(for: .seconds(1))
          played = await stage.count().matches
          progress.say("\(title): \(grouped(played)) of \(grouped(matches)) matches")
        }
      }
  }

  private static let botLevel = 4
  private static let botSeats = 2
  private static let matchesMax = Duration.seconds(3_600)
  private static let catchUpPause = Duration.milliseconds(5)
  private static let catchUpMax = Duration.seconds(120)
}
