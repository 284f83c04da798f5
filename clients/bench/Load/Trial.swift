// One run from start to end: a server or a floor, a crowd, some warm-up, two readings with the
// measured time between them, and a moment for the last moves to arrive. Every measurement in which
// rooms play is made of these; it does not know what else goes on meanwhile.

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

  /// What a server of our own is told besides what the scenario needs.
  var flags: [String] { if case .own(let own) = target { own.serverFlags } else { [] } }

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
    let house = House(side: side, endpoint: endpoint, for: scenario, credentials)
    return try await IdlersStage()
      .cleared { idlers in
        // A floor has no place for those who are in no room.
        if side == .server && scenario.idle > 0 {
          try await idlers.begin(at: house)
          try await idlers.grow(to: scenario.idle)
        }
        let run = try await play(at: house) { stage in
          var run = try await window(on: stage, server)
          if scenario.idleJoin { run.arrival = await idlers.watch(await stage.codes().first) }
          return run
        }
        progress.keep("\(title): \(run.summary)")
        return run
      }
  }

  /// Has the rooms play, and does something once they have for so long as is not measured.
  func play<Value>(
    at house: House, _ body: (Stage) async throws -> Value
  ) async throws -> Value {
    progress.say("\(title): \(grouped(scenario.connections + scenario.idle)) connections")
    return try await Stage()
      .cleared { stage in
        try await stage.gather(scenario, at: house)
        progress.say("\(title): warming up")
        try await Task.sleep(for: .seconds(timing.warmup))
        return try await body(stage)
      }
  }

  /// Measures rooms that play, and says each second how it goes.
  ///
  /// - Parameters:
  ///   - name: what the progress calls it, if there are several.
  ///   - companies: others whose CPU is counted beside the server's, group by group.
  func window(
    _ name: String = "", on stage: Stage, _ server: ProcessMeter?,
    beside companies: [[ProcessMeter]] = []
  ) async throws -> Run {
    let bench = try ProcessMeter.own()
    let title = name.isEmpty ? title : "\(title), \(name)"
    await stage.measure(seconds: timing.seconds)
    let before = companies.map(cpuSeconds)
    let begin = await stage.read(server, bench)
    let start = ContinuousClock.now
    var end = begin
    for second in 1...timing.seconds {
      try await Task.sleep(until: start + .seconds(second))
      let reading = await stage.read(server, bench)
      let rate = Double(reading.deliveries - end.deliveries) / reading.seconds(since: end)
      progress.say(
        "\(title): \(second)/\(timing.seconds) s, \(grouped(Int(rate))) deliveries/s")
      end = reading
    }
    let after = companies.map(cpuSeconds)
    try await Task.sleep(for: Trial.settling)
    let tally = await stage.takeTally()
    if tally.lost >= scenario.readers { throw BenchError.allLost }
    var run = Run(scenario: scenario, side: side, begin: begin, end: end, tally: tally)
    run.companies = zip(before, after).map { $1 - $0 }
    return run
  }

  /// How long the last measured moves may take to show; moves go on meanwhile.
  private static let settling = Duration.seconds(1)
}

/// CPU seconds of processes that there still are.
private func cpuSeconds(_ meters: [ProcessMeter]) -> Double {
  meters.reduce(0) { $0 + ($1.usage()?.cpu ?? 0) }
}
