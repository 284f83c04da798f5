// Colors by name: the keys and the arrows that choose one, and what it does to sliders.

import Chroma
import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Colors by name")
struct NamedColorTests {
  static let modes = [Scene.raceRGB, .raceCMYK, .wheel]

  @Test(arguments: modes)
  func aKeyMovesAllSlidersToItsColor(scene: Scene) throws {
    for (index, entry) in NamedColor.all.enumerated() {
      var stage = try scene.stage(columns: 80, rows: 24)
      stage.type("p")
      expect(stage.text.contains("─ colors ─") && stage.done.isEmpty)
      stage.press(.character(TileKeys.all[index]))
      let guess = try require(stage.session.guess)
      let color = try require(stage.mode.color(of: guess))
      expect(color.difference(from: entry.color), isBelow: Difference(thousandths: 1_000))
      expect(!stage.text.contains("─ colors ─"), "one choice")
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
      expect(seen, equals: [0, 0, 1, 1 + columns, 1 + 2 * columns, 11, 11, 11, 11 - columns])
      expect(stage.text, contains: "▸ \(TileKeys.all[11 - columns])")
      stage.press(.enter)
      expect(stage.mode.color(of: stage.model.guess), equals: NamedColor.all[11 - columns].color)
    }
  }
}
