// What the wheel costs on the wire: the design's budgets for moving the loupe and the brightness,
// on a terminal with all colors and synchronized frames.

import Game
import Testing

@testable import TerminalUI

@Suite("What the wheel costs")
struct WheelBudgetTests {
  struct Size: Sendable {
    let columns: Int
    let rows: Int
    let firstFrameBytesMax: Int
    let loupeBytesMax: Int
    let helpedBytesMax: Int
    let brightnessBytesMax = 500
  }

  static let sizes = [
    Size(
      columns: 80, rows: 24, firstFrameBytesMax: 18_000, loupeBytesMax: 2_000,
      helpedBytesMax: 700),
    Size(
      columns: 120, rows: 40, firstFrameBytesMax: 48_000, loupeBytesMax: 3_000,
      helpedBytesMax: 900),
  ]
  static let scenes = [Scene.wheel, .wheelMemory, .wheelGradient, .wheelAssist]

  /// A stage whose bar is painted, and what it takes to follow it.
  private func rested(_ scene: Scene, _ size: Size) throws -> (Stage, Renderer) {
    var stage = try scene.stage(columns: size.columns, rows: size.rows)
    stage.look(after: RaceState.paintMilliseconds)
    var renderer = BudgetTests.renderer()
    let first = renderer.frame(stage.canvas).count
    #expect(first <= size.firstFrameBytesMax, "first frame \(first)")
    return (stage, renderer)
  }

  @Test(arguments: scenes, sizes)
  func aLoupeThatMovesRepaintsNoWheel(scene: Scene, size: Size) throws {
    var (stage, renderer) = try rested(scene, size)
    var longest = 0
    for (key, modifiers) in [
      (Key.left, Modifiers()), (.up, []), (.right, []), (.down, .shift), (.left, .shift),
      (.down, []),
    ] {
      stage.press(key, modifiers: modifiers)
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    #expect(longest <= size.loupeBytesMax, "longest \(longest)")
    #expect(longest > 300)
  }

  @Test(arguments: scenes, sizes)
  func aDragAcrossTheWheelRepaintsNoWheel(scene: Scene, size: Size) throws {
    var (stage, renderer) = try rested(scene, size)
    let area = try #require(stage.area(.wheel))
    stage.mouse(.press(.left), area.column + 5, area.row + 3)
    _ = renderer.frame(stage.canvas)
    stage.look(after: RaceState.paintMilliseconds)
    _ = renderer.frame(stage.canvas)
    var longest = 0
    for step in 1...7 {
      stage.look(after: 16)
      stage.mouse(.drag(.left), area.column + 5 + step, area.row + 3 + step / 2)
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    #expect(longest <= size.loupeBytesMax, "longest \(longest)")
    #expect(longest > 300)
  }

  @Test(arguments: scenes, sizes)
  func brightnessRepaintsNeitherWheelNorBar(scene: Scene, size: Size) throws {
    var (stage, renderer) = try rested(scene, size)
    var longest = 0
    for key in "[[{]]][".unicodeScalars {
      stage.press(.character(key))
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    // Names, hints and how near one is change with every step.
    let most = scene == .wheelAssist ? size.helpedBytesMax : size.brightnessBytesMax
    #expect(longest <= most, "longest \(longest)")
    #expect(longest > 100)
    guard scene != .wheelGradient else { return }
    stage.look(after: RaceState.paintMilliseconds)
    #expect(renderer.frame(stage.canvas).count <= 120, "the bar shows every brightness already")
  }

  @Test(arguments: scenes, sizes)
  func aTickOfTheClockIsAtMost120Bytes(scene: Scene, size: Size) throws {
    var (stage, renderer) = try rested(scene, size)
    for _ in 0..<10 {
      let next = try #require(stage.model.nextFrame(at: stage.now))
      stage.look(after: next - stage.now)
      let count = renderer.frame(stage.canvas).count
      #expect(count <= 120, "\(count)")
    }
  }

  @Test(arguments: [Scene.namedColors, .namedColorsOnWheel])
  func choosingAColorByNameIsAtMostADrag(scene: Scene) throws {
    var stage = try scene.stage(columns: 80, rows: 24)
    var renderer = BudgetTests.renderer()
    _ = renderer.frame(stage.canvas)
    for key in [Key.right, .down, .left, .up, .end, .home] {
      stage.press(key)
      let count = renderer.frame(stage.canvas).count
      #expect(count <= 700, "\(key) \(count)")
    }
  }
}
