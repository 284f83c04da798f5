// What stands beside a record is what the record says: a rebuild makes it so in every archive, and
// nobody is named by it who was forgotten.

import Archive
import ArchiveSQLite
import Game
import TestSupport
import Testing
import Wire

@Suite("What stands beside records")
struct ReviewTests {
  /// What somebody may have changed beside a record.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How a check calls it.
    let difference: String
    let make: @Sendable (inout MatchRows) -> Void

    init(_ difference: String, _ make: @escaping @Sendable (inout MatchRows) -> Void) {
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

  @Test("a check says what differs, and a rebuild makes it what records say", arguments: changes)
  func restores(_ change: Change) throws {
    try withFolder { path in
      let folder = ArchiveFolder(path)
      var archives: [any Archive] = [
        MemoryArchive(), try folder.open(now: firstDay.moment()).archive,
      ]
      var other = MemoryArchive()
      for number in 4...6 {
        let match = try MatchEntry.table(number)
        _ = other.keep([match])
        let kept = number == 5 ? try match.altered(change.make) : match
        for index in archives.indices { _ = try archives[index].keep([kept]) }
      }
      let right = try everything(in: other, on: firstDay)
      let found = try folder.inspect(hashing: .openSSL, on: firstDay).faults
        .filter { $0.hasPrefix("match 1 is kept otherwise than its record has it: ") }
      expect(found.count == 1 && found[0].contains(change.difference), "\(found)")
      for index in archives.indices {
        try expect(archives[index].rebuild(hashing: .openSSL), equals: 1)
        try expect(everything(in: archives[index], on: firstDay), equals: right)
        for number in 4...6 {
          try expect(archives[index].index(of: MatchEntry.table(number).name), equals: number - 4)
        }
        try expect(archives[index].rebuild(hashing: .openSSL), equals: 0)
      }
      try expect(isEmpty: folder.inspect(hashing: .openSSL, on: firstDay).faults)
    }
  }

  @Test("what was usual under other rules is not judged by those of today")
  func otherRules() throws {
    for rules in [nil, Rules.edition, "0123456789abcdef"] {
      try withFolder { path in
        let folder = ArchiveFolder(path)
        let archive = try folder.open(now: firstDay.moment()).archive
        let match = try MatchEntry.sample(1, rules: rules, .two())
        _ = try archive.keep([match.altered { ($0.isUsual, $0.family) = (false, nil) }])
        let isForeign = rules != nil && rules != Rules.edition
        try expect(
          folder.inspect(hashing: .openSSL, on: firstDay).faults.isEmpty, equals: isForeign)
        try expect(archive.rebuild(hashing: .openSSL), equals: isForeign ? 0 : 1)
      }
    }
  }

  @Test(
    "names that two matches have of each other come back to their own", arguments: Twin.allCases)
  func names(_ twin: Twin) throws {
    try twin.with { archive in
      let (one, two) = (try MatchEntry.table(1), try MatchEntry.table(2))
      _ = try archive.keep([one.altered { $0.name = two.name }, two.altered { $0.name = one.name }])
      try expect(archive.index(of: one.name), equals: 1)
      try expect(archive.rebuild(hashing: .openSSL), equals: 2)
      try expect(archive.index(of: one.name) == 0 && archive.index(of: two.name) == 1)
    }
  }

  @Test(
    "a forgotten player whose line was overlooked does not come back", arguments: Twin.allCases)
  func overlooked(_ twin: Twin) throws {
    try twin.with { archive in
      let (first, second) = (try MatchEntry.table(1), try MatchEntry.table(2))
      _ = try archive.keep([first.altered { $0.seats[0].player = nil }, second])
      let player = try KeyID.player(1)
      _ = try archive.forget(player, on: firstDay)
      try expect(archive.record(0, for: .keeper)?.persons.count, equals: 3, "it is still there")
      // They play again, and are known from then on.
      _ = try archive.keep([.sample(9, on: firstDay + 3, [.sample(1, 1, place: 1, total: 100)])])
      try expect(archive.rebuild(hashing: .openSSL), equals: 1)
      try expect(archive.record(0, for: .keeper)?.persons == first.seats[1...2].map(\.person))
      try expect(
        archive.past(of: player, before: nil, count: 9, for: .keeper).map(\.index), equals: [2])
      try expect(archive.best().map(\.value), equals: [800, 100])
    }
  }

  @Test(
    "where a record is gone or another one, what stands beside it stays", arguments: Twin.allCases)
  func gone(_ twin: Twin) throws {
    try twin.with { archive in
      let old = try MatchEntry.table(1).altered { $0.seats[1].total = 850 }
      let match = try MatchEntry.table(2).altered { $0.seats[1].total = 860 }
      let foreign = match.with(leaf: Array(repeating: 7, count: 32), match.seats)
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
      var cleo = named.seats[0]
      cleo.profile = try .sample(1, name: "Cleo")
      _ = try archive.keep([named.with([cleo])])
      try expect(archive.profile(of: .player(1))?.name, equals: "Cleo")
      _ = try archive.rebuild(hashing: .openSSL)
      try expect(archive.profile(of: .player(1)), equals: seat.profile)
    }
  }
}
