// The measurement `keep`: what a journal costs, and the records of matches beside it, as thirds of
// the rooms on a server that keeps nothing, on one that has a journal alone, and on one that has
// both, at the same time; and how soon a server that was killed listens again, and shows a room. By
// turns they differed by more from one time to the next than a journal costs, because a machine
// changes its speed.

import ArgumentParser
import Glibc
import Net
import Wire

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
  var (costs, returns) = (Table(), Table(title: ["a server that was killed under all rooms"]))
  try await bench.repeating("keep") { title, turn in
    let journal = try StateFolder(hasArchive: false)
    let trial = Trial(bench: bench, scenario: third, timing: timing, title: title)
    costs.addCosts(of: try await trial.playThirds(journal, turn: turn))
    let whole = Trial(
      bench: bench, scenario: scenario,
      timing: Timing(seconds: timing.seconds, warmup: timing.seconds), title: "\(title), killing")
    returns.add("", "killed", try await whole.comeBack())
  }
  return Report(
    about:
      "three times \(grouped(third.rooms)) rooms of \(third.players), \(timing.seconds) s after "
      + "\(timing.warmup) s of warm-up, medians of \(bench.options.repetitions)",
    tables: [costs, returns])
}

extension Table {
  /// What the server that keeps nothing takes, and what each of the others takes more.
  fileprivate mutating func addCosts(of runs: [Run]) {
    lines = [
      Line("CPU/move, µs", "cpu_per_move_microseconds", 2),
      Line("shown move p50, ms", "shown_move_p50_milliseconds", 2),
      Line("shown move p99, ms", "shown_move_p99_milliseconds", 2),
    ]
    let values = runs.map { run in
      [run.serverCPU.map { 1e6 * $0 / (run.seconds * Double(run.scenario.moves)) } ?? .nan]
        + [50, 99].map { run.tally.shown.milliseconds(at: $0) }
    }
    add("nothing", "nothing", values[0])
    add("journal", "journal_more", zip(values[1], values[0]).map { $0 - $1 })
    add("record", "record_more", zip(values[2], values[1]).map { $0 - $1 })
  }
}

extension Trial {
  /// Plays on the three servers beside each other.
  ///
  /// - Parameter turn: which gathers first goes by turns, so that being first favors none.
  fileprivate func playThirds(_ journal: StateFolder, turn: Int) async throws -> [Run] {
    let servers = [("nothing", nil), ("a journal", journal), ("both", try StateFolder())]
    return try await withThrowingTaskGroup(of: (Int, Run).self) { group in
      for index in servers.indices.map({ ($0 + turn) % servers.count }) {
        let (name, folder) = servers[index]
        let trial = Trial(
          bench: bench, scenario: scenario, timing: timing, title: "\(title), \(name)")
        group.addTask { (index, try await trial.run(on: trial.program(keeping: folder))) }
      }
      let runs = try await group.reduce(into: [Int: Run]()) { $0[$1.0] = $1.1 }
      return servers.indices.compactMap { runs[$0] }
    }
  }

  /// Kills a server under all rooms and starts another where it was.
  ///
  /// - Returns: the MiB of their journals, and the milliseconds until it listens and until it shows
  ///   somebody a room, with all others back by then.
  fileprivate func comeBack() async throws -> [(Line, Double?)] {
    let folder = try StateFolder()
    let room = try await program(keeping: folder)
      .running { child in
        try await play(at: house(at: [child.endpoint])) { stage in
          let room = await stage.codes().last
          kill(child.pid, SIGKILL)
          return room
        }
      }
    let bytes = folder.byteCount(of: "journal")
    let begin = ContinuousClock.now
    let (listening, shown) = try await program(keeping: folder)
      .running { child in
        let listening = ContinuousClock.now - begin
        // All come back before anybody is let in.
        let heard = try await answer(
          to: "HELLO v=1 name=Eve\nWATCH room=\(room?.text ?? "")\n", at: child.endpoint.port,
          until: "\nIN ", within: .seconds(30), looking: .microseconds(200))
        if heard == nil { throw BenchError("the server shows no room in time") }
        return (listening, ContinuousClock.now - begin)
      }
    return [
      (Line("MiB of journals", "journal_mebibytes", 1), Double(bytes) / 1_048_576),
      (
        Line("listening, ms after the start", "listening_milliseconds"),
        listening / .milliseconds(1)
      ),
      (
        Line("with all rooms, ms after the start", "shown_milliseconds"), shown / .milliseconds(1)
      ),
    ]
  }
}
