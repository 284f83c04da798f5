// One run from start to end: a server or a floor, a crowd, some warm-up, two readings with the
// measured time between them, and a moment for the last moves to arrive.

import Net

/// One run of one scenario.
struct Trial {
  let scenario: Scenario
  let timing: Timing
  let target: Target
  let side: Side
  let credentials: Credentials
  let progress: Progress
  /// What the progress calls it.
  let title: String

  /// Plays it.
  ///
  /// - Throws: `BenchError`: why nothing was measured.
  func run() async throws -> Run {
    switch target {
    case .running(let endpoint, let pid):
      return try await measure(at: endpoint, server: try pid.map(ProcessMeter.init(pid:)))
    case .program(let path, let arguments):
      progress.say("\(title): starting")
      let child = try await ChildProcess.start(path, arguments)
      defer { child.stop() }
      return try await measure(at: child.endpoint, server: try ProcessMeter(pid: child.pid))
    case .own(let own):
      progress.say("\(title): starting")
      let state = own.keepsJournal && side == .server ? try StateFolder() : nil
      let child = try await start(own, state)
      // What it keeps goes after the server.
      defer { withExtendedLifetime(state) { child.stop() } }
      return try await measure(at: child.endpoint, server: try ProcessMeter(pid: child.pid))
    }
  }

  private func start(_ own: Target.Own, _ state: StateFolder?) async throws -> ChildProcess {
    switch side {
    case .server:
      try await .server(
        connections: scenario.connections + scenario.idle, over: scenario.offer,
        credentials, flags: own.serverFlags + (state.map { ["--state", $0.path] } ?? []))
    case .floor: try await .floor(for: scenario, credentials)
    }
  }

  private func measure(at endpoint: Endpoint, server: ProcessMeter?) async throws -> Run {
    let bench = try ProcessMeter.own()
    let (stage, idlers) = (Stage(), IdlersStage())
    progress.say("\(title): \(grouped(scenario.connections + scenario.idle)) connections")
    do {
      let house = House(side: side, endpoint: endpoint, for: scenario, credentials)
      // A floor has no place for those who are in no room.
      if side == .server && scenario.idle > 0 {
        try await idlers.begin(at: house)
        try await idlers.grow(to: scenario.idle)
      }
      try await stage.gather(scenario, at: house)
      progress.say("\(title): warming up")
      try await Task.sleep(for: .seconds(timing.warmup))
      await stage.measure(seconds: timing.seconds)
      let begin = await stage.read(server, bench)
      let end = try await watch(stage, from: begin, server, bench)
      try await Task.sleep(for: Trial.settling)
      let tally = await stage.tally()
      let arrival = scenario.idleJoin ? await idlers.watch(await stage.codes().first) : nil
      await stage.clear()
      await idlers.clear()
      if tally.lost == scenario.readers { throw BenchError.allLost }
      let run = Run(
        scenario: scenario, side: side, begin: begin, end: end, tally: tally, arrival: arrival)
      progress.keep("\(title): \(run.summary)")
      return run
    } catch {
      await stage.clear()
      await idlers.clear()
      throw error
    }
  }

  /// Lets the measured time pass, and says each second how it goes.
  private func watch(
    _ stage: Stage, from begin: Reading, _ server: ProcessMeter?, _ bench: ProcessMeter
  ) async throws -> Reading {
    let start = ContinuousClock.now
    var last = begin
    for second in 1...timing.seconds {
      try await Task.sleep(until: start + .seconds(second))
      let reading = await stage.read(server, bench)
      let rate = Double(reading.deliveries - last.deliveries) / reading.seconds(since: last)
      progress.say(
        "\(title): \(second)/\(timing.seconds) s, \(grouped(Int(rate))) deliveries/s")
      last = reading
    }
    return last
  }

  /// How long the last measured moves may take to show; moves go on meanwhile.
  private static let settling = Duration.seconds(1)
}
