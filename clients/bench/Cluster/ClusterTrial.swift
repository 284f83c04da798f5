// What is done on a server or on nodes of a cluster: rooms play, people lock, a node is killed, or
// misses matches.

import ArgumentParser
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

  /// What came of rooms that played.
  struct Play {
    let run: Run
    /// CPU seconds of all servers, and of the engines below them.
    let servers: Double
    let engines: Double
  }

  /// Has rooms play, the first player of each at the first endpoint, the second at the next.
  func play(
    _ what: String, at endpoints: [Endpoint], on servers: [ProcessMeter],
    over engines: [ProcessMeter]
  ) async throws -> Play {
    let house = House(side: .server, endpoints: endpoints, for: scenario, credentials)
    return try await play(scenario, what, at: house, on: servers, over: engines)
  }

  /// Has one room play at the first endpoint, before watchers at the last.
  func watch(
    _ what: String, at endpoints: [Endpoint], on servers: [ProcessMeter],
    over engines: [ProcessMeter]
  ) async throws -> Play {
    var house = House(
      side: .server, endpoint: endpoints[0], for: watched, credentials)
    house.endpoint = endpoints[endpoints.count - 1]
    return try await play(
      watched, "watched \(what)", at: house, on: servers, over: engines)
  }

  private func play(
    _ scenario: Scenario, _ what: String, at house: House, on servers: [ProcessMeter],
    over engines: [ProcessMeter]
  ) async throws -> Play {
    let title = "\(title), \(what)"
    progress.say("\(title): \(grouped(scenario.connections)) connections")
    let own = try ProcessMeter.own()
    let stage = Stage()
    do {
      try await stage.gather(scenario, at: house)
      try await Task.sleep(for: .seconds(timing.warmup))
      progress.say("\(title): measuring for \(timing.seconds) s")
      await stage.measure(seconds: timing.seconds)
      let begin = await stage.read(nil, own)
      let used = (servers: processorSeconds(servers), engines: processorSeconds(engines))
      try await Task.sleep(for: .seconds(timing.seconds))
      let end = await stage.read(nil, own)
      let byServers = processorSeconds(servers) - used.servers
      let byEngines = processorSeconds(engines) - used.engines
      // The last measured moves may still be on their way.
      try await Task.sleep(for: .seconds(1))
      let tally = await stage.tally()
      await stage.clear()
      if tally.lost == scenario.readers { throw BenchError.allLost }
      var run = Run(scenario: scenario, side: .server, begin: begin, end: end, tally: tally)
      run.companyCPU = byServers + byEngines
      progress.keep("\(title): \(run.summary)")
      return Play(run: run, servers: byServers, engines: byEngines)
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func processorSeconds(_ meters: [ProcessMeter]) -> Double {
    meters.reduce(0) { $0 + ($1.usage()?.cpu ?? 0) }
  }

  /// Has people who play alone lock now and then.
  func lock(
    _ count: Int, at endpoint: Endpoint, _ what: String
  ) async throws -> Histogram<UInt64> {
    progress.say("\(title), \(what): locks")
    let soloists = Soloists()
    do {
      try await soloists.sitDown(count, at: endpoint.port)
      let spans = try await soloists.lock(seconds: timing.seconds)
      await soloists.leave()
      return spans
    } catch {
      await soloists.leave()
      throw error
    }
  }

  /// Kills a node under people who play alone, and starts it again once they are back.
  func takeOver(
    _ count: Int, from victim: Int, of nodes: ClusterNodes
  ) async throws -> Histogram<UInt64> {
    // A node that gives a newcomer its share would move rooms under the people in them.
    try await nodes.settle()
    let soloists = Soloists()
    do {
      try await soloists.sitDown(count, at: nodes.endpoint(of: victim).port)
      let moment = await soloists.now
      try nodes.kill(victim)
      let ports = ClusterNodes.numbers.filter { $0 != victim }.map { nodes.endpoint(of: $0).port }
      let spans = try await soloists.comeBack(to: ports, since: moment)
      await soloists.leave()
      try nodes.restart(victim)
      return spans
    } catch {
      await soloists.leave()
      throw error
    }
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
    guard let skill = Skill(level: ClusterTrial.botLevel) else { throw ExitCode.failure }
    let stage = BotStage()
    do {
      try await stage.begin(
        at: House(side: .server, endpoint: endpoint, carriage: .tcp), rooms: scenario.rooms,
        seats: ClusterTrial.botSeats, skill: skill,
        wishes: RoomWishes(mode: .rgb, rounds: 1, seats: ClusterTrial.botSeats, name: "bots"))
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
      await stage.clear()
    } catch {
      await stage.clear()
      throw error
    }
  }

  private static let botLevel = 4
  private static let botSeats = 2
  private static let matchesMax = Duration.seconds(3_600)
  private static let catchUpPause = Duration.milliseconds(5)
  private static let catchUpMax = Duration.seconds(120)
}
