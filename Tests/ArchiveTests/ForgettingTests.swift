// What an archive deletes, when, and what stays; and that ratings and boards come out of a rebuild
// as they were.

import Archive
import Game
import Identity
import Ratings
import TestSupport
import Testing

@Suite("Forgetting and rebuilding")
struct ForgettingTests {
  @Test("nothing says who it was, and the record is still there", arguments: Twin.allCases)
  func forgets(_ twin: Twin) throws {
    try twin.with { archive in
      let match = try MatchEntry.sample(
        1,
        [try .sample(1, 1, place: 1, total: 900), try .sample(2, 2, place: 2, total: 800)])
      _ = try archive.keep([match])
      let (one, two) = (try PlayerProfile.sample(1).id, try PlayerProfile.sample(2).id)
      try expect(archive.forget(one, on: firstDay))
      try expect(
        archive.forget(one, on: firstDay), equals: false, "there is nothing left to forget")
      try expect(archive.profile(of: one), equals: nil)
      try expect(archive.career(of: one, in: "sliders"), equals: nil)
      try expect(isEmpty: archive.past(of: one, before: nil, count: 9, for: .keeper))
      let best = try archive.top(.best(mode: "rgb"), .always, on: firstDay, for: .keeper)
      expect(best.map(\.profile.id), equals: [two])
      let record = try require(try archive.record(0, for: .keeper))
      expect(record.body == match.body && record.leaf == match.leaf)
      expect(record.persons, equals: [try #require(match.seats[1].person)])
      try expect(archive.career(of: two, in: "sliders")?.matches, equals: 1)
    }
  }

  @Test("forgetting gives nobody a second try", arguments: Twin.allCases)
  func tries(_ twin: Twin) throws {
    try twin.with { archive in
      let player = try PlayerProfile.sample(1).id
      func attempt(_ day: Day, _ room: String) -> Attempt {
        Attempt(player: player, day: day, room: room, number: 1)
      }
      try expect(archive.claim(attempt(firstDay, "NEU9")))
      _ = try archive.forget(player, on: firstDay)
      try expect(archive.claim(attempt(firstDay, "OTHR")), equals: false)
      // A match that began before midnight may still be played after it.
      try archive.expire(on: firstDay + 1)
      try expect(archive.claim(attempt(firstDay, "OTHR")), equals: false)
      try archive.expire(on: firstDay + 2)
      try expect(archive.claim(attempt(firstDay, "OTHR")), "by then nothing is left of it")
    }
  }

  @Test("old records are deleted, and their leaves stay", arguments: Twin.allCases)
  func expires(_ twin: Twin) throws {
    try twin.with { archive in
      let seats = [
        try SeatEntry.sample(1, 1, place: 1, total: 900),
        try .sample(2, nil, place: 2, total: 800),
      ]
      let old = try MatchEntry.sample(1, seats)
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
      try expect(archive.profile(of: try PlayerProfile.sample(1).id), differsFrom: nil)
      try expect(left(731), equals: ["-"])
      try expect(archive.profile(of: try PlayerProfile.sample(1).id), equals: nil)
      try expect(isEmpty: archive.top(.best(mode: "rgb"), .always, on: firstDay, for: .keeper))
    }
  }

  @Test(
    "a rebuild makes the same ratings and boards, also of the forgotten",
    arguments: Twin.allCases, isWhole ? [1, 2, 3] : [1])
  func rebuilds(_ twin: Twin, seed: Int) throws {
    try twin.with { archive in
      var matches = MatchGenerator(seed: seed)
      var day = firstDay
      for number in 0..<400 {
        let match = try matches.next()
        day = match.day
        _ = try archive.keep([match])
        if number % 40 == 9 {
          let player = try PlayerProfile.sample(matches.generator.int(0...7)).id
          _ = try archive.forget(player, on: day)
        }
      }
      let before = try everything(in: archive, on: day)
      expect(before.contains { $0.hasPrefix("rating-") && $0.contains("place: 2") })
      expect(before.contains { $0.hasPrefix("daily") })
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(everything(in: archive, on: day), equals: before)
    }
  }

  @Test("both archives come to the same", arguments: isWhole ? [4, 5, 6] : [4])
  func agree(seed: Int) throws {
    try Twin.memory.with { memory in
      try Twin.disk.with { disk in
        var matches = MatchGenerator(seed: seed)
        var day = firstDay
        for number in 0..<130 {
          let match = try matches.next()
          day = match.day
          if match.daily != nil, let player = match.seats[0].profile?.id {
            let attempt = Attempt(player: player, day: day, room: match.room, number: number)
            try expect(memory.claim(attempt), equals: disk.claim(attempt))
          }
          try expect(memory.keep([match]), equals: disk.keep([match]))
          let player = try PlayerProfile.sample(matches.generator.int(0...7)).id
          switch number {
          case 60, 90:
            try expect(memory.forget(player, on: day), equals: disk.forget(player, on: day))
          case 120:
            try memory.expire(on: day + 100)
            try disk.expire(on: day + 100)
          default: break
          }
        }
        let all = try everything(in: memory, on: day)
        try expect(everything(in: disk, on: day) == all && all.count > 200)
      }
    }
  }
}
