// The measurement `cluster`: rooms of two on a server by itself, at the node that has their rooms,
// and with one player at that node and the other at another one; one room of eight before watchers
// who are there, at its node, and at another one; how soon a lock is judged; and how soon a node
// has the matches that it has missed. Nodes and engines are real, and all of them share this
// machine. `make cluster` builds the program; `Tests/one takeover` says how soon people are back
// whose node is killed.

import Net

/// Measures nodes of a cluster.
func measureCluster(_ bench: Bench) async throws -> Report {
  let (options, timing) = (bench.options, bench.options.timing())
  var scenario = Scenario.rooms
  (scenario.rooms, scenario.watchers) = (options.rooms ?? 100, 0)
  var watched = Scenario.watchers1000
  watched.watchers = options.watchers ?? 100
  let connections = max(scenario.connections, watched.connections)
  try raiseDescriptorLimit(toHold: connections + soloistsCount)
  var found = ClusterTables(watched: Table(["before watchers"], figures: clusterFigures))
  try await bench.repeating("cluster") { title, _ in
    let rooms = Trial(bench: bench, scenario: scenario, timing: timing, title: title)
    let watched = Trial(
      bench: bench, scenario: watched, timing: timing, title: "\(title), watched")
    rooms.say("starting a server")
    var alone = bench.server(
      connections: connections, over: .tcp, flags: options.lanes == nil ? ["--lanes", "2"] : [])
    alone.name = options.program
    try await alone.running { child in
      let (meter, ends) = (try ProcessMeter(pid: child.pid), [child.endpoint])
      try await found.play(rooms, watched, "by itself", at: ends, on: meter)
      try await found.lock(rooms, "by itself", at: child.endpoint)
    }

    rooms.say("starting nodes")
    let nodes = try ClusterNodes(
      by: "deploy/cluster/nodes", of: options.program,
      flags: Bench.limits(connections: connections) + options.flags)
    defer { nodes.stop() }
    rooms.say("waiting until each node has its share")
    try await nodes.settle()
    let (servers, engines) = (try nodes.meter(of: "node"), try nodes.meter(of: "etcd", "nats"))
    let (first, second) = (nodes.endpoint(of: 1), nodes.endpoint(of: 2))
    for (place, ends) in [("at the room's node", [first]), ("at another node", [first, second])] {
      try await found.play(rooms, watched, place, at: ends, on: servers, over: engines)
    }
    try await found.lock(rooms, "at the room's node", at: first)
    let matches = options.matches ?? 300
    if matches > 0 { try await found.catchUp(on: matches, 3, behind: 1, of: nodes, rooms) }
  }
  return Report(
    about: "\(grouped(scenario.rooms)) rooms of \(scenario.players), then one before "
      + "\(grouped(watched.watchers)), \(timing.seconds) s after \(timing.warmup) s of warm-up, "
      + "medians of \(options.repetitions)",
    tables: [found.rooms, found.watched, found.locks, found.catchUp])
}

/// What was found on servers that are there. CPU is that of all nodes.
private struct ClusterTables {
  var rooms = Table(figures: clusterFigures)
  var watched: Table
  var locks = Table()
  var catchUp = Table()

  /// Has rooms play, the first player of each at the first endpoint, the second at the next; then
  /// one room at the first before watchers at the last.
  mutating func play(
    _ small: Trial, _ large: Trial, _ place: String, at endpoints: [Endpoint],
    on servers: ProcessMeter, over engines: ProcessMeter? = nil
  ) async throws {
    var house = large.house(at: [endpoints[0]])
    house.endpoint = endpoints[endpoints.count - 1]
    for (trial, house, table) in [
      (small, small.house(at: endpoints), \Self.rooms), (large, house, \.watched),
    ] {
      let run = try await trial.play(at: house) {
        try await trial.window(place, on: $0, servers, beside: engines)
      }
      trial.bench.progress.keep("\(trial.title), \(place): \(run.summary)")
      self[keyPath: table].add(place, place, [run], clusterFigures)
    }
  }

  /// Has people who play alone lock.
  mutating func lock(_ trial: Trial, _ place: String, at endpoint: Endpoint) async throws {
    trial.say("locks")
    let (house, seconds) = (trial.house(at: [endpoint]), trial.timing.seconds)
    let seen = try await Stage<Soloists>
      .with(Soloists.init) { people in
        try await people.wait { $0.sitDown(soloistsCount, at: house, whenSeated: $1) }
        return try await people.wait { $0.lock(seconds: seconds, saysPings: false, whenDone: $1) }
      }
    locks.add(
      place, place,
      [
        (
          Line("lock judged p50, ms", "lock_judged_p50_milliseconds", 2),
          seen.judged.milliseconds(at: 50)
        ),
        (
          Line("lock judged p99, ms", "lock_judged_p99_milliseconds", 2),
          seen.judged.milliseconds(at: 99)
        ),
      ])
  }

  /// Kills a node, has people play so many matches at another one, and starts it again.
  mutating func catchUp(
    on matches: Int, _ victim: Int, behind other: Int, of nodes: ClusterNodes, _ like: Trial
  ) async throws {
    try await nodes.settle()
    try nodes.kill(victim)
    let before = await nodes.matchesKept(by: other)
    let trial = Trial(
      bench: like.bench, scenario: .matches(rooms: like.scenario.rooms, rounds: 1),
      timing: Timing(seconds: 0, warmup: 0), title: like.title)
    try await trial.play(at: trial.house(at: [nodes.endpoint(of: other)])) { stage in
      var played = 0
      while played < matches {
        try await Task.sleep(for: .seconds(1))
        played = await stage.ask { $0.tally.matches }
        trial.say("\(grouped(played)) of \(grouped(matches)) matches")
      }
    }
    let missed = await nodes.matchesKept(by: other) - before
    trial.say("node \(victim) takes over \(grouped(missed)) matches")
    let moment = ContinuousClock.now
    try nodes.restart(victim)
    let isDone = try await eventually(within: .seconds(120), looking: .milliseconds(5)) {
      await nodes.matchesKept(by: victim) >= missed
    }
    if !isDone { throw BenchError("node \(victim) does not catch up") }
    catchUp.add(
      "a node that was away", "catch-up",
      [
        (Line("matches that it missed", "matches_missed"), Double(missed)),
        (
          Line("has them, s after its start", "catch_up_seconds", 2),
          (.now - moment) / .seconds(1)
        ),
      ])
  }
}

private let clusterFigures = Figure.named(
  "shown_move_latency_p50_milliseconds", "shown_move_latency_p99_milliseconds",
  "cpu_per_delivery_microseconds", "cpu_percent")
/// People who play alone.
private let soloistsCount = 32
