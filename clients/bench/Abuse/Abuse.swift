// The measurement `abuse`: a server, a crowd that plays on it all the time, and three windows in
// which it is measured: before, while somebody abuses the server, and after. So what changes in the
// machine meanwhile shows as a difference between the first and the last.

import Net

func measureAbuse(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  var scenario = Scenario.rooms
  (scenario.name, scenario.rooms) = ("others", 50)
  scenario = bench.options.changing(scenario)
  let kinds = try bench.options.chosen(AbuseKind.self)
  try raiseDescriptorLimit(
    toHold: scenario.connections + (kinds.map(\.mischief.peers).max() ?? 0))
  var found: [AbuseKind: (windows: Table, abuser: Table)] = [:]
  // By turns, so that what changes in the machine meanwhile changes for all.
  try await bench.repeating("") { turn, _ in
    for kind in kinds {
      let title = [
        "\(kind.rawValue): \(kind.mischief.words)", "others meanwhile: \(scenario.shape)",
      ]
      let trial = Trial(
        bench: bench, scenario: scenario, timing: timing, title: "\(kind.rawValue)\(turn)")
      let (runs, notes) = try await trial.abuse(kind)
      for (name, run) in zip(["before", "abused", "after"], runs) {
        found[kind, default: (Table(title, figures: figures), Table())].windows
          .add(name, name, [run], figures)
      }
      found[kind]?.abuser.add("abused", kind.rawValue, notes)
    }
  }
  return Report(
    about: "windows of \(timing.seconds) s before, meanwhile and after, medians of "
      + "\(bench.options.repetitions); the abuser is a thread of the bench with the lowest claim",
    tables: kinds.flatMap { kind in
      found[kind].map { [$0.windows.withRatio, $0.abuser] } ?? []
    })
}

/// What is shown of each window.
private let figures = Figure.named(
  "shown_move_latency_p50_milliseconds", "shown_move_latency_p99_milliseconds",
  "shown_move_latency_max_milliseconds", "every_move_latency_p99_milliseconds",
  "deliveries_per_second", "cpu_percent", "resident_mebibytes", "bench_cpu_percent",
  "bench_lateness_p99_milliseconds", "others_cpu_percent")

extension Table {
  /// With each figure under abuse in relation to its mean before and after.
  fileprivate var withRatio: Table {
    var table = self
    table.derive("ratio", "ratio") { line in
      if !figures[line].isCompared { return nil }
      return middle(
        of: columns[0].runs.indices
          .map { run in
            let values = columns.compactMap { $0.runs[run][line] }
            return values.count == 3 ? 2 * values[1] / (values[0] + values[2]) : nil
          })
    }
    return table
  }
}

extension Trial {
  fileprivate func abuse(
    _ kind: AbuseKind
  ) async throws -> (windows: [Run], notes: [(Line, Double?)]) {
    say("starting")
    // With a certificate, so that handshakes can be begun; some clients play without TLS.
    let server = bench.server(
      connections: scenario.connections + kind.mischief.peers, over: .tls,
      limitsHandshakes: !scenario.isSecure)
    let outcome = try await server.running { child in
      try await play(at: house(at: [child.endpoint])) { stage in
        try await threeWindows(of: kind, on: stage, child)
      }
    }
    let tails = outcome.windows.map { decimal($0.tally.shown.milliseconds(at: 99), 2) }
    bench.progress.keep(
      "\(title): p99 \(tails[0]) ms, abused \(tails[1]) ms, then \(tails[2]) ms")
    return outcome
  }

  private func threeWindows(
    of kind: AbuseKind, on stage: Stage<Crowd>, _ child: ChildProcess
  ) async throws -> (windows: [Run], notes: [(Line, Double?)]) {
    let meter = try ProcessMeter(pid: child.pid)
    _ = await stage.takeTally()
    let before = try await window("before", on: stage, meter)
    let descriptors = descriptorCount(of: child.pid)
    say("the abuser begins")
    let victim = Victim(port: child.endpoint.port, rooms: await stage.codes())
    let (abused, own) = try await Abuser.with(kind.mischief, victim) {
      _ = await stage.takeTally()
      return try await window("abused", on: stage, meter)
    }
    // Until those who came are forgotten it is not quiet.
    _ = try await eventually(within: .seconds(15)) {
      descriptorCount(of: child.pid) <= descriptors
    }
    let left = Double(descriptorCount(of: child.pid) - descriptors)
    let notes = own + [(Line("descriptors that they leave behind", "descriptors_left"), left)]
    _ = await stage.takeTally()
    let after = try await window("after", on: stage, meter)
    return ([before, abused, after], notes)
  }
}
