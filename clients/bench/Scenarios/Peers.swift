// The measurement `peers`: the same work by other people's libraries and programs, in one table.
// All have the same connections, moves and batches, by turns. Those in Python, in
// `clients/bench/peers`, are ours with other people's libraries below; they and the floor judge
// nothing and keep nothing. `Tests/one peers` installs the libraries.

import CBenchFloor
import Net

/// Something that a server is compared with.
enum Peer: String, CaseIterable, Sendable {
  case chromatchd
  /// The bare loop in C.
  case floor
  // On uvloop, in Python.
  case websockets
  case picows
  /// nats-server, which has no rooms: somebody else makes the batches, and it sends them to all.
  case nats

  func run(
    _ bench: Bench, _ scenario: Scenario, _ timing: Timing, title: String
  ) async throws -> Run {
    let trial = Trial(
      bench: bench, scenario: scenario, timing: timing, title: title,
      side: self == .chromatchd ? .server : .floor)
    switch self {
    case .chromatchd, .floor: return try await trial.run(on: trial.program)
    case .nats: return try await trial.runNats(bench.options.nats)
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

extension Trial {
  /// Plays the fan-out of the scenario with nats-server: as many watchers subscribe to one subject,
  /// and the batches of the room are published there, made beforehand. What players do, and how
  /// late they are shown, is not measured: nats-server only passes on.
  fileprivate func runNats(_ path: String) async throws -> Run {
    say("starting")
    return try await Program(name: path, arguments: ["--addr", "127.0.0.1"])
      .running { child in
        let hello = "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n"
        // The answer to PING tells that the subscription is there.
        let watchers = try LeanWatchers(
          scenario.connections, on: child.endpoint.port,
          saying: [Array("\(hello)SUB moves 1\r\nPING\r\n".utf8)], answered: "PONG",
          over: [LeanWatchers.Way(opening: [], isSecure: false)], trusting: "")
        defer { watchers.leave() }
        let areIn = try await eventually { Int(watchers.seen.inside) == scenario.connections }
        if !areIn {
          throw BenchError.incomplete(inside: Int(watchers.seen.inside), of: scenario.connections)
        }
        let publisher = try RawSocket(port: child.endpoint.port)
        defer { publisher.close() }
        publisher.say(hello.utf8)
        let server = try ProcessMeter(pid: child.pid)
        let bench = try ProcessMeter(pid: ProcessMeter.ownPID)
        func reading() -> Reading {
          let seen = watchers.seen
          return Reading(
            deliveries: Int(seen.moves), bytes: Int(seen.bytes), server: server, bench: bench)
        }
        try await publish(on: publisher, seconds: timing.warmup)
        let begin = reading()
        try await publish(on: publisher, seconds: timing.seconds)
        let end = reading()
        var tally = Tally()
        tally.lost = Int(watchers.seen.ended)
        // Batches are made beforehand, so nobody's moves can be missed.
        var still = scenario
        still.movesPerSecond = 0
        return Run(scenario: still, side: .floor, begin: begin, end: end, tally: tally)
      }
  }

  /// Publishes a batch, a move of each player, when it is due, whatever becomes of the last one.
  private func publish(on publisher: RawSocket, seconds: Int) async throws {
    let start = ContinuousClock.now
    for batch in 0..<seconds * 20 {
      let lines = (1...scenario.players)
        .map { player in
          let color = String(0x100_0000 + (batch * 0x10_1 + player) % 0x100_0000, radix: 16)
          return "MOVE who=p\(player) near=50 color=#\(color.dropFirst())\n"
        }
        .joined()
      publisher.say("PUB moves \(lines.utf8.count)\r\n\(lines)\r\n".utf8)
      try await Task.sleep(until: start + .milliseconds(50) * (batch + 1))
    }
  }
}
