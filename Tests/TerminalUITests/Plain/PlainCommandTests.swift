// What typed lines mean, and what is answered to those that mean nothing; how a room's settings are
// typed. The tables are the manual.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainCommandTests {
  private static func move(_ channel: Int, _ step: SliderStep) -> PlainCommand.SliderMove {
    PlainCommand.SliderMove(channel: channel, step: step)
  }

  private static let code = RoomCode("KM4T")

  static let commands: [(lines: [String], mode: Mode?, command: PlainCommand?)] = [
    (["", "   "], nil, nil),
    (["ready", "READY"], .rgb, .ready(true)),
    (["ready off", "unready", "not ready"], nil, .ready(false)),
    (["start"], nil, .start),
    (["bot"], nil, .bot(level: ClientMessage.defaultBotLevel)),
    (["bot 4"], nil, .bot(level: 4)),
    (["lock", "lock 3"], .rgb, .lock),
    (["hint"], .rgb, .hint),
    (["time"], nil, .time),
    (["players", "who"], nil, .players),
    (["rooms", "list"], nil, .rooms),
    (["target"], nil, .target),
    (["yours"], nil, .yours),
    (["standings", "score"], nil, .standings),
    (["help", "?"], nil, .help(nil)),
    (["help Config"], nil, .help("config")),
    (["leave"], nil, .leave),
    (["quit", "exit", "bye"], nil, .quit),
    (["create"], nil, .create(RoomWishes())),
    (["create hsb hard", "create hard HSB"], nil, .create(RoomWishes(mode: .hsb, level: .hard))),
    (
      ["create tiles rounds=3 assist=on"], nil,
      .create(RoomWishes(mode: .tiles, rounds: 3, isAssisted: true))
    ),
    (["race 7"], nil, .race(7)),
    (["quick"], nil, .quick(nil)),
    (["quick Memory"], .rgb, .quick(.memory)),
    (["sit"], nil, .sit),
    (["config"], nil, .settings),
    (["host Mira"], nil, .host("Mira")),
    (["kick  player 2 "], .rgb, .kick("player 2")),
    (["ban a, b"], nil, .ban("a, b")),
    (["react wave", "REACT Wave"], .rgb, .react(.wave)),
    (["name Ada B.", "NAME  Ada B. "], nil, .name("Ada B.")),
    (["pick 3", "tile 3", "3", "lock 3"], .tiles, .pick(3)),
    (["lock"], .tiles, .lock),
    (["h1 200", "H1200"], .gradient, .sliders([move(0, .to(200))])),
    (["h2+10"], .gradient, .sliders([move(3, .by(10))])),
    (["hue2 -10 s1 5"], .gradient, .sliders([move(3, .by(-10)), move(1, .to(5))])),
    (
      ["first hue 7, second brightness +1"], .gradient,
      .sliders([move(0, .to(7)), move(5, .by(1))])
    ),
    (["1 2 3 4 5 6"], .gradient, .sliders((0..<6).map { move($0, .to($0 + 1)) })),
    (["hue200"], .memory, .sliders([move(0, .to(200))])),
    (["watch"], nil, .watch(nil, password: nil)),
    (["watch km4t", "watch (KM4T)"], nil, code.map { .watch($0, password: nil) }),
    (["watch km4t Blue"], nil, code.map { .watch($0, password: "Blue") }),
    (
      ["join KM4T", "join #KM4T.", "join k-m-4-t", "join K M 4 T"], nil,
      code.map { .join($0, password: nil) }
    ),
    (["join km4t Blue", "join \"KM4T\" Blue"], nil, code.map { .join($0, password: "Blue") }),
    (["join http://host:7313/#KM4T."], nil, .server("http://host:7313/#KM4T.")),
    (["join chromatch://host/KM4T"], .rgb, .server("chromatch://host/KM4T")),
    (["join host/KM4T"], nil, .server("host/KM4T")),
    (["r 200", "R200"], .rgb, .sliders([move(0, .to(200))])),
    (["red +10"], .rgb, .sliders([move(0, .by(10))])),
    (["g-5"], .rgb, .sliders([move(1, .by(-5))])),
    (["b 7", "blue 7"], .rgb, .sliders([move(2, .to(7))])),
    (["b 7", "brightness 7"], .hsb, .sliders([move(2, .to(7))])),
    (
      ["h 200 s +10, b58"], .hsb,
      .sliders([move(0, .to(200)), move(1, .by(10)), move(2, .to(58))])
    ),
    (["c 1 m 2 y 3 k 4"], .cmyk, .sliders((0..<4).map { move($0, .to($0 + 1)) })),
    (["black -1"], .cmyk, .sliders([move(3, .by(-1))])),
    (["1 2 3", "1,2,3"], .rgb, .sliders((0..<3).map { move($0, .to($0 + 1)) })),
  ]

  @Test func aLineMeansWhatTheManualSays() throws {
    for row in PlainCommandTests.commands {
      for line in row.lines {
        try expect(PlainCommand.parse(line, mode: row.mode), equals: row.command, "\(line)")
      }
    }
  }

  private static let unknown = "is not a command. help lists them all"
  private static let codes = "a room's code is four or six letters or digits, such as KM4T"
  private static let reactions =
    "react is one of wave, clap, laugh, wow, oops, thanks, thumb, heart"

  static let mistakes: [(lines: [String], mode: Mode?, answer: String)] = [
    (["lokc"], nil, "lokc is not a command. did you mean lock?"),
    (["redy"], .hsb, "redy is not a command. did you mean ready?"),
    (["Palyers"], nil, "palyers is not a command. did you mean players?"),
    (["quikc"], nil, "quikc is not a command. did you mean quick?"),
    (["xyzzy"], nil, "xyzzy \(unknown)"),
    (["kindly lock"], .rgb, "kindly \(unknown)"),
    (["r 200"], nil, "r \(unknown)"),
    (["h 200"], .rgb, "h \(unknown)"),
    (["blue 7"], .hsb, "blue \(unknown)"),
    (["r 1 2"], .rgb, "2 \(unknown)"),
    (["r 7"], .tiles, "r \(unknown)"),
    (["r", "r many"], .rgb, "red takes a number, 0 to 255, or a step such as +10"),
    (["k 1.5"], .cmyk, "black takes a number, 0 to 100, or a step such as +10"),
    (
      ["hue 99999999999999999999"], .hsb, "hue takes a number, 0 to 359, or a step such as +10"
    ),
    (
      ["s +9223372036854775807"], .hsb,
      "saturation takes a number, 0 to 100, or a step such as +10"
    ),
    (["200"], .rgb, "that takes 3 numbers: red, green, blue"),
    (["1 2 3"], .cmyk, "that takes 4 numbers: cyan, magenta, yellow, black"),
    (["1 2"], .tiles, "that takes 1 number: tile"),
    (["bot 9", "bot good"], nil, "bot levels are 1 (easy) to 4 (hard)"),
    (["join"], nil, "join which room? \(codes)"),
    (["join friends", "join #KM4", "watch 0000"], nil, codes),
    (
      ["watch http://host/#KM4T"], nil, "that is on another server; server ADDRESS goes there"
    ),
    (
      ["create chess"], nil,
      "a room is one of \(PlainSettings.modes), and one of easy, normal, hard; help config lists "
        + "its other settings"
    ),
    (["quick chess"], nil, "a mode is one of \(PlainSettings.modes)"),
    (["host"], nil, "host whom? players lists the names"),
    (["kick ,"], nil, "kick whom? players lists the names"),
    (["name"], nil, "a name has 1 to 16 visible characters"),
    (["react", "react rudely"], nil, reactions),
    (["pick", "pick red"], .tiles, "pick which tile? type its number"),
    (["h 7"], .gradient, "of which end? h1 is the first, h2 the second"),
    (["hue +7"], .gradient, "of which end? hue1 is the first, hue2 the second"),
    (["h1"], .gradient, "first hue takes a number, 0 to 359, or a step such as +10"),
    // Settings of a room.
    (["config rounds=0", "config rounds=21"], nil, "rounds: how many rounds, 1 to 20"),
    (
      ["config time=4", "config time=fast"], nil,
      "time: the length of a round in seconds, 5 to 120"
    ),
    (["config seats=65"], nil, "seats: how many can play, 0 to 64"),
    (
      ["config delay=31", "config delay=-1"], nil,
      "delay: how many seconds watchers are behind, 0 to 30"
    ),
    (["config level=brutal"], nil, "level: how close is close enough, one of easy, normal, hard"),
    (["config mode=chess"], nil, "mode: what is played, one of \(PlainSettings.modes)"),
    (["config rated=maybe"], nil, "rated: whether matches count for ratings, on or off"),
    (["config pass="], nil, "pass: what others need to join, 1 to 32 characters"),
    (
      ["config name=", "config name=" + String(repeating: "ab ", count: 12)], nil,
      "name: what the room is called, 1 to 32 characters"
    ),
    (
      ["config tempo=3"], nil,
      "the settings are \(RoomSetting.all.map(\.key).joined(separator: ", ")). help config says "
        + "more"
    ),
  ]

  @Test func aMistakeIsAnswered() {
    for row in PlainCommandTests.mistakes {
      for line in row.lines {
        #expect(throws: PlainMistake(answer: row.answer), "\(line)") {
          try PlainCommand.parse(line, mode: row.mode)
        }
      }
    }
  }

  @Test func noLineDoesHarm() {
    var draw = RandomStream(key: secret("typed"), hashing: hashing)
    let pieces = ["r", "g", "h", "+", "-", "9", "0", " ", ",", "lock", "é", "\u{0}", "🙂", "ready"]
    var answers = 0
    for _ in 0..<60 {
      let line = (0...draw.next(below: 9)).map { _ in pieces[draw.next(below: pieces.count)] }
        .joined()
      for mode in [nil] + Mode.all {
        do throws(PlainMistake) {
          _ = try PlainCommand.parse(line, mode: mode)
        } catch {
          expect(!error.answer.isEmpty)
          answers += 1
        }
      }
    }
    expect(answers, isAbove: 20)
  }

  private func read(_ line: String) throws -> PlainSettings? {
    let command = try PlainCommand.parse("config \(line)", mode: nil)
    return if case .config(let settings) = command { settings } else { nil }
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

  @Test func aLineSetsWhatItNames() throws {
    for row in PlainCommandTests.settings {
      let settings = try require(try read(row.line))
      expect(settings.wishes, equals: row.wishes, "\(row.line)")
      expect(settings.opens, equals: row.opens, "\(row.line)")
    }
  }

  @Test func whateverIsReadCanBeWritten() throws {
    var draw = RandomStream(key: secret("settings"), hashing: hashing)
    let pieces = [
      "name=", "pass=", "time=", "on", "9", "\u{0}", "\u{1b}", "é", "👩‍👩‍👧‍👦", "%", "open", "hsb",
      "=", " ",
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
