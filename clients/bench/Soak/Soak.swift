// The measurement `soak`: bots play match after match, and beside them people come over TCP, TLS
// and WebSockets, open rooms, look on, take the quickest seat, and leave with a word or without.
// After a warm-up, in which every room fills its history, the server's resident memory is sampled
// and a line is laid through it. It fails if the line rises by more than the bound, two standard
// errors taken off.

import ArgumentParser
import Game
import Net
import Wire

/// Looks for memory that grows with time.
func measureSoak(_ bench: Bench) async throws -> Report {
  let options = bench.options
  let timing = options.timing(seconds: 3_600, warmup: 900)
  let (rooms, players, churn) = (options.rooms ?? 50, options.players ?? 2, options.churn ?? 20)
  let (every, bound) = (options.every ?? 5, options.bound ?? 10)
  if timing.seconds < 3 * every {
    throw ValidationError("a line takes three samples, and --seconds ends before")
  }
  let connections = rooms * players + churn * stayingSecondsMax
  try raiseDescriptorLimit(toHold: connections)
  let over = options.over.first ?? .ws
  let wishes = RoomWishes(mode: .rgb, rounds: options.rounds ?? 3, seats: players, name: "soak")
  return try await bench.withServer(connections: connections, over: .tls) { child in
    bench.progress.say("soak: \(grouped(rooms)) rooms")
    return try await BotStage()
      .play(
        at: child.endpoint, over.carriage(bench.credentials), rooms: rooms,
        level: Skill.levels.upperBound, wishes
      ) { bots in
        let houses = Transport.allCases.map {
          House(
            side: .server, endpoint: child.endpoint, carriage: $0.carriage(bench.credentials))
        }
        return try await ChurnStage()
          .cleared { others in
            try await others.begin(at: houses, rooms: await bots.codes(), perSecond: churn)
            let samples = try await sample(child, timing, every: every, bench.progress)
            let (played, came) = (await bots.count(), await others.count())
            var report = report(on: samples, bound: bound, played, came)
            report.tables[0].title = [
              "\(grouped(rooms)) rooms of \(players) bots, \(churn) others a second"
            ]
            return report
          }
      }
  }
}

/// What a server held at one moment, counted from the end of the warm-up.
private struct Sample: Sendable {
  let seconds: Int
  let bytes: Int
}

private func sample(
  _ child: ChildProcess, _ timing: Timing, every: Int, _ progress: Progress
) async throws -> [Sample] {
  var samples: [Sample] = []
  let start = ContinuousClock.now
  for second in stride(from: 0, through: timing.warmup + timing.seconds, by: every) {
    try await Task.sleep(until: start + .seconds(second))
    let bytes = try ProcessMeter.memory(of: child.pid)
    samples.append(Sample(seconds: second - timing.warmup, bytes: bytes))
    if second.isMultiple(of: progressSeconds) {
      progress.say("soak: \(second) s, \(decimal(Double(bytes) / 1_048_576, 1)) MiB")
    }
  }
  return samples
}

private func report(
  on samples: [Sample], bound: Int, _ played: BotField.Count, _ others: Churn.Count
) -> Report {
  let measured = samples.drop { $0.seconds < 0 }
  // Memory in KiB over time in minutes.
  let line = TrendLine(
    through: measured.map { (Double($0.seconds) / 60, Double($0.bytes) / 1_024) })
  let isFlat = line.map { !$0.isSignificantlyAbove(Double(bound)) } ?? false
  let sizes = measured.map { Double($0.bytes) / 1_048_576 }
  var table = Table(
    of: [
      (Line("seconds measured", "measured_seconds"), measured.last.map { Double($0.seconds) }),
      (Line("samples", "samples_measured"), Double(measured.count)),
      (
        Line("memory at the very start, MiB", "mebibytes_at_start", 2),
        samples.first.map { Double($0.bytes) / 1_048_576 }
      ),
      (Line("memory after the warm-up, MiB", "mebibytes_after_warmup", 2), sizes.first),
      (Line("memory at the end, MiB", "mebibytes_at_end", 2), sizes.last),
      (Line("least, MiB", "mebibytes_min", 2), sizes.min()),
      (Line("most, MiB", "mebibytes_max", 2), sizes.max()),
      (Line("slope, KiB/min", "slope_kibibytes_per_minute", 2), line?.slope),
      (
        Line("its standard error, KiB/min", "standard_error_kibibytes_per_minute", 2),
        line?.standardError
      ),
      (Line("autocorrelation of neighbors", "autocorrelation", 2), line?.autocorrelation),
      (Line("bound, KiB/min", "bound_kibibytes_per_minute"), Double(bound)),
      (Line("matches", "matches"), Double(played.matches)),
      (Line("others who came", "others_came"), Double(others.came)),
      (Line("others refused something", "others_refused"), Double(others.refused)),
      (Line("others lost", "others_lost"), Double(others.failed)),
    ], "soak")
  var doubts: [String] = []
  if let line, 2 * line.standardError > Double(bound) {
    doubts.append("the error of the slope is as large as the bound: soak for longer")
  }
  if played.lost > 0 { doubts.append("\(grouped(played.lost)) bots were lost") }
  if others.failed > 0 { doubts.append("\(grouped(others.failed)) others were lost") }
  table.columns[0].doubts = [doubts]
  let all = samples.map { sample in
    JSON.object([
      ("seconds", .number(Double(sample.seconds))),
      ("resident_bytes", .number(Double(sample.bytes))),
    ])
  }
  return Report(
    about: "memory of a server that is played on", tables: [table],
    notes: [isFlat ? "flat" : "it grows"], facts: [("samples", .array(all))], isFine: isFlat)
}

/// Nobody who comes and goes stays for longer.
private let stayingSecondsMax = 15
private let progressSeconds = 60
