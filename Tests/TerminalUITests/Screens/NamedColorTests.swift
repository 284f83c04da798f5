// Colors by name: the keys, the arrows and the mouse that choose one, and what it does to sliders.

import Chroma
import Game
import Testing

@testable import TerminalUI

@Suite("Colors by name")
struct NamedColorTests {
  static let modes = [Scene.raceRGB, .raceHSB, .raceCMYK, .memory, .arcade, .daily, .wheel]

  @Test func everyColorHasAKeyAndANameOfItsOwn() {
    #expect(NamedColor.all.count == TileKeys.all.count)
    #expect(Set(NamedColor.all.map(\.name)).count == NamedColor.all.count)
    for (index, entry) in NamedColor.all.enumerated() {
      #expect(NamedColor.index(nearestTo: entry.color) == index)
      #expect(entry.name.count <= 7, "there is space for 7 letters")
    }
  }

  @Test(arguments: modes)
  func aKeyMovesAllSlidersToItsColor(scene: Scene) throws {
    for (index, entry) in NamedColor.all.enumerated() {
      var stage = try scene.stage(columns: 80, rows: 24)
      stage.type("p")
      #expect(stage.text.contains("─ colors ─") && stage.done.isEmpty)
      stage.press(.character(TileKeys.all[index]))
      let guess = try #require(stage.session.guess)
      let color = try #require(stage.mode.color(of: guess))
      #expect(color.difference(from: entry.color) < Difference(thousandths: 1_000))
      #expect(!stage.text.contains("─ colors ─"), "one choice")
    }
  }

  @Test func arrowsChooseWhatIsMarkedAndEnterTakesIt() throws {
    for (scene, columns) in [(Scene.raceHSB, 4), (.wheel, 2)] {
      var stage = try scene.stage(columns: 80, rows: 24)
      stage.type("p")
      stage.press(.home)
      var seen: [Int] = []
      for key in [Key.up, .left, .right, .down, .down, .end, .right, .down, .up] {
        stage.press(key)
        seen.append(stage.model.race.palette ?? -1)
      }
      #expect(seen == [0, 0, 1, 1 + columns, 1 + 2 * columns, 11, 11, 11, 11 - columns])
      #expect(stage.text.contains("▸ \(TileKeys.all[11 - columns])"))
      stage.press(.enter)
      #expect(stage.mode.color(of: stage.model.guess) == NamedColor.all[11 - columns].color)
    }
  }

  @Test func aPressTakesAndEscapeAndASecondPGoBack() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    let before = stage.session.guess
    for way in [Key.escape, .character("p")] {
      stage.type("p")
      stage.press(way)
      #expect(stage.model.race.palette == nil && !stage.model.asksToLeave)
      #expect(stage.session.guess == before)
    }
    stage.type("p")
    let area = try #require(stage.area(.color(3)))
    stage.mouse(.wheelUp, area.column + 1, area.row)
    #expect(stage.session.guess == before && stage.model.race.palette != nil)
    stage.mouse(.press(.left), area.column + 5, area.row)
    #expect(stage.session.guess == Guess([120, 100, 100]))
    stage.type("u")
    #expect(stage.session.guess == before)
  }

  @Test func ofAGradientOnlyTheActiveEndMoves() throws {
    var stage = try Scene.gradient.stage(columns: 80, rows: 24)
    stage.act(.set(Guess([10, 20, 30, 40, 50, 60])))
    stage.press(.tab)
    stage.type("p6")
    #expect(stage.session.guess == Guess([10, 20, 30, 240, 100, 100]))
  }

  @Test func itIsGoneWithTheRound() throws {
    var stage = try Scene.namedColors.stage(columns: 80, rows: 24)
    #expect(stage.model.race.palette != nil)
    stage.finishRound()
    #expect(stage.model.race.palette == nil)
    stage.openRound()
    #expect(stage.model.race.palette == nil)
  }

  @Test(arguments: [Scene.namedColors, .namedColorsOnWheel], [(60, 18), (80, 24), (120, 40)])
  func targetAndGuessStayInSight(scene: Scene, size: (Int, Int)) throws {
    let stage = try scene.stage(columns: size.0, rows: size.1)
    let picture = stage.canvas.picture.joined()
    #expect(picture.contains("TARGET") && picture.contains("YOURS"))
    #expect(NamedColor.all.allSatisfy { picture.contains($0.name) })
    let colors = [stage.challenge.target.color, stage.mode.color(of: stage.model.guess)]
    for color in colors {
      #expect(stage.canvas.cells.filter { $0.background == color }.count > 30)
    }
  }
}
