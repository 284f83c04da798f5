// The measurement `archive`: bots play one match on a server; its record, with other numbers
// and players, is then handed to an archive as fast as it is taken, while boards are read.

import Archive
import ArchiveSQLite
import Game
import Histogram
import Net
import Server
import Synchronization
import Wire

func measureArchive(_ bench: Bench) async throws -> Report {
  let timing = bench.options.timing()
  let players = max(4, bench.options.players ?? 1_000)
  let template = try await MatchTemplate.played(bench)
  var table = Table()
  try await bench.repeating("archive") { title, _ in
    bench.progress.say(title)
    table.add("median", "archive", try await keep(template, players: players, timing))
  }
  return Report(
    about: "matches of 4 among \(grouped(players)) players, records of "
      + "\(grouped(template.byteCount)) bytes, \(timing.seconds) s after "
      + "\(timing.warmup) s of warm-up",
    tables: [table], facts: [("record_bytes", .number(Double(template.byteCount)))])
}

/// One run.
///
/// - Returns: its figures.
private func keep(
  _ template: MatchTemplate, players: Int, _ timing: Timing
) async throws -> [(Line, Double?)] {
  let folder = try StateFolder()
  let now = Instant(milliseconds: Int(Clock().milliseconds()))
  let store = try folder.archive.open(now: now).archive
  let archivist = Archivist(store) { news in
    // What cannot be written does not count, and says so in the figures.
    if case .failed(let failure, _) = news { Progress().keep("archive: \(failure)") }
  }
  let feeder = ArchiveFeeder(archivist, template, players: players)
  try await feeder.feed(forSeconds: timing.warmup)
  let looks = Task { [archive = folder.archive] in try await readBoards(of: archive) }
  let (begin, kept, busy) = (ContinuousClock.now, feeder.keptCount, processorSeconds())
  try await feeder.feed(forSeconds: timing.seconds)
  let matches = feeder.keptCount - kept
  let perSecond = Double(matches) / ((ContinuousClock.now - begin) / .seconds(1))
  looks.cancel()
  let boards = try await looks.value
  let cpu = processorSeconds() - busy
  guard archivist.finish(withinMilliseconds: 60_000) else {
    throw BenchError("cannot write \(folder.path): the archive did not finish")
  }
  let bytes = folder.byteCount(of: "archive") / max(1, feeder.keptCount)
  return [
    (Line("matches/s", "matches_per_second"), perSecond),
    (Line("CPU/match, µs", "cpu_per_match_microseconds"), 1e6 * cpu / Double(max(1, matches))),
    (Line("a board p50, ms", "board_p50_milliseconds", 2), boards.milliseconds(at: 50)),
    (Line("a board p99, ms", "board_p99_milliseconds", 2), boards.milliseconds(at: 99)),
    (Line("bytes of a match", "match_bytes"), Double(bytes)),
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

/// Looks at one board after another until the task is canceled.
///
/// - Returns: how long each look took.
private func readBoards(of folder: ArchiveFolder) async throws -> Histogram<UInt64> {
  let reader = try folder.reader()
  let day = Day(of: Instant(milliseconds: Int(Clock().milliseconds())))
  let boards: [(Board, Span)] = [
    (.rating(family: "sliders"), .always), (.best(mode: "rgb"), .always),
    (.best(mode: "rgb"), .day(day)), (.best(mode: "rgb"), Span.week(of: day)),
  ]
  var looks = Tally.spans()
  while !Task.isCancelled {
    let (board, span) = boards[Int(looks.totalCount) % boards.count]
    let begin = ContinuousClock.now
    _ = try reader.top(board, span, on: day, for: .anybody)
    looks.record(nanoseconds: Int64((ContinuousClock.now - begin) / .nanoseconds(1)))
    try? await Task.sleep(for: .milliseconds(5))
  }
  return looks
}

/// A match that was played, as a mold for others: the same record under another number, with other
/// players. Each is read as a server reads what it has recorded.
private struct MatchTemplate: Sendable {
  /// The record without the number of the match.
  private let pieces: [[UInt8]]

  /// Takes the record of a room's first match.
  init(_ body: [UInt8]) {
    pieces = String(decoding: body, as: UTF8.self)
      .split(separator: #/ match=1\b/#, omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The match of that number, counted from 0, between four of so many players.
  func entry(_ number: Int, players: Int) -> MatchEntry? {
    var body = pieces[0]
    for piece in pieces.dropFirst() {
      body += " match=\(number + 1)".utf8
      body += piece
    }
    let finished = FinishedMatch(body: body, persons: [])
    guard let read = try? MatchEntry(finished, hashing: .openSSL) else { return nil }
    let seats = read.seats.enumerated()
      .map { place, seat in
        SeatEntry(
          who: seat.who, profile: .numbered((number * 7 + place) % players),
          person: "PERSON who=p\(seat.who) salt=00000000000000000000000000000000 name=Ada",
          place: seat.place, total: seat.total)
      }
    return MatchEntry(
      body: body, leaf: read.leaf, began: read.began, room: read.room, number: read.number,
      mode: read.mode, family: "sliders", isUsual: true, daily: nil, isOpen: true,
      seats: seats)
  }
}

extension PlayerProfile {
  /// A player with an identity, the same for the same number.
  fileprivate static func numbered(_ number: Int) -> PlayerProfile? {
    PublicKey(bytes: sha256(Array("player \(number)".utf8)))
      .map { key in
        PlayerProfile(
          id: KeyID(of: key, hashing: .openSSL), name: "Player \(number)", icon: "star",
          color: number & 0xffffff)
      }
  }
}

extension MatchTemplate {
  /// Has a server play a match of three bots and somebody who is always too far off, and takes its
  /// record from the server's archive.
  static func played(_ bench: Bench) async throws -> MatchTemplate {
    bench.progress.say("archive: a match is played")
    let folder = try StateFolder()
    // Its archive is written when it has ended.
    try await bench.server(connections: 4, over: .tcp, state: folder)
      .running { child in
        var host = RawLines(try RawSocket(port: child.endpoint.port))
        defer { host.socket.close() }
        host.say("HELLO v=1 name=host bot=1\nCREATE mode=rgb rounds=5 time=10 seats=4")
        host.say("BOT level=2\nBOT level=2\nBOT level=2\nREADY")
        let end = ContinuousClock.now + playingMax
        while let lines = host.hear(), !lines.contains(where: { $0.hasPrefix("OVER") }) {
          if ContinuousClock.now > end { throw BenchError("the bots do not come to an end") }
          for line in lines where line.hasPrefix("LOCKED ") { host.say("LOCK v=188,188,188") }
          try await Task.sleep(for: .milliseconds(20))
        }
      }
    guard let body = try folder.archive.reader().record(0, for: .keeper)?.body else {
      throw BenchError.cannotRead(folder.path)
    }
    return MatchTemplate(body)
  }

  /// Longer than five rounds can last.
  private static let playingMax = Duration.seconds(180)
}
