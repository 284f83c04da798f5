// Lines of keys always have the help and the way back, and name keys where signs are not sent.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Around the colors")
struct SurroundingsTests {
  static let sizes = [(60, 18)]

  // MARK: ASCII

  @Test(arguments: [Scene.home, .hosting, .raceHSB, .tiles, .wheel, .final])
  func keysHaveNamesWhereTheirSignsAreNotSent(scene: Scene) throws {
    var stage = try scene.stage(columns: 120, rows: 40)
    stage.model.setup.glyphs = .ascii
    for isHelp in [false, true] {
      if isHelp { stage.press(.function(1)) }
      stage.look(after: 0)
      expect(!stage.text.contains("⏎") && !stage.text.contains("⇧"))
    }
  }

  // MARK: Keys

  /// But for those that a panel covers whole at the smallest size, which has keys of its own.
  @Test(
    arguments: Scene.allCases.filter {
      ![.connecting, .joinCode, .newRoom, .audienceMany].contains($0)
    })
  func theLineOfKeysHasTheHelpAndTheWayBack(scene: Scene) throws {
    for (columns, rows) in Self.sizes {
      let stage = try scene.stage(columns: columns, rows: rows)
      let keys = stage.model.keys
      let line = try require(stage.canvas.picture.last)
      expect(line, contains: "F1 help", "\(columns)×\(rows)")
      expect(!keys.contains { $0.key == .escape } || line.contains("Esc "), "\(columns)×\(rows)")
    }
  }
}
