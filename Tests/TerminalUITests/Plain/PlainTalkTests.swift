// What the line mode says of connections, rooms and races, unasked and as an answer, and what it
// does not say: nothing twice, nothing of a target before it opens or after it hides.

import Chroma
import ClientCore
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainTalkTests {
  @Test func aLongOutageIsToldAgainAfterAMinuteAndAtTheEnd() throws {
    var world = World()
    let screen = PlainScreen()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", screen: screen, then: 20_000)
    let before = screen.lines.count
    world.clients[guest].isReachable = false
    world.cut(guest, "connection refused", then: 70_000)
    expect(
      screen.lines[before...],
      equals: [
        "connection lost: connection refused. trying again",
        "still no connection after 60 seconds; trying on",
      ])
    world.clients[guest].isReachable = true
    world.run(20_000)
    expect(
      screen.lines[(before + 2)...],
      equals: [
        "connected again, 10 milliseconds",
        "your seat was given up while you were away",
        "in room \(code.text) on a new seat",
        "you are in",
      ])
    world.clients[guest].isReachable = false
    world.cut(guest, "connection refused")
    // Its patience begins anew with each connection that was good.
    world.run(560_000)
    expect(screen.lines.last?.hasPrefix("the server could not"), equals: false)
    world.run(140_000)
    expect(screen.lines.last?.hasPrefix("the server could not be reached for 60"), equals: true)
  }

  @Test func nobodyHearsATargetBeforeItIsSeen() throws {
    var world = World()
    let screen = PlainScreen()
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 60, down: 60, screen: screen)
    world.run(1_000)
    world.type(0, "ready")
    world.reach { $0.clients[0].session.guess != nil }
    for line in ["target", "yours", "hint", "r 3", "time"] { world.type(0, line) }
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(world.now, isBelow: opens)
    expect(!screen.lines.contains { $0.contains("target: ") || $0.contains("distance") })
    expect(screen.lines.last, equals: "the next round opens in 1 second")
    world.reach { $0.now >= opens }
    world.run(1)
    expect(screen.lines.contains { $0.hasPrefix("round 1 of 2, 10 seconds. target: ") })
  }

  @Test func nothingIsSaidTwice() throws {
    var world = World("once a")
    let code = try world.addRace(
      RoomWishes(mode: .cmyk, rounds: 3, seconds: 20, level: .easy, seats: 3), matches: 2)
    let screen = PlainScreen()
    world.add(.watch(code, password: nil), name: "jun", screen: screen)
    for step in 0..<30 {
      world.run(3_000)
      if step % 4 == 1 { world.cut(2) }
      if step % 7 == 2 { world.cut(1) }
    }
    world.reach { $0.room(2)?.match.map { $0.number == 2 && $0.isOver } ?? false }
    world.run(1_000)
    let lines = screen.lines
    expect(lines.filter { $0.hasPrefix("standings: ") }.count, equals: 2)
    for round in 1...3 {
      expect(lines.filter { $0.hasPrefix("round \(round) over") }.count, equals: 2)
      expect(lines.filter { $0.hasPrefix("round \(round) of 3") }.count, isAtMost: 2)
    }
    expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
    expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.contains("\u{1b}") })
  }

  @Test func theTimeIsCalledAsItRunsOut() throws {
    let calls: [(seconds: Int, left: [String])] = [
      (9, []), (10, ["5 seconds left"]), (19, ["5 seconds left"]), (20, ["10 seconds left"]),
      (59, ["10 seconds left"]), (60, ["30 seconds left", "10 seconds left"]),
    ]
    for call in calls {
      var world = World("calls")
      let screen = PlainScreen()
      world.add(
        .create(RoomWishes(rounds: 1, seconds: call.seconds, seats: 1), bots: []), name: "ada",
        screen: screen)
      world.run(100)
      world.type(0, "ready")
      world.run(1_000 * call.seconds + 5_000)
      let left = screen.lines.filter { $0.contains(" left. ") }
        .compactMap { $0.split(separator: ".").first.map(String.init) }
      expect(left, equals: call.left, "\(call.seconds) seconds")
    }
  }

  @Test func whereTheRoomDoesNotHelpTheTargetHasANameAndHintsAndNoNumbers() throws {
    var world = World("replies")
    let screen = PlainScreen()
    _ = try world.addPlayer(
      RoomWishes(
        mode: .rgb, rounds: 2, seconds: 30, level: .normal, seats: 2, isAssisted: false),
      screen: screen)
    let challenge = try require(world.room(0)?.match?.round).challenge
    let answer = challenge.answer.values
    let away = answer.map { String(255 - $0) }.joined(separator: " ")
    for line in ["target", "yours", "hint", away] { world.type(0, line) }
    expect(screen.lines, contains: "target: \(challenge.target.spoken)")
    expect(
      screen.lines, contains: "hint: \(hint(from: Mode.startColor, to: challenge.target.color))")
    let guess = try require(world.clients[0].session.guess.flatMap { Mode.rgb.swatch(of: $0) })
    expect(screen.lines.last?.hasSuffix(". \(guess.hint(to: challenge.target))") == true)
    let numbers = [
      answer.map(String.init).joined(separator: " "), Mode.rgb.spoken(challenge.answer),
    ]
    expect(!screen.lines.contains { line in numbers.contains { line.contains($0) } })
    world.type(0, "lock", then: 50)
    expect(screen.lines, contains: "too far off to lock, it takes 5. frozen for 1.5 seconds")
    world.reach { $0.room(0)?.match?.results.first?.scores.count == 2 }
    let told = screen.lines.prefix { !$0.hasPrefix("round 1 over") }
    expect(!told.contains { $0.contains("distance") })
    let nearness = Warmth.allCases.map { ". \($0.word)" } + ["warmer", "colder", "you 1", "you 9"]
    expect(!told.contains { line in nearness.contains { line.contains($0) } })
    expect(screen.lines.contains { $0.hasPrefix("yours red ") && $0.contains("distance ") })
  }

  @Test func aSeriesIsToldAndItsHostStopsAndGoesOn() throws {
    var world = World("series")
    let screen = PlainScreen()
    var wishes = RoomWishes(rounds: 1, seconds: 5, seats: 2)
    wishes.series = 3
    world.add(.create(wishes, bots: [1]), name: "ada", screen: screen)
    world.run(100)
    for line in ["ready", "r 100"] { world.type(0, line, then: 3_500) }
    world.reach { $0.room(0)?.series != nil }
    world.run(100)
    let told = screen.lines.suffix(2)
    expect(told.first?.hasPrefix("the series after match 1 of 3: 1 ") == true, "\(told)")
    expect(told.last, equals: "the next match starts in 15 seconds; unready stops it")
    let talk = [
      ("unready", "the next match does not begin by itself; ready lets it"),
      ("ready", "all ready, starting in 3 seconds"),
    ]
    for (line, answer) in talk {
      world.type(0, line, then: 100)
      expect(screen.lines, contains: answer)
    }
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
    world.add(.browse, name: "ada", screen: screen, then: 100)
    let answers: [(lines: [String], answer: String)] = [
      (
        [
          "lock", "players", "ready", "start", "bot", "leave", "sit", "config", "config time=9",
          "kick mira", "react wave", "pick 3",
        ], "you are in no room. rooms lists them, join CODE joins one"
      ),
      (["hint", "time", "target", "yours"], "no round is running"),
      (["standings"], "nothing is scored yet"),
      (["rooms"], "no room is open. create opens one"),
      (
        ["help"],
        "top BOARD, or top BOARD week; past; race NUMBER; help modes; help config; help top"
      ),
      (["r 100"], "r is not a command. help lists them all"),
    ]
    for row in answers {
      for line in row.lines {
        world.type(0, line)
        expect(screen.lines.last, equals: row.answer, "\(line)")
      }
    }
  }

  @Test func aHostSetsTheRoomByTyping() throws {
    let talk = try Talk()
    expect(
      talk.say("config", 1)[1],
      equals: [
        "> config", "the room: hsb, 2 rounds of 30 seconds, level normal, 3 seats",
      ])
    let changed =
      "the room is now mira's room: tiles, 8 rounds of 20 seconds, level hard, assist counted, "
      + "3 seats, watchers 5 seconds behind"
    expect(
      talk.say("config tiles hard time=20 assist=on delay=5"),
      equals: [
        ["> config tiles hard time=20 assist=on delay=5", changed], [changed],
      ])
    let named =
      "the room is now sunday race: tiles, 8 rounds of 20 seconds, level hard, assist "
      + "counted, 3 seats, for exact colors only, watchers 5 seconds behind, not listed, with a "
      + "password"
    expect(talk.say("config name=sunday race pass=x exact=on listed=off")[1], equals: [named])
    expect(
      talk.say("config seats=1")[0].last,
      equals: "the server does not allow that value: 2 players sit here")
    expect(talk.say("config time=9", 1)[1].last, equals: "only the host can do that")
  }

  @Test func peopleArePutOutByName() throws {
    let talk = try Talk()
    let attempts: [(line: String, answer: String)] = [
      (
        "kick zoe", "nobody here is called zoe. players: you not ready, Oskar B not ready"
      ),
      ("kick mira", "you cannot do that now: LEAVE is for going yourself"),
      ("kick oskar", "the host removed Oskar B, who may come back"),
    ]
    for attempt in attempts {
      expect(talk.say(attempt.line)[0].last, equals: attempt.answer)
    }
    expect(
      talk.screens[1].lines.suffix(3).first,
      equals: "out of room \(try #require(talk.world.room(0)).code.text)")
    expect(talk.screens[1].lines, contains: "the host removed you; you may come back")
    let code = try require(talk.world.room(0)?.code)
    expect(talk.say("join \(code.text)", 1)[0], equals: ["Oskar B is in"])
    let banned = talk.say("ban Oskar B")
    expect(banned[0].last, equals: "Oskar B was banned by the host")
    expect(banned[1], contains: "the host banned you from the room")
    expect(
      talk.say("join \(code.text)", 1)[1]
        .contains(
          "the host has banned you from that room"))
  }

  @Test func reactionsAreToldOnce() throws {
    let talk = try Talk()
    expect(talk.say("react wave", 1), equals: [["Oskar B waves"], ["> react wave", "you wave"]])
    talk.world.run(2_000)
    expect(talk.say("react wave", 1)[0], equals: ["Oskar B waves"])
    talk.world.run(5_000)
    expect(talk.screens[0].lines.filter { $0 == "Oskar B waves" }.count, equals: 2)
    for reaction in Reaction.allCases {
      expect(reaction.spoken(by: "mira").hasPrefix("mira "))
      expect(reaction.spoken(by: "mira"), differsFrom: reaction.spoken(by: "you"))
    }
  }
}

private final class Talk {
  var world = World("lines")
  let screens = [PlainScreen(), PlainScreen()]
  let code: RoomCode

  init() throws {
    world.add(.browse, name: "mira", screen: screens[0], then: 100)
    world.type(0, "create hsb rounds=2 seats=3", then: 100)
    code = try require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "Oskar B", screen: screens[1], then: 100)
  }

  /// What both read after one of them, the host unless told otherwise, has typed a line.
  @discardableResult func say(_ line: String, _ client: Int = 0) -> [[String]] {
    let before = screens.map(\.lines.count)
    world.type(client, line, then: 200)
    return zip(screens, before).map { Array($0.lines[$1...]) }
  }
}
