// The measurement `archive`: four bots play one match on a server; its record, with other numbers
// and players, is then handed to an archive as fast as it is taken, while boards are read. The
// floor is a bare loop that writes and syncs as many bytes, in groups of the same size.

import Archive
import ArchiveSQLite
import Dispatch
import Game
import Glibc
import Net
import Synchronization

/// Measures the archive of finished matches.
func measureArchive(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let players = max(4, bench.options.players ?? 1_000)
  let template = try await MatchTemplate.played(bench)
  var table = Table(lines: [
    Line("matches/s", "matches_per_second"), Line("floor, matches/s", "floor_matches_per_second"),
    Line("ratio to the floor", "ratio", 2), Line("CPU/match, µs", "cpu_per_match_microseconds"),
    Line("a board p50, ms", "board_p50_milliseconds", 2),
    Line("a board p99, ms", "board_p99_milliseconds", 2),
    Line("bytes of a match", "match_bytes"),
  ])
  for repetition in 1...bench.repetitions {
    bench.progress.say("archive \(repetition)/\(bench.repetitions)")
    table.add("median", "archive", try await keep(template, players: players, timing))
  }
  return Report(
    about: "matches of 4 among \(grouped(players)) players, records of "
      + "\(grouped(template.byteCount)) bytes, \(timing.seconds) s after "
      + "\(timing.warmup) s of warm-up",
    tables: [table], facts: [("record_bytes", .number(Double(template.byteCount)))])
}

/// So many groups the bare loop writes.
private let floorGroups = 40

/// One run.
///
/// - Returns: the values of its lines.
private func keep(
  _ template: MatchTemplate, players: Int, _ timing: Timing
) async throws -> [Double?] {
  let folder = try StateFolder()
  let now = Instant(milliseconds: Int(Clock().milliseconds()))
  let store = try folder.archive.open(now: now).archive
  let archivist = Archivist(store) { news in
    // What cannot be written does not count, and says so in the figures.
    if case .failed(let failure, _) = news { Progress().keep("archive: \(failure)") }
  }
  let feeder = ArchiveFeeder(archivist, template, players: players)
  try await feeder.feed(forSeconds: timing.warmup)
  let reader = BoardReader(folder.archive)
  let looks = Task { try await reader.read() }
  let (begin, kept, busy) = (ContinuousClock.now, feeder.keptCount, processorSeconds())
  try await feeder.feed(forSeconds: timing.seconds)
  let matches = feeder.keptCount - kept
  let perSecond = Double(matches) / ((ContinuousClock.now - begin) / .seconds(1))
  await reader.stop()
  let boards = try await looks.value
  let cpu = processorSeconds() - busy
  guard archivist.finish(withinMilliseconds: 60_000) else {
    throw BenchError.cannotWrite(path: folder.path, why: "the archive did not finish")
  }
  let bytes = folder.archiveBytes() / max(1, feeder.keptCount)
  let group = Archivist<SQLiteArchive>.Bounds().group
  let floor = try folder.writeGroups(of: group * bytes, count: floorGroups) * Double(group)
  return [
    perSecond, floor, perSecond / floor, 1e6 * cpu / Double(max(1, matches)),
    boards.milliseconds(at: 50), boards.milliseconds(at: 99), Double(bytes),
  ]
}

/// Hands matches over, and counts those that are on the disk.
private final class ArchiveFeeder: Sendable {
  private let archivist: Archivist<SQLiteArchive>
  private let template: MatchTemplate
  private let players: Int
  private let handed = Atomic(0)
  private let kept = Atomic(0)

  /// So many wait at the most: twice what is written together.
  private static let waitingMax = 512

  init(_ archivist: Archivist<SQLiteArchive>, _ template: MatchTemplate, players: Int) {
    self.archivist = archivist
    self.template = template
    self.players = players
  }

  var keptCount: Int { kept.load(ordering: .relaxed) }

  func feed(forSeconds seconds: Int) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      while archivist.waiting < Self.waitingMax { handOver() }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func handOver() {
    let number = handed.add(1, ordering: .relaxed).oldValue
    archivist.keep(byteCount: template.byteCount) { [template, players] in
      // Read as a server reads it, where the archive reads.
      template.entry(number, players: players)
    } then: { [self] _, _ in
      kept.add(1, ordering: .relaxed)
    }
  }
}
