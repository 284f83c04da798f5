// What is said of a room's life besides its matches: settings, people put out and handing over,
// reactions, seats given up and taken, quick matches; each to whom it concerns, once.

import Game
import Testing
import Wire

@testable import TerminalUI

/// A host and a guest in a room, both with lines alone.
private final class Talk {
  var world = World("lines")
  let screens = [PlainScreen(), PlainScreen()]
  let code: RoomCode

  init() throws {
    world.add(.browse, name: "mira", screen: screens[0])
    world.run(100)
    world.type(0, "create hsb rounds=2 seats=3")
    world.run(100)
    code = try #require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "Oskar B", screen: screens[1])
    world.run(100)
  }

  /// What both read after one of them, the host unless told otherwise, has typed a line.
  @discardableResult func say(_ line: String, _ client: Int = 0) -> [[String]] {
    let before = screens.map(\.lines.count)
    world.type(client, line)
    world.run(200)
    return zip(screens, before).map { Array($0.lines[$1...]) }
  }
}

struct PlainRoomTests {
  @Test func namesOfAnyScriptAreAsTheyAreAndNothingTurnsTextAround() throws {
    let talk = try Talk()
    let (sarah, li) = ("שרה 2", "李小龍 e\u{301}")
    talk.world.add(.join(talk.code, password: nil), name: "שרה 2", screen: PlainScreen())
    talk.world.run(200)
    #expect(talk.screens[0].lines.last == "\(sarah) is in")
    #expect(
      talk.say("config name=חדר seats=4", 0)[1].last?.contains(" חדר:") == true)
    talk.world.add(.join(talk.code, password: nil), name: li, screen: PlainScreen())
    talk.world.run(200)
    #expect(talk.screens[0].lines.last == "\(li) is in")
    #expect(talk.say("players")[0].last?.contains("\(sarah) not ready, \(li) not ready") == true)
    #expect(talk.say("kick שרה 2")[1].last?.hasPrefix("the host removed \(sarah)") == true)
    let turned = "A\u{200f}b\u{200e}c\u{61c}\u{202e}d\u{2066}e\u{2069}"
    #expect(turned.withoutTurningMarks == "Abcde")
    // Whoever pastes such marks reads none of them back; a server's own words have none either.
    talk.world.inject(
      .no(RefusalLine(code: .notNow, verb: "START", text: "not \u{200f}yet")), into: 0)
    #expect(talk.screens[0].lines.last == "you cannot do that now: not yet")
    #expect(
      talk.say("kick \u{202e}nobody")[0].last?.hasPrefix("nobody here is called nobody. ") == true)
    let marks = talk.screens.flatMap(\.lines).filter { !$0.hasPrefix("> ") }
      .flatMap(\.unicodeScalars)
    #expect(!marks.contains { $0.properties.isBidiControl })
  }

  @Test func aPasswordIsAskedForByTheRoomThatWantsIt() throws {
    let talk = try Talk()
    talk.say("config pass=sesame")
    let screen = PlainScreen()
    let kim = talk.world.add(.join(talk.code, password: nil), name: "kim", screen: screen)
    talk.world.run(200)
    let code = talk.code.text
    let asked = [
      "room \(code) asks for a password", "join \(code) and the password gets you in",
    ]
    #expect(screen.lines.filter(asked.contains) == asked)
    talk.world.type(kim, "watch \(code) simsala")
    talk.world.run(200)
    #expect(screen.lines.contains("that password is wrong"))
    #expect(screen.lines.contains("watch \(code) and the password gets you in"))
    talk.world.type(kim, "join \(code) sesame")
    talk.world.run(200)
    #expect(talk.world.room(kim)?.mySeat != nil)
  }

  @Test func anotherServerIsGoneToByItsAddressOrItsNumber() {
    var mode = PlainMode(server: "ams-1")
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    let (session, now) = (world.clients[0].session, world.clients[0].local(world.now))
    #expect(
      mode.reply(to: "server", in: session, at: now).lines == ["server ADDRESS goes to one"])
    mode.go(
      to: "oslo",
      others: [
        ServerChoice(name: "your own server", address: "127.0.0.1:4000"),
        ServerChoice(name: "ams-1", address: "tls://ams-1"),
      ])
    #expect(mode.news(of: session, at: now).first == "connected to oslo, 10 milliseconds")
    #expect(
      mode.reply(to: "servers", in: session, at: now).lines == [
        "servers: 1 your own server, 2 ams-1. server ADDRESS goes to one"
      ])
    #expect(mode.reply(to: "server 2", in: session, at: now).server == "tls://ams-1")
    #expect(mode.reply(to: "server host:9", in: session, at: now).server == "host:9")
  }

  @Test func botsAreCalledBotsWhereverTheyAreNamed() throws {
    let talk = try Talk()
    talk.say("bot 1")
    let seat = try #require(talk.world.room(0)?.seats.first { $0.profile.isBot })
    let bot = "bot \(seat.profile.name)"
    #expect(talk.screens[1].lines.last == "\(bot) is in")
    #expect(talk.say("players")[0].last?.contains("\(bot) ready") == true)
    #expect(talk.say("kick \(bot)")[1].last == "the host removed \(bot), who may come back")
  }

  @Test func aHostSetsTheRoomByTyping() throws {
    let talk = try Talk()
    #expect(
      talk.say("config", 1)[1] == [
        "> config", "the room: hsb, 2 rounds of 30 seconds, level normal, 3 seats",
      ])
    let changed =
      "the room is now mira's room: tiles, 8 rounds of 20 seconds, level hard, assist counted, "
      + "3 seats, watchers 5 seconds behind"
    #expect(
      talk.say("config tiles hard time=20 assist=on delay=5") == [
        ["> config tiles hard time=20 assist=on delay=5", changed], [changed],
      ])
    let named =
      "the room is now sunday race: tiles, 8 rounds of 20 seconds, level hard, assist "
      + "counted, 3 seats, for exact colors only, watchers 5 seconds behind, not listed, with a "
      + "password"
    #expect(
      talk.say("config name=sunday race pass=x exact=on listed=off")[1] == [named])
    #expect(
      talk.say("config seats=1")[0].last
        == "the server does not allow that value: 2 players sit here")
    #expect(talk.say("config time=9", 1)[1].last == "only the host can do that")
  }

  @Test func readinessIsLostWithTheRulesItWasFor() throws {
    let talk = try Talk()
    talk.say("ready", 1)
    let told = talk.say("config time=20")
    #expect(told[0].last == "Oskar B is not ready")
    #expect(told[1].last == "you are not ready")
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
      #expect(talk.say(attempt.line)[0].last == attempt.answer)
    }
    #expect(
      talk.screens[1].lines.suffix(3).first
        == "out of room \(try #require(talk.world.room(0)).code.text)")
    #expect(talk.screens[1].lines.contains("the host removed you; you may come back"))
    let code = try #require(talk.world.room(0)?.code)
    #expect(talk.say("join \(code.text)", 1)[0] == ["Oskar B is in"])
    let banned = talk.say("ban Oskar B")
    #expect(banned[0].last == "Oskar B was banned by the host")
    #expect(banned[1].contains("the host banned you from the room"))
    #expect(
      talk.say("join \(code.text)", 1)[1]
        .contains(
          "the host has banned you from that room"))
  }

  @Test func aNameThatTwoShareIsAskedFor() throws {
    let talk = try Talk()
    talk.say("bot 1")
    let bot = try #require(talk.world.room(0)?.seats.last?.profile.name)
    let seats = try #require(talk.world.room(0)?.seats.map(\.profile.name.first))
    #expect(Set(seats).count == 3, "nobody else begins with \(bot.prefix(1))")
    #expect(
      talk.say("kick \(bot.prefix(1))")[0].last?.hasPrefix("the host removed bot \(bot)") == true)
    talk.world.run(100)
    let code = try #require(talk.world.room(0)?.code)
    talk.world.add(.join(code, password: nil), name: "Oskar C")
    talk.world.run(100)
    #expect(talk.say("host oskar")[0].last == "whom? Oskar B, Oskar C")
    #expect(talk.say("host oskar b")[1] == ["you are the host now"])
  }

  @Test func reactionsAreToldOnce() throws {
    let talk = try Talk()
    #expect(
      talk.say("react wave", 1) == [["Oskar B waves"], ["> react wave", "you wave"]])
    talk.world.run(2_000)
    #expect(talk.say("react wave", 1)[0] == ["Oskar B waves"])
    talk.world.run(5_000)
    #expect(talk.screens[0].lines.filter { $0 == "Oskar B waves" }.count == 2)
    for reaction in Reaction.allCases {
      #expect(reaction.spoken(by: "mira").hasPrefix("mira "))
      #expect(reaction.spoken(by: "mira") != reaction.spoken(by: "you"))
    }
  }

  @Test func aSeatIsGivenUpAndTakenAgain() throws {
    let talk = try Talk()
    #expect(talk.say("sit", 1)[1].last == "you have a seat")
    #expect(
      talk.say("watch", 1) == [
        ["Oskar B gave up the seat to watch"], ["> watch", "you are watching now"],
      ])
    #expect(
      talk.say("sit", 1) == [
        ["Oskar B is in"], ["> sit", "you have a seat now", "you are in"],
      ])
    talk.say("config delay=10")
    #expect(
      talk.say("watch", 1)[1].prefix(3) == [
        "> watch", "you are watching now", "watchers are 10 seconds behind",
      ])
  }

  @Test func whoeverIsQuickHearsWhatTheyWaitFor() throws {
    var world = World("quick lines")
    let screen = PlainScreen()
    world.add(.browse, name: "mira", screen: screen)
    world.run(100)
    let before = screen.lines.count
    world.type(0, "quick rgb")
    let isOpen = world.run { $0.room(0)?.match?.round?.isOpen(at: $0.now) == true }
    #expect(isOpen)
    let code = try #require(world.room(0)?.code.text)
    #expect(
      screen.lines[before...].prefix(7) == [
        "> quick rgb", "looking for a match of rgb",
        "room \(code), quick rgb: rgb, 5 rounds of 30 seconds, level normal, 2 seats",
        "players: you not ready", "you are the host",
        "nobody else is here yet; a bot sits down in 10 seconds unless someone does",
        "you are ready",
      ])
    #expect(screen.lines.contains { $0.hasPrefix("bot ") && $0.hasSuffix(" is in") })
    #expect(screen.lines.contains("all ready, starting in 3 seconds"))
  }

  @Test func watchersWhoHearLaterHearInTheSameWords() throws {
    var lines: [[String]] = []
    for delay in [0, 12] {
      var world = World("behind")
      let code = try world.addHost(RoomWishes(mode: .rgb, rounds: 2, seconds: 10, delay: delay))
      let screen = PlainScreen()
      let watcher = world.add(.watch(code, password: nil), name: "jun", screen: screen)
      let skill = try #require(Skill(level: 3))
      world.add(
        .join(code, password: nil), name: "oskar", selfPlay: SelfPlay(skill: skill, matches: 1))
      let isOver = world.run { $0.room(watcher)?.verdict != nil }
      #expect(isOver)
      world.run(100)
      lines.append(Array(screen.lines.drop { !$0.hasPrefix("bot oskar") }))
    }
    #expect(lines[0].count > 12)
    #expect(lines[0] == lines[1])
  }

  @Test func helpFitsWhereOneIs() throws {
    let talk = try Talk()
    #expect(
      talk.say("help", 1)[1].dropFirst() == [
        "ready; unready; players; watchers; time; standings; react; config; watch; leave; quit"
      ])
    #expect(talk.say("help")[0].last?.hasPrefix("you are the host: start; ") == true)
    #expect(talk.say("help config")[0].dropFirst() == PlainSettings.help[...])
    let modes = talk.say("help modes")[0]
    for mode in Mode.all { #expect(modes.contains { $0.hasPrefix("\(mode.name): ") }) }
    #expect(talk.say("help me")[0].last?.hasPrefix("there is help on ") == true)
  }
}
