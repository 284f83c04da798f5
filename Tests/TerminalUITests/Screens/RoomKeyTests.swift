// What the host and the others do in a room: settings, seats, people, bots, and who looks on.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys in a room")
struct RoomKeyTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  // MARK: Settings

  @Test func theHostSetsTheRoom() throws {
    var stage = try Self.stage(.settings)
    expect(stage.text.contains("the room's settings") && stage.text.contains("← 20 s a round →"))
    stage.press(.right, .up, .left, .enter)
    expect(stage.done, equals: [.act(.config(RoomWishes(rounds: 4, seconds: 25), opens: false))])
    expect(stage.model.desk.panel, equals: nil)
    stage.type("o")
    stage.press(.right, .escape)
    expect(stage.done.isEmpty && stage.model.desk.panel == nil)
    stage.press(.character("o"), .enter)
    expect(isEmpty: stage.done, "nothing is different")
  }

  @Test func whatCannotBeIsNotAskedFor() throws {
    var stage = try Self.stage(.refused)
    expect(stage.text, contains: "A rated room has no password.")
    stage.press(.enter)
    expect(stage.done.isEmpty && stage.model.desk.panel != nil)
    stage.press(.up, .backspace, .enter)
    expect(stage.done, equals: [.act(.config(RoomWishes(isRated: true), opens: true))])
  }

  // MARK: Seats

  @Test func theHostChoosesASeatAndWhatToDoAboutIt() throws {
    let expected: [(keys: [Key], action: UserAction)] = [
      ([.enter], .host(Stage.oskar)),
      ([.character("2")], .kick(Stage.oskar)),
      ([.down, .enter], .kick(Stage.oskar)),
      ([.up, .enter, .enter], .ban(Stage.oskar)),
    ]
    for (keys, action) in expected {
      var stage = try Self.stage(.hosting)
      stage.press(.right, .right, .enter)
      expect(stage.text, contains: "▲ oskar")
      for key in keys { stage.press(key) }
      expect(stage.done, equals: [.act(action)])
      expect(stage.model.desk.panel, equals: nil)
    }
  }

  @Test func aBanIsAskedAboutAndCanBeLetBe() throws {
    var stage = try Self.stage(.ban)
    expect(stage.text, contains: "ban oskar?")
    stage.press(.escape)
    expect(stage.done.isEmpty && stage.model.desk.panel == nil)
    stage = try Self.stage(.ban)
    stage.press(.character("x"))
    expect(stage.done.isEmpty && stage.model.desk.panel == nil, "any other key is no")
  }

  @Test func aChoiceFollowsItsPlayerAndEndsWithThem() throws {
    var stage = try Self.stage(.hosting)
    stage.press(.end, .left, .left, .enter)
    expect(stage.model.desk.place == 3 && stage.model.desk.player == Stage.jun)
    stage.happen(.gone(Stage.mira, .left))
    expect(stage.model.desk.place == 2 && stage.model.desk.panel != nil)
    stage.happen(.gone(Stage.jun, .left))
    expect(stage.model.desk.place == nil && stage.model.desk.panel == nil)
  }

  // MARK: Seats and watchers

  @Test func watchersSitDownAndPlayersLookOn() throws {
    for key in [Key.character("s"), .character(" ")] {
      for scene in [Scene.watchRoom, .watch] {
        var stage = try Self.stage(scene)
        stage.press(key)
        expect(stage.done, equals: [.act(.sit)])
      }
    }
    var player = try Self.stage(.room)
    player.press(.character("w"))
    expect(player.done, equals: [.act(.lookOn)])
  }
}
