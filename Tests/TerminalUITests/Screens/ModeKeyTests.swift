// What keys and the mouse do in rounds of two colors, of tiles, and while one says something.

import Chroma
import Game
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
    #expect(seen == [1, 4, 5, 3, 0, 2, 5])
    #expect(stage.text.contains("stop B"))
  }

  @Test func keysMoveTheActiveEndAlone() throws {
    var stage = try Self.stage(.gradient)
    stage.act(.set(Guess([10, 20, 30, 40, 50, 60])))
    stage.press(.tab, .right)
    #expect(stage.session.guess == Guess([10, 20, 30, 41, 50, 60]))
    stage.press(.down, .left)
    #expect(stage.session.guess == Guess([10, 20, 30, 41, 49, 60]))
    stage.type("7")
    stage.press(.enter)
    #expect(stage.session.guess == Guess([10, 20, 30, 41, 7, 60]))
    stage.press(.character("x"))
    #expect(stage.done == [.act(.set(Guess([41, 7, 60, 10, 20, 30])))])
    stage.press(.enter)
    #expect(stage.done == [.act(.lock(Guess([41, 7, 60, 10, 20, 30])))])
  }

  @Test func endsCanBePressedAndSlidersDragged() throws {
    var stage = try Self.stage(.gradient)
    stage.mouse(.press(.left), 70, 12)
    #expect(stage.model.race.stop == 1)
    let track = try #require(stage.track(4))
    #expect(stage.track(1) == nil, "the other end's are not there")
    stage.mouse(.press(.left), track.endColumn - 1, track.row)
    #expect(stage.session.guess?.values[4] == 100)
    stage.mouse(.release(.left), 0, 0)
    stage.mouse(.press(.left), 3, 9)
    #expect(stage.model.race.stop == 0)
  }

  @Test func theEndsShowAMoveAtOnceAndTheWholeGradientSoonAfter() throws {
    var stage = try Self.stage(.gradient)
    stage.look(after: RaceState.paintMilliseconds)
    let before = stage.canvas
    stage.press(.right, modifiers: .shift)
    let ends = try #require(Mode.gradient.swatch(of: stage.model.guess))
    #expect(stage.canvas[2, 12].background == ends.color)
    #expect(stage.canvas[40, 12] == before[40, 12], "the middle waits")
    let due = try #require(stage.model.nextFrame(at: stage.now))
    #expect(due - stage.now <= RaceState.paintMilliseconds)
    stage.look(after: RaceState.paintMilliseconds)
    let band = StepBand(Area(column: 2, row: 10, width: 76, height: 5))
    for step in 0..<band.count {
      #expect(
        stage.canvas[band[step].column, 12].background == band.color(of: step, ends.gradient))
    }
  }

  @Test func xSwapsNothingWhereThereIsOneColor() throws {
    var stage = try Self.stage(.raceHSB)
    stage.press(.character("x"))
    #expect(stage.done.isEmpty)
  }

  // MARK: Tiles

  @Test func everyTileHasItsKey() throws {
    let stage = try Self.stage(.tiles)
    for (index, key) in TileKeys.all.prefix(stage.challenge.tiles.count).enumerated() {
      var copy = stage
      copy.press(.character(key))
      #expect(copy.done == [.act(.lock(Guess([index + 1])))])
    }
    var none = stage
    none.press(.character(TileKeys.all[stage.challenge.tiles.count]))
    #expect(none.done.isEmpty, "there are nine tiles")
  }

  @Test func arrowsChooseAndEnterTakes() throws {
    var stage = try Self.stage(.tiles)
    #expect(stage.session.guess == Guess([5]), "down and right of the first")
    var seen: [Int] = []
    for key in [Key.up, .up, .left, .left, .down, .end, .right, .down, .home] {
      stage.press(key)
      seen.append(stage.model.guess.values[0])
    }
    #expect(seen == [2, 2, 1, 1, 4, 9, 9, 9, 1])
    stage.press(.enter)
    #expect(stage.done == [.act(.lock(Guess([1])))])
  }

  @Test func nothingIsTakenBeforeSomethingIsChosen() throws {
    var stage = Stage(Scene.tiles.intent)
    try stage.enterRoom(Stage.rules(.tiles))
    try stage.countDown()
    stage.openRound()
    stage.press(.enter, .character(" "))
    #expect(stage.done.isEmpty && stage.session.guess == Guess([0]))
    stage.press(.up)
    #expect(stage.session.guess == Guess([1]))
  }

  @Test func aPressOnATileTakesIt() throws {
    var stage = try Self.stage(.tiles)
    let area = try #require(stage.model.sheet(at: stage.now).hits.area(of: .tile(8)))
    stage.mouse(.press(.left), area.endColumn - 1, area.endRow - 1)
    #expect(stage.done == [.act(.lock(Guess([8])))])
  }

  @Test func aWrongTileIsMarkedAndNotTakenAgain() throws {
    var stage = try Self.stage(.tilesWrong)
    let wrong = stage.tile(off: 2).values[0]
    let key = TileKeys.all[wrong - 1]
    #expect(stage.model.race.wrongTiles == [wrong])
    #expect(stage.text.contains("\(key) ×") && stage.text.contains("Not that one"))
    stage.press(.character(TileKeys.all[stage.challenge.answer.values[0] - 1]))
    #expect(stage.done == [.act(.set(stage.challenge.answer))], "frozen: chosen, not taken")
    stage.look(after: Rules.freezeMilliseconds)
    stage.press(.character(key))
    #expect(stage.done.isEmpty, "once is enough")
    stage.press(.enter)
    #expect(stage.done == [.act(.lock(stage.challenge.answer))])
    stage.serveLock()
    #expect(stage.text.contains(" ✓"))
  }

  // MARK: Reactions

  @Test(arguments: [Scene.room, .raceHSB, .tiles, .results, .final, .out])
  func aReactionTakesTwoKeys(scene: Scene) throws {
    for (index, reaction) in Reaction.allCases.enumerated() {
      var stage = try Self.stage(scene)
      stage.press(.character("t"))
      #expect(stage.text.contains(reaction.word))
      stage.type("\(index + 1)")
      #expect(stage.done == [.act(.react(reaction))])
      #expect(stage.model.saying == nil)
    }
  }

  @Test func reactionsAreChosenByArrowsAndTheMouseAndLeftAlone() throws {
    var stage = try Self.stage(.raceHSB)
    let guess = stage.session.guess
    stage.press(.character("t"), .right, .right, .left, .enter)
    #expect(stage.done == [.act(.react(.clap))] && stage.session.guess == guess)
    stage.press(.character("t"), .escape)
    #expect(stage.done.isEmpty && !stage.model.asksToLeave && stage.model.saying == nil)
    stage.press(.character("t"))
    let area = try #require(stage.model.sheet(at: stage.now).hits.area(of: .reaction(3)))
    stage.mouse(.press(.left), area.column, area.row)
    #expect(stage.done == [.act(.react(.wow))])
    var watcher = try Self.stage(.watch)
    watcher.press(.character("t"))
    #expect(watcher.model.saying == nil, "only who sits")
  }

  @Test(arguments: [Scene.room, .raceHSB, .tiles, .results, .watch, .watchGradient])
  func aReactionStandsBesideTheNameForThreeSeconds(scene: Scene) throws {
    var stage = try Self.stage(scene)
    stage.hear(.reacted(Stage.lou, .thanks))
    let shown = stage.now
    #expect(stage.text.contains("“thanks”"))
    stage.look(after: ShownReaction.freshMilliseconds - 1)
    #expect(stage.text.contains("“thanks”"))
    let next = try #require(stage.model.nextFrame(at: stage.now))
    #expect(next <= shown + ShownReaction.freshMilliseconds)
    stage.look(after: 1)
    #expect(!stage.text.contains("“thanks”"))
  }
}
