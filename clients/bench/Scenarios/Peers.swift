// The measurement `peers`: the same work by other people's libraries and programs, in one table.
// All have the same connections, moves and batches, by turns. Those in Python, in
// `clients/bench/peers`, are ours with other people's libraries below; they and the floor judge
// nothing and keep nothing. `Tests/one peers` installs the libraries.

import Net

/// Something that a server is compared with.
enum Peer: String, CaseIterable, Sendable {
  case chromatchd
  /// The bare loop in C.
  case floor
  // On uvloop, in Python.
  case websockets
  case picows

  func run(
    _ bench: Bench, _ scenario: Scenario, _ timing: Timing, title: String
  ) async throws -> Run {
    let trial = Trial(
      bench: bench, scenario: scenario, timing: timing, title: title,
      side: self == .chromatchd ? .server : .floor)
    switch self {
    case .chromatchd, .floor: return try await trial.run(on: trial.program)
    case .websockets, .picows:
      let arguments = [
        "-B", "clients/bench/peers/\(rawValue)_peer.py", "--rooms", "\(scenario.rooms)",
        "--players", "\(scenario.players)",
      ]
      return try await trial.run(
        on: Program(name: bench.options.python, arguments: arguments))
    }
  }
}

func measurePeers(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let scenario = bench.options.changing(.watchers1000)
  try raiseDescriptorLimit(toHold: scenario.connections)
  let peers = try bench.options.chosen(Peer.self)
  var runs: [Peer: [Run]] = [:]
  try await bench.repeating("") { turn, _ in
    for peer in peers {
      let run = try await peer.run(bench, scenario, timing, title: "\(peer.rawValue)\(turn)")
      runs[peer, default: []].append(run)
    }
  }
  let figures = Figure.named(
    "cpu_per_write_microseconds", "cpu_percent", "deliveries_per_second",
    "writes_per_second_per_guest", "shown_move_latency_p50_milliseconds",
    "shown_move_latency_p99_milliseconds", "resident_mebibytes")
  var table = Table(
    lines: [Line("CPU/write to the floor's", "cpu_per_write_ratio", 2)] + figures.map(\.line))
  table.isTransposed = true
  for peer in peers {
    for (index, run) in (runs[peer] ?? []).enumerated() {
      let floor = runs[.floor]?.dropFirst(index).first.flatMap(figures[0].value)
      let ratio = figures[0].value(run).flatMap { cost in floor.map { cost / $0 } }
      let values = figures.map { $0.value(run) }
      table.add(peer.rawValue, peer.rawValue, [ratio] + values, doubts: run.doubts)
    }
  }
  return Report(
    about: "\(scenario.shape); \(timing.seconds) s after \(timing.warmup) s", tables: [table])
}
