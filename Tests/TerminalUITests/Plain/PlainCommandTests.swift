// What typed lines mean, and what is answered to those that mean nothing. The tables are the
// manual.

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

  static let commands: [(line: String, mode: Mode?, command: PlainCommand?)] = [
    ("", nil, nil),
    ("   ", .rgb, nil),
    ("ready", nil, .ready(true)),
    ("READY", .rgb, .ready(true)),
    ("ready off", nil, .ready(false)),
    ("unready", nil, .ready(false)),
    ("not ready", nil, .ready(false)),
    ("start", nil, .start),
    ("bot", nil, .bot(level: ClientMessage.defaultBotLevel)),
    ("bot 4", nil, .bot(level: 4)),
    ("lock", .rgb, .lock),
    ("hint", .rgb, .hint),
    ("time", nil, .time),
    ("players", nil, .players),
    ("who", nil, .players),
    ("rooms", nil, .rooms),
    ("list", nil, .rooms),
    ("target", nil, .target),
    ("yours", nil, .yours),
    ("standings", nil, .standings),
    ("score", nil, .standings),
    ("help", nil, .help(nil)),
    ("?", .hsb, .help(nil)),
    ("help Config", nil, .help("config")),
    ("leave", nil, .leave),
    ("quit", nil, .quit),
    ("exit", nil, .quit),
    ("bye", nil, .quit),
    ("create", nil, .create(RoomWishes())),
    ("create hsb hard", nil, .create(RoomWishes(mode: .hsb, level: .hard))),
    ("create easy CMYK", nil, .create(RoomWishes(mode: .cmyk, level: .easy))),
    (
      "create tiles rounds=3 assist=on", nil,
      .create(RoomWishes(mode: .tiles, rounds: 3, isAssisted: true))
    ),
    ("quick", nil, .quick(nil)),
    ("quick Memory", .rgb, .quick(.memory)),
    ("sit", nil, .sit),
    ("config", nil, .settings),
    ("host Mira", nil, .host("Mira")),
    ("kick  player 2 ", .rgb, .kick("player 2")),
    ("ban a, b", nil, .ban("a, b")),
    ("react wave", .rgb, .react(.wave)),
    ("REACT Thumb", nil, .react(.thumb)),
    ("pick 3", .tiles, .pick(3)),
    ("tile 12", .tiles, .pick(12)),
    ("3", .tiles, .pick(3)),
    ("lock 3", .tiles, .pick(3)),
    ("lock", .tiles, .lock),
    ("lock 3", .rgb, .lock),
    ("h1 200", .gradient, .sliders([move(0, .to(200))])),
    ("H1200", .gradient, .sliders([move(0, .to(200))])),
    ("h2+10", .gradient, .sliders([move(3, .by(10))])),
    ("hue2 -10 s1 5", .gradient, .sliders([move(3, .by(-10)), move(1, .to(5))])),
    ("first hue 7, second brightness +1", .gradient, .sliders([move(0, .to(7)), move(5, .by(1))])),
    ("1 2 3 4 5 6", .gradient, .sliders((0..<6).map { move($0, .to($0 + 1)) })),
    ("hue200", .memory, .sliders([move(0, .to(200))])),
    ("watch", nil, .watch(nil, password: nil)),
    ("watch km4t", nil, code.map { .watch($0, password: nil) }),
    ("watch km4t Blue", nil, code.map { .watch($0, password: "Blue") }),
    ("join KM4T", nil, code.map { .join($0, password: nil) }),
    ("join km4t Blue", nil, code.map { .join($0, password: "Blue") }),
    ("join #KM4T.", nil, code.map { .join($0, password: nil) }),
    ("join k-m-4-t", nil, code.map { .join($0, password: nil) }),
    ("join K M 4 T", nil, code.map { .join($0, password: nil) }),
    ("join \"KM4T\" Blue", nil, code.map { .join($0, password: "Blue") }),
    ("watch (KM4T)", nil, code.map { .watch($0, password: nil) }),
    ("join http://host:7313/#KM4T.", nil, .server("http://host:7313/#KM4T.")),
    ("join chromatch://host/KM4T", .rgb, .server("chromatch://host/KM4T")),
    ("join host/KM4T", nil, .server("host/KM4T")),
    ("r 200", .rgb, .sliders([move(0, .to(200))])),
    ("R200", .rgb, .sliders([move(0, .to(200))])),
    ("red +10", .rgb, .sliders([move(0, .by(10))])),
    ("g-5", .rgb, .sliders([move(1, .by(-5))])),
    ("b 7", .rgb, .sliders([move(2, .to(7))])),
    ("b 7", .hsb, .sliders([move(2, .to(7))])),
    ("blue 7", .rgb, .sliders([move(2, .to(7))])),
    ("brightness 7", .hsb, .sliders([move(2, .to(7))])),
    ("h 200 s +10, b58", .hsb, .sliders([move(0, .to(200)), move(1, .by(10)), move(2, .to(58))])),
    ("c 1 m 2 y 3 k 4", .cmyk, .sliders((0..<4).map { move($0, .to($0 + 1)) })),
    ("black -1", .cmyk, .sliders([move(3, .by(-1))])),
    ("1 2 3", .rgb, .sliders((0..<3).map { move($0, .to($0 + 1)) })),
    ("1,2,3", .rgb, .sliders((0..<3).map { move($0, .to($0 + 1)) })),
  ]

  @Test(arguments: commands.indices)
  func aLineMeans(index: Int) throws {
    let row = PlainCommandTests.commands[index]
    try expect(PlainCommand.parse(row.line, mode: row.mode), equals: row.command, "\(row.line)")
  }

  static let mistakes: [(line: String, mode: Mode?, answer: String)] = [
    ("lokc", nil, "lokc is not a command. did you mean lock?"),
    ("redy", .hsb, "redy is not a command. did you mean ready?"),
    ("Palyers", nil, "palyers is not a command. did you mean players?"),
    ("hlep", nil, "hlep is not a command. did you mean help?"),
    ("xyzzy", nil, "xyzzy is not a command. help lists them all"),
    ("kindly lock", .rgb, "kindly is not a command. help lists them all"),
    ("r 200", nil, "r is not a command. help lists them all"),
    ("h 200", .rgb, "h is not a command. help lists them all"),
    ("blue 7", .hsb, "blue is not a command. help lists them all"),
    ("r", .rgb, "red takes a number, 0 to 255, or a step such as +10"),
    ("r many", .rgb, "red takes a number, 0 to 255, or a step such as +10"),
    ("k 1.5", .cmyk, "black takes a number, 0 to 100, or a step such as +10"),
    ("hue 99999999999999999999", .hsb, "hue takes a number, 0 to 359, or a step such as +10"),
    ("s +9223372036854775807", .hsb, "saturation takes a number, 0 to 100, or a step such as +10"),
    ("r 1 2", .rgb, "2 is not a command. help lists them all"),
    ("200", .rgb, "that takes 3 numbers: red, green, blue"),
    ("1 2 3", .cmyk, "that takes 4 numbers: cyan, magenta, yellow, black"),
    ("bot 9", nil, "bot levels are 1 (easy) to 4 (hard)"),
    ("bot good", nil, "bot levels are 1 (easy) to 4 (hard)"),
    ("join", nil, "join which room? a room's code is four or six letters or digits, such as KM4T"),
    ("join friends", nil, "a room's code is four or six letters or digits, such as KM4T"),
    ("watch http://host/#KM4T", nil, "that is on another server; server ADDRESS goes there"),
    ("join #KM4", nil, "a room's code is four or six letters or digits, such as KM4T"),
    ("watch 0000", nil, "a room's code is four or six letters or digits, such as KM4T"),
    (
      "create chess", nil,
      "a room is one of \(PlainSettings.modes), and one of easy, normal, hard; help config lists "
        + "its other settings"
    ),
    ("quick chess", nil, "a mode is one of \(PlainSettings.modes)"),
    ("host", nil, "host whom? players lists the names"),
    ("kick ,", nil, "kick whom? players lists the names"),
    ("react", nil, "react is one of wave, clap, laugh, wow, oops, thanks, thumb, heart"),
    ("react rudely", nil, "react is one of wave, clap, laugh, wow, oops, thanks, thumb, heart"),
    ("pick", .tiles, "pick which tile? type its number"),
    ("pick red", .tiles, "pick which tile? type its number"),
    ("1 2", .tiles, "that takes 1 number: tile"),
    ("r 7", .tiles, "r is not a command. help lists them all"),
    ("h 7", .gradient, "of which end? h1 is the first, h2 the second"),
    ("hue +7", .gradient, "of which end? hue1 is the first, hue2 the second"),
    ("h1", .gradient, "first hue takes a number, 0 to 359, or a step such as +10"),
    ("quikc", nil, "quikc is not a command. did you mean quick?"),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsAnswered(index: Int) {
    let row = PlainCommandTests.mistakes[index]
    #expect(throws: PlainMistake(answer: row.answer), "\(row.line)") {
      try PlainCommand.parse(row.line, mode: row.mode)
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
}
