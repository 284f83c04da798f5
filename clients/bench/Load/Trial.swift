// One run from start to end: a server or a floor, a crowd, some warm-up, two readings with the
// measured time between them, and a moment for the last moves to arrive. Every measurement in which
// rooms play is made of these; it does not know what else goes on meanwhile.

import Net

/// How long a scenario is played.
struct Timing: Sendable {
  /// How long is measured, in seconds.
  let seconds: Int
  /// How long is played before, in seconds.
  let warmup: Int
}

enum Side: String, Sendable {
  /// A whole chromatch server.
  case server
  /// The bare loop that makes the same sends.
  case floor
}

struct Trial {
  let bench: Bench
  let scenario: Scenario
  let timing: Timing
  /// What the progress calls it.
  let title: String
  var side = Side.server

  /// A server that lets the scenario in, or a floor.
  var program: Program { program(keeping: nil) }

  /// The same, and what it keeps.
  func program(keeping state: StateFolder?) -> Program {
    switch side {
    case .server:
      bench.server(
        connections: scenario.connections + scenario.idle, over: scenario.offer, state: state)
    case .floor: bench.floor(for: scenario)
    }
  }

  /// Plays it on a program that is started for it.
  func run(on program: Program) async throws -> Run {
    say("starting")
    return try await program.running(measure)
  }

  private func measure(_ child: ChildProcess) async throws -> Run {
    let server = try ProcessMeter(pid: child.pid)
    let house = house(at: [child.endpoint])
    return try await Stage<AlongPlayers>
      .with({ AlongPlayers($0, $1, at: house) }) { idlers in
        // A floor has no place for those who are in no room.
        if scenario.idle > 0, side == .server || scenario.hasCrowd {
          try await idlers.grow(to: scenario.idle)
        }
        let run = try await play(at: house) { stage in
          let code = await stage.codes().first
          if scenario.hasCrowd, scenario.idle > 0 {
            await idlers.ask { $0.play(in: code) }
            try await Task.sleep(for: .seconds(timing.warmup))
            _ = await stage.takeTally()
            await idlers.ask { $0.testimony = .init() }
          }
          var run = try await window(on: stage, server)
          if scenario.hasCrowd { run.along = await idlers.ask { $0.end() } }
          if scenario.idleDeed == .watch, let code {
            run.arrival = try await idlers.wait { $0.watch(code, whenArrived: $1) }
          }
          return run
        }
        bench.progress.keep("\(title): \(run.summary)")
        return run
      }
  }

  /// Where everybody goes: the players of each room to these endpoints by turns, all others to the
  /// first.
  func house(at endpoints: [Endpoint]) -> House {
    House(side, at: endpoints, over: scenario.transports, bench.credentials)
  }

  /// Has the rooms play, and does something once they have for so long as is not measured.
  func play<Value>(
    at house: House, _ body: (Stage<Crowd>) async throws -> Value
  ) async throws -> Value {
    say("\(grouped(scenario.connections + scenario.idle)) connections")
    return try await Stage<Crowd>
      .with({ [scenario] in Crowd($0, $1, scenario, at: house) }) { stage in
        try await stage.gather()
        say("warming up")
        try await Task.sleep(for: .seconds(timing.warmup))
        return try await body(stage)
      }
  }

  /// Measures rooms that play, and says each second how it goes.
  ///
  /// - Parameters:
  ///   - name: what the progress calls it, if there are several.
  ///   - engines: what works for the server and is not counted as the server's.
  func window(
    _ name: String = "", on stage: Stage<Crowd>, _ server: ProcessMeter,
    beside engines: ProcessMeter? = nil
  ) async throws -> Run {
    let bench = try ProcessMeter(pid: ProcessMeter.ownPID)
    let seconds = timing.seconds
    await stage.ask { $0.measure(seconds: seconds) }
    let before = engines?.usage()?.cpu ?? 0
    let begin = await stage.read(server, bench)
    let start = ContinuousClock.now
    var end = begin
    for second in 1...seconds {
      try await Task.sleep(until: start + .seconds(second))
      let reading = await stage.read(server, bench)
      let rate = Double(reading.deliveries - end.deliveries) / reading.seconds(since: end)
      say(
        "\(name)\(name.isEmpty ? "" : ", ")\(second)/\(seconds) s, \(decimal(rate, 0)) deliveries/s"
      )
      end = reading
    }
    let after = engines?.usage()?.cpu ?? 0
    try await Task.sleep(for: Trial.settling)
    let tally = await stage.takeTally()
    if tally.lost >= scenario.readers {
      throw BenchError("every connection was lost before the run was over: the server has gone")
    }
    var run = Run(scenario: scenario, side: side, begin: begin, end: end, tally: tally)
    run.engineCPU = after - before
    return run
  }

  func say(_ words: String) { bench.progress.say("\(title): \(words)") }

  /// How long the last measured moves may take to show; moves go on meanwhile.
  private static let settling = Duration.seconds(1)
}
