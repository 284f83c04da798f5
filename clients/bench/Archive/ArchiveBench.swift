// The command `archive`: how many finished matches the disk takes in a second, how long a board
// takes meanwhile, and what a bare loop needs to write as many bytes.

import Archive
import ArchiveSQLite
import ArgumentParser
import Dispatch
import Game
import Glibc
import Net
import Synchronization

/// Measures the archive of finished matches.
struct ArchiveBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Measures how many finished matches the disk takes, and how long a board takes.",
    discussion: """
      Four bots play one match on a server; its record, with other numbers and players, is then \
      handed to an archive as fast as it is taken, while boards are read. The floor is a bare loop \
      that writes and syncs as many bytes, in groups of the same size.
      """)

  @Option(help: "Identities who play.", in: 4...1_000_000)
  var players = 1_000

  @OptionGroup var pace: TimingOptions

  @OptionGroup var server: OwnServerOptions

  func run() async throws {
    let progress = Progress()
    try await progress.explaining {
      let template = try await MatchTemplate.played(flags: server.flags, progress)
      var report = ArchiveReport(
        machine: Machine(), timing: pace.timing, players: players, bodyBytes: template.byteCount)
      for repetition in 1...pace.repetitions {
        progress.say("archive \(repetition)/\(pace.repetitions)")
        report.trials.append(try await keep(template))
      }
      print(report.text)
      try server.write(report.json)
    }
  }

  /// So many groups the bare loop writes.
  private static let floorGroups = 40

  private func keep(_ template: MatchTemplate) async throws -> ArchiveReport.Trial {
    let folder = try StateFolder()
    let now = Instant(milliseconds: Int(Clock().milliseconds()))
    let store = try folder.archive.open(now: now).archive
    let archivist = Archivist(store) { news in
      // What cannot be written does not count, and says so in the figures.
      if case .failed(let failure, _) = news { Progress().keep("archive: \(failure)") }
    }
    let feeder = ArchiveFeeder(archivist, template, players: players)
    try await feeder.feed(forSeconds: pace.warmup)
    let reader = BoardReader(folder.archive)
    let looks = Task { try await reader.read() }
    let (begin, kept, busy) = (ContinuousClock.now, feeder.keptCount, processSeconds())
    try await feeder.feed(forSeconds: pace.seconds)
    let matches = feeder.keptCount - kept
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    await reader.stop()
    let boards = try await looks.value
    let cpu = processSeconds() - busy
    guard archivist.finish(withinMilliseconds: 60_000) else {
      throw BenchError.cannotWrite(path: folder.path, why: "the archive did not finish")
    }
    let bytes = folder.archiveBytes() / max(1, feeder.keptCount)
    let group = Archivist<SQLiteArchive>.Bounds().group
    let groups = try folder.writeGroups(of: group * bytes, count: Self.floorGroups)
    return ArchiveReport.Trial(
      matches: matches, seconds: seconds, cpuSeconds: cpu, boards: boards, bytesPerMatch: bytes,
      floorMatchesPerSecond: groups * Double(group))
  }
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

/// CPU seconds of this process.
private func processSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
