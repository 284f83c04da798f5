// Who is shown the numbers of a target plays with help, and the scores say so. Where the room does
// not help, a screen without colors has names and hints, and nothing that could be typed back.

import Chroma
import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Help that counts as help")
struct HonestHelpTests {
  private static let sizes = [(80, 24)]

  @Test(arguments: [Scene.numbers, .numbersGradient, .numbersTiles, .numbersMemory])
  func withoutColorsAndWithoutHelpTheTargetHasNoNumbers(scene: Scene) throws {
    for (columns, rows) in Self.sizes {
      let stage = try scene.stage(columns: columns, rows: rows)
      let target = stage.challenge.target
      expect(stage.text, contains: Say.names(of: target)[0])
      for color in [target.color, target.to ?? target.color] {
        expect(!stage.text.contains(Say.hsb(color)) && !stage.text.contains(color.hex.uppercased()))
      }
      expect(!stage.text.contains("ΔE") && !stage.text.contains(" less"))
      expect(!stage.text.contains(" more  "))
    }
  }

  @Test func whereTheRoomHelpsTheScreenSaysSo() throws {
    var stage = try Scene.assist.stage(columns: 80, rows: 24)
    stage.model.setup.support = Stage(depth: .monochrome).model.setup.support
    expect(stage.text, contains: "◐ assisted")
    // Without the help there are hints again.
    stage.press(.character("a"))
    expect(!stage.text.contains("ΔE") && !stage.text.contains(" less"))
  }
}
