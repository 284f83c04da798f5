// What the wheel costs on the wire: the loupe wherever it goes, the bar that follows it in frames
// of its own, and the brightness.

import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("What the wheel costs")
struct WheelBudgetTests {
  static let scenes = [Scene.wheel, .wheelGradient, .wheelAssist]
  /// From one frame to the next, in milliseconds.
  private static let frame = 16

  /// A stage whose bar is painted, and what it takes to follow it.
  private func rested(_ scene: Scene, _ budget: FrameBudget) throws -> (Stage, Renderer) {
    var stage = try scene.stage(columns: budget.columns, rows: budget.rows)
    stage.look(after: RaceState.paintMilliseconds)
    var renderer = Renderer.forBudgets()
    let first = renderer.frame(stage.canvas).count
    expect(first, isAtMost: budget.firstWheelFrame, "first frame \(first)")
    expect(first, isAbove: budget.firstFrame, "a budget of its own would not be needed")
    return (stage, renderer)
  }

  /// Near and far, across the rim and back, with and without pauses, let go and taken up again. A
  /// frame shows what has come since the one before; that of the bar comes at once, since by then
  /// nothing was drawn for longer than a frame takes.
  @Test(arguments: scenes, FrameBudget.all)
  func noLoupeFrameIsLongWhereverTheMouseGoes(scene: Scene, budget: FrameBudget) throws {
    var (stage, renderer) = try rested(scene, budget)
    var mouse = StrayMouse(on: try require(stage.area(.wheel)))
    var (longest, longestBar) = (0, 0)
    for _ in 0..<120 {
      var painted = stage.model.race.painted
      let wait = mouse.wait(upTo: Self.frame)
      stage.look(after: wait)
      if stage.model.race.painted != painted {
        longestBar = max(longestBar, renderer.frame(stage.canvas).count)
        painted = stage.model.race.painted
      }
      let guess = stage.model.guess
      if let action = mouse.next() { stage.mouse(action, mouse.point.column, mouse.point.row) }
      stage.look(after: Self.frame - wait)
      let count = renderer.frame(stage.canvas).count
      if stage.model.race.painted != painted {
        expect(stage.model.guess, equals: guess, "the loupe moved in the same frame")
        longestBar = max(longestBar, count)
      } else {
        longest = max(longest, count)
      }
    }
    expect(longest, isAtMost: budget.loupe, "longest \(longest)")
    expect(longest, isAbove: budget.loupe / 2, "nothing went far")
    let most = scene == .wheelGradient ? budget.barAndGradient : budget.bar
    expect(longestBar, isAtMost: most, "longest \(longestBar)")
    expect(longestBar, isAbove: 300, "the bar never followed")
  }

  /// A terminal that lags gets no frame for a while.
  @Test(arguments: scenes, FrameBudget.all)
  func aLateFrameShowsTheLoupeAndTheNextOneTheBar(scene: Scene, budget: FrameBudget) throws {
    let (stage, start) = try rested(scene, budget)
    let area = try require(stage.area(.wheel))
    var (model, renderer) = (stage.model, start)
    for (action, right) in [(Mouse.Action.press(.left), 3), (.drag(.left), area.width / 2)] {
      let point = Point(column: area.column + right, row: area.row + 2 + right % 5)
      _ = model.take(.mouse(Mouse(action, at: point)), at: stage.now)
    }
    let late = stage.now + 2 * RaceState.paintMilliseconds
    let painted = model.race.painted
    let first = renderer.frame(model.frame(at: late)).count
    expect(model.race.painted == painted && first <= budget.loupe + budget.tick, "\(first)")
    let next = try require(model.nextFrame(at: late))
    expect(next, equals: late + 1)
    let second = renderer.frame(model.frame(at: next)).count
    expect(model.race.painted, equals: model.guess)
    let most = scene == .wheelGradient ? budget.barAndGradient : budget.bar
    expect(second <= most && second > 300, "\(second)")
  }

  @Test(arguments: scenes, FrameBudget.all)
  func brightnessRepaintsNeitherWheelNorBar(scene: Scene, budget: FrameBudget) throws {
    var (stage, renderer) = try rested(scene, budget)
    var longest = 0
    for key in "[[{]]][".unicodeScalars {
      stage.press(.character(key))
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    // Names, hints and how near one is change with every step.
    let most = scene == .wheelAssist ? budget.drag : budget.brightness
    expect(longest, isAtMost: most, "longest \(longest)")
    expect(longest, isAbove: 100)
    guard scene != .wheelGradient else { return }
    stage.look(after: RaceState.paintMilliseconds)
    expect(
      renderer.frame(stage.canvas).count, isAtMost: budget.tick,
      "the bar shows every brightness already")
  }
}

/// A mouse on a wheel in somebody's hand who has no plan.
private struct StrayMouse {
  private(set) var point = Point(column: 0, row: 0)
  private let area: Area
  private var isHeld = false
  private var dice = SplitMix64(seed: 5)

  init(on area: Area) { self.area = area }

  mutating func wait(upTo most: Int) -> Int { dice.roll(0..<most + 1) }

  /// What it does next, at `point`; nil for nothing.
  mutating func next() -> Mouse.Action? {
    if dice.roll(0..<4) == 0 { return nil }
    let isFar = !isHeld || dice.roll(0..<4) == 0
    point =
      isFar
      ? Point(
        column: dice.roll(area.column - 4..<area.endColumn + 4 + 1),
        row: dice.roll(area.row - 2..<area.endRow + 2 + 1))
      : Point(
        column: point.column + dice.roll(-2..<3), row: point.row + dice.roll(-1..<2))
    guard isHeld else {
      isHeld = area.contains(point)
      return isHeld ? .press(.left) : nil
    }
    isHeld = dice.roll(0..<12) > 0
    return isHeld ? .drag(.left) : .release(.left)
  }
}
