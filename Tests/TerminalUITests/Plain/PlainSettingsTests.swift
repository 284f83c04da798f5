// How a room's settings are typed: every key, every range, and what is answered to the rest.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainSettingsTests {
  private func read(_ line: String) throws -> PlainSettings? {
    guard case .config(let settings) = try PlainCommand.parse("config \(line)", mode: nil) else {
      return nil
    }
    return settings
  }

  static let settings: [(line: String, wishes: RoomWishes, opens: Bool)] = [
    ("mode=hsb", RoomWishes(mode: .hsb), false),
    ("hsb hard", RoomWishes(mode: .hsb, level: .hard), false),
    ("time=20 level=hard", RoomWishes(seconds: 20, level: .hard), false),
    ("rounds=1, TIME=120", RoomWishes(rounds: 1, seconds: 120), false),
    ("seats=2 listed=off", RoomWishes(seats: 2, isListed: false), false),
    ("pass=Blue", RoomWishes(password: "Blue"), false),
    ("pass=a=b", RoomWishes(password: "a=b"), false),
    ("open", RoomWishes(), true),
    ("open rated=yes", RoomWishes(isRated: true), true),
    ("assist=on exact=no", RoomWishes(isAssisted: true, isExact: false), false),
    ("delay=30", RoomWishes(delay: 30), false),
    ("name=sunday race time=9", RoomWishes(seconds: 9, name: "sunday race"), false),
    ("name=Ünder way", RoomWishes(name: "Ünder way"), false),
  ]

  @Test(arguments: settings.indices)
  func aLineSets(index: Int) throws {
    let row = PlainSettingsTests.settings[index]
    let settings = try require(try read(row.line))
    expect(settings.wishes, equals: row.wishes, "\(row.line)")
    expect(settings.opens, equals: row.opens, "\(row.line)")
  }

  static let mistakes: [(line: String, answer: String)] = [
    ("rounds=0", "rounds: how many rounds, 1 to 20"),
    ("rounds=21", "rounds: how many rounds, 1 to 20"),
    ("time=4", "time: the length of a round in seconds, 5 to 120"),
    ("time=fast", "time: the length of a round in seconds, 5 to 120"),
    ("seats=9", "seats: how many can play, 1 to 8"),
    ("delay=31", "delay: by how many seconds watchers hear everything later, 0 to 30"),
    ("delay=-1", "delay: by how many seconds watchers hear everything later, 0 to 30"),
    ("level=brutal", "level: how close is close enough, one of easy, normal, hard"),
    (
      "mode=chess", "mode: one of \(PlainSettings.modes)"
    ),
    ("rated=maybe", "rated: whether matches count for ratings, on or off"),
    ("pass=", "pass: what others need to join, 1 to 32 characters"),
    ("name=", "name: 1 to 32 characters"),
    ("name=\(String(repeating: "ab ", count: 12))", "name: 1 to 32 characters"),
    (
      "tempo=3",
      "the settings are mode, rounds, time, level, seats, listed, pass, name, rated, assist, "
        + "delay, exact, known. help config says more"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsAnswered(index: Int) {
    let row = PlainSettingsTests.mistakes[index]
    #expect(throws: PlainMistake(answer: row.answer), "\(row.line)") { try read(row.line) }
  }

  @Test func whateverIsReadCanBeWritten() throws {
    var draw = RandomStream(key: secret("settings"), hashing: hashing)
    let pieces = [
      "name=", "pass=", "time=", "on", "9", "\u{0}", "\u{1b}", "é", "👩‍👩‍👧‍👦", "%", "open", "hsb", "=",
      " ",
    ]
    var written = 0
    for _ in 0..<400 {
      let line = (0...draw.next(below: 12)).map { _ in pieces[draw.next(below: pieces.count)] }
        .joined()
      guard let settings = try? read(line) else { continue }
      let message = ClientMessage.config(settings.wishes, opens: settings.opens)
      var bytes: [UInt8] = []
      message.encode(into: &bytes)
      try expect(ClientMessage.decode(bytes.dropLast()), equals: message, "\(line)")
      written += 1
    }
    expect(written, isAbove: 20)
  }
}
