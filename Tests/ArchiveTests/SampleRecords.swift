// Matches with records that say the same as what stands beside them: no match was played, but an
// archive reads them as if one had been.

import Archive
import Chroma
import Game
import TestSupport
import Testing
import Wire

extension MatchEntry {
  /// A match of seats that came in, with a record of its own. Whoever has a PERSON line, whatever
  /// it is, gets the one that the record seals.
  static func sample(
    _ number: Int, on day: Day = firstDay, mode: String = "rgb", family: String? = "sliders",
    isUsual: Bool = true, daily: Day? = nil, isRanked: Bool = false, room: String = "NEU9",
    isListed: Bool = true, hasPassword: Bool = false, rules: String? = Rules.edition,
    _ seats: [SeatEntry]
  ) throws -> MatchEntry {
    let persons = seats.filter { $0.person != nil }
      .map { seat in
        Person(
          player: PlayerID(number: seat.who),
          salt: Array(repeating: UInt8(number & 255), count: Person.saltByteCount),
          name: seat.profile?.name ?? "Ada", id: seat.profile?.id)
      }
    let code = try require(RoomCode(room))
    let usual = Rules.usual(of: try require(Mode.named(mode)))
    let other = Rules(
      checkedMode: usual.mode, rounds: usual.rounds, seconds: usual.seconds, level: .hard)
    let view = RoomSettings(
      name: room, rules: isUsual ? usual : try require(other), seats: 8, isListed: isListed,
      password: hasPassword ? RoomSettings.untold : nil, isRated: family != nil)
    let began = day.moment(number)
    var lines: [RecordLine] = [
      .title(
        RecordTitle(
          log: "test.example/chromatch", room: code, match: number, began: began, rules: rules)),
      .told(.room(n: nil, .settings(view))),
    ]
    lines += try seats.map { .seat(try RecordedSeat($0, sealing: persons)) }
    lines.append(
      .told(
        .room(
          n: 1,
          .countdown(
            match: number, opens: began + Rules.countdownMilliseconds,
            players: seats.map { PlayerID(number: $0.who) },
            nonces: seats.map { _ in .none }, isRanked: isRanked))))
    if isRanked {
      let start = RoundStart(
        round: 1, of: 5, opens: began, closes: began, target: Color(red: 1, green: 2, blue: 3),
        start: Color(red: 4, green: 5, blue: 6))
      lines.append(.told(.play(n: 2, .round(start))))
    }
    lines += seats.flatMap { $0.told(in: usual.mode) }.map { .told(.play(n: 2, $0)) }
    let seed = try require(MatchSeed(bytes: Array(repeating: 7, count: MatchSeed.byteCount)))
    lines.append(.told(.play(n: 3, .seed(seed))))
    var body: [UInt8] = []
    for line in lines { line.encode(into: &body) }
    let match = try MatchEntry(FinishedMatch(body: body, persons: persons), hashing: .openSSL)
    // What a test asks for is what the record says.
    expect(match.mode == mode && match.isUsual == isUsual)
    expect(match.family, equals: isUsual ? family : nil)
    expect(match.daily == daily && match.isRanked == isRanked && match.name.number == number)
    for (seat, read) in zip(seats, match.seats) {
      expect((read.place, read.total) == (seat.place, seat.total))
      expect(read.profile == seat.profile && read.colors == seat.colors)
    }
    return match
  }

  /// The same match with something else beside its record.
  func altered(_ change: (inout MatchRows) -> Void) throws -> MatchEntry {
    var rows = MatchRows(self)
    change(&rows)
    let profiles = seats.compactMap(\.profile)
    let altered = rows.seats.map { row in
      SeatEntry(
        who: row.who, isBot: row.isBot,
        profile: profiles.first { $0.id == row.player },
        person: row.person, place: row.place, total: row.total, colors: row.colors,
        household: row.household)
    }
    return with(rows: rows, altered)
  }

  /// The same match with other seats, another leaf or other rows beside its record.
  func with(rows: MatchRows? = nil, leaf: [UInt8]? = nil, _ seats: [SeatEntry]) -> MatchEntry {
    let rows = rows ?? MatchRows(self)
    return MatchEntry(
      body: body, leaf: leaf ?? self.leaf, began: rows.name.began, room: rows.name.room,
      number: rows.name.number, mode: rows.mode, family: rows.family, isUsual: rows.isUsual,
      daily: rows.daily, isRanked: rows.isRanked, isOpen: rows.isOpen, copies: rows.copies,
      seats: seats)
  }
}

extension Int {
  /// A color that a guess of a daily match may have, of so much brightness in percent.
  var gray: Int { Mode.daily.color(of: Guess([0, 0, self])).map { Int($0.blue) * 0x010101 } ?? 0 }
}

extension RecordedSeat {
  /// The seat as a record has it.
  fileprivate init(_ seat: SeatEntry, sealing persons: [Person]) throws {
    let person = persons.first { $0.player.number == seat.who }
    let icon = Icon(rawValue: seat.profile?.icon ?? "moon")
    let color = seat.profile?.color ?? 0
    self.init(
      player: PlayerID(number: seat.who),
      profile: Profile(
        name: person == nil ? "Bot" : RecordedSeat.nameless, icon: try require(icon),
        color: Color(
          red: UInt8(color >> 16), green: UInt8(color >> 8 & 255), blue: UInt8(color & 255)),
        isBot: person == nil || seat.isBot),
      roundTrip: 0, seal: person?.seal(.openSSL), household: seat.household)
  }
}

extension SeatEntry {
  /// What the record tells of it: a score for each color, one for who left with points, a place.
  fileprivate func told(in mode: Mode) -> [Event] {
    let player = PlayerID(number: who)
    func score(_ guess: Guess) -> Event {
      .score(
        Score(
          who: player, guess: guess, difference: Difference(thousandths: 0), elapsed: 1, points: 1,
          total: total))
    }
    var events = colors.map { color in
      score(
        (0...100).map { Guess([0, 0, $0]) }
          .first { guess in mode.color(of: guess).map { Int($0.blue) } == color & 255 }
          ?? Guess([0, 0, 0]))
    }
    if let place {
      events.append(.place(place, player, total: total))
    } else if total > 0, colors.isEmpty {
      events.append(score(Guess([1, 2, 3])))
    }
    return events
  }
}
