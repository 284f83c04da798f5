// One run against a server or a floor that may be full: a crowd that plays, witnesses beside it,
// and one window that is measured.

import Net

/// What one run measured.
struct FullWindow: Sendable {
  let run: Run
  /// What the witnesses saw; nil on a floor, which knows no lines.
  let witnessed: Testimony?
}

/// The runs that belong together.
struct FullOutcome: Sendable {
  /// The server with few rooms, in time.
  let calm: FullWindow
  /// The server with all of them.
  let server: FullWindow
  /// The floor with all of them.
  let floor: FullWindow?

  /// How many times what the server did was offered to it: what all rooms would have cost it at the
  /// price of the calm run, to what it used.
  var overload: Double? {
    guard let calmCPU = calm.run.serverCPU, let cpu = server.run.serverCPU, cpu > 0 else {
      return nil
    }
    let price = calmCPU / calm.run.seconds / Double(calm.run.scenario.rooms)
    return price * Double(server.run.scenario.rooms) / (cpu / server.run.seconds)
  }
}

/// One run.
struct FullTrial {
  let scenario: Scenario
  let side: Side
  let timing: Timing
  let flags: [String]
  let credentials: Credentials
  let progress: Progress
  /// What the progress calls it.
  let title: String

  /// - Throws: `BenchError`: why nothing was measured.
  func run() async throws -> FullWindow {
    progress.say("\(title): starting")
    let (child, admin) = try await start()
    defer { child.stop() }
    let stage = Stage()
    do {
      progress.say("\(title): \(grouped(scenario.connections)) connections")
      let house = House(side: side, endpoint: child.endpoint, for: scenario, credentials)
      var witnesses: Witnesses?
      if let admin {
        witnesses = Witnesses(port: child.endpoint.port, admin: admin)
        try await witnesses?.sitDown()
      }
      // Handshakes of thousands take longer than somebody may be silent.
      let patience = Task { [witnesses] in await witnesses?.answer() }
      defer { patience.cancel() }
      try await stage.gather(scenario, at: house)
      progress.say("\(title): warming up")
      try await Task.sleep(for: .seconds(timing.warmup))
      patience.cancel()
      await patience.value
      let window = try await measure(stage, child, witnesses)
      await stage.clear()
      progress.keep("\(title): \(window.run.summary)")
      return window
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func start() async throws -> (ChildProcess, admin: UInt16?) {
    if side == .floor {
      return (try await .floor(for: scenario, credentials, niceness: Self.niceness), nil)
    }
    guard let admin = freeLoopbackPort() else { throw BenchError.net(.noDescriptors) }
    let server = try await ChildProcess.server(
      connections: scenario.connections + Witnesses.connectionsMax, over: scenario.offer,
      credentials, flags: flags, adminPort: admin, niceness: Self.niceness)
    return (server, admin)
  }

  private func measure(
    _ stage: Stage, _ child: ChildProcess, _ witnesses: Witnesses?
  ) async throws -> FullWindow {
    let (server, bench) = (try ProcessMeter(pid: child.pid), try ProcessMeter.own())
    async let witnessed = witnesses?.watch(seconds: timing.seconds)
    _ = await stage.takeTally()
    await stage.measure(seconds: timing.seconds)
    let begin = await stage.read(server, bench)
    let start = ContinuousClock.now
    for second in 1...timing.seconds {
      progress.say("\(title): \(second)/\(timing.seconds) s")
      try await Task.sleep(until: start + .seconds(second))
    }
    let end = await stage.read(server, bench)
    try await Task.sleep(for: FullTrial.settling)
    let tally = await stage.takeTally()
    let testimony = try await witnessed
    if tally.lost >= scenario.readers { throw BenchError.allLost }
    let run = Run(scenario: scenario, side: side, begin: begin, end: end, tally: tally)
    return FullWindow(run: run, witnessed: testimony)
  }

  /// How long the last measured moves may take to show; moves go on meanwhile.
  private static let settling = Duration.seconds(1)
  /// How much the measured process gives way to the bench.
  private static let niceness = 10
}
