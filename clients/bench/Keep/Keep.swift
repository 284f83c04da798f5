// The command `keep`: what a journal costs, as half of the rooms on a server that keeps one and
// half on one that does not, at the same time, and beside a bare loop that writes the same bytes;
// and how soon a server is back that was killed. By turns the two differed by more from one pair to
// the next than a journal costs, because a machine changes its speed.

import ArgumentParser
import Glibc
import Net

/// Measures journals.
struct Keep: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Measures what a journal costs, and how soon a killed server is back with its rooms.",
    discussion: """
      Rooms of two play, half of them on a server without a journal and half on one with, at the \
      same time. The floor is a bare loop that writes the same frames to a file beside them and \
      does nothing else. Then a server is killed under all rooms, and started again.
      """)

  @Option(help: "How many rooms of two.", in: 2...10_000)
  var rooms = 1_000

  @OptionGroup var pace: TimingOptions

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      var scenario = Scenario.rooms
      (scenario.rooms, scenario.watchers) = (rooms, 0)
      var half = scenario
      half.rooms = rooms / 2
      try raiseDescriptorLimit(toHold: scenario.connections)
      var report = KeepReport(machine: Machine(), half: half, timing: pace.timing)
      for repetition in 1...pace.repetitions {
        let title = "keep \(repetition)/\(pace.repetitions)"
        let folder = try StateFolder()
        // Which server gathers first goes by turns, so that being first favors neither.
        let isFirst = repetition.isMultiple(of: 2)
        async let one = play(half, isFirst ? folder : nil, credentials, progress, title)
        async let other = play(half, isFirst ? nil : folder, credentials, progress, title)
        let runs = try await [one, other]
        report.with.append(runs[isFirst ? 0 : 1])
        report.without.append(runs[isFirst ? 1 : 0])
        progress.say("\(title), floor")
        report.floors.append(try folder.writeAgain())
        progress.say("\(title), killing")
        report.returns.append(try await comeBack(scenario, credentials))
      }
      print(report.text)
      try server.write(report.json)
    }
  }

  private func start(
    _ scenario: Scenario, _ folder: StateFolder?, _ credentials: Credentials
  ) async throws -> ChildProcess {
    let state = folder.map { ["--state", $0.path] } ?? []
    return try await .server(
      connections: scenario.connections, over: scenario.offer, credentials,
      flags: server.flags + state)
  }

  private func play(
    _ scenario: Scenario, _ folder: StateFolder?, _ credentials: Credentials,
    _ progress: Progress, _ title: String
  ) async throws -> Run {
    let title = "\(title), \(folder == nil ? "without" : "with")"
    let child = try await start(scenario, folder, credentials)
    defer { child.stop() }
    let trial = Trial(
      scenario: scenario, timing: pace.timing, target: .running(child.endpoint, pid: child.pid),
      side: .server, credentials: credentials, progress: progress, title: title)
    return try await trial.run()
  }

  /// Kills a server under all rooms and starts another where it was.
  private func comeBack(
    _ scenario: Scenario, _ credentials: Credentials
  ) async throws -> KeepReport.Return {
    let folder = try StateFolder()
    let child = try await start(scenario, folder, credentials)
    let stage = Stage()
    do {
      try await stage.gather(
        scenario,
        at: House(side: .server, endpoint: child.endpoint, for: scenario, credentials))
      try await Task.sleep(for: .seconds(pace.seconds))
    } catch {
      child.stop()
      await stage.clear()
      throw error
    }
    kill(child.pid, SIGKILL)
    child.stop()
    await stage.clear()
    let bytes = try folder.frames().reduce(0) { $0 + $1.count }
    let rooms = try folder.rooms()
    let begin = ContinuousClock.now
    let next = try await start(scenario, folder, credentials)
    let took = ContinuousClock.now - begin
    next.stop()
    return KeepReport.Return(
      rooms: rooms, bytes: bytes, milliseconds: Double(took / .microseconds(1)) / 1_000)
  }
}
