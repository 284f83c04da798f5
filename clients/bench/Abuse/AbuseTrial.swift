// One run of one abuse: a server, a crowd that plays on it all the time, and three windows in which
// it is measured: before, while somebody abuses the server, and after. So what changes in the
// machine meanwhile shows as a difference between the first and the last.

import ArchiveSQLite
import Glibc
import Net

/// What one run measured.
struct AbuseOutcome: Sendable {
  let kind: AbuseKind
  let before: Run
  let abused: Run
  let after: Run
  /// What the abuser said of itself.
  let notes: [AbuseNote: Double]

  /// What the abuser took of a core, as a share.
  var abuserShare: Double { abused.companyCPU / abused.seconds }

  /// A figure under abuse in relation to its mean before and after.
  func ratio(_ figure: Figure) -> Double? {
    guard let above = figure.value(abused), let before = figure.value(before),
      let after = figure.value(after), before + after > 0
    else { return nil }
    return above / ((before + after) / 2)
  }
}

/// One run of one abuse.
struct AbuseTrial {
  let kind: AbuseKind
  let scenario: Scenario
  let timing: Timing
  let flags: [String]
  let credentials: Credentials
  let progress: Progress
  /// What the progress calls it.
  let title: String

  /// - Throws: `BenchError`: why nothing was measured.
  func run() async throws -> AbuseOutcome {
    progress.say("\(title): starting")
    // With a certificate, so that handshakes can be begun; some clients play without TLS.
    let folder = kind == .keeping ? try StateFolder() : nil
    let server = try await ChildProcess.server(
      connections: scenario.connections + kind.connections, over: .tls, credentials,
      flags: flags + (folder.map { ["--state", $0.path] } ?? []),
      limitsHandshakes: !scenario.isSecure, descriptorsMax: kind.descriptorsMax)
    defer { server.stop() }
    let meter = try ProcessMeter(pid: server.pid)
    let stage = Stage()
    do {
      try await stage.gather(
        scenario,
        at: House(side: .server, endpoint: server.endpoint, for: scenario, credentials))
      try await Task.sleep(for: .seconds(timing.warmup))
      let outcome = try await measure(stage, server, meter, folder)
      await stage.clear()
      progress.keep("\(title): \(outcome.summary)")
      return outcome
    } catch {
      await stage.clear()
      throw error
    }
  }

  private func measure(
    _ stage: Stage, _ server: ChildProcess, _ meter: ProcessMeter, _ folder: StateFolder?
  ) async throws -> AbuseOutcome {
    let before = try await window("before", stage, meter)
    let descriptors = ProcessMeter.descriptors(of: server.pid) ?? 0
    progress.say("\(title): the abuser begins")
    let abuser = try await AbuserProcess.start(
      kind, port: server.endpoint.port, rooms: await stage.codes())
    let began = (at: ContinuousClock.now, archive: try folder.map(Self.look))
    let abused: Run
    do {
      abused = try await window(
        "abused", stage, meter, company: try ProcessMeter(pid: abuser.pid))
    } catch {
      _ = abuser.finish()
      throw error
    }
    var notes = abuser.finish()
    if notes.isEmpty { throw BenchError.abuserFailed }
    if let folder, let before = began.archive {
      let seconds = (ContinuousClock.now - began.at) / .seconds(1)
      let after = try Self.look(folder)
      notes[.kept] = Double(after.matches - before.matches) / seconds
      notes[.archiveBytes] = Double(after.bytes - before.bytes) / seconds
    }
    // Until those who came are forgotten it is not quiet.
    for _ in 0..<AbuseTrial.partingTrials {
      if ProcessMeter.descriptors(of: server.pid) ?? 0 <= descriptors { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    let after = try await window("after", stage, meter)
    return AbuseOutcome(
      kind: kind, before: before, abused: abused, after: after, notes: notes)
  }

  /// What the server has kept by now.
  private static func look(_ folder: StateFolder) throws -> (matches: Int, bytes: Int) {
    (try folder.archive.reader().size(), folder.archiveBytes())
  }

  private func window(
    _ name: String, _ stage: Stage, _ server: ProcessMeter, company: ProcessMeter? = nil
  ) async throws -> Run {
    let bench = try ProcessMeter.own()
    _ = await stage.takeTally()
    await stage.measure(seconds: timing.seconds)
    let companyBegan = company?.usage()?.cpu
    let begin = await stage.read(server, bench)
    let start = ContinuousClock.now
    for second in 1...timing.seconds {
      progress.say("\(title), \(name): \(second)/\(timing.seconds) s")
      try await Task.sleep(until: start + .seconds(second))
    }
    let companyEnded = company?.usage()?.cpu
    let end = await stage.read(server, bench)
    try await Task.sleep(for: AbuseTrial.settling)
    let tally = await stage.takeTally()
    if tally.lost >= scenario.readers { throw BenchError.allLost }
    return Run(
      scenario: scenario, side: .server, begin: begin, end: end, tally: tally,
      companyCPU: (companyEnded ?? 0) - (companyBegan ?? 0))
  }

  /// How long the last measured moves may take to show; moves and abuse go on meanwhile.
  private static let settling = Duration.seconds(1)
  /// Five seconds for those who have gone, in hundredths.
  private static let partingTrials = 500
}

extension AbuseOutcome {
  /// In a line, for those who wait.
  fileprivate var summary: String {
    let tails = [before, abused, after].map { decimal($0.tally.shown.milliseconds(at: 99), 2) }
    return "p99 \(tails[0]) ms, abused \(tails[1]) ms, then \(tails[2]) ms"
  }
}
