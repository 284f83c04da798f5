// What is said of a room's life besides its matches: settings, people put out and handing over,
// reactions, seats given up and taken, quick matches; each to whom it concerns, once.

import Game
import TestSupport
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
    code = try require(world.room(0)?.code)
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
