// The measurement `memory`: what the server holds while a crowd is there and when it has left, over
// and over, and beside rooms that play match after match if that is asked for; the kernel's own is
// not in it. It fails if the server holds five percent more after the last crowd than after the
// first, if a crowd takes more than it may, or if a line through what is left rises by more than
// the bound, two standard errors taken off.

import Net
import Wire

/// Looks for memory that those who come and go leave behind, and that time does.
func measureMemory(_ bench: Bench) async throws -> Report {
  let (options, over) = (bench.options, bench.options.over.isEmpty ? [.tcp] : bench.options.over)
  let connections = options.connections ?? 10_000
  let scenario = options.changing(.matches(rooms: 0))
  let trial = Trial(
    bench: bench, scenario: scenario, timing: options.timing(warmup: 0), title: "memory")
  try raiseDescriptorLimit(toHold: scenario.connections + connections)
  let server = bench.server(connections: scenario.connections + connections, over: .tls)
  let (samples, matches) = try await server.running { child in
    let house = House(at: [child.endpoint], over: over, bench.credentials)
    func crowds(_ room: RoomCode?) async throws -> [MemorySample] {
      try await trial.sample(child.pid, connections, at: house, in: room)
    }
    if scenario.rooms == 0 { return (try await crowds(nil), 0) }
    return try await trial.play(at: trial.house(at: [child.endpoint])) { stage in
      (try await crowds(await stage.codes().first), await stage.ask { $0.tally.matches })
    }
  }
  return report(
    on: samples, options, about: "\(grouped(connections)) come and go, beside \(scenario.shape)",
    matches)
}

/// What a server held while a crowd was there, and when it had left.
private struct MemorySample: Sendable {
  let seconds: Double
  let there: Int
  let after: Int
}

extension Trial {
  /// Has a crowd come and go again and again, and watch a room if there is one.
  ///
  /// - Returns: first what the server held before all of them.
  fileprivate func sample(
    _ pid: Int32, _ connections: Int, at house: House, in room: RoomCode?
  ) async throws -> [MemorySample] {
    let (begin, held) = (ContinuousClock.now, try ProcessMeter.memory(of: pid))
    var samples = [MemorySample(seconds: 0, there: held, after: held)]
    for wave in 1...(bench.options.waves ?? 4) {
      say("wave \(wave): \(grouped(connections)) connections")
      let there = try await Stage<Idlers>
        .with({ Idlers($0, $1, at: house) }) { idlers in
          try await idlers.grow(to: connections)
          if let room { _ = try await idlers.wait { $0.watch(room, whenArrived: $1) } }
          try await Task.sleep(for: staying)
          return try ProcessMeter.memory(of: pid)
        }
      try await Task.sleep(for: .seconds(bench.options.settling ?? 25))
      samples.append(
        MemorySample(
          seconds: (ContinuousClock.now - begin) / .seconds(1), there: there,
          after: try ProcessMeter.memory(of: pid)))
    }
    return samples
  }
}

private func report(
  on samples: [MemorySample], _ options: Options, about: String, _ matches: Int
) -> Report {
  let mebibyte = 1_048_576.0
  let growths = zip(samples, samples.dropFirst()).map { Double($1.there - $0.after) / mebibyte }
  let (first, last) = (Double(samples[1].after), Double(samples[samples.count - 1].after))
  // Memory in KiB over time in minutes.
  let points = samples.dropFirst().map { ($0.seconds / 60, Double($0.after) / 1_024) }
  let line = TrendLine(through: points)
  let isClean =
    last / first - 1 <= leftMax && (growths.max() ?? 0) <= Double(options.growthMax ?? .max)
  let isFlat = options.bound.map { !(line?.isSignificantlyAbove(Double($0)) ?? true) } ?? true
  var table = Table()
  table.add(
    "", "memory",
    [
      (Line("before all, MiB", "mebibytes_before", 2), Double(samples[0].after) / mebibyte),
      (Line("a crowd takes, at most, MiB", "mebibytes_of_crowd", 2), growths.max()),
      (Line("after the first crowd, MiB", "mebibytes_after_first", 2), first / mebibyte),
      (Line("after the last crowd, MiB", "mebibytes_after_last", 2), last / mebibyte),
      (Line("the last leaves more, %", "left_percent", 1), 100 * (last / first - 1)),
      (Line("slope, KiB/min", "slope_kibibytes_per_minute", 2), line?.slope),
      (
        Line("its standard error, KiB/min", "standard_error_kibibytes_per_minute", 2),
        line?.standardError
      ),
      (Line("matches", "matches"), Double(matches)),
    ])
  let all = samples.map { sample in
    JSON.object([
      ("seconds", .number(sample.seconds)), ("resident_bytes_there", .number(Double(sample.there))),
      ("resident_bytes_after", .number(Double(sample.after))),
    ])
  }
  return Report(
    about: about, tables: [table],
    notes: [isClean ? "clean" : "not clean", isFlat ? "flat" : "it grows"],
    facts: [("samples", .array(all))], isFine: isClean && isFlat)
}

/// What belongs to coming in is given back by then, and nobody has been sent away yet.
private let staying = Duration.seconds(2)
/// Five percent, beyond which something is left behind.
private let leftMax = 0.05
