// What commands do in a session and what is answered, where they mean something and where they do
// not; and a whole match played by typing alone.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainReplyTests {
  /// A person with a screen in the first round of a match against a bot who is slow.
  private func round(isAssisted: Bool = true) throws -> (world: World, screen: PlainScreen) {
    var world = World("replies")
    let screen = PlainScreen()
    _ = try world.addPlayer(
      RoomWishes(
        mode: .rgb, rounds: 2, seconds: 30, level: .normal, seats: 2, isAssisted: isAssisted),
      screen: screen)
    return (world, screen)
  }

  @Test func whereTheRoomDoesNotHelpTheTargetHasANameAndHintsAndNoNumbers() throws {
    var (world, screen) = try round(isAssisted: false)
    let current = try require(world.room(0)?.match?.round)
    let challenge = current.challenge
    let answer = challenge.answer.values
    let opening = try require(screen.lines.first { $0.hasPrefix("round 1 of 2, 30 seconds") })
    expect(opening.hasSuffix("target: \(challenge.target.spoken)"))
    world.type(0, "target")
    expect(screen.lines.last, equals: "target: \(challenge.target.spoken)")
    let start = Mode.rgb.start
    let difference = try require(Mode.rgb.difference(start, in: challenge))
    world.type(0, "yours")
    let warmth = Warmth(difference, within: current.tolerance)
    expect(screen.lines.last, equals: "yours: \(Mode.rgb.spoken(start)). \(warmth.word)")
    world.type(0, "hint")
    expect(
      screen.lines.last, equals: "hint: \(hint(from: Mode.startColor, to: challenge.target.color))")
    let away = answer.map { 255 - $0 }
    world.type(0, "\(away[0]) \(away[1]) \(away[2])")
    expect(
      screen.lines.last?.hasSuffix("colder") == true
        || screen.lines.last?.hasSuffix("warmer") == true)
    let numbers = [
      answer.map(String.init).joined(separator: " "), Mode.rgb.spoken(challenge.answer),
    ]
    expect(!screen.lines.contains { line in numbers.contains { line.contains($0) } })
    world.type(0, "lock")
    world.run(50)
    expect(screen.lines, contains: "too far off to lock. frozen for 1.5 seconds")
    let isShut = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    expect(isShut)
    let told = screen.lines.prefix { !$0.hasPrefix("round 1 over") }
    expect(!told.contains { $0.contains("distance") })
    expect(screen.lines.contains { $0.hasPrefix("yours red ") && $0.contains("distance ") })
  }

  @Test func aTypedHueGoesAroundAndSaturationDoesNot() throws {
    var world = World("hue")
    let screen = PlainScreen()
    _ = try world.addPlayer(
      RoomWishes(mode: .hsb, rounds: 2, seconds: 30, level: .normal, seats: 2), screen: screen)
    for (line, hue) in [("h 360", 0), ("h 361", 1), ("hue 999", 279), ("h 359", 359)] {
      world.type(0, line)
      expect(screen.lines.last?.hasPrefix("hue \(hue)") == true, "\(line)")
    }
    world.type(0, "s 101")
    expect(screen.lines.last, equals: "saturation goes from 0 to 100")
  }

  @Test func everyCommandAnswersWhereItMeansNothing() throws {
    var world = World()
    let screen = PlainScreen()
    world.add(.browse, name: "ada", screen: screen)
    world.run(100)
    let answers = [
      "lock": "you are in no room. rooms lists them, join CODE joins one",
      "hint": "no round is running",
      "time": "no round is running",
      "target": "no round is running",
      "yours": "no round is running",
      "players": "you are in no room. rooms lists them, join CODE joins one",
      "standings": "nothing is scored yet",
      "ready": "you are in no room. rooms lists them, join CODE joins one",
      "start": "you are in no room. rooms lists them, join CODE joins one",
      "bot": "you are in no room. rooms lists them, join CODE joins one",
      "leave": "you are in no room. rooms lists them, join CODE joins one",
      "rooms": "no room is open. create opens one",
      "sit": "you are in no room. rooms lists them, join CODE joins one",
      "config": "you are in no room. rooms lists them, join CODE joins one",
      "config time=9": "you are in no room. rooms lists them, join CODE joins one",
      "kick mira": "you are in no room. rooms lists them, join CODE joins one",
      "react wave": "you are in no room. rooms lists them, join CODE joins one",
      "pick 3": "you are in no room. rooms lists them, join CODE joins one",
      "help": "top BOARD, or top BOARD week; past; help modes; help config; help top",
      "r 100": "r is not a command. help lists them all",
    ]
    for line in answers.keys.sorted() {
      world.type(0, line)
      expect(screen.lines.last, equals: answers[line], "\(line)")
    }
  }
}
