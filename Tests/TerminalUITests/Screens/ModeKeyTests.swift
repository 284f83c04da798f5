// What keys and the mouse do in rounds of two colors, of tiles, and while one says something.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys of modes")
struct ModeKeyTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  // MARK: Gradients

  @Test func tabGoesToTheSameSliderOfTheOtherEnd() throws {
    var stage = try Self.stage(.gradient)
    var seen: [Int] = []
    for key in [Key.down, .tab, .down, .down, .tab, .up, .tab] {
      stage.press(key)
      seen.append(stage.model.race.active)
    }
    expect(seen, equals: [1, 4, 5, 3, 0, 2, 5])
    expect(stage.text, contains: "stop B")
  }

  @Test func keysMoveTheActiveEndAlone() throws {
    var stage = try Self.stage(.gradient)
    stage.act(.set(Guess([10, 20, 30, 40, 50, 60])))
    stage.press(.tab, .right)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 50, 60]))
    stage.press(.down, .left)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 49, 60]))
    stage.type("7")
    stage.press(.enter)
    expect(stage.session.guess, equals: Guess([10, 20, 30, 41, 7, 60]))
    stage.press(.character("x"))
    expect(stage.done, equals: [.act(.set(Guess([41, 7, 60, 10, 20, 30])))])
    stage.press(.enter)
    expect(stage.done, equals: [.act(.lock(Guess([41, 7, 60, 10, 20, 30])))])
  }

  // MARK: Tiles

  @Test func everyTileHasItsKey() throws {
    let stage = try Self.stage(.tiles)
    for (index, key) in TileKeys.all.prefix(stage.challenge.tiles.count).enumerated() {
      var copy = stage
      copy.press(.character(key))
      expect(copy.done, equals: [.act(.lock(Guess([index + 1])))])
    }
    var none = stage
    none.press(.character(TileKeys.all[stage.challenge.tiles.count]))
    expect(isEmpty: none.done, "there are nine tiles")
  }

  @Test func arrowsChooseAndEnterTakes() throws {
    var stage = try Self.stage(.tiles)
    expect(stage.session.guess, equals: Guess([5]), "down and right of the first")
    var seen: [Int] = []
    for key in [Key.up, .up, .left, .left, .down, .end, .right, .down, .home] {
      stage.press(key)
      seen.append(stage.model.guess.values[0])
    }
    expect(seen, equals: [2, 2, 1, 1, 4, 9, 9, 9, 1])
    stage.press(.enter)
    expect(stage.done, equals: [.act(.lock(Guess([1])))])
  }

  @Test func nothingIsTakenBeforeSomethingIsChosen() throws {
    var stage = Stage(Scene.tiles.intent)
    try stage.enterRoom(Stage.rules(.tiles))
    try stage.countDown()
    stage.openRound()
    stage.press(.enter, .character(" "))
    expect(stage.done.isEmpty && stage.session.guess == Guess([0]))
    stage.press(.up)
    expect(stage.session.guess, equals: Guess([1]))
  }

  @Test func aWrongTileIsMarkedAndNotTakenAgain() throws {
    var stage = try Self.stage(.tilesWrong)
    let wrong = stage.tile(off: 2).values[0]
    let key = TileKeys.all[wrong - 1]
    expect(stage.model.race.wrongTiles, equals: [wrong])
    expect(stage.text.contains("\(key) ×") && stage.text.contains("Not that one"))
    stage.press(.character(TileKeys.all[stage.challenge.answer.values[0] - 1]))
    expect(stage.done, equals: [.act(.set(stage.challenge.answer))], "frozen: chosen, not taken")
    stage.look(after: Rules.freezeMilliseconds)
    stage.press(.character(key))
    expect(isEmpty: stage.done, "once is enough")
    stage.press(.enter)
    expect(stage.done, equals: [.act(.lock(stage.challenge.answer))])
    stage.serveLock()
    expect(stage.text, contains: " ✓")
  }

  // MARK: Reactions

  @Test(arguments: [Scene.room, .raceHSB, .tiles, .results, .final, .out])
  func aReactionTakesTwoKeys(scene: Scene) throws {
    for (index, reaction) in Reaction.allCases.enumerated() {
      var stage = try Self.stage(scene)
      stage.press(.character("t"))
      expect(stage.text, contains: reaction.word)
      stage.type("\(index + 1)")
      expect(stage.done, equals: [.act(.react(reaction))])
      expect(stage.model.saying, equals: nil)
    }
  }
}
