// The measurement `abuse`: a server, a crowd that plays on it all the time, and three windows in
// which it is measured: before, while somebody abuses the server, and after. So what changes in the
// machine meanwhile shows as a difference between the first and the last. The abuser is a process
// of its own that computes next to nothing and gives way to everybody.

import ArchiveSQLite
import Net

/// Measures what others notice of an abuse.
func measureAbuse(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let scenario = bench.scenario("others", rooms: 50)
  let kinds = try bench.options.chosen(AbuseKind.self)
  try raiseDescriptorLimit(
    toHold: scenario.connections + (kinds.map(\.connections).max() ?? 0))
  var outcomes: [AbuseKind: [AbuseOutcome]] = [:]
  // By turns, so that what changes in the machine meanwhile changes for all.
  for repetition in 1...bench.repetitions {
    for kind in kinds {
      let trial = Trial(
        scenario: kind.load(of: scenario), timing: timing,
        target: .own(bench.options.flags), side: .server,
        credentials: bench.credentials, progress: bench.progress,
        title: "\(kind.rawValue) \(repetition)/\(bench.repetitions)")
      outcomes[kind, default: []].append(try await trial.abuse(kind))
    }
  }
  var report = Report(
    about: "windows of \(timing.seconds) s before, meanwhile and after, medians of "
      + "\(bench.repetitions); the abuser is a process with the lowest claim (nice 19)")
  for kind in kinds {
    let outcomes = outcomes[kind] ?? []
    report.tables += tables(of: kind, kind.load(of: scenario), outcomes)
    let ratios = outcomes.compactMap { Figure.tail.flatMap($0.ratio) }.sorted()
    let words = ratios.map { decimal($0, 2) }.joined(separator: ", ")
    report.notes.append("\(kind.rawValue): ratio of p99, each run: \(words)")
  }
  return report
}

/// Three windows of a run, and what the abuser said of itself.
private struct AbuseOutcome: Sendable {
  let windows: [Run]
  let notes: [AbuseNote: Double]

  /// A figure under abuse in relation to its mean before and after.
  func ratio(_ figure: Figure) -> Double? {
    let values = windows.compactMap(figure.value)
    guard values.count == 3, values[0] + values[2] > 0 else { return nil }
    return values[1] / ((values[0] + values[2]) / 2)
  }
}

private func tables(
  of kind: AbuseKind, _ load: Scenario, _ outcomes: [AbuseOutcome]
) -> [Table] {
  var table = Table(
    ["\(kind.rawValue): \(kind.words)", "others meanwhile: \(load.shape)"],
    figures: Figure.ofAbuse)
  for (index, name) in ["before", "abused", "after"].enumerated() {
    table.add(name, name, outcomes.map { $0.windows[index] }, Figure.ofAbuse)
  }
  table.derive("ratio", "ratio") { line in
    let figure = Figure.ofAbuse[line]
    return figure.isCompared ? middle(of: outcomes.map { $0.ratio(figure) }) : nil
  }
  var own = Table(
    lines: [Line("abuser's CPU, % of a core", "abuser_cpu_percent", 1)]
      + kind.notes.map { Line($0.label, $0.rawValue, $0.decimals) })
  for outcome in outcomes {
    let (abused, cpu) = (outcome.windows[1], outcome.windows[1].companies.reduce(0, +))
    own.add(
      "abused", kind.rawValue,
      [100 * cpu / abused.seconds] + kind.notes.map { outcome.notes[$0] })
  }
  return [table, own]
}

extension Trial {
  /// One run of one abuse.
  fileprivate func abuse(_ kind: AbuseKind) async throws -> AbuseOutcome {
    progress.say("\(title): starting")
    // With a certificate, so that handshakes can be begun; some clients play without TLS.
    let folder = kind == .keeping ? try StateFolder() : nil
    let server = try await ChildProcess.server(
      connections: scenario.connections + kind.connections, over: .tls, credentials,
      flags: flags + (folder.map { ["--state", $0.path] } ?? []),
      limitsHandshakes: !scenario.isSecure, descriptorsMax: kind.descriptorsMax)
    defer { server.stop() }
    let house = House(side: .server, endpoint: server.endpoint, for: scenario, credentials)
    let outcome = try await play(at: house) { stage in
      try await threeWindows(of: kind, on: stage, server, folder)
    }
    let tails = outcome.windows.map { decimal($0.tally.shown.milliseconds(at: 99), 2) }
    progress.keep("\(title): p99 \(tails[0]) ms, abused \(tails[1]) ms, then \(tails[2]) ms")
    return outcome
  }

  private func threeWindows(
    of kind: AbuseKind, on stage: Stage, _ server: ChildProcess, _ folder: StateFolder?
  ) async throws -> AbuseOutcome {
    let meter = try ProcessMeter(pid: server.pid)
    _ = await stage.takeTally()
    let before = try await window("before", on: stage, meter)
    let descriptors = ProcessMeter.descriptors(of: server.pid) ?? 0
    progress.say("\(title): the abuser begins")
    let abuser = try await AbuserProcess.start(
      kind, port: server.endpoint.port, rooms: await stage.codes())
    let began = (at: ContinuousClock.now, archive: try folder.map(look))
    let abused: Run
    do {
      _ = await stage.takeTally()
      abused = try await window(
        "abused", on: stage, meter, beside: [[try ProcessMeter(pid: abuser.pid)]])
    } catch {
      _ = abuser.finish()
      throw error
    }
    var notes = abuser.finish()
    if notes.isEmpty { throw BenchError.abuserFailed }
    if let folder, let before = began.archive {
      let seconds = (ContinuousClock.now - began.at) / .seconds(1)
      let after = try look(folder)
      notes[.kept] = Double(after.matches - before.matches) / seconds
      notes[.archiveBytes] = Double(after.bytes - before.bytes) / seconds
    }
    // Until those who came are forgotten it is not quiet.
    for _ in 0..<partingTrials {
      if ProcessMeter.descriptors(of: server.pid) ?? 0 <= descriptors { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = await stage.takeTally()
    let after = try await window("after", on: stage, meter)
    return AbuseOutcome(windows: [before, abused, after], notes: notes)
  }
}

/// What the server has kept by now.
private func look(_ folder: StateFolder) throws -> (matches: Int, bytes: Int) {
  (try folder.archive.reader().size(), folder.archiveBytes())
}

/// Five seconds for those who have gone, in hundredths.
private let partingTrials = 500

extension Figure {
  /// What others notice of an abuse, and what it costs the server.
  fileprivate static let ofAbuse = named(
    "shown_move_latency_p50_milliseconds", "shown_move_latency_p99_milliseconds",
    "shown_move_latency_max_milliseconds", "every_move_latency_p99_milliseconds",
    "deliveries_per_second", "cpu_percent", "resident_mebibytes", "bench_cpu_percent",
    "bench_lateness_p99_milliseconds", "others_cpu_percent")

  /// What the goal is about.
  fileprivate static let tail = named("shown_move_latency_p99_milliseconds").first
}
