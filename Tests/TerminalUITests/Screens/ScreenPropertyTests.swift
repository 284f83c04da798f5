// What holds for every screen, size and event: nothing traps, whatever is drawn has the size that
// was asked for, the sliders stay on their grid, and looking changes nothing.

import Game
import TestSupport
import Testing

@testable import TerminalUI

struct ScreenPropertyTests {
  @Test func aWindowOfAnySizeIsDrawnAndNeverMoreOfItThanADisplayHas() throws {
    for (columns, rows) in [(10_000, 10_000), (65_535, 1), (1, 65_535), (0, 0), (-1, .max)] {
      for scene in [Scene.home, .raceHSB, .wheel, .final] {
        let stage = try scene.stage(columns: columns, rows: rows)
        let canvas = stage.canvas
        expect(canvas.width, isAtMost: ScreenModel.columnsMax, "\(scene)")
        expect(canvas.height, isAtMost: ScreenModel.rowsMax, "\(scene)")
      }
    }
  }

  @Test(arguments: Scene.allCases)
  func everySizeIsDrawnWithinItselfAndTheCursorIsParked(scene: Scene) throws {
    var stage = try scene.stage(columns: 1, rows: 1)
    for (columns, rows) in [
      (0, 0), (59, 18), (60, 17), (60, 18), (79, 23), (120, 40), (250, 18),
    ] {
      stage.model.resize(columns: columns, rows: rows)
      let canvas = stage.canvas
      expect(canvas.width == max(1, columns) && canvas.height == max(1, rows))
      let isTooSmall = columns < ScreenModel.widthMin || rows < ScreenModel.heightMin
      let asksForRoom = canvas.picture.contains { $0.contains("needs 60×18") }
      expect(asksForRoom == isTooSmall || columns < 25)
      guard !isTooSmall else { continue }
      expect(canvas.cursor, differsFrom: nil, "\(columns)×\(rows)")
      if (columns, rows) == (60, 18) { expectWayBack(on: stage, scene) }
      let margin = (0..<rows).map { canvas[columns - 1, $0] }
      expect(margin.allSatisfy { $0.glyph == " " && !$0.isRest }, "\(columns)×\(rows)")
    }
  }

  /// The line of keys has the help and the way back, but for panels that cover it whole at the
  /// smallest size, which have keys of their own.
  private func expectWayBack(on stage: Stage, _ scene: Scene) {
    let covered: [Scene] = [
      .connecting, .joinCode, .newRoom, .settings, .refused, .audienceMany, .ownDays,
    ]
    if covered.contains(scene) { return }
    let line = stage.canvas.picture.last ?? ""
    expect(line, contains: "F1 help")
    expect(!stage.model.keys.contains { $0.key == .escape } || line.contains("Esc "))
  }

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

  @Test func theNumberOfAKeptMatchIsThereHoweverFewColumnsThereAre() throws {
    var stage = try Scene.finalKept.stage()
    for columns in stride(from: ScreenModel.widthMin, through: 120, by: 6) {
      stage.model.resize(columns: columns, rows: 24)
      expect(stage.text.contains("✓ Fair") && stage.text.contains("   Match #41"))
    }
  }

  @Test(arguments: Scene.allCases)
  func randomEventsDoNoHarm(scene: Scene) throws {
    var dice = SplitMix64(seed: UInt64(Scene.allCases.firstIndex(of: scene) ?? 0))
    var stage = try scene.stage()
    for _ in 0..<60 {
      stage.take(Self.event(&dice))
      if dice.roll(0..<8) == 0 {
        stage.model.resize(columns: dice.roll(1..<140), rows: dice.roll(1..<50))
      }
      if dice.roll(0..<20) == 0 { stage.look(after: dice.roll(0..<700)) }
      expect(stage.model.guess.isOnGrid(of: stage.model.race.mode.channels))
      if let next = stage.model.nextFrame(at: stage.now) { expect(next, isAbove: stage.now) }
      if dice.roll(0..<6) == 0 { _ = stage.canvas }
    }
  }

  static func event(_ dice: inout SplitMix64) -> InputEvent {
    let keys: [Key] = [
      .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .insert, .delete, .function(1), .function(5), .character(" "),
    ]
    let actions: [Mouse.Action] = [
      .press(.left), .drag(.left), .release(.left), .press(.right), .move, .wheelUp, .wheelDown,
    ]
    switch dice.roll(0..<10) {
    case 0..<4: return .key(dice.pick(keys), dice.pick([[], .shift, .control]))
    case 4..<7:
      let letter = Unicode.Scalar(UInt8(dice.roll(32..<127)))
      return .key(.character(letter), [])
    case 7: return .paste(dice.pick(["AZUR", "é😀 nothing", ""]))
    default:
      let point = Point(column: dice.roll(-3..<200), row: dice.roll(-3..<60))
      return .mouse(Mouse(dice.pick(actions), at: point))
    }
  }
}
