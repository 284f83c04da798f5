// What an archive deletes, when, and what stays; and what holds after random matches and deletions.

import Archive
import ArchiveSQLite
import Game
import TestSupport
import Testing

@Suite("Forgetting and rebuilding")
struct ForgettingTests {
  @Test("nothing says who it was, and the record is still there", arguments: Twin.allCases)
  func forgets(_ twin: Twin) throws {
    try twin.with { archive in
      let match = try MatchEntry.duel(1)
      _ = try archive.keep([match])
      let (one, two) = (try KeyID.player(1), try KeyID.player(2))
      try expect(archive.forget(one, on: firstDay))
      try expect(
        archive.forget(one, on: firstDay), equals: false, "there is nothing left to forget")
      try expect(archive.profile(of: one), equals: nil)
      try expect(archive.career(of: one, in: "sliders"), equals: nil)
      try expect(isEmpty: archive.past(of: one, before: nil, count: 9, for: .keeper))
      try expect(archive.best().map(\.profile.id), equals: [two])
      let record = try require(try archive.record(0, for: .keeper))
      expect(record.body == match.body && record.leaf == match.leaf)
      expect(record.persons, equals: [try #require(match.seats[1].person)])
      try expect(archive.career(of: two, in: "sliders")?.matches, equals: 1)
    }
  }

  @Test("forgetting gives nobody a second try", arguments: Twin.allCases)
  func tries(_ twin: Twin) throws {
    try twin.with { archive in
      let player = try KeyID.player(1)
      func claim(_ room: String) throws -> Bool {
        try archive.claim(Attempt(player: player, day: firstDay, room: room, number: 1))
      }
      try expect(claim("NEU9"))
      _ = try archive.forget(player, on: firstDay)
      try expect(claim("OTHR"), equals: false)
      // A match that began before midnight may still be played after it.
      try archive.expire(on: firstDay + 1)
      try expect(claim("OTHR"), equals: false)
      try archive.expire(on: firstDay + 2)
      try expect(claim("OTHR"), "by then nothing is left of it")
    }
  }

  @Test("old records are deleted, and their leaves stay", arguments: Twin.allCases)
  func expires(_ twin: Twin) throws {
    try twin.with { archive in
      let old = try MatchEntry.sample(
        1, [.sample(1, 1, place: 1, total: 900), .sample(2, nil, place: 2, total: 800)])
      _ = try archive.keep([old])
      func left(_ days: Int) throws -> [String] {
        try archive.expire(on: firstDay + days)
        let record = try require(try archive.record(0, for: .keeper))
        expect(record.leaf, equals: old.leaf)
        return [record.body == nil ? "-" : "body"] + record.persons.map { "\($0.prefix(13))" }
      }
      try expect(left(90), equals: ["body", "PERSON who=p1", "PERSON who=p2"])
      try expect(left(91), equals: ["body", "PERSON who=p1"])
      try expect(left(400), equals: ["body", "PERSON who=p1"])
      try expect(left(401), equals: ["-", "PERSON who=p1"])
      try expect(left(730), equals: ["-", "PERSON who=p1"])
      try expect(archive.profile(of: .player(1)), differsFrom: nil)
      try expect(left(731), equals: ["-"])
      try expect(archive.profile(of: .player(1)), equals: nil)
      try expect(isEmpty: archive.best())
    }
  }

  @Test(
    "both archives come to the same, a check finds nothing, and a rebuild changes nothing",
    arguments: isWhole ? [1, 2, 3] : [1])
  func agree(seed: Int) throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      let disk = try folder.open(now: firstDay.moment()).archive
      var (memory, matches, day) = (MemoryArchive(), MatchGenerator(seed: seed), firstDay)
      for number in 0..<400 {
        let match = try matches.next()
        day = match.day
        if match.daily != nil, let player = match.seats[0].profile?.id {
          let attempt = Attempt(player: player, day: day, room: match.room, number: number)
          try expect(memory.claim(attempt), equals: disk.claim(attempt))
        }
        try expect(memory.keep([match]), equals: disk.keep([match]))
        guard number % 40 == 9 else { continue }
        let player = try KeyID.player(matches.generator.int(0...7))
        try expect(memory.forget(player, on: day), equals: disk.forget(player, on: day))
      }
      let before = try everything(in: disk, on: day)
      expect(before.contains { $0.hasPrefix("rating-") && $0.contains("place: 2") })
      expect(before.contains { $0.hasPrefix("daily") })
      try expect(memory.rebuild(hashing: .openSSL) == 0 && disk.rebuild(hashing: .openSSL) == 0)
      try expect(everything(in: memory, on: day), equals: before)
      try expect(everything(in: disk, on: day), equals: before)
      memory.expire(on: day)
      try disk.expire(on: day)
      try expect(everything(in: memory, on: day), equals: everything(in: disk, on: day))
      try folder.backUp(on: day)
      let inspection = try folder.inspect(hashing: .openSSL, on: firstDay)
      expect(inspection.faults.isEmpty && inspection.matches == 400, "\(inspection.faults)")
      expect(inspection.records > 0 && inspection.players > 4)
    }
  }
}
