// The command `keep`: what a journal costs, and the records of matches beside it, as thirds of the
// rooms on a server that keeps nothing, on one that has a journal alone, and on one that has both,
// at the same time, and beside a bare loop that writes the same bytes; and how soon a server that
// was killed listens again, and shows a room. By turns they differed by more from one time to the
// next than a journal costs, because a machine changes its speed.

import ArgumentParser
import Glibc
import Net
import Wire

/// Measures journals.
struct Keep: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Measures what a journal costs, and how soon a killed server is back with its rooms.",
    discussion: """
      Rooms of two play at the same time, a third of them on a server that keeps nothing, a third \
      on one with a journal, and a third on one that also records matches for its archive. The \
      floor is a bare loop that writes the same frames to a file beside them and does nothing \
      else. Then a server is killed under all rooms and started again, until somebody is shown one.
      """)

  @Option(help: "How many rooms of two; a multiple of three.", in: 3...9_999)
  var rooms = 999

  @OptionGroup var pace: TimingOptions

  @OptionGroup var server: OwnServerOptions

  func validate() throws {
    guard rooms.isMultiple(of: 3) else {
      throw ValidationError("three servers share the rooms: --rooms is a multiple of three")
    }
  }

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      let credentials = try Credentials()
      let scenario = Scenario.rooms.with(rooms: rooms)
      let third = scenario.with(rooms: rooms / 3)
      try raiseDescriptorLimit(toHold: scenario.connections)
      var report = KeepReport(machine: Machine(), third: third, timing: pace.timing)
      for repetition in 1...pace.repetitions {
        let title = "keep \(repetition)/\(pace.repetitions)"
        let journal = try StateFolder(hasArchive: false)
        let both = try StateFolder()
        let servers = [("nothing", nil), ("a journal", journal), ("both", both)]
        // Which gathers first goes by turns, so that being first favors none.
        let order = (0..<3).map { ($0 + repetition) % 3 }
        let runs = try await withThrowingTaskGroup(of: (Int, Run).self) { group in
          for index in order {
            let (name, folder) = servers[index]
            group.addTask {
              (index, try await play(third, folder, credentials, progress, "\(title), \(name)"))
            }
          }
          return try await group.reduce(into: [Int: Run]()) { $0[$1.0] = $1.1 }
        }
        report.add(servers.indices.compactMap { runs[$0] })
        progress.say("\(title), floor")
        report.floors.append(try journal.writeAgain())
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
    let room = await stage.codes().last
    kill(child.pid, SIGKILL)
    child.stop()
    await stage.clear()
    let bytes = try folder.frames().reduce(0) { $0 + $1.count }
    let rooms = try folder.rooms()
    let begin = ContinuousClock.now
    let next = try await start(scenario, folder, credentials)
    let listening = ContinuousClock.now - begin
    defer { next.stop() }
    if let room { try see(room, at: next.endpoint) }
    let shown = ContinuousClock.now - begin
    return KeepReport.Return(
      rooms: rooms, bytes: bytes, listening: Double(listening / .microseconds(1)) / 1_000,
      shown: Double(shown / .microseconds(1)) / 1_000)
  }

  /// Waits until somebody is shown a room: all come back before anybody is let in.
  private func see(_ room: RoomCode, at endpoint: Endpoint) throws(BenchError) {
    let socket = try RawSocket(port: endpoint.port, from: 1)
    defer { socket.close() }
    socket.say("HELLO v=1 name=Eve\nWATCH room=\(room.text)\n".utf8)
    var heard: [UInt8] = []
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end, let more = socket.overhear() {
      heard += more
      if String(decoding: heard, as: UTF8.self).contains("\nIN ") { return }
      usleep(200)
    }
    throw .serverSilent(endpoint)
  }
}

extension Scenario {
  /// So many rooms, in which nobody looks on.
  fileprivate func with(rooms: Int) -> Scenario {
    var scenario = self
    (scenario.rooms, scenario.watchers) = (rooms, 0)
    return scenario
  }
}
