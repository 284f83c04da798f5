// A bot sits on a server of one's own from the start, and a server of another kind is told at its
// first line.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("At once")
struct AtOnceTests {
  @Test(arguments: [nil, Mode.tiles] as [Mode?])
  func onAServerOfOnesOwnABotSitsThereFromTheStart(mode: Mode?) throws {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.clients[0].session.isPrivate = true
    world.act(0, .quick(mode))
    let asked = world.now
    let isAnnounced = world.run { $0.room(0)?.match?.round != nil }
    expect(isAnnounced)
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(opens - asked, isBelow: Rules.countdownMilliseconds + 100, "the countdown and the way")
    expect(world.room(0)?.match?.rules.mode, equals: mode ?? .rgb)
    expect(world.room(0)?.seats.map(\.profile.isBot), equals: [false, true])
    expect(world.room(0)?.settings.isListed, equals: false)
  }

  @Test(arguments: [
    ("HTTP/1.1 400 Bad Request", "A web server answers there, not chromatch. Is the port right?"),
    ("<!DOCTYPE HTML>", "A web server answers there, not chromatch. Is the port right?"),
    (
      "220 mail ESMTP",
      "The server there does not speak this game's protocol. Is the port right?"
    ),
  ])
  func whateverElseAnswersIsToldAtItsFirstLine(line: String, sentence: String) {
    var stage = Stage(.browse)
    stage.tell(.connected)
    stage.tell(.received(Array(line.utf8)[...]))
    expect(stage.session.state, equals: .ended(.failed(sentence)))
  }
}
