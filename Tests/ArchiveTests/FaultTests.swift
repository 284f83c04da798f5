// What becomes of an archive when something is wrong with its disk or its files: nothing that was
// kept is lost without a word, and nothing is half there.

import Archive
import Foundation
import Game
import Glibc
import TestSupport
import Testing
import Wire

@testable import ArchiveSQLite

@Suite("An archive on disk and its faults")
struct FaultTests {
  /// Keeps that many more matches.
  private func fill(_ archive: SQLiteArchive, _ count: Int) throws {
    let size = try archive.size()
    _ = try archive.keep((size..<size + count).map { try .duel($0, of: $0 % 5, 5 + $0 % 3) })
  }

  /// Lends a folder, an archive that is open there, and how to open one.
  private func withArchive(
    of count: Int = 0, _ body: (String, ArchiveFolder, SQLiteArchive) throws -> Void
  ) throws {
    try withFolder { path in
      let archive = try ArchiveFolder(path).open(now: firstDay.moment()).archive
      try fill(archive, count)
      try body(path, ArchiveFolder(path), archive)
    }
  }

  /// Lends a folder with an archive that was closed.
  private func withClosed(of count: Int, _ body: (String, ArchiveFolder) throws -> Void) throws {
    try withFolder { path in
      do { try fill(try ArchiveFolder(path).open(now: firstDay.moment()).archive, count) }
      try body(path, ArchiveFolder(path))
    }
  }

  private func failure(_ body: () throws(ArchiveFailure) -> Void) -> ArchiveFailure? {
    do throws(ArchiveFailure) { try body() } catch { return error }
    return nil
  }

  @Test("a full disk: nothing is half kept, and afterwards it goes on")
  func full() throws {
    try withArchive(of: 10) { _, _, archive in
      let pages = try archive.database.number("PRAGMA page_count")
      _ = try archive.database.number("PRAGMA max_page_count = \(pages + 2)")
      let match = MatchEntry(
        body: (0..<40_000).map { _ in .random(in: 0...255) }, leaf: Array(repeating: 1, count: 32),
        began: firstDay.moment(99), room: "FULL", number: 1, mode: "rgb", family: "sliders",
        isUsual: true, daily: nil, seats: try .two())
      let before = try everything(in: archive, on: firstDay)
      for _ in 0..<2 {
        let failures = [
          failure { () throws(ArchiveFailure) in _ = try archive.keep([match]) },
          failure { () throws(ArchiveFailure) in
            _ = try archive.follow([.keep(match)], before: 2)
          },
        ]
        expect(failures.map { $0?.kind }, equals: [.full, .full])
        try expect(everything(in: archive, on: firstDay), equals: before)
      }
      _ = try archive.database.number("PRAGMA max_page_count = 1000000")
      try expect(archive.keep([match]).map(\.index), equals: [10])
      try expect(archive.record(10, for: .keeper)?.body, equals: match.body)
    }
  }

  @Test("an archive is there after it was closed, and only its owner can read it")
  func reopens() throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      var before: [String] = []
      #expect(throws: ArchiveFailure.self) { try folder.reader() }
      do {
        let (archive, opening) = try folder.open(now: firstDay.moment())
        expect(opening, equals: Opening())
        let reader = try folder.reader()
        try fill(archive, 20)
        before = try everything(in: archive, on: firstDay)
        try folder.backUp(on: firstDay)
        try expect(everything(in: reader, on: firstDay), equals: before)
        #expect(throws: ArchiveFailure.self) { try reader.database.execute("DELETE FROM matches") }
        for name in Self.files {
          let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
          expect((attributes[.posixPermissions] as? NSNumber)?.intValue, equals: 0o600, "\(name)")
        }
        let refusal = failure { () throws(ArchiveFailure) in
          _ = try ArchiveFolder(path).open(now: firstDay.moment())
        }
        expect(refusal?.kind == .refused && refusal?.description.contains("in use") == true)
      }
      let (archive, opening) = try folder.open(now: firstDay.moment())
      expect(opening, equals: Opening())
      try expect(everything(in: archive, on: firstDay), equals: before)
    }
  }

  private static let files = [
    "archive.db", "archive.db-wal", "archive.db-shm", "lock", "backups/2026-11-22.db",
  ]

  /// How a database is damaged, and whether its matches can still be counted then.
  private struct Damage {
    let name: String
    var isCounted = false
    /// - Parameter page: where a page begins that an index has, and no match.
    let damage: @Sendable (_ file: inout Data, _ page: Int) -> Void
  }

  private static let damages = [
    Damage(name: "text") { file, _ in
      file = Data("this is no database, but a text of some length. ".utf8)
    },
    Damage(name: "cut") { file, _ in file = file.prefix(file.count / 2) },
    Damage(name: "overwritten") { file, _ in
      file.replaceSubrange(4_096..<24_576, with: Data(repeating: 7, count: 20_480))
    },
    Damage(name: "header") { file, _ in file.replaceSubrange(0..<4, with: Data([1, 2, 3, 4])) },
    Damage(name: "index", isCounted: true) { file, page in
      file.replaceSubrange(page..<page + 4_096, with: Data(repeating: 7, count: 4_096))
    },
  ]

  @Test(
    "damage: the file is moved aside, and the newest backup that is whole takes its place",
    arguments: damages.indices)
  func damaged(_ index: Int) throws {
    let damage = Self.damages[index]
    try withFolder { path in
      let folder = ArchiveFolder(path)
      var before: [String] = []
      do {
        let archive = try folder.open(now: firstDay.moment()).archive
        try fill(archive, 30)
        before = try everything(in: archive, on: firstDay)
        try folder.backUp(on: firstDay)
        try fill(archive, 5)
        try folder.backUp(on: firstDay + 1)
        try fill(archive, 5)
      }
      func carryOut(on name: String) throws -> Data {
        let root = try Database("\(path)/\(name)", mayWrite: false)
          .number("SELECT rootpage FROM sqlite_schema WHERE name = 'boardsOfPlayer'")
        let url = URL(filePath: "\(path)/\(name)")
        var data = try Data(contentsOf: url)
        damage.damage(&data, (root - 1) * 4_096)
        try data.write(to: url)
        return data
      }
      // The newer of the backups as well.
      _ = try carryOut(on: "backups/2026-11-23.db")
      let damaged = try carryOut(on: "archive.db")
      let (archive, opening) = try folder.open(now: Instant(milliseconds: 77))
      expect(opening.damaged, equals: "\(path)/damaged-77")
      expect(opening.restored, equals: "\(path)/backups/2026-11-22.db")
      expect(opening.missing, equals: (damage.isCounted ? 30..<40 : nil), "\(damage.name)")
      let sentence = "matches 30 to 39 are missing"
      expect(opening.sentences.contains(sentence), equals: damage.isCounted, "\(damage.name)")
      try expect(Data(contentsOf: URL(filePath: "\(path)/damaged-77/archive.db")), equals: damaged)
      try expect(everything(in: archive, on: firstDay), equals: before)
      try fill(archive, 1)
    }
  }

  @Test("damage without a backup begins a new archive, and says so")
  func damagedAlone() throws {
    try withClosed(of: 3) { path, folder in
      try Data("no database at all".utf8).write(to: URL(filePath: "\(path)/archive.db"))
      let (archive, opening) = try folder.open(now: Instant(milliseconds: 77))
      expect(opening.damaged == "\(path)/damaged-77" && opening.restored == nil)
      try expect(archive.size(), equals: 0)
    }
  }

  @Test("a restoration that was cut short is done again, and no old log of writes gets into it")
  func cutShort() throws {
    try withArchive(of: 10) { path, folder, archive in
      try folder.backUp(on: firstDay)
      let before = try everything(in: archive, on: firstDay)
      try fill(archive, 10)
      // As a power cut leaves it: the database has been moved, its log has not. The copy of the
      // folder is what a new process finds, while the log is still as it was written.
      let copy = "\(path)-copy"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try FileManager.default.removeItem(atPath: "\(copy)/archive.db")
      expect(FileManager.default.fileExists(atPath: "\(copy)/archive.db-wal"))
      let restored = try ArchiveFolder(copy).open(now: Instant(milliseconds: 78))
      expect(restored.opening.restored, equals: "\(copy)/backups/2026-11-22.db")
      try expect(everything(in: restored.archive, on: firstDay), equals: before)
    }
  }

  @Test(
    "a foreign file or one of a newer version is refused and stays as it is",
    arguments: ["CREATE TABLE a(b)", "PRAGMA user_version = 99"])
  func foreign(_ change: String) throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      let file = "\(path)/archive.db"
      if change.hasPrefix("CREATE") {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
        try Database(file, mayWrite: true).execute(change)
      } else {
        let archive = try folder.open(now: firstDay.moment()).archive
        try fill(archive, 1)
        try archive.database.execute(change)
      }
      let before = try Data(contentsOf: URL(filePath: file))
      let refusal = failure { () throws(ArchiveFailure) in
        _ = try folder.open(now: firstDay.moment())
      }
      expect(refusal?.kind, equals: .refused)
      try expect(Data(contentsOf: URL(filePath: file)), equals: before)
    }
  }

  @Test("a step to a newer version has a backup before it, and is taken whole or not at all")
  func migration() throws {
    try withClosed(of: 3) { path, _ in
      let now = firstDay.moment()
      let step = "ALTER TABLE players ADD COLUMN motto TEXT;"
      let broken = Schema(steps: Schema.current.steps + [step + "ALTER TABLE none ADD COLUMN a;"])
      #expect(throws: ArchiveFailure.self) {
        try ArchiveFolder(path, schema: broken).open(now: now)
      }
      do { try expect(ArchiveFolder(path).open(now: now).archive.size(), equals: 3) }
      let newer = ArchiveFolder(path, schema: Schema(steps: Schema.current.steps + [step]))
      do {
        let (archive, opening) = try newer.open(now: now)
        expect(opening.migratedFrom, equals: Schema.current.steps.count)
        try expect(archive.database.version(), equals: Schema.current.steps.count + 1)
        try expect(archive.database.number("SELECT count(motto) + 3 FROM players"), equals: 3)
      }
      try expect(newer.open(now: now).opening, equals: Opening())
      let backups = try FileManager.default.contentsOfDirectory(atPath: "\(path)/backups")
      expect(backups, equals: ["2026-11-22-version-\(Schema.current.steps.count).db"])
    }
  }

  @Test("an archive of an older version learns from its records who could look on")
  func opening() throws {
    try withFolder { path in
      let now = firstDay.moment()
      let seats = [try SeatEntry.sample(1, 1, place: 1, total: 900)]
      let player = try KeyID.player(1)
      do {
        let old = Schema(steps: Array(Schema.current.steps[..<Schema.openStep]))
        let database = try ArchiveFolder(path, schema: old).open(now: now).archive.database
        for index in 0..<3 {
          let match = try MatchEntry.sample(index, family: nil, isListed: index != 1, seats)
          try database.run(
            """
            INSERT INTO matches(seq, leaf, began, room, number, mode, usual, ranked, length, body)
            VALUES(?, ?, ?, ?, ?, ?, 1, 0, ?, ?)
            """, .int(index), .blob(match.leaf), .int(match.began.milliseconds),
            .text(match.room), .int(index), .text(match.mode), .int(match.body.count),
            index == 2 ? .null : .blob(deflated(match.body)))
          try database.run(
            "INSERT INTO seats(seq, seat, who, id, total, colors) VALUES(?, 0, 1, ?, 900, x'')",
            .int(index), .blob(player.bytes))
        }
      }
      let failure = failure { () throws(ArchiveFailure) in _ = try ArchiveFolder(path).reader() }
      expect(failure?.description.contains("start the server once") == true)
      let archive = try ArchiveFolder(path).open(now: now).archive
      try expect(
        archive.past(of: player, before: nil, count: 9, for: .anybody).map(\.index), equals: [0])
      try expect(
        archive.past(of: player, before: nil, count: 9, for: .keeper).map(\.index),
        equals: [2, 1, 0])
    }
  }

  @Test(
    "files that others have access to, or that are links, are refused, and nothing is changed",
    arguments: files)
  func accessible(_ name: String) throws {
    try withArchive(of: 3) { path, folder, _ in
      try folder.backUp(on: firstDay)
      let file = "\(path)/\(name)"
      func refusals() -> [ArchiveFailure?] {
        [
          failure { () throws(ArchiveFailure) in _ = try folder.open(now: firstDay.moment()) },
          failure { () throws(ArchiveFailure) in _ = try folder.reader() },
        ]
      }
      for mode in [0o644, 0o640, 0o602] {
        chmod(file, mode_t(mode))
        let refusal = ArchiveFailure(
          .refused,
          "others have access to \(file) (mode 0\(String(mode, radix: 8))): chmod 600 \(file)")
        expect(refusals(), equals: [refusal, refusal])
      }
      chmod(file, 0o600)
      // Wherever it leads, also to nothing.
      for target in ["\(path)-elsewhere", "\(path)/nothing"] {
        expect(rename(file, "\(path)-elsewhere"), equals: 0)
        expect(symlink(target, file), equals: 0)
        let refusal = ArchiveFailure(.refused, "\(file) is a symbolic link")
        expect(
          refusals(),
          equals: [
            refusal,
            name == "archive.db" && target.hasSuffix("g")
              ? ArchiveFailure(.failing, "there is no archive in \(path)") : refusal,
          ])
        unlink(file)
        expect(rename("\(path)-elsewhere", file), equals: 0)
      }
      try expect(folder.reader().size(), equals: 3)
    }
  }

  @Test("backups are made one a day, and go when they are fourteen days old, but for the last two")
  func backups() throws {
    try withArchive { path, folder, archive in
      for day in 0..<16 {
        try fill(archive, 1)
        try folder.backUp(on: firstDay + day)
        try folder.backUp(on: firstDay + day)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/backups").sorted()
      expect(names, equals: (2...15).map { "\((firstDay + $0).text).db" })
      let oldest = try Database("\(path)/backups/\(names[0])", mayWrite: false)
      try expect(SQLiteReader(database: oldest).size(), equals: 3)
      // Nobody plays for weeks.
      try folder.backUp(on: firstDay + 40)
      let left = try FileManager.default.contentsOfDirectory(atPath: "\(path)/backups").sorted()
      expect(left, equals: [15, 40].map { "\((firstDay + $0).text).db" })
    }
  }

  @Test("the newest backup is the one with the most matches, whatever date its clock gave it")
  func jump() throws {
    try withArchive(of: 3) { path, folder, archive in
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/backups").sorted()
      }
      func dates(_ days: Int...) -> [String] { days.map { "\((firstDay + $0).text).db" } }
      try folder.backUp(on: firstDay)
      // For one start the clock is two years ahead.
      try folder.backUp(on: firstDay + 730)
      try expect(names(), equals: dates(0, 730))
      try fill(archive, 1)
      try folder.backUp(on: firstDay + 1)
      try expect(names(), equals: dates(0, 1), "the date that cannot be goes first")
      try fill(archive, 1)
      try folder.backUp(on: firstDay + 730)
      try expect(names(), equals: dates(1, 730))
      try fill(archive, 1)
      try folder.backUp(on: firstDay + 2)
      try folder.backUp(on: firstDay + 3)
      try expect(names(), equals: dates(1, 2, 3))
      expect(folder.backupsByAge(on: firstDay + 3), equals: dates(1, 2, 3))
    }
  }

  @Test("a clock that is years ahead for some days has a week count as past on each")
  func countedDays() throws {
    try withArchive(of: 3) { _, _, archive in
      for (shown, counted) in [
        (1, 1), (1, 1), (730, 8), (730, 8), (731, 15), (2, 2), (9, 9), (40, 16), (41, 23),
      ] {
        try expect(archive.countedDay(on: firstDay + shown), equals: firstDay + counted, "\(shown)")
      }
    }
  }

  @Test("no file of the archive holds a forgotten player")
  func traces() throws {
    try withArchive { path, _, archive in
      let profile = try PlayerProfile.sample(1, name: "Persephone")
      let seat = SeatEntry(who: 1, profile: profile, person: "", place: 1, total: 1)
      _ = try archive.keep([try .sample(1, [seat])])
      func hasTraces() throws -> Bool {
        try Self.files[..<2]
          .contains { name in
            try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
              .range(of: Data("Persephone".utf8))
              != nil
          }
      }
      try expect(hasTraces())
      try expect(archive.forget(profile.id, on: firstDay))
      try expect(hasTraces(), equals: false)
    }
  }

  @Test(
    "bodies are stored small and come back whole, of any length",
    arguments: [0, 1, 100, 65_536, isWhole ? 1 << 20 : 150_000])
  func bodies(_ count: Int) throws {
    let line = Array("SET v=93,145,90 by=p1 at=2600\n".utf8)
    let text = (0..<count).map { line[$0 % line.count] }
    var generator = SplitMix64(seed: UInt64(count))
    let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for bytes in [text, noise] {
      let small = deflated(bytes)
      expect(inflated(small, count: count), equals: bytes)
      expect(inflated(small, count: count + 1), equals: nil)
      expect(inflated(small.dropLast(), count: count), equals: nil)
      if count > 0 { expect(inflated(small, count: count - 1), equals: nil) }
    }
    if count > 1_000 { expect(deflated(text).count, isBelow: count / 20) }
  }
}
