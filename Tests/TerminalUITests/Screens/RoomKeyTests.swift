// What the host and the others do in a room: settings, seats, people, bots, and who looks on.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys in a room")
struct RoomKeyTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  // MARK: Settings

  @Test func theHostSetsTheRoom() throws {
    var stage = try Self.stage(.settings)
    #expect(stage.text.contains("the room's settings") && stage.text.contains("← 20 s a round →"))
    stage.press(.right, .up, .left, .enter)
    #expect(stage.done == [.act(.config(RoomWishes(rounds: 4, seconds: 25), opens: false))])
    #expect(stage.model.desk.panel == nil)
    stage.type("o")
    stage.press(.right, .escape)
    #expect(stage.done.isEmpty && stage.model.desk.panel == nil)
    stage.press(.character("o"), .enter)
    #expect(stage.done.isEmpty, "nothing is different")
  }

  @Test func whatCannotBeIsNotAskedFor() throws {
    var stage = try Self.stage(.refused)
    #expect(stage.text.contains("A rated room has no password."))
    stage.press(.enter)
    #expect(stage.done.isEmpty && stage.model.desk.panel != nil)
    stage.press(.up, .backspace, .enter)
    #expect(stage.done == [.act(.config(RoomWishes(isRated: true), opens: true))])
  }

  @Test func lettersAreLettersInAPassword() throws {
    var stage = try Self.stage(.hosting)
    stage.type("o")
    stage.press(.up, .up, .up, .up, .up)
    stage.type("k jt?o1")
    stage.take(.paste("l b"))
    stage.press(.enter)
    #expect(stage.done == [.act(.config(RoomWishes(password: "k jt?o1l b"), opens: false))])
  }

  @Test func fieldsCanBePressedAndTurned() throws {
    var stage = try Self.stage(.settings)
    func area(_ field: RoomForm.Field) throws -> Area {
      try #require(stage.model.sheet(at: stage.now).hits.area(of: .field(field.rawValue)))
    }
    let exact = try area(.exact), delay = try area(.delay)
    stage.mouse(.press(.left), exact.column, exact.row)
    stage.mouse(.wheelUp, delay.column, delay.row)
    stage.mouse(.wheelUp, delay.column, delay.row)
    stage.mouse(.wheelDown, delay.column, delay.row)
    stage.press(.enter)
    #expect(stage.done == [.act(.config(RoomWishes(delay: 1, isExact: true), opens: false))])
  }

  @Test func everybodyReadsTheSettings() throws {
    for scene in [Scene.room, .watchRoom, .hosting] {
      for (columns, rows) in [(60, 18), (80, 24), (120, 40)] {
        let text = try scene.stage(columns: columns, rows: rows).text
        for name in [
          "mode", "rounds", "level", "seats", "password", "assist", "rated", "watching", "screens",
        ] {
          #expect(text.contains(name), "\(scene) \(columns)×\(rows): \(name)")
        }
      }
    }
  }

  @Test func aNewRoomHasAllOfItToo() throws {
    var stage = try Self.stage(.newRoom)
    stage.press(.up)
    stage.press(.right, .up, .right, .up, .right, .up, .right, .up)
    stage.type("pw")
    stage.press(.down)
    #expect(stage.text.contains("A rated room has no password"))
    stage.press(.left, .enter)
    let wishes = RoomWishes(
      mode: .rgb, rounds: 5, seconds: 30, level: .normal, seats: 4, isListed: true, password: "pw",
      isAssisted: true, delay: 1, isExact: true)
    #expect(stage.done == [.act(.create(wishes, bots: [2]))])
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
      #expect(stage.text.contains("▲ oskar"))
      for key in keys { stage.press(key) }
      #expect(stage.done == [.act(action)])
      #expect(stage.model.desk.panel == nil)
    }
  }

  @Test func aBanIsAskedAboutAndCanBeLetBe() throws {
    var stage = try Self.stage(.ban)
    #expect(stage.text.contains("ban oskar?"))
    stage.press(.escape)
    #expect(stage.done.isEmpty && stage.model.desk.panel == nil)
    stage = try Self.stage(.ban)
    stage.press(.character("x"))
    #expect(stage.done.isEmpty && stage.model.desk.panel == nil, "any other key is no")
  }

  @Test func aBotIsPutOutAndSeated() throws {
    var stage = try Self.stage(.hosting)
    stage.press(.end, .left, .enter)
    #expect(stage.text.contains("remove the bot") && !stage.text.contains("make host"))
    stage.press(.enter)
    #expect(stage.done == [.act(.kick(Stage.lou))])
    stage.press(.end, .enter, .down, .enter)
    #expect(stage.done == [.act(.addBot(level: 3))])
    stage.press(.enter, .character("1"))
    #expect(stage.done == [.act(.addBot(level: 1))])
  }

  @Test func oneselfIsLeftAlone() throws {
    var stage = try Self.stage(.hosting)
    stage.press(.right, .right, .right, .enter)
    #expect(stage.model.desk.player == Stage.me && stage.model.desk.panel == nil)
  }

  @Test func aChoiceFollowsItsPlayerAndEndsWithThem() throws {
    var stage = try Self.stage(.hosting)
    stage.press(.end, .left, .left, .enter)
    #expect(stage.model.desk.place == 3 && stage.model.desk.player == Stage.jun)
    stage.happen(.gone(Stage.mira, .left))
    #expect(stage.model.desk.place == 2 && stage.model.desk.panel != nil)
    stage.happen(.gone(Stage.jun, .left))
    #expect(stage.model.desk.place == nil && stage.model.desk.panel == nil)
  }

  @Test func whoIsNoLongerHostHasNothingOpen() throws {
    var stage = try Self.stage(.settings)
    stage.happen(.hosted(Stage.mira))
    #expect(stage.model.desk.panel == nil && stage.model.desk.place == nil)
    stage.press(.right, .enter, .character("o"))
    #expect(stage.done.isEmpty && stage.model.desk.panel == nil)
  }

  @Test func seatsCanBePressed() throws {
    var stage = try Self.stage(.hosting)
    stage.mouse(.press(.left), 4, 5)
    #expect(stage.model.desk.player == Stage.mira && stage.model.desk.panel == nil)
    stage.mouse(.press(.left), 4, 5)
    #expect(stage.text.contains("make host"))
    let area = try #require(stage.model.sheet(at: stage.now).hits.area(of: .choice(1)))
    stage.mouse(.press(.left), area.column, area.row)
    #expect(stage.done == [.act(.kick(Stage.mira))])
  }

  // MARK: Seats and watchers

  @Test func watchersSitDownAndPlayersLookOn() throws {
    for key in [Key.character("s"), .character(" ")] {
      for scene in [Scene.watchRoom, .watch] {
        var stage = try Self.stage(scene)
        stage.press(key)
        #expect(stage.done == [.act(.sit)])
      }
    }
    var player = try Self.stage(.room)
    player.press(.character("w"))
    #expect(player.done == [.act(.lookOn)])
  }

  @Test func nobodySitsWhereThereIsNoSeat() throws {
    var stage = Stage(Scene.watch.intent)
    try stage.enterRoom(Stage.rules(.hsb), .watcher, seats: 4)
    stage.press(.character("s"))
    #expect(stage.done.isEmpty && !stage.text.contains("sit down"))
  }
}
