// The measurement `keep`: what a journal costs, and the records of matches beside it, as thirds of
// the rooms on a server that keeps nothing, on one that has a journal alone, and on one that has
// both, at the same time, and beside a bare loop that writes the same frames; and how soon a server
// that was killed listens again, and shows a room. By turns they differed by more from one time to
// the next than a journal costs, because a machine changes its speed.

import ArgumentParser
import Glibc
import Net
import Wire

/// What a bare loop took to write the same.
struct KeepFloor {
  let lines: Int
  let frames: Int
  let bytes: Int
  /// CPU seconds.
  let seconds: Double
}

/// Measures journals.
func measureKeep(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  var scenario = Scenario.rooms
  (scenario.rooms, scenario.watchers) = (bench.options.rooms ?? 999, 0)
  guard scenario.rooms.isMultiple(of: 3) else {
    throw ValidationError("three servers share the rooms: --rooms is a multiple of three")
  }
  var third = scenario
  third.rooms = scenario.rooms / 3
  try raiseDescriptorLimit(toHold: scenario.connections)
  var trials: [[Run]] = []
  var floors: [KeepFloor] = []
  var returns = Table(
    title: ["a server that was killed under all rooms"],
    lines: [
      Line("rooms", "rooms"), Line("MiB of journals", "journal_mebibytes", 1),
      Line("listening, ms after the start", "listening_milliseconds"),
      Line("with all rooms, ms after the start", "shown_milliseconds"),
    ])
  for repetition in 1...bench.repetitions {
    let title = "keep \(repetition)/\(bench.repetitions)"
    let journal = try StateFolder(hasArchive: false)
    trials.append(try await bench.playThirds(third, title, journal, turn: repetition))
    bench.progress.say("\(title), floor")
    floors.append(try journal.writeAgain())
    bench.progress.say("\(title), killing")
    returns.add("", "killed", try await bench.comeBack(scenario, seconds: timing.seconds))
  }
  let lines = floors.reduce(0) { $0 + $1.lines }
  let frames = max(1, floors.reduce(0) { $0 + $1.frames })
  let bytes = floors.reduce(0) { $0 + $1.bytes }
  return Report(
    about:
      "three times \(grouped(third.rooms)) rooms of \(third.players), \(timing.seconds) s after "
      + "\(timing.warmup) s of warm-up, medians of \(trials.count)",
    tables: [costs(of: trials, beside: floors), returns],
    notes: [
      """
      a journaled line: \(decimal(Double(bytes) / Double(max(1, lines)), 1)) bytes, \
      \(decimal(Double(lines) / Double(frames), 1)) of them at once
      """
    ])
}

/// What the server that keeps nothing takes, and what each of the others takes more.
private func costs(of trials: [[Run]], beside floors: [KeepFloor]) -> Table {
  var table = Table(lines: [
    Line("CPU/move, µs", "cpu_per_move_microseconds", 2),
    Line("shown move p50, ms", "shown_move_p50_milliseconds", 2),
    Line("shown move p99, ms", "shown_move_p99_milliseconds", 2),
  ])
  func values(_ run: Run) -> [Double?] {
    let perMove = run.serverCPU.map { 1e6 * $0 / (run.seconds * Double(run.scenario.moves)) }
    return [perMove] + [50, 99].map { run.tally.shown.milliseconds(at: $0) }
  }
  for (trial, floor) in zip(trials, floors) {
    let runs = trial.map(values)
    table.add("nothing", "nothing", runs[0])
    for (index, name) in [(1, "journal"), (2, "record")] {
      let more = zip(runs[index], runs[index - 1])
        .map { more, less in more.flatMap { more in less.map { more - $0 } } }
      table.add(name, "\(name)_more", more)
    }
    table.add("floor", "floor", [1e6 * floor.seconds / Double(max(1, floor.lines)), nil, nil])
  }
  return table
}

extension Bench {
  /// Plays on the three servers beside each other.
  ///
  /// - Parameter turn: which gathers first goes by turns, so that being first favors none.
  fileprivate func playThirds(
    _ third: Scenario, _ title: String, _ journal: StateFolder, turn: Int
  ) async throws -> [Run] {
    let servers = [("nothing", nil), ("a journal", journal), ("both", try StateFolder())]
    return try await withThrowingTaskGroup(of: (Int, Run).self) { group in
      for index in servers.indices.map({ ($0 + turn) % servers.count }) {
        let (name, folder) = servers[index]
        group.addTask {
          try await withServer(
            connections: third.connections, over: third.offer, state: folder
          ) { child in
            let trial = Trial(
              scenario: third, timing: options.timing(),
              target: .running(child.endpoint, pid: child.pid), side: .server,
              credentials: credentials, progress: progress, title: "\(title), \(name)")
            return (index, try await trial.run())
          }
        }
      }
      let runs = try await group.reduce(into: [Int: Run]()) { $0[$1.0] = $1.1 }
      return servers.indices.compactMap { runs[$0] }
    }
  }

  /// Kills a server under all rooms and starts another where it was.
  ///
  /// - Returns: the rooms, the MiB of their journals, and the milliseconds until it listens and
  ///   until it shows somebody a room, with all others back by then.
  fileprivate func comeBack(_ scenario: Scenario, seconds: Int) async throws -> [Double?] {
    let folder = try StateFolder()
    let trial = Trial(
      scenario: scenario, timing: Timing(seconds: seconds, warmup: seconds), target: .own([]),
      side: .server, credentials: credentials, progress: progress, title: "keep, killing")
    let (connections, offer) = (scenario.connections, scenario.offer)
    let room = try await withServer(connections: connections, over: offer, state: folder) { child in
      let house = House(side: .server, endpoint: child.endpoint, for: scenario, credentials)
      return try await trial.play(at: house) { stage in
        let room = await stage.codes().last
        kill(child.pid, SIGKILL)
        return room
      }
    }
    let bytes = try folder.frames().reduce(0) { $0 + $1.count }
    let rooms = try folder.rooms()
    let begin = ContinuousClock.now
    return try await withServer(connections: connections, over: offer, state: folder) { child in
      let listening = ContinuousClock.now - begin
      if let room { try see(room, at: child.endpoint) }
      let shown = ContinuousClock.now - begin
      return [
        Double(rooms), Double(bytes) / 1_048_576, listening / .milliseconds(1),
        shown / .milliseconds(1),
      ]
    }
  }
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
