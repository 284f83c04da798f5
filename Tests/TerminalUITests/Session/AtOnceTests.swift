// What comes at once, and what is said while it does not: a bot on a server of one's own, the
// seconds until one comes elsewhere, and whatever answers that is no server of this game.

import Game
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
    #expect(isAnnounced)
    let opens = try #require(world.room(0)?.match?.round?.start.opens)
    #expect(opens - asked < Rules.countdownMilliseconds + 100, "the countdown and the way")
    #expect(world.room(0)?.match?.rules.mode == mode ?? .rgb)
    #expect(world.room(0)?.seats.map(\.profile.isBot) == [false, true])
    #expect(world.room(0)?.settings.isListed == false)
  }

  @Test func elsewhereTheSecondsUntilABotComesAreCounted() throws {
    var stage = Stage(.quick(nil))
    try stage.enterRoom(Stage.rules(.rgb), host: Stage.me, count: 1, seats: 2)
    #expect(stage.text.contains("A bot sits down in 10 s"))
    #expect(stage.model.nextFrame(at: stage.now).map { $0 - stage.now <= 1_000 } == true)
    stage.look(after: 3_000)
    #expect(stage.text.contains("A bot sits down in 7 s"))
    stage.happen(.seat(Stage.mira, Stage.profiles[0]))
    #expect(!stage.text.contains("A bot sits down"))
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
    #expect(stage.session.state == .ended(.failed(sentence)))
  }

  @Test func aKnownServerIsNotGivenUpForWhatStandsInItsPlaceForAWhile() throws {
    var stage = try Scene.room.stage(columns: 80, rows: 24)
    stage.tell(.lost("connection reset"))
    stage.wait(1_000)
    stage.tell(.connected)
    stage.tell(.received(Array("HTTP/1.1 502 Bad Gateway".utf8)[...]))
    guard case .lost = stage.session.state else {
      Issue.record("\(stage.session.state)")
      return
    }
  }

  @Test func withoutAConnectionTheClockOfTheRoomStands() throws {
    var stage = try Scene.raceRGB.stage(columns: 80, rows: 24)
    let clock = try #require(stage.canvas.picture.first).suffix(12)
    stage.tell(.lost("connection reset"))
    stage.look(after: 4_000)
    #expect(stage.canvas.picture.first?.hasSuffix(clock) == true)
    let next = stage.model.nextFrame(at: stage.now)
    #expect(next.map { $0 - stage.now > stage.model.setup.tickMilliseconds } ?? true)
  }
}
