// The measurement `full`: first a quarter of the rooms, which shows what a room costs in time, then
// all, on a server and on a floor. Both give way to the bench (nice 10), so that it is they who are
// full. Meanwhile witnesses look whether locks are judged, each by its arrival, PINGs and the admin
// listener answered, and newcomers told that there is no room.

import Net

/// Measures what people notice of a server that is full.
func measureFull(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let all = bench.scenario("full", rooms: 2_000)
  var few = all
  few.rooms = max(1, all.rooms / calmShare)
  try raiseDescriptorLimit(toHold: all.connections + spareDescriptors)
  let sides: [(label: String, key: String, scenario: Scenario, side: Side)] =
    [("\(grouped(few.rooms)) rooms", "calm", few, .server), ("server", "server", all, .server)]
    + (bench.options.floor ? [("floor", "floor", all, .floor)] : [])
  var runs = [[Run]](repeating: [], count: sides.count)
  var seen = Table(lines: TestimonyFigure.all.map { Line($0.label, $0.key, $0.decimals) })
  for repetition in 1...bench.repetitions {
    for (index, part) in sides.enumerated() {
      let trial = Trial(
        scenario: part.scenario, timing: timing, target: .own(bench.options.flags),
        side: part.side, credentials: bench.credentials, progress: bench.progress,
        title: "\(part.label), \(part.side.rawValue) \(repetition)/\(bench.repetitions)")
      let (run, testimony) = try await trial.runFull()
      runs[index].append(run)
      if let testimony {
        seen.add(part.label, part.key, TestimonyFigure.all.map { $0.value(testimony) })
      }
    }
  }
  var table = Table(["server and floor give way to the bench (nice 10)"], figures: Figure.ofFull)
  for (part, runs) in zip(sides, runs) { table.add(part.label, part.key, runs, Figure.ofFull) }
  let overload = middle(of: zip(runs[0], runs[1]).map(overload))
  return Report(
    about: "\(all.shape); \(timing.seconds) s after \(timing.warmup) s of warm-up, medians of "
      + "\(bench.repetitions)",
    tables: [table, seen],
    notes: ["offered, × what the server did: \(overload.map { decimal($0, 2) } ?? "–")"],
    facts: [("overload", overload.map(JSON.number) ?? .null)])
}

/// How many times what the server did was offered to it: what all rooms would have cost it at the
/// price of the calm run, to what it used.
private func overload(_ calm: Run, _ full: Run) -> Double? {
  guard let calmCPU = calm.serverCPU, let cpu = full.serverCPU, cpu > 0 else { return nil }
  let price = calmCPU / calm.seconds / Double(calm.scenario.rooms)
  return price * Double(full.scenario.rooms) / (cpu / full.seconds)
}

extension Trial {
  /// One run against a server or a floor of its own that may be full.
  ///
  /// - Returns: also what the witnesses saw; nil on a floor, which knows no lines.
  fileprivate func runFull() async throws -> (Run, Testimony?) {
    progress.say("\(title): starting")
    let admin = side == .server ? freeLoopbackPort() : nil
    let child =
      side == .floor
      ? try await ChildProcess.floor(for: scenario, credentials, niceness: niceness)
      : try await ChildProcess.server(
        connections: scenario.connections + Witnesses.connectionsMax, over: scenario.offer,
        credentials, flags: flags, adminPort: admin, niceness: niceness)
    defer { child.stop() }
    let witnesses = admin.map { Witnesses(port: child.endpoint.port, admin: $0) }
    try await witnesses?.sitDown()
    // Handshakes of thousands take longer than somebody may be silent.
    let patience = Task { await witnesses?.answer() }
    defer { patience.cancel() }
    let meter = try ProcessMeter(pid: child.pid)
    let house = House(side: side, endpoint: child.endpoint, for: scenario, credentials)
    let outcome = try await play(at: house) { stage in
      patience.cancel()
      await patience.value
      _ = await stage.takeTally()
      async let witnessed = witnesses?.watch(seconds: timing.seconds)
      let run = try await window(on: stage, meter)
      return (run, try await witnessed)
    }
    progress.keep("\(title): \(outcome.0.summary)")
    return outcome
  }
}

/// What a room costs in time is measured with one of so many rooms.
private let calmShare = 4
/// For those who look on at how the server fares.
private let spareDescriptors = 256
/// How much the measured process gives way to the bench.
private let niceness = 10

extension Figure {
  /// What people notice of a full server, and what it did.
  fileprivate static let ofFull = named(
    "cpu_percent", "cpu_per_write_microseconds", "shown_move_latency_p50_milliseconds",
    "shown_move_latency_p99_milliseconds", "shown_move_latency_max_milliseconds",
    "every_move_latency_p99_milliseconds", "moves_per_second", "moves_shown_percent",
    "deliveries_per_second", "writes_per_second_per_guest", "longest_wait_milliseconds",
    "bench_cpu_percent", "bench_lateness_p99_milliseconds", "others_cpu_percent")
}
