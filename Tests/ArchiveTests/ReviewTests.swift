// What stands beside a record is what the record says: a rebuild makes it so in every archive, and
// nobody is named by it who was forgotten.

import Archive
import Game
import Identity
import Ratings
import TestSupport
import Testing

@Suite("What stands beside records")
struct ReviewTests {
  /// What somebody may have changed beside a record.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How a check calls it.
    let difference: String
    let make: @Sendable (inout MatchRows) -> Void

    init(
      _ difference: String, _ make: @escaping @Sendable (inout MatchRows) -> Void
    ) {
      (testDescription, self.difference, self.make) = (difference, difference, make)
    }
  }

  static let changes = [
    Change("beginning") { $0.name = MatchName(began: firstDay.moment(9), room: "NEU9", number: 5) },
    Change("room") { $0.name = MatchName(began: $0.name.began, room: "BEAM", number: 5) },
    Change("number") { $0.name = MatchName(began: $0.name.began, room: "NEU9", number: 6) },
    Change("mode") { $0.mode = "hsb" },
    Change("family") { $0.family = nil },
    Change("usual rules") { $0.isUsual = false },
    Change("day") { $0.daily = firstDay },
    Change("ranked") { $0.isRanked = true },
    Change("seats") { $0.seats.removeLast() },
    Change("identity of p1") { $0.seats[0].player = nil },
    Change("place of p2") { $0.seats[1].place = nil },
    Change("total of p2") { $0.seats[1].total = 9_999 },
    Change("colors of p1") { $0.seats[0].colors = [1, 2] },
    Change("identity of p3") { $0.seats[2].player = $0.seats[0].player },
    Change("identity of p4") { $0.seats[3].player = $0.seats[0].player },
    Change("PERSON line of p4") { $0.seats[3].person = $0.seats[0].person },
    Change("PERSON line of p1") { rows in
      (rows.seats[0].person, rows.seats[1].person) = (rows.seats[1].person, rows.seats[0].person)
    },
  ]

  /// Two players, a guest and a bot, each time on another day.
  static func match(_ number: Int) throws -> MatchEntry {
    try .sample(
      number, on: firstDay + number,
      [
        .sample(1, 1, place: 1, total: 900), .sample(2, 2, place: 2, total: 800),
        .sample(3, nil, place: 3, total: 700), SeatEntry(who: 4, place: 4, total: 600),
      ])
  }

  // InspectionTests changes the same in an archive on disk.
  @Test("a rebuild makes it what records say, also ratings and boards", arguments: changes)
  func restores(_ change: Change) throws {
    try Twin.memory.with { archive in
      var other: any Archive = MemoryArchive()
      for number in 4...6 {
        let match = try Self.match(number)
        _ = try other.keep([match])
        _ = try archive.keep([number == 5 ? match.altered(change.make) : match])
      }
      let right = try everything(in: other, on: firstDay)
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(everything(in: archive, on: firstDay), equals: right)
      for number in 4...6 {
        try expect(archive.index(of: Self.match(number).name), equals: number - 4)
      }
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
    }
  }

  @Test(
    "names that two matches have of each other come back to their own", arguments: Twin.allCases)
  func names(_ twin: Twin) throws {
    try twin.with { archive in
      let (one, two) = (try Self.match(1), try Self.match(2))
      _ = try archive.keep([one.altered { $0.name = two.name }, two.altered { $0.name = one.name }])
      try expect(archive.index(of: one.name), equals: 1)
      try expect(archive.rebuild(hashing: .openSSL), equals: 2)
      try expect(archive.index(of: one.name) == 0 && archive.index(of: two.name) == 1)
    }
  }

  @Test("a forgotten player does not come back", arguments: Twin.allCases)
  func forgotten(_ twin: Twin) throws {
    try twin.with { archive in
      for number in 1...3 { _ = try archive.keep([Self.match(number)]) }
      let player = try PlayerProfile.sample(1).id
      try expect(archive.forget(player, on: firstDay))
      let before = try everything(in: archive, on: firstDay)
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(everything(in: archive, on: firstDay), equals: before)
      try expect(
        archive.profile(of: player) == nil && archive.record(0, for: .keeper)?.persons.count == 2)
    }
  }

  @Test(
    "nor whose line was overlooked, since the identity beside it was lost", arguments: Twin.allCases
  )
  func overlooked(_ twin: Twin) throws {
    try twin.with { archive in
      let (first, second) = (try Self.match(1), try Self.match(2))
      _ = try archive.keep([first.altered { $0.seats[0].player = nil }, second])
      let player = try PlayerProfile.sample(1).id
      _ = try archive.forget(player, on: firstDay)
      try expect(archive.record(0, for: .keeper)?.persons.count, equals: 3, "it is still there")
      // They play again, and are known from then on.
      let later = try MatchEntry.sample(
        9, on: firstDay + 3, [.sample(1, 1, place: 1, total: 100)])
      _ = try archive.keep([later])
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(archive.record(0, for: .keeper)?.persons == first.seats[1...2].map(\.person))
      try expect(
        archive.past(of: player, before: nil, count: 9, for: .keeper).map(\.index), equals: [2])
      try expect(
        archive.top(.best(mode: "rgb"), .always, on: firstDay, for: .keeper).map(\.value),
        equals: [800, 100])
    }
  }

  @Test(
    "where a record is gone or another one, what stands beside it stays", arguments: Twin.allCases)
  func gone(_ twin: Twin) throws {
    try twin.with { archive in
      let old = try Self.match(1).altered { $0.seats[1].total = 850 }
      let match = try Self.match(2).altered { $0.seats[1].total = 860 }
      let foreign = MatchEntry(
        body: match.body, leaf: Array(repeating: 7, count: 32), began: match.began,
        room: match.room, number: match.number, mode: match.mode, family: match.family,
        isUsual: true, daily: nil, seats: match.seats)
      _ = try archive.keep([old])
      try archive.expire(on: firstDay + Retention.bodyDays + 2)
      _ = try archive.keep([foreign])
      let before = try everything(in: archive, on: firstDay)
      expect(before.contains { $0.contains("value: 860") })
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(everything(in: archive, on: firstDay), equals: before)
    }
  }

  @Test("a player who was lost comes back as the newest match shows them", arguments: Twin.allCases)
  func players(_ twin: Twin) throws {
    try twin.with { archive in
      var seat = try SeatEntry.sample(1, 1, place: 1, total: 1)
      _ = try archive.keep([.sample(1, [seat])])
      seat.profile?.name = "Bea"
      seat.profile?.icon = "moon"
      let named = try MatchEntry.sample(2, [seat])
      _ = try archive.keep([
        MatchEntry(
          body: named.body, leaf: named.leaf, began: named.began, room: named.room,
          number: named.number, mode: named.mode, family: named.family, isUsual: true, daily: nil,
          seats: [
            SeatEntry(
              who: 1, profile: try .sample(1, name: "Cleo"), person: named.seats[0].person,
              place: 1, total: 1)
          ])
      ])
      try expect(archive.profile(of: try PlayerProfile.sample(1).id)?.name, equals: "Cleo")
      _ = try archive.rebuild(hashing: .openSSL)
      try expect(archive.profile(of: try PlayerProfile.sample(1).id), equals: seat.profile)
    }
  }
}
