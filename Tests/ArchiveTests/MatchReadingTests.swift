// What an archive takes out of a record: the examples of the protocol, and a daily match of which
// each guess is known.

import Archive
import Foundation
import Game
import Records
import TestSupport
import Testing
import Wire

@Suite("A record as an archive takes it")
struct MatchReadingTests {
  private static let vectors = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "../../protocol/vectors/records").standardized

  /// An example, as it was when the match had just ended.
  private func finished(_ name: String) throws -> FinishedMatch {
    let bytes = Array(try Data(contentsOf: Self.vectors.appending(path: name)))
    let file = try RecordFile(reading: bytes)
    return FinishedMatch(body: file.match.body, persons: file.persons)
  }

  @Test("a match of two: its name, and who came where")
  func read() throws {
    let finished = try finished("match.record")
    let match = try MatchEntry(finished, hashing: .openSSL)
    let name = MatchName(began: Instant(milliseconds: 1_767_225_600_500), room: "NEU9", number: 1)
    expect(match.name == name && MatchName(finished) == name)
    expect(match.body == finished.body && match.leaf == Hashing.openSSL.leaf(finished.body))
    expect(match.mode == "rgb" && match.daily == nil)
    expect(!match.isUsual && match.family == nil, "it had two rounds")
    expect(match.seats.map(\.who) == [1, 2] && match.seats.map(\.place) == [1, 2])
    expect(match.seats.map(\.total), equals: [1_682, 1_595])
    expect(match.seats.allSatisfy { $0.colors.isEmpty })
    let ada = PlayerProfile(
      id: try require(finished.persons[0].id), name: "Ada", icon: "star", color: 0xff8800)
    expect(match.seats.map(\.profile), equals: [ada, nil])
    expect(
      match.seats.map(\.person),
      equals: [
        "PERSON who=p1 salt=77a09d86d74ce379e4c6be1fc5310758 name=Ada "
          + "id=21fe31dfa154a261626bf854046fd227",
        "PERSON who=p2 salt=9e2bcae683e1d1371d393a2610e3be4d name=Bea",
      ])
  }

  @Test(
    "a player who left has no place, one who was put out has one, and a bot has no name to forget")
  func leavers() throws {
    let match = try MatchEntry(finished("left.record"), hashing: .openSSL)
    expect(match.seats.map(\.who), equals: [7, 8, 9, 12])
    expect(match.seats.map(\.place), equals: [3, nil, 2, 1])
    expect(match.seats.map(\.total), equals: [172, 0, 189, 225])
    expect(match.seats.map { $0.person != nil }, equals: [true, true, false, true])
  }

  @Test("a program that says so is a bot, whatever key it has")
  func programs() throws {
    let finished = try finished("match.record")
    let text = String(decoding: finished.body, as: UTF8.self)
    let seat = try require(text.split(separator: "\n").first { $0.hasPrefix("SEAT who=p1 ") })
    let program = seat.replacing(" rtt=", with: " bot=1 rtt=")
    let body = Array(text.replacing(seat, with: program).utf8)
    let match = try MatchEntry(
      FinishedMatch(body: body, persons: finished.persons), hashing: .openSSL)
    expect(match.seats.map(\.isBot), equals: [true, false])
    expect(match.seats[0].profile?.isBot, equals: true)
  }

  /// How a room is set, and whether its match is rated.
  static let settings = [
    ("rounds=5 time=30 level=normal seats=8 listed=1 rated=1", true),
    ("rounds=5 time=30 level=normal seats=2 listed=1 rated=1", true),
    ("rounds=5 time=30 level=normal seats=8 listed=1", false),
    ("rounds=5 time=30 level=normal seats=8 listed=1 rated=1 assist=1", false),
    ("rounds=5 time=30 level=easy seats=8 listed=1 rated=1", false),
    ("rounds=1 time=30 level=normal seats=8 listed=1 rated=1", false),
    ("rounds=5 time=5 level=normal seats=8 listed=1 rated=1", false),
  ]

  @Test("a match is rated where the room says so and has the usual rules", arguments: settings)
  func rated(settings: String, isRated: Bool) throws {
    let text = String(decoding: try finished("match.record").body, as: UTF8.self)
    let played = "rounds=2 time=10 level=normal seats=8 listed=1 rated=1"
    let body = Array(text.replacing(played, with: settings).utf8)
    let match = try MatchEntry(FinishedMatch(body: body, persons: []), hashing: .openSSL)
    expect(match.family, equals: isRated ? "sliders" : nil)
  }

  @Test("a daily match has its day and the color of every guess")
  func daily() throws {
    let match = try MatchEntry(Self.dailyMatch(), hashing: .openSSL)
    expect(match.isUsual && match.family == nil && match.daily == firstDay)
    expect(match.seats.count == 1 && match.seats[0].place == 1)
    // Hue 0 at full saturation, then whatever the brightness was in percent.
    expect(match.seats[0].colors, equals: [0xff0000, 0xcc0000, 0x990000, 0x660000, 0x330000])
  }

  /// A daily match in which one moves in each round, and never locks.
  private static func dailyMatch() throws -> FinishedMatch {
    let seed = try require(MatchSeed(bytes: Array(repeating: 7, count: MatchSeed.byteCount)))
    let rules = Rules.usual(of: .daily)
    let player = PlayerID(number: 1)
    let began = firstDay.moment(1_000)
    let room = try require(RoomCode("WAVE"))
    var match = Match(
      rules: rules, players: [player], seed: seed, nonces: [.none], hashing: .openSSL, start: began)
    var view = RoomView(
      name: "WAVE", rules: rules, seats: 1, isListed: false, hasPassword: false)
    view.name = room.text
    let profile = Profile(
      name: RecordedSeat.nameless, icon: .sun, color: Profile.palette[0], isBot: false)
    let person = Person(
      player: player, salt: Array(repeating: 1, count: Person.saltByteCount), name: "Ada", id: nil)
    var lines: [RecordLine] = [
      .title(RecordTitle(log: "test.example/chromatch", room: room, match: 1, began: began)),
      .told(.room(n: nil, .settings(view))),
      .seat(
        RecordedSeat(
          player: player, profile: profile, roundTrip: 0, seal: person.seal(.openSSL))),
      .told(.room(n: nil, .commit(match: 1, hash: seed.commitment(.openSSL)))),
      .told(
        .room(
          n: 1,
          .countdown(
            match: 1, opens: began + Rules.countdownMilliseconds, players: [player],
            nonces: [.none]))),
    ]
    var number = 1
    func tell(_ events: [Event]) {
      for event in events {
        number += 1
        lines.append(.told(.play(n: number, event)))
      }
    }
    while let due = match.deadline {
      let isRound = match.round == nil
      if isRound { lines.append(.tick(at: due - began)) }
      let events = match.advance(to: due)
      tell(events)
      guard case .round(let start) = events.first else { continue }
      let command = Command.set(Guess([0, 100, 120 - 20 * start.round]))
      lines.append(.moved(command, by: player, at: start.opens + 100 - began))
      tell(try match.apply(command, by: player, at: start.opens + 100))
    }
    let record = try MatchRecord(lines)
    let verifier = RecordVerifier(hashing: .openSSL, isSigned: { _, _, _ in false })
    try verifier.verify(record)
    return FinishedMatch(body: record.body, persons: [person])
  }
}
