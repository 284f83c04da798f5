// The table of what can be measured: its name, what it is, which options it takes, and the function
// that does it. Nothing else starts a measurement.

import ArgumentParser

/// Everything that `measure` can do.
enum Measurement: String, CaseIterable, ExpressibleByArgument, Sendable {
  case load, full, abuse, growth, peers, keep, archive, cluster, bots, soak, waves, idle, join
  case leak

  /// What it is, in a line.
  var words: String {
    switch self {
    case .load: "how moves reach players and watchers, on a server and on a floor by turns"
    case .full: "a server that is offered more than it can do, beside witnesses"
    case .abuse: "how others fare before, while and after somebody abuses the server"
    case .growth: "CPU, memory and latency as watchers, rooms, lanes and the idle grow"
    case .peers: "the same room on this server, the floor, and other people's servers"
    case .keep: "what a journal and records cost, and how soon a killed server is back"
    case .archive: "how many finished matches the disk takes, and how long a board takes"
    case .cluster: "nodes of a cluster beside a single server, and how soon they take over"
    case .bots: "whole matches of bots, and how many come to their end"
    case .soak: "memory while bots play for an hour and others come and go; fails if it grows"
    case .waves: "memory that a crowd leaves behind which comes and goes; fails if it grows"
    case .idle: "what an idle connection costs in memory, player included"
    case .join: "how soon many who watch a room at once see it"
    case .leak: "what connections leave behind that end in every way; fails if anything"
    }
  }

  /// The numbers that it takes besides --seconds, --warmup, --repeat, --lanes and --json.
  private var takes: String {
    switch self {
    case .load: "rooms players watchers moves idle"
    case .full, .abuse: "rooms players watchers moves"
    case .growth: "step-max"
    case .peers: "watchers"
    case .keep: "rooms"
    case .archive: "players"
    case .cluster: "rooms watchers kills matches"
    case .bots: "rooms players rounds level"
    case .soak: "rooms players rounds churn every bound"
    case .waves: "connections waves settling growth-max"
    case .idle, .join: "connections"
    case .leak: "connections rate"
    }
  }

  /// Refuses a number that means nothing here.
  func validate(_ options: Options) throws {
    let taken = Set(takes.split(separator: " ").map(String.init))
    for (name, value) in options.numbers where value != nil && !taken.contains(name) {
      throw ValidationError("\(rawValue) takes no --\(name), but: \(takes)")
    }
  }

  /// A line of the help.
  var help: String {
    let name = rawValue + String(repeating: " ", count: 9 - rawValue.count)
    return "\(name)\(words) [\(takes)]"
  }

  /// Does it.
  func run(_ bench: Bench) async throws -> Report {
    switch self {
    case .load: try await measureLoad(bench)
    case .full: try await measureFull(bench)
    case .abuse: try await measureAbuse(bench)
    case .growth: try await measureGrowth(bench)
    case .peers: try await measurePeers(bench)
    case .keep: try await measureKeep(bench)
    case .archive: try await measureArchive(bench)
    case .cluster: try await measureCluster(bench)
    case .bots: try await measureBots(bench)
    case .soak: try await measureSoak(bench)
    case .waves: try await measureWaves(bench)
    case .idle: try await measureIdle(bench)
    case .join: try await measureJoin(bench)
    case .leak: try await measureLeak(bench)
    }
  }
}
