// What an archive takes out of a record.

import Archive
import Foundation
import Game
import TestSupport
import Testing
import Wire

@Suite("A record as an archive takes it")
struct MatchReadingTests {
  /// An example, as it was when the match had just ended.
  private func finished(_ name: String) throws -> FinishedMatch {
    let file = try RecordFile(reading: RecordVectors.record(name))
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
    let colors = [0xffffff, 0xcccccc, 0x999999, 0x666666, 0x333333]
    let match = try MatchEntry.daily(1, [.sample(1, 1, place: 1, total: 5, colors: colors)])
    expect(match.isUsual && match.family == nil && match.daily == firstDay)
    expect(match.seats.count == 1 && match.seats[0].place == 1)
    expect(match.seats[0].colors, equals: colors)
  }
}
