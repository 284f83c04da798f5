// The measurement `cluster`: rooms of two on a server by itself, at the node that has their rooms,
// and with one player at that node and the other at another one; one room of eight before watchers
// who are there, at its node, and at another one; how long people who play alone are away when
// their node is killed; and how soon a node has the matches that it has missed. Nodes and engines
// are real, and all of them share this machine. `make cluster` builds the program.

import Histogram
import Net

/// Measures nodes of a cluster.
func measureCluster(_ bench: Bench) async throws -> Report {
  var scenario = Scenario.rooms
  (scenario.rooms, scenario.watchers) = (bench.options.rooms ?? 100, 0)
  var watched = Scenario.watchers1000
  watched.watchers = bench.options.watchers ?? 100
  try raiseDescriptorLimit(
    toHold: max(scenario.connections, watched.connections) + soloistsCount)
  var found = ClusterFindings()
  for repetition in 1...bench.repetitions {
    let trial = ClusterTrial(
      scenario: scenario, watched: watched, timing: bench.options.timing(),
      credentials: bench.credentials, progress: bench.progress,
      title: "cluster \(repetition)/\(bench.repetitions)")
    try await playAlone(trial, bench.options, &found)
    try await playOnNodes(trial, bench.options, &found)
  }
  let timing = bench.options.timing()
  return found.report(
    about: "\(grouped(scenario.rooms)) rooms of \(scenario.players), \(timing.seconds) s after "
      + "\(timing.warmup) s of warm-up, medians of \(bench.repetitions)",
    watchers: watched.watchers)
}

private func playAlone(
  _ trial: ClusterTrial, _ options: Options, _ found: inout ClusterFindings
) async throws {
  trial.progress.say("\(trial.title): starting a server")
  let child = try await ChildProcess.server(
    connections: trial.connections, over: .tcp, trial.credentials,
    flags: ["--lanes", "2"] + options.flags, program: options.program)
  defer { child.stop() }
  let (place, meter) = (Distance.alone, try ProcessMeter(pid: child.pid))
  let run = try await trial.play(place, at: [child.endpoint], on: [meter], over: [])
  let watched = try await trial.watch(place, at: [child.endpoint], on: [meter], over: [])
  let locks = try await trial.lock(soloistsCount, at: child.endpoint, place)
  found.add(place, run, watched, locks)
}

private func playOnNodes(
  _ trial: ClusterTrial, _ options: Options, _ found: inout ClusterFindings
) async throws {
  trial.progress.say("\(trial.title): starting nodes")
  let roomy = ChildProcess.limits(connections: trial.connections)
  let nodes = try ClusterNodes(
    by: "deploy/cluster/nodes", of: options.program, flags: roomy + options.flags)
  defer { nodes.stop() }
  trial.progress.say("\(trial.title): waiting until each node has its share")
  try await nodes.settle()
  let (servers, engines) = (try nodes.meters(of: "node"), try nodes.meters(of: "etcd", "nats"))
  let (first, second) = (nodes.endpoint(of: 1), nodes.endpoint(of: 2))
  for (place, ends) in [(Distance.near, [first]), (.far, [first, second])] {
    let run = try await trial.play(place, at: ends, on: servers, over: engines)
    let watched = try await trial.watch(place, at: ends, on: servers, over: engines)
    let locks = place == .near ? try await trial.lock(soloistsCount, at: first, place) : nil
    found.add(place, run, watched, locks)
  }
  let kills = options.kills ?? 5
  for kill in 0..<kills {
    trial.progress.say("\(trial.title): kill \(kill + 1)/\(kills)")
    let victim = ClusterNodes.numbers[kill % ClusterNodes.numbers.count]
    found.away.append(try await trial.takeOver(soloistsCount, from: victim, of: nodes))
  }
  let matches = options.matches ?? 300
  if matches > 0 {
    found.catchUps.append(try await trial.catchUp(on: matches, 3, behind: 1, of: nodes))
  }
}

/// People who play alone.
private let soloistsCount = 32

/// Where rooms are played.
enum Distance: String, CaseIterable {
  case alone = "by itself"
  case near = "at the room's node"
  case far = "at another node"
}

/// What came of all that.
private struct ClusterFindings {
  private var plays = Table(
    lines: lines("", "") + [
      Line("lock judged p50, ms", "lock_judged_p50_milliseconds", 2),
      Line("lock judged p99, ms", "lock_judged_p99_milliseconds", 2),
    ])
  private var watched = Table(lines: lines("watched: ", "watched_"))
  private var doubts: [String] = []
  /// For how long people were away whose node was killed, for each kill.
  var away: [Histogram<UInt64>] = []
  /// How long a node took to have the matches that it had missed.
  var catchUps: [ClusterTrial.CatchUp] = []

  private static func lines(_ label: String, _ key: String) -> [Line] {
    [
      Line("\(label)shown move p50, ms", "\(key)shown_move_p50_milliseconds", 2),
      Line("\(label)shown move p99, ms", "\(key)shown_move_p99_milliseconds", 2),
      Line(
        "\(label)CPU/delivery of servers, µs", "\(key)server_cpu_per_delivery_microseconds", 2),
      Line("\(label)CPU/s of engines, ms", "\(key)engine_cpu_per_second_milliseconds", 1),
    ]
  }

  /// Adds what was played at one place; the companies of a run are servers and engines.
  mutating func add(_ place: Distance, _ run: Run, _ watch: Run, _ locks: Histogram<UInt64>?) {
    func values(_ run: Run) -> [Double?] {
      [
        run.tally.shown.milliseconds(at: 50), run.tally.shown.milliseconds(at: 99),
        1e6 * run.companies[0] / Double(max(1, run.deliveries)),
        1e3 * run.companies[1] / run.seconds,
      ]
    }
    let judged = [50.0, 99].map { percentile in locks?.milliseconds(at: percentile) }
    plays.add(place.rawValue, place.rawValue, values(run) + judged)
    watched.add(place.rawValue, place.rawValue, values(watch))
    doubts += run.doubts + watch.doubts
  }

  func report(about: String, watchers: Int) -> Report {
    var notes: [String] = []
    let spans = [50.0, 100]
      .map { percentile in middle(of: away.map { $0.milliseconds(at: percentile) }) }
    if let median = spans[0], let most = spans[1] {
      notes.append(
        """
        a node was killed \(grouped(away.count)) times: people were away from their seats for \
        \(decimal(median, 0)) ms, at most for \(decimal(most, 0)) (medians of the \
        median and of the last to be back)
        """)
    }
    let missed = middle(of: catchUps.map { Double($0.matches) })
    let took = middle(of: catchUps.map(\.seconds))
    if let missed, let took {
      notes.append(
        """
        a node that had missed \(grouped(Int(missed))) matches had all of them \
        \(decimal(took, 2)) s after its start (medians of \(catchUps.count))
        """)
    }
    func number(_ value: Double?) -> JSON { value.map(JSON.number) ?? .null }
    return Report(
      about: about,
      tables: [compared(plays), compared(watched, title: "\(grouped(watchers)) watchers")],
      notes: notes + doubts.map { "! \($0)" },
      facts: [
        ("kills", .number(Double(away.count))), ("away_p50_milliseconds", number(spans[0])),
        ("away_max_milliseconds", number(spans[1])), ("matches_missed", number(missed)),
        ("catch_up_seconds", number(took)),
      ])
  }

  /// With how many times as much near and far are.
  private func compared(_ table: Table, title: String? = nil) -> Table {
    var table = table
    if let title { table.title = [title] }
    let columns = table.columns
    for column in columns.dropFirst() {
      table.derive("ratio \(column.label)", "\(column.key), ratio") { line in
        guard let alone = columns[0].median(line), alone > 0 else { return nil }
        return column.median(line).map { $0 / alone }
      }
    }
    return table
  }
}
