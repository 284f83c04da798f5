// The measurement `full`: first a quarter of the rooms, which shows what a room costs in time, then
// all, on a server and on a floor. Both give way to the bench (nice 10), so that it is they who are
// full. Meanwhile witnesses look whether locks are judged, each by its arrival, and PINGs answered,
// and newcomers are told that there is no room.

import Histogram
import Net

func measureFull(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  var all = Scenario.rooms
  (all.name, all.rooms) = ("full", 2_000)
  all = bench.options.changing(all)
  var few = all
  few.rooms = max(1, all.rooms / calmShare)
  try raiseDescriptorLimit(toHold: all.connections + witnessesCount)
  let sides: [(label: String, key: String, scenario: Scenario, side: Side)] =
    [("\(grouped(few.rooms)) rooms", "calm", few, .server), ("server", "server", all, .server)]
    + (bench.options.floor ? [("floor", "floor", all, .floor)] : [])
  var runs = [[Run]](repeating: [], count: sides.count)
  var seen = Table()
  try await bench.repeating("") { turn, _ in
    for (index, part) in sides.enumerated() {
      let trial = Trial(
        bench: bench, scenario: part.scenario, timing: timing,
        title: "\(part.label), \(part.side.rawValue)\(turn)", side: part.side)
      let (run, figures) = try await trial.runFull()
      runs[index].append(run)
      if let figures { seen.add(part.label, part.key, figures) }
    }
  }
  let figures = Figure.named(
    "cpu_percent", "cpu_per_write_microseconds", "shown_move_latency_p50_milliseconds",
    "shown_move_latency_p99_milliseconds", "shown_move_latency_max_milliseconds",
    "every_move_latency_p99_milliseconds", "moves_per_second", "moves_shown_percent",
    "deliveries_per_second", "writes_per_second_per_guest", "bench_cpu_percent",
    "bench_lateness_p99_milliseconds", "others_cpu_percent")
  var table = Table(["server and floor give way to the bench (nice 10)"], figures: figures)
  for (part, runs) in zip(sides, runs) { table.add(part.label, part.key, runs, figures) }
  let overload = middle(of: zip(runs[0], runs[1]).map(overload))
  return Report(
    about: "\(all.shape); \(timing.seconds) s after \(timing.warmup) s of warm-up, medians of "
      + "\(bench.options.repetitions)",
    tables: [table, seen],
    notes: ["offered, × what the server did: \(overload.map { decimal($0, 2) } ?? "–")"],
    facts: [("overload", .number(overload))])
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
  fileprivate func runFull() async throws -> (Run, [(Line, Double?)]?) {
    say("starting")
    var program = program
    program.niceness = niceness
    let outcome: (Run, [(Line, Double?)]?) = try await program.running { child in
      let meter = try ProcessMeter(pid: child.pid)
      let house = house(at: [child.endpoint])
      if side == .floor {
        return (try await play(at: house) { try await window(on: $0, meter) }, nil)
      }
      let plain = House(at: [child.endpoint], over: [.tcp], bench.credentials)
      return try await Stage<Soloists>
        .with(Soloists.init) { witnesses in
          try await witnesses.wait { $0.sitDown(witnessesCount, at: plain, whenSeated: $1) }
          return try await play(at: house) { stage in
            _ = await stage.takeTally()
            async let seen = witness(witnesses, child.endpoint.port)
            let run = try await window(on: stage, meter)
            return (run, try await seen)
          }
        }
    }
    bench.progress.keep("\(title): \(outcome.0.summary)")
    return outcome
  }

  /// What witnesses see in the measured time, and what newcomers are told.
  private func witness(
    _ witnesses: Stage<Soloists>, _ port: UInt16
  ) async throws -> [(Line, Double?)] {
    let seconds = timing.seconds
    async let newcomers = newcomers(at: port, for: seconds)
    let seen = try await witnesses.wait {
      $0.lock(seconds: seconds, saysPings: true, whenDone: $1)
    }
    let answers = try await newcomers
    func told(_ words: String) -> Double { Double(answers.count { $0.hasPrefix(words) }) }
    let (judged, answered) = (Int(seen.judged.totalCount), Int(seen.pongs.totalCount))
    return [
      (Line("locks said", "locks_said"), Double(seen.locksSaid)),
      (Line("locks lost", "locks_lost"), Double(seen.locksSaid - judged)),
      (
        Line("locks, off their arrival by max ms", "lock_error_max_milliseconds", 1),
        Double(seen.lockErrorMax) / Double(nanosecondsPerMillisecond)
      ),
      (Line("PING to PONG, p99 ms", "pong_p99_milliseconds", 1), seen.pongs.milliseconds(at: 99)),
      (Line("PING to PONG, max ms", "pong_max_milliseconds", 1), seen.pongs.milliseconds(at: 100)),
      (Line("PINGs unanswered", "pings_unanswered"), Double(seen.pingsSaid - answered)),
      (Line("newcomers welcomed", "newcomers_welcomed"), told("WELCOME ")),
      (Line("newcomers told server-full", "newcomers_refused"), told("NO code=server-full")),
      (
        Line("newcomers who heard nothing in 5 s", "newcomers_unheard"),
        Double(answers.count(where: \.isEmpty))
      ),
      (Line("witnesses lost", "witnesses_lost"), Double(seen.lost)),
    ]
  }
}

/// Has somebody new come four times a second, from an address of their own.
///
/// - Returns: what each was told.
private func newcomers(at port: UInt16, for seconds: Int) async throws -> [String] {
  var answers: [String] = []
  let end = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < end {
    let next = ContinuousClock.now + .milliseconds(250)
    let heard = try await answer(
      to: "HELLO v=1 name=new bot=1\n", at: port, from: 2, until: "\n", looking: .milliseconds(2))
    answers.append(heard ?? "")
    try await Task.sleep(until: next)
  }
  return answers
}

/// What a room costs in time is measured with one of so many rooms.
private let calmShare = 4
/// Those who play alone and look how the server fares.
private let witnessesCount = 40
/// How much the measured process gives way to the bench.
private let niceness = 10
