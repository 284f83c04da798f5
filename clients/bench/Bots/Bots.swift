// The measurement `bots`: bots connect, open rooms, play with the hand of the server's own bots,
// and begin anew when a match is over. A match lasts as long as for people: rooms make matches a
// second, not speed.

import Game
import Histogram
import Net
import Wire

/// Plays full games and measures how many come to their end.
func measureBots(_ bench: Bench) async throws -> Report {
  let (options, transport) = (bench.options, bench.options.over.first ?? .ws)
  let (rooms, players) = (options.rooms ?? 500, options.players ?? 2)
  let seconds = options.seconds ?? 60
  try raiseDescriptorLimit(toHold: rooms * players)
  let folder = options.journal ? try StateFolder() : nil
  return try await bench.withServer(
    connections: rooms * players, over: transport, state: folder
  ) { child in
    bench.progress.say("bots: \(grouped(rooms)) rooms")
    let wishes = RoomWishes(
      mode: .rgb, rounds: options.rounds ?? 3, seats: players, name: "bots")
    let meter = try ProcessMeter(pid: child.pid)
    func look(_ count: BotField.Count) throws -> BotReading {
      guard let usage = meter.usage() else { throw BenchError.noSuchProcess(child.pid) }
      return BotReading(at: .now, usage, count)
    }
    let (begin, end) = try await BotStage()
      .play(
        at: child.endpoint, transport.carriage(bench.credentials), rooms: rooms,
        level: options.level ?? 4, wishes
      ) { stage in
        let begin = try look(await stage.count())
        for second in 1...seconds {
          try await Task.sleep(for: .seconds(1))
          let count = await stage.count()
          bench.progress.say("bots: \(second)/\(seconds) s, \(grouped(count.matches)) matches")
        }
        return (begin, try look(await stage.count()))
      }
    return Report(
      about: "\(grouped(rooms)) rooms of \(players) bots, over \(transport.rawValue)",
      tables: [table(from: begin, to: end)])
  }
}

/// What there was at one moment.
private struct BotReading: Sendable {
  let time: ContinuousClock.Instant
  let usage: ProcessMeter.Usage
  let count: BotField.Count

  init(at time: ContinuousClock.Instant, _ usage: ProcessMeter.Usage, _ count: BotField.Count) {
    (self.time, self.usage, self.count) = (time, usage, count)
  }
}

private func table(from begin: BotReading, to end: BotReading) -> Table {
  let seconds = (end.time - begin.time) / .seconds(1)
  let cpu = end.usage.cpu - begin.usage.cpu
  func more(_ path: KeyPath<BotField.Count, Int>) -> Double {
    Double(end.count[keyPath: path] - begin.count[keyPath: path])
  }
  let matches = more(\.matches)
  // Of those that were kept, from the beginning on.
  let spans = end.count.keeping
  func kept(at percentile: Double) -> Double? {
    spans.totalCount > 0 ? spans.milliseconds(at: percentile) : nil
  }
  let figures: [(Line, Double?)] = [
    (Line("seconds measured", "measured_seconds", 1), seconds),
    (Line("matches", "matches"), matches),
    (Line("matches/s", "matches_per_second", 2), matches / seconds),
    (Line("rounds/s", "rounds_per_second", 2), more(\.rounds) / seconds),
    (Line("moves/s", "moves_per_second"), more(\.moves) / seconds),
    (Line("server CPU, % of a core", "cpu_percent", 1), 100 * cpu / seconds),
    (
      Line("server CPU/match, ms", "cpu_per_match_milliseconds", 2), 1_000 * cpu / max(1, matches)
    ),
    (
      Line("server memory, MiB", "resident_mebibytes", 1),
      Double(end.usage.residentBytes) / 1_048_576
    ),
    (Line("moves too late", "late_moves"), Double(end.count.late)),
    (Line("refusals", "refusals"), Double(end.count.refusals)),
    (Line("connections lost", "connections_lost"), Double(end.count.lost)),
    (Line("SEED to KEPT, heard", "kept_heard"), Double(spans.totalCount)),
    (Line("SEED to KEPT p50, ms", "kept_p50_milliseconds", 1), kept(at: 50)),
    (Line("SEED to KEPT p99, ms", "kept_p99_milliseconds", 1), kept(at: 99)),
    (Line("SEED to KEPT, last, ms", "kept_last_milliseconds", 1), kept(at: 100)),
  ]
  return Table(of: figures, "bots")
}
