// What every archive does, in memory as on disk: each test runs against both.

import Archive
import Game
import TestSupport
import Testing
import Wire

@Suite("Every archive")
struct ContractTests {
  @Test("keeps a match whole and once, at the next index", arguments: Twin.allCases)
  func keeps(_ twin: Twin) throws {
    try twin.with { archive in
      try expect(archive.size() == 0 && archive.leaves(from: 0, count: 9).isEmpty)
      let matches = try (1...3).map { try MatchEntry.table($0) }
      try expect(archive.keep([matches[0]]).map(\.isNew), equals: [true])
      let before = try everything(in: archive, on: firstDay)
      try expect(archive.keep([matches[0]]), equals: [KeptMatch(knownAt: 0, seats: 4)])
      try expect(everything(in: archive, on: firstDay), equals: before, "nothing has changed")
      let kept = try archive.keep([matches[1], matches[0], matches[2], matches[1]])
      expect(kept.map(\.index) == [1, 0, 2, 1] && kept.map(\.isNew) == [true, false, true, false])
      try expect(archive.size(), equals: 3)
      try expect(archive.leaves(from: 0, count: 99), equals: matches.map(\.leaf))
      try expect(archive.leaves(from: 1, count: 1), equals: [matches[1].leaf])
      try expect(isEmpty: archive.leaves(from: 3, count: 1))
      for (index, match) in matches.enumerated() {
        try expect(archive.index(of: match.name), equals: index)
        let record = try require(try archive.record(index, for: .keeper))
        expect(record.index == index && record.leaf == match.leaf && record.body == match.body)
        expect(record.persons, equals: match.seats.compactMap(\.person))
      }
      let other = MatchName(began: matches[0].began, room: "BEAM", number: 1)
      try expect(archive.index(of: other), equals: nil)
      try expect(archive.record(3, for: .keeper) == nil && archive.record(-1, for: .keeper) == nil)
      try expect(isEmpty: archive.keep([]))
      try expect(archive.career(of: .player(1), in: "sliders")?.matches, equals: 3)
    }
  }

  @Test("rates those who have an identity, and ages what rests", arguments: Twin.allCases)
  func rates(_ twin: Twin) throws {
    try twin.with { archive in
      let kept = try require(
        try archive.keep([
          .sample(
            1,
            [
              .sample(1, nil, place: 1, total: 990), .sample(2, 1, place: 2, total: 900),
              .sample(3, 2, place: nil, total: 100),
            ])
        ])
        .first)
      expect(kept.ratingsBefore, equals: [nil, .newcomer, .newcomer])
      // The first of the forty vectors, as far as it counts.
      let after = [nil, (25_658_847, 8_266_475), (24_341_153, 8_266_475)]
        .map { numbers in
          numbers.map { Career(rating: Rating(mean: $0, deviation: $1), matches: 1, day: 20_779) }
        }
      expect(kept.careers, equals: after)
      for number in 1...2 {
        try expect(archive.career(of: .player(number), in: "sliders"), equals: after[number])
        try expect(archive.career(of: .player(number), in: "tiles"), equals: nil)
      }
      let unrated = try archive.keep([.sample(2, family: nil, .two())])
      expect(unrated.first?.careers, equals: [nil, nil])
      let later = try require(try archive.keep([.duel(3, on: firstDay + 31)]).first)
      expect(later.ratingsBefore, equals: after[1...].map { $0?.rating.rested(days: 30) })
      expect(later.careers.map { $0?.day }, equals: [20_810, 20_810])
    }
  }

  @Test("tells the first try of a match from later ones", arguments: Twin.allCases)
  func firstTries(_ twin: Twin) throws {
    try twin.with { archive in
      func race(_ number: Int, _ players: Int...) throws -> MatchEntry {
        let seats = try players.map { try SeatEntry.sample($0, $0, place: 1, total: 10) }
        return try MatchEntry.sample(number, family: nil, seats).altered { $0.copies = 0 }
      }
      _ = try archive.keep([.duel(1)])
      let first = try [race(2, 1, 3), race(3, 3, 4), race(4, 4)]
        .map { try archive.keep([$0]).first?.firstTries }
      expect(first, equals: [[3], [4], []])
      let past = try archive.past(of: .player(3), before: nil, count: 9, for: .keeper)
      expect(past.map(\.copies) == [0, 0] && past.map(\.isFirstTry) == [false, true])
    }
  }

  @Test("rates nobody against players of the same address", arguments: Twin.allCases)
  func households(_ twin: Twin) throws {
    try twin.with { archive in
      var seats = try (1...3).map { try SeatEntry.sample($0, $0, place: $0, total: 1_000 - $0) }
      for seat in 0..<2 { seats[seat].household = 1 }
      let all = try require(try archive.keep([try .sample(1, seats)]).first)
      expect(all.careers.allSatisfy { $0?.matches == 1 })
      let alone = try require(try archive.keep([try .sample(2, Array(seats.prefix(2)))]).first)
      expect(alone.careers, equals: [nil, nil])
      for seat in 0..<2 { seats[seat].household = nil }
      let apart = try require(try archive.keep([try .sample(3, Array(seats.prefix(2)))]).first)
      expect(apart.careers.map { $0?.matches }, equals: [2, 2], "they had not met before")
    }
  }

  @Test(
    "neither rates nor ranks a program that says so, and marks its key", arguments: Twin.allCases)
  func programs(_ twin: Twin) throws {
    try twin.with { archive in
      var bot = try SeatEntry.sample(1, 1, place: 1, total: 5_000)
      let human = bot
      bot.isBot = true
      bot.profile?.isBot = true
      let rivals = try [2, 3].map { try SeatEntry.sample($0, $0, place: $0, total: 900 - $0) }
      let kept = try require(try archive.keep([.sample(1, [bot] + rivals)]).first)
      expect(kept.ratingsBefore, equals: [nil, .newcomer, .newcomer])
      expect(kept.careers.map { $0 == nil }, equals: [true, false, false])
      _ = try archive.keep([.daily(2, [bot])])
      func marks(_ board: Board, _ span: Span) throws -> [String] {
        try archive.top(board, span, on: firstDay, for: .keeper)
          .map { "\($0.profile.name)\($0.profile.isBot ? " bot" : "")" }
      }
      try expect(marks(.best(mode: "rgb"), .always), equals: ["Ada 2", "Ada 3"])
      try expect(isEmpty: marks(.daily, .day(firstDay)))
      // What it played stays its own: it can look it up, and have it forgotten.
      let id = try KeyID.player(1)
      let own = try archive.past(of: id, before: nil, count: 9, for: .keeper)
      expect(own.map(\.index), equals: [1, 0])
      _ = try archive.keep([.sample(3, [human] + rivals), .sample(4, [bot])])
      try expect(marks(.best(mode: "rgb"), .always), equals: ["Ada 1 bot", "Ada 2", "Ada 3"])
      try expect(archive.forget(id, on: firstDay))
      try expect(archive.past(of: id, before: nil, count: 9, for: .keeper).isEmpty)
      try expect(marks(.best(mode: "rgb"), .always), equals: ["Ada 2", "Ada 3"])
    }
  }

  @Test(
    "shows a day's colors to whoever has had the ranked try, and to all when it is over",
    arguments: Twin.allCases)
  func colorsOfTheDay(_ twin: Twin) throws {
    try twin.with { archive in
      let ids = try (1...3).map { try KeyID.player($0) }
      for (number, id) in ids[..<2].enumerated() {
        try expect(
          archive.claim(Attempt(player: id, day: firstDay, room: "WAVE", number: number + 1)))
      }
      let seat = try SeatEntry.sample(1, 1, place: 1, total: 900, colors: [20.gray])
      _ = try archive.keep([.daily(1, [seat])])
      let record = try require(try archive.record(0, for: .keeper))
      func seen(by asker: KeyID?, on day: Day) throws -> [Bool] {
        let span = Span.day(firstDay)
        let rows = try archive.lines(
          archive.lines(of: .daily, span, on: day), of: span, to: asker, on: day)
        let colors = rows.contains {
          if case .topped(let row) = $0 { !row.colors.isEmpty } else { false }
        }
        return [colors, try archive.refusal(of: record, to: asker, on: day) == nil]
      }
      try expect(seen(by: ids[0], on: firstDay), equals: [true, true])
      // Whose try still runs, whoever had none, and whoever is not known.
      for asker in [ids[1], ids[2], nil] {
        try expect(seen(by: asker, on: firstDay), equals: [false, false])
        try expect(seen(by: asker, on: firstDay + 1), equals: [true, true])
      }
    }
  }

  @Test(
    "rates a pair once a day, whoever else is there and whatever is forgotten",
    arguments: Twin.allCases)
  func pairs(_ twin: Twin) throws {
    try twin.with { archive in
      func keep(
        _ number: Int, on day: Day = firstDay, mode: String = "rgb", family: String = "sliders",
        _ players: Int...
      ) throws -> [Bool] {
        let seats = try players.enumerated()
          .map { try SeatEntry.sample($0 + 1, $1, place: $0 + 1, total: 900 - $0) }
        return try archive.keep([.sample(number, on: day, mode: mode, family: family, seats)])[0]
          .careers.map { $0 != nil }
      }
      try expect(keep(1, 1, 2), equals: [true, true])
      try expect(keep(2, 2, 1), equals: [false, false], "again")
      try expect(keep(3, mode: "tiles", family: "tiles", 1, 2), equals: [true, true])
      let ids = try [1, 2].map { try KeyID.player($0) }
      let before = try ids.map { try archive.career(of: $0, in: "sliders") }
      // With a third each of them is rated against that one alone, as if the other were not there.
      try expect(keep(4, 1, 2, 3), equals: [true, true, true])
      for (place, (id, career)) in zip([1, 2], zip(ids, before)) {
        let rival = Contestant(rating: .newcomer, place: 3)
        let own = Contestant(rating: try require(career).rating, place: place)
        let after = try archive.career(of: id, in: "sliders")?.rating
        expect(after, equals: ratings(after: [own, rival], rivals: [[1], [0]])[0])
      }
      // Nobody gets rid of a meeting by being forgotten, before the day is over.
      _ = try archive.forget(ids[1], on: firstDay)
      try expect(keep(5, 1, 2), equals: [false, false])
      try archive.expire(on: firstDay)
      let kept = try everything(in: archive, on: firstDay)
      _ = try archive.rebuild(hashing: .openSSL)
      try expect(everything(in: archive, on: firstDay), equals: kept, "rebuilt")
      try expect(keep(6, on: firstDay + 1, 1, 2), equals: [true, true])
    }
  }

  @Test(
    "lists the best of a mode: once each, by points, then by who was first",
    arguments: Twin.allCases)
  func best(_ twin: Twin) throws {
    try twin.with { archive in
      // Player, day (counted from a Sunday), points; whether the rules were usual.
      let played: [(player: Int, day: Int, total: Int, isUsual: Bool)] = [
        (1, 0, 700, true), (2, 0, 900, true), (3, 1, 900, true), (1, 1, 800, true),
        (1, 1, 800, true), (4, 1, 999, false),
      ]
      for (number, played) in played.enumerated() {
        let seat = try SeatEntry.sample(1, played.player, place: 1, total: played.total)
        _ = try archive.keep([
          .sample(number, on: firstDay + played.day, isUsual: played.isUsual, [seat])
        ])
      }
      _ = try archive.keep([.sample(9, [.sample(1, 5, place: nil, total: 1_000)])])
      func rows(_ span: Span) throws -> [String] {
        try archive.best(span)
          .map { "\($0.place) \($0.profile.name) \($0.value) \($0.match ?? -1)" }
      }
      let monday = firstDay + 1
      try expect(rows(.always), equals: ["1 Ada 2 900 1", "1 Ada 3 900 2", "3 Ada 1 800 3"])
      try expect(rows(.day(firstDay)), equals: ["1 Ada 2 900 1", "2 Ada 1 700 0"])
      try expect(rows(.day(monday)), equals: ["1 Ada 3 900 2", "2 Ada 1 800 3"])
      try expect(rows(.week(of: firstDay)), equals: ["1 Ada 2 900 1", "2 Ada 1 700 0"])
      try expect(rows(.week(of: monday)), equals: ["1 Ada 3 900 2", "2 Ada 1 800 3"])
      try expect(isEmpty: archive.top(.best(mode: "hsb"), .always, on: firstDay, for: .keeper))
    }
  }

  @Test("shows a hundred rows at most", arguments: Twin.allCases)
  func rowsMax(_ twin: Twin) throws {
    try twin.with { archive in
      for number in 0..<105 {
        _ = try archive.keep([
          .sample(number, [.sample(1, number, place: 1, total: 2_000 - number)])
        ])
      }
      let rows = try archive.best()
      expect(rows.map(\.value), equals: Array((1_901...2_000).reversed()))
      expect(rows.map(\.place), equals: Array(1...100))
    }
  }

  @Test("lists ratings as they are that day, without the provisional", arguments: Twin.allCases)
  func ratingsOfAMatch(_ twin: Twin) throws {
    try twin.with { archive in
      // Player 1 beats 2 on ten days; sixty days later 3 beats 4 as often, and 5 beats 6 once.
      _ = try archive.keep((0..<10).map { try .duel($0, on: firstDay + $0) })
      _ = try archive.keep((10..<20).map { try .duel($0, on: firstDay + 50 + $0, of: 3, 4) })
      _ = try archive.keep([.duel(20, on: firstDay + 69, of: 5, 6)])
      let board = Board.rating(family: "sliders")
      let rows = try archive.top(board, .always, on: firstDay + 69, for: .keeper)
      expect(rows.map(\.profile.name), equals: ["Ada 3", "Ada 1", "Ada 4", "Ada 2"])
      expect(rows.map(\.place) == [1, 2, 3, 4] && rows.allSatisfy { $0.match == nil })
      for row in rows {
        let career = try require(try archive.career(of: row.profile.id, in: "sliders"))
        expect(row.value, equals: career.rating(on: 20_848).shown)
      }
      expect(
        rows[0].value, isAbove: rows[1].value, "sixty idle days have cost the first one's lead")
      let early = try archive.top(board, .always, on: firstDay, for: .keeper)
      expect(early.map(\.place), equals: [1, 1, 3, 3], "before, both stood equal")
    }
  }

  @Test("a day has one ranked try, whatever becomes of it", arguments: Twin.allCases)
  func tries(_ twin: Twin) throws {
    try twin.with { archive in
      func claim(_ number: Int, _ player: Int, in room: String = "NEU9") throws -> Bool {
        try archive.claim(
          Attempt(player: .player(player), day: firstDay, room: room, number: number))
      }
      try expect(claim(1, 1))
      try expect(claim(1, 1), "a match that waits again after a crash is the same try")
      try expect(claim(2, 1), equals: false)
      try expect(claim(1, 1, in: "BEAM"), equals: false)
      try expect(claim(1, 2))
      func match(_ number: Int, _ total: Int, isRanked: Bool) throws -> MatchEntry {
        try .daily(
          number, isRanked: isRanked,
          [.sample(1, 1, place: 1, total: total, colors: [20.gray, 80.gray])])
      }
      _ = try archive.keep([
        match(2, 500, isRanked: false), match(1, 400, isRanked: true),
        match(3, 450, isRanked: false),
      ])
      let rows = try archive.top(.daily, .day(firstDay), on: firstDay, for: .keeper)
      expect(rows.map(\.value), equals: [400], "only what was ranked when it began")
      expect(rows.first?.colors == [20.gray, 80.gray] && rows.first?.match == 1)
      try expect(isEmpty: archive.top(.daily, .day(firstDay + 1), on: firstDay, for: .keeper))
      try expect(isEmpty: archive.top(.best(mode: "daily"), .always, on: firstDay, for: .keeper))
      // One that was given up counts as well, and one that showed no color is given back.
      let left = try SeatEntry.sample(1, 2, place: nil, total: 70, colors: [20.gray])
      let unseen = try SeatEntry.sample(1, 3, place: nil, total: 0)
      try expect(claim(4, 3))
      _ = try archive.keep([.daily(5, [left]), .daily(4, isRanked: false, [unseen])])
      let all = try archive.top(.daily, .day(firstDay), on: firstDay, for: .keeper)
      expect(all.map(\.value), equals: [400, 70])
      try expect(claim(6, 3) && !archive.hasPlayed(.player(3), rankedOn: firstDay))
      try expect(claim(7, 3), equals: false)
      // Who was refused another may have seen the colors since.
      _ = try archive.keep([.daily(6, isRanked: false, [unseen])])
      try expect(claim(8, 3), equals: false)
    }
  }

  @Test(
    "does what a cluster's journal says, in its order, and knows where it goes on",
    arguments: Twin.allCases)
  func follows(_ twin: Twin) throws {
    try twin.with { archive in
      try expect(archive.nextPlace(), equals: 1)
      let player = try KeyID.player(1)
      let match = try MatchEntry.duel(1)
      func attempt(_ room: String) -> ArchiveDeed {
        .claim(Attempt(player: player, day: firstDay, room: room, number: 1))
      }
      let outcomes = try archive.follow(
        [
          attempt("NEU9"), .keep(match), attempt("BEAM"), .keep(match), attempt("NEU9"),
          .forget(player, on: firstDay), .forget(player, on: firstDay),
        ], before: 8)
      guard outcomes.count == 7, case .kept(let first) = outcomes[1] else {
        Issue.record("\(outcomes)")
        return
      }
      expect(first.index == 0 && first.isNew && outcomes[0] == .claimed(true))
      // The day has one try.
      expect(
        outcomes[2...],
        equals: [
          .claimed(false), .kept(KeptMatch(knownAt: 0, seats: 2)), .claimed(false), .forgot(true),
          .forgot(false),
        ])
      try expect(archive.nextPlace() == 8 && archive.size() == 1)
      try expect(archive.profile(of: player), equals: nil)
      try expect(archive.follow([], before: 9).isEmpty && archive.nextPlace() == 9)
    }
  }

  @Test("tells what somebody has played, the newest first", arguments: Twin.allCases)
  func past(_ twin: Twin) throws {
    try twin.with { archive in
      for number in 0..<5 {
        _ = try archive.keep([
          .sample(
            number, mode: number == 2 ? "hsb" : "rgb",
            [
              .sample(1, 1, place: number == 3 ? nil : 2, total: number),
              .sample(2, number == 4 ? nil : 2, place: 1, total: 900),
            ])
        ])
      }
      let player = try KeyID.player(1)
      let all = try archive.past(of: player, before: nil, count: 9, for: .keeper)
      expect(all.map(\.index) == [4, 3, 2, 1, 0] && all.map(\.total) == [4, 3, 2, 1, 0])
      expect(all.map(\.place) == [2, nil, 2, 2, 2] && all.allSatisfy { $0.of == 2 })
      expect(all[2].mode == "hsb" && all[2].began == firstDay.moment(2))
      try expect(
        archive.past(of: player, before: 3, count: 2, for: .keeper), equals: Array(all[2...3]))
      try expect(isEmpty: archive.past(of: player, before: 0, count: 2, for: .keeper))
      try expect(isEmpty: archive.past(of: .player(9), before: nil, count: 9, for: .keeper))
    }
  }

  @Test(
    "a match that was not for everybody tells its players alone that somebody was there",
    arguments: Twin.allCases, [(false, false), (true, true), (false, true)])
  func secluded(_ twin: Twin, _ room: (isListed: Bool, hasPassword: Bool)) throws {
    try twin.with { archive in
      _ = try archive.keep([
        .sample(0, family: nil, .two(total: 200)),
        .sample(
          1, family: nil, isListed: room.isListed, hasPassword: room.hasPassword, .two(total: 900)),
        .sample(2, family: nil, .two(total: 300)),
      ])
      let (player, rival) = (try KeyID.player(1), try KeyID.player(2))
      func shown(to asker: Asker) throws -> [[Int?]] {
        [
          try archive.past(of: player, before: nil, count: 9, for: asker).map(\.index),
          try archive.best(for: asker).map(\.match),
          try (0..<3).map { try archive.record($0, for: asker)?.persons.count },
        ]
      }
      for asker in [Asker.anybody, .player(try .player(3))] {
        try expect(shown(to: asker), equals: [[2, 0], [nil, nil], [2, 0, 2]], "\(asker)")
      }
      for asker in [Asker.player(player), .player(rival), .keeper] {
        try expect(shown(to: asker), equals: [[2, 1, 0], [1, 1], [2, 2, 2]], "\(asker)")
      }
      // A page is full of what may be told.
      let page = try archive.past(of: player, before: nil, count: 2, for: .anybody)
      expect(page.map(\.index), equals: [2, 0])
      // A forgotten player learns no more than anybody else, and a rebuild reads it in the record.
      _ = try archive.forget(player, on: firstDay)
      try expect(archive.record(1, for: .player(player))?.persons, equals: [])
      try expect(archive.rebuild(hashing: .openSSL), equals: 0)
      try expect(archive.record(1, for: .anybody)?.persons, equals: [])
    }
  }

  @Test("shows players as they last looked", arguments: Twin.allCases)
  func profiles(_ twin: Twin) throws {
    try twin.with { archive in
      var seat = try SeatEntry.sample(1, 1, place: 1, total: 1)
      try expect(archive.profile(of: .player(1)), equals: nil)
      _ = try archive.keep([.sample(1, [seat])])
      seat.profile?.name = "Ada ž 🂡"
      seat.profile?.icon = "moon"
      seat.profile?.color = 0
      _ = try archive.keep([.sample(2, [seat])])
      try expect(archive.profile(of: .player(1)), equals: seat.profile)
      try expect(archive.best().map { $0.profile }, equals: [seat.profile])
    }
  }
}
