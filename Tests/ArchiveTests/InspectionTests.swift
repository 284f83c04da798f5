// What a check of the archive on disk finds in its tables; `ReviewTests` has what stands beside
// records.

import Archive
import Foundation
import Game
import TestSupport
import Testing

@testable import ArchiveSQLite

@Suite("A check of an archive")
struct InspectionTests {
  /// Lends an archive of ten matches of two players, a guest and a bot.
  private func withArchive(
    _ body: (SQLiteArchive, ArchiveFolder, _ path: String) throws -> Void
  ) throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      let archive = try folder.open(now: firstDay.moment()).archive
      for number in 0..<10 { _ = try archive.keep([.table(number)]) }
      try body(archive, folder, path)
    }
  }

  private func faults(_ folder: ArchiveFolder) throws -> [String] {
    try folder.inspect(hashing: .openSSL, on: firstDay).faults
  }

  private static let match3 = "match 3 is kept otherwise than its record has it: "
  private static let before = "ratings before matches are not what follows from those before them: "
  private static let ratings = "ratings are not what follows from the matches: "
  private static let boards = "boards are not what follows from the matches: "
  private static let players = "players are not as their matches show them: "

  /// What somebody may have changed in the tables, and how a check begins to say so.
  static let edits = [
    (
      "UPDATE seats SET total = 1, place = 9 WHERE seq = 3 AND seat = 1",
      match3 + "place of p2, total of p2"
    ),
    ("UPDATE seats SET seat = 9 - seat WHERE seq = 3", match3 + "seats"),
    (
      "UPDATE seats SET mean = 1, deviation = 1 WHERE seq = 3 AND seat = 3",
      match3 + "rating of p4"
    ),
    ("UPDATE seats SET mean = 1 WHERE seq > 3 AND seat = 0", before + "match 4, and 5 more"),
    (
      "UPDATE seats SET mean = NULL, deviation = NULL WHERE seq = 3 AND seat = 0",
      before + "match 3"
    ),
    (
      "UPDATE ratings SET mean = mean + 1 WHERE id = (SELECT min(id) FROM ratings)",
      ratings + "sliders of "
    ),
    ("DELETE FROM ratings", ratings + "sliders of "),
    (
      "INSERT INTO ratings SELECT id, 'tiles', mean, deviation, matches, day FROM ratings LIMIT 1",
      ratings + "tiles of "
    ),
    ("DELETE FROM boards WHERE span = 0", boards + "best-rgb without match 0, and 19 more"),
    (
      "UPDATE boards SET value = value + 1 WHERE span = 0",
      boards + "rows that no match has made, and 1 more"
    ),
    (
      "UPDATE boards SET seq = 5 WHERE span = 0 AND value = 900",
      boards + "best-rgb without match 0, and 4 more"
    ),
    (
      "INSERT INTO boards SELECT 'best-hsb', span, id, value, seq FROM boards LIMIT 1",
      boards + "rows that no match has made"
    ),
    ("UPDATE players SET name = 'Eve' WHERE name = 'Ada 1'", players),
    ("UPDATE players SET last = last - 1", players), ("DELETE FROM players", players),
  ]

  @Test("each change of a table is said, and a rebuild undoes it", arguments: edits.indices)
  func tables(_ number: Int) throws {
    let (edit, sentence) = Self.edits[number]
    try withArchive { archive, folder, _ in
      let before = try everything(in: archive, on: firstDay)
      let rows = try (0..<10).map { try archive.rows($0) }
      try archive.database.execute(edit)
      let found = try faults(folder)
      expect(found.contains { $0.hasPrefix(sentence) }, "\(found)")
      _ = try archive.rebuild(hashing: .openSSL)
      try expect(isEmpty: faults(folder))
      try expect(everything(in: archive, on: firstDay), equals: before)
      try expect((0..<10).map { try archive.rows($0) }, equals: rows)
    }
  }

  @Test("a seat that is lost comes back without a name")
  func lost() throws {
    try withArchive { archive, folder, _ in
      var left = try require(try archive.rows(5)).seats
      try archive.database.execute(
        "DELETE FROM seats WHERE seq = 3; DELETE FROM seats WHERE seq = 5 AND seat = 0")
      try expect(
        faults(folder).first, equals: "match 3 is kept otherwise than its record has it: seats")
      try expect(archive.rebuild(hashing: .openSSL), equals: 2)
      try expect(isEmpty: faults(folder))
      let seats = try require(try archive.rows(3)).seats
      expect(seats.map(\.total), equals: [900, 800, 700, 600])
      expect(seats.allSatisfy { $0.player == nil && $0.person == nil && $0.ratingBefore == nil })
      // Of match 5 only one is left who could be rated.
      (left[0].player, left[0].person, left[0].ratingBefore, left[0].rivals) = (nil, nil, nil, nil)
      let found = try require(try archive.rows(5)).seats
      expect(found[0] == left[0] && found[1...].map(\.player) == left[1...].map(\.player))
      try expect(archive.career(of: .player(1), in: "sliders")?.matches, equals: 8)
    }
  }

  @Test("where no PERSON line opens a seal, that is said and nobody is unnamed")
  func unsealed() throws {
    try withArchive { archive, folder, _ in
      let before = try everything(in: archive, on: firstDay)
      try archive.database.execute(
        """
        UPDATE seats SET person = replace(person, 'Ada', 'Eve') WHERE seq = 2 AND seat = 0;
        UPDATE seats SET person = NULL WHERE seq = 4 AND seat = 1
        """)
      let sentences = [
        "the PERSON line of p1 of match 2 is not the one that was sealed",
        "p2 of match 4 has an identity, but no PERSON line",
      ]
      try expect(faults(folder), equals: sentences)
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(faults(folder), equals: sentences)
      let after = try everything(in: archive, on: firstDay)
      expect(
        after.filter { !$0.hasPrefix("record") }, equals: before.filter { !$0.hasPrefix("record") })
    }
  }

  @Test("a player of no match is said")
  func stranger() throws {
    try withArchive { archive, folder, _ in
      try archive.database.execute(
        "INSERT INTO players VALUES(zeroblob(16), 'Eve', 'star', 0, 20779, 20779, 0)")
      let id = String(repeating: "0", count: 32)
      try expect(faults(folder), equals: ["players are not as their matches show them: \(id)"])
    }
  }

  @Test(
    "a record that is not whole or not the kept one is said, and what stands beside it stays",
    arguments: [
      ("body = x'00'", "the record of match 2 is not whole"),
      ("leaf = zeroblob(32)", "the record of match 2 is not the one that was kept"),
    ])
  func broken(edit: String, sentence: String) throws {
    try withArchive { archive, folder, _ in
      func asked() throws -> [String] {
        try ["best-rgb", "rating-sliders"]
          .flatMap { name in
            try archive.top(try require(Board(name: name)), .always, on: firstDay, for: .keeper)
              .map(String.init(describing:))
          }
      }
      let (before, rows) = (try asked(), try archive.rows(2))
      try archive.database.execute("UPDATE matches SET \(edit) WHERE seq = 2")
      try expect(faults(folder), equals: [sentence])
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(asked() == before && before.count == 4)
      try expect(archive.rows(2), equals: rows)
    }
  }

  @Test("a log that does not begin with what a backup has is said")
  func backups() throws {
    try withArchive { archive, folder, path in
      try folder.backUp(on: firstDay)
      _ = try archive.keep([.table(10)])
      try folder.backUp(on: firstDay + 1)
      try expect(isEmpty: faults(folder))
      // The time of the record is up, and somebody gives the match another hash.
      try archive.database.execute(
        "UPDATE matches SET body = NULL, leaf = zeroblob(32) WHERE seq IN (7, 8)")
      try expect(
        faults(folder),
        equals: [
          "the log is not the one of the backup 2026-11-22.db: match 7 has another hash there",
          "the log is not the one of the backup 2026-11-23.db: match 7 has another hash there",
        ])
    }
    try withArchive { archive, folder, path in
      try folder.backUp(on: firstDay)
      try archive.database.execute(
        "DELETE FROM matches WHERE seq = 9; DELETE FROM seats WHERE seq = 9")
      try expect(
        faults(folder)
          .contains(
            "the log is not the one of the backup 2026-11-22.db: that has at least 10 matches"))
      let backup = "\(path)/backups/2026-11-23.db"
      try FileManager.default.copyItem(atPath: "\(path)/backups/2026-11-22.db", toPath: backup)
      try Data("no database".utf8).write(to: URL(filePath: backup))
      try expect(
        faults(folder).contains { $0.hasPrefix("the backup 2026-11-23.db cannot be read: ") })
    }
  }

  @Test("a check sees one state, whatever is kept meanwhile")
  func snapshot() throws {
    try withArchive { archive, folder, _ in
      let reader = try folder.reader()
      try reader.database.snapshot { () throws(ArchiveFailure) in
        try expect(reader.size(), equals: 10)
        #expect(throws: Never.self) { _ = try archive.keep([.table(10)]) }
        try expect(reader.size(), equals: 10)
      }
      try expect(reader.size(), equals: 11)
    }
  }
}
