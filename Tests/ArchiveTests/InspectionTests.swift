// What a check of the archive on disk finds: each thing that somebody can change in the file is
// said, with the match, and a rebuild mends what records say.

import Archive
import Foundation
import Game
import Identity
import Ratings
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
      for number in 0..<10 { _ = try archive.keep([ReviewTests.match(number)]) }
      try body(archive, folder, path)
    }
  }

  private func faults(_ folder: ArchiveFolder) throws -> [String] {
    try folder.inspect(hashing: .openSSL).faults
  }

  @Test(
    "an archive is whole after random matches and deletions", arguments: isWhole ? [1, 2, 3] : [1])
  func whole(seed: Int) throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      let archive = try folder.open(now: firstDay.moment()).archive
      var matches = MatchGenerator(seed: seed)
      var day = firstDay
      for number in 0..<100 {
        let match = try matches.next()
        day = match.day
        _ = try archive.keep([match])
        if number % 40 == 9 {
          _ = try archive.forget(
            try PlayerProfile.sample(matches.generator.int(0...7)).id, on: day)
        }
        if number == 50 { try archive.expire(on: day + 30) }
      }
      try archive.expire(on: day)
      try folder.backUp(on: day)
      let inspection = try folder.inspect(hashing: .openSSL)
      expect(inspection.faults.isEmpty && inspection.matches == 100)
      expect(inspection.records > 0 && inspection.players > 4)
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(isEmpty: faults(folder))
    }
  }

  @Test("each change beside a record is said, with the match", arguments: ReviewTests.changes)
  func rows(_ change: ReviewTests.Change) throws {
    try withArchive { archive, folder, _ in
      let match = try ReviewTests.match(10)
      _ = try archive.keep([match.altered(change.make)])
      let sentence = "match 10 is kept otherwise than its record has it: "
      let found = try faults(folder).filter { $0.hasPrefix(sentence) }
      expect(found.count == 1 && found[0].contains(change.difference), "\(found)")
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(isEmpty: faults(folder))
    }
  }

  /// What somebody may have changed in the tables, and how a check begins to say so.
  static let edits = [
    (
      "UPDATE seats SET total = 1, place = 9 WHERE seq = 3 AND seat = 1",
      "match 3 is kept otherwise than its record has it: place of p2, total of p2"
    ),
    (
      "UPDATE seats SET seat = 9 - seat WHERE seq = 3",
      "match 3 is kept otherwise than its record has it: seats"
    ),
    (
      "UPDATE seats SET mean = 1, deviation = 1 WHERE seq = 3 AND seat = 3",
      "match 3 is kept otherwise than its record has it: rating of p4"
    ),
    (
      "UPDATE seats SET mean = 1 WHERE seq > 3 AND seat = 0",
      "ratings before matches are not what follows from those before them: match 4, and 5 more"
    ),
    (
      "UPDATE seats SET mean = NULL, deviation = NULL WHERE seq = 3 AND seat = 0",
      "ratings before matches are not what follows from those before them: match 3"
    ),
    (
      "UPDATE ratings SET mean = mean + 1 WHERE id = (SELECT min(id) FROM ratings)",
      "ratings are not what follows from the matches: sliders of "
    ),
    ("DELETE FROM ratings", "ratings are not what follows from the matches: sliders of "),
    (
      "INSERT INTO ratings SELECT id, 'tiles', mean, deviation, matches, day FROM ratings LIMIT 1",
      "ratings are not what follows from the matches: tiles of "
    ),
    (
      "DELETE FROM boards WHERE span = 0",
      "boards are not what follows from the matches: best-rgb without match 0, and 19 more"
    ),
    (
      "UPDATE boards SET value = value + 1 WHERE span = 0",
      "boards are not what follows from the matches: rows that no match has made, and 1 more"
    ),
    (
      "UPDATE boards SET seq = 5 WHERE span = 0 AND value = 900",
      "boards are not what follows from the matches: best-rgb without match 0, and 4 more"
    ),
    (
      "INSERT INTO boards SELECT 'best-hsb', span, id, value, seq FROM boards LIMIT 1",
      "boards are not what follows from the matches: rows that no match has made"
    ),
    (
      "UPDATE players SET name = 'Eve' WHERE name = 'Ada 1'",
      "players are not as their matches show them: "
    ),
    ("UPDATE players SET last = last - 1", "players are not as their matches show them: "),
    ("DELETE FROM players", "players are not as their matches show them: "),
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

  @Test("seats that are lost come back without those who sat there")
  func lost() throws {
    try withArchive { archive, folder, _ in
      try archive.database.execute("DELETE FROM seats WHERE seq = 3")
      try expect(
        faults(folder).first, equals: "match 3 is kept otherwise than its record has it: seats")
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(isEmpty: faults(folder))
      let seats = try require(try archive.rows(3)).seats
      expect(seats.map(\.total), equals: [900, 800, 700, 600])
      expect(seats.allSatisfy { $0.player == nil && $0.person == nil && $0.ratingBefore == nil })
      let player = try PlayerProfile.sample(1).id
      try expect(archive.career(of: player, in: "sliders")?.matches, equals: 9)
    }
  }

  @Test("a seat that is lost gets nobody else's name")
  func lostFirst() throws {
    try withArchive { archive, folder, _ in
      var seats = try require(try archive.rows(3)).seats
      try archive.database.execute("DELETE FROM seats WHERE seq = 3 AND seat = 0")
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(isEmpty: faults(folder))
      (seats[0].player, seats[0].person) = (nil, nil)
      // Only one is left there who could be rated.
      for seat in seats.indices { (seats[seat].ratingBefore, seats[seat].rivals) = (nil, nil) }
      let found = try require(try archive.rows(3)).seats
      expect(found[0] == seats[0] && found[1...].map(\.player) == seats[1...].map(\.player))
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
      _ = try archive.keep([ReviewTests.match(10)])
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
        #expect(throws: Never.self) { _ = try archive.keep([ReviewTests.match(10)]) }
        try expect(reader.size(), equals: 10)
      }
      try expect(reader.size(), equals: 11)
    }
  }
}
