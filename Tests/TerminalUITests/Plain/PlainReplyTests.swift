// What commands do in a session and what is answered, where they mean something and where they do
// not; and a whole match played by typing alone.

import Chroma
import Game
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

  @Test func slidersMoveAsFarAsTheyGo() throws {
    var (world, screen) = try round()
    let replies: [(line: String, begins: String, guess: [Int])] = [
      ("r 200", "red 200. distance ", [200, 188, 188]),
      ("r +10", "red 210. distance ", [210, 188, 188]),
      ("r +100", "red 255, as far as it goes. distance ", [255, 188, 188]),
      ("g -999", "green 0, as far as it goes. distance ", [255, 0, 188]),
      ("g 300", "green goes from 0 to 255", [255, 0, 188]),
      ("g -1 b -1", "green 0, as far as it goes, blue 187. distance ", [255, 0, 187]),
      ("1 2 3", "red 1, green 2, blue 3. distance ", [1, 2, 3]),
      ("r 1", "red 1. distance ", [1, 2, 3]),
    ]
    for reply in replies {
      world.type(0, reply.line)
      #expect(screen.lines.last?.hasPrefix(reply.begins) == true, "\(screen.lines.last ?? "")")
      #expect(world.clients[0].session.guess == Guess(reply.guess))
    }
    #expect(screen.lines.last?.hasSuffix(", no nearer") == true)
  }

  @Test func distancesSayWhetherItGotWarmer() throws {
    var (world, screen) = try round()
    let target = try #require(world.room(0)?.match?.round?.start.target)
    let answer = Mode.rgb.nearest(target).values
    world.type(0, "\(255 - answer[0]) \(255 - answer[1]) \(255 - answer[2])")
    #expect(screen.lines.last?.contains("distance ") == true)
    world.type(0, "\(answer[0]) \(answer[1]) \(answer[2])")
    #expect(screen.lines.last?.hasSuffix("distance 0.0, warmer, near enough to lock") == true)
    world.type(0, "hint")
    #expect(screen.lines.last == "hint: a match")
    world.type(0, "r \(answer[0] > 127 ? "-90" : "+90")")
    #expect(screen.lines.last?.contains(", colder") == true)
  }

  @Test func whereTheRoomDoesNotHelpTheTargetHasANameAndHintsAndNoNumbers() throws {
    var (world, screen) = try round(isAssisted: false)
    let current = try #require(world.room(0)?.match?.round)
    let challenge = current.challenge
    let answer = challenge.answer.values
    let opening = try #require(screen.lines.first { $0.hasPrefix("round 1 of 2, 30 seconds") })
    #expect(opening.hasSuffix("target: \(challenge.target.spoken)"))
    world.type(0, "target")
    #expect(screen.lines.last == "target: \(challenge.target.spoken)")
    let start = Mode.rgb.start
    let difference = try #require(Mode.rgb.difference(start, in: challenge))
    world.type(0, "yours")
    let warmth = Warmth(difference, within: current.tolerance)
    #expect(screen.lines.last == "yours: \(Mode.rgb.spoken(start)). \(warmth.word)")
    world.type(0, "hint")
    #expect(
      screen.lines.last == "hint: \(hint(from: Mode.startColor, to: challenge.target.color))")
    let away = answer.map { 255 - $0 }
    world.type(0, "\(away[0]) \(away[1]) \(away[2])")
    #expect(
      screen.lines.last?.hasSuffix("colder") == true
        || screen.lines.last?.hasSuffix("warmer") == true)
    let numbers = [
      answer.map(String.init).joined(separator: " "), Mode.rgb.spoken(challenge.answer),
    ]
    #expect(!screen.lines.contains { line in numbers.contains { line.contains($0) } })
    world.type(0, "lock")
    world.run(50)
    #expect(screen.lines.contains("too far off to lock. frozen for 1.5 seconds"))
    let isShut = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    #expect(isShut)
    let told = screen.lines.prefix { !$0.hasPrefix("round 1 over") }
    #expect(!told.contains { $0.contains("distance") })
    #expect(screen.lines.contains { $0.hasPrefix("yours red ") && $0.contains("distance ") })
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
      #expect(screen.lines.last == answers[line], "\(line)")
    }
  }

  @Test func watchersAreToldThatTheyWatch() throws {
    var world = World()
    _ = try world.addRace()
    let screen = PlainScreen()
    let watcher = world.add(.watch(nil, password: nil), name: "jun", screen: screen)
    let isOpen = world.run { $0.room(watcher)?.match?.round?.isOpen(at: $0.now) == true }
    #expect(isOpen)
    for line in ["ready", "start", "bot 2", "lock", "kick mira", "react wave", "config time=9"] {
      world.type(watcher, line)
      #expect(screen.lines.last == "you are watching, without a seat")
    }
    world.type(watcher, "watch")
    #expect(screen.lines.last == "you are watching already")
    world.type(watcher, "help")
    #expect(
      screen.lines.last == "players; watchers; time; target; standings; sit; config; leave; quit")
    world.type(watcher, "players")
    #expect(screen.lines.last?.hasPrefix("players: bot mira ") == true)
    #expect(screen.lines.last?.hasSuffix(" percent") == true)
  }

  @Test func aWholeMatchCanBePlayedByTypingAlone() throws {
    var world = World("typed")
    let screens = [PlainScreen(), PlainScreen()]
    for (name, screen) in zip(["mira", "oskar"], screens) {
      world.add(.browse, name: name, screen: screen)
    }
    world.run(100)
    world.type(0, "create hsb easy")
    world.run(3_000)
    let code = try #require(world.room(0)?.code)
    #expect(screens[1].lines.last?.hasPrefix("new: room \(code.text), mira's room: hsb") == true)
    world.type(1, "join \(code.text)")
    world.run(100)
    #expect(screens[0].lines.last == "oskar is in")
    world.type(1, "ready")
    world.run(100)
    #expect(screens[0].lines.last == "oskar is ready")
    #expect(screens[1].lines.last == "you are ready")
    world.type(0, "ready")
    for round in 1...5 {
      let isOpen = world.run { world in
        world.room(0)?.match?.round.map { $0.start.round == round && $0.isOpen(at: world.now) }
          ?? false
      }
      #expect(isOpen)
      world.run(500)
      let target = try #require(world.room(0)?.match?.round?.start.target)
      let answer = Mode.hsb.nearest(target).values
      world.type(0, "h \(answer[0]) s \(answer[1]) b \(answer[2])")
      world.type(0, "lock")
      world.run(1_000)
      world.type(1, "\(answer[0]) \(answer[1]) \(answer[2])")
      world.type(1, "lock")
    }
    world.run(1_000)
    for screen in screens {
      let standings = screen.lines.filter { $0.hasPrefix("standings: ") }
      #expect(standings.count == 1)
      #expect(standings.first?.hasPrefix("standings: 1 mira ") == true)
      #expect(standings == screens[0].lines.filter { $0.hasPrefix("standings: ") })
      #expect(screen.lines.last == "targets verified: they follow from the promised seed")
    }
  }
}
