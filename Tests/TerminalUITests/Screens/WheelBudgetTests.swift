// What the wheel costs on the wire: the loupe wherever it goes, the bar that follows it in frames
// of its own, and the brightness.

import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("What the wheel costs")
struct WheelBudgetTests {
  static let scenes = [Scene.wheel, .wheelMemory, .wheelGradient, .wheelAssist]
  /// From one frame to the next, in milliseconds.
  private static let frame = 16

  /// A stage whose bar is painted, and what it takes to follow it.
  private func rested(_ scene: Scene, _ budget: FrameBudget) throws -> (Stage, Renderer) {
    var stage = try scene.stage(columns: budget.columns, rows: budget.rows)
    stage.look(after: RaceState.paintMilliseconds)
    var renderer = BudgetTests.renderer()
    let first = renderer.frame(stage.canvas).count
    #expect(first <= budget.firstWheelFrame, "first frame \(first)")
    #expect(first > budget.firstFrame, "a budget of its own would not be needed")
    return (stage, renderer)
  }

  @Test(arguments: scenes, FrameBudget.all)
  func aLoupeThatMovesRepaintsNoWheel(scene: Scene, budget: FrameBudget) throws {
    var (stage, renderer) = try rested(scene, budget)
    var longest = 0
    for (key, modifiers) in [
      (Key.left, Modifiers()), (.up, []), (.right, []), (.down, .shift), (.left, .shift),
      (.down, []),
    ] {
      stage.press(key, modifiers: modifiers)
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    #expect(longest <= budget.loupe, "longest \(longest)")
    #expect(longest > 300)
  }

  /// Near and far, across the rim and back, with and without pauses, let go and taken up again. A
  /// frame shows what has come since the one before; that of the bar comes at once, since by then
  /// nothing was drawn for longer than a frame takes.
  @Test(arguments: scenes, FrameBudget.all)
  func noLoupeFrameIsLongWhereverTheMouseGoes(scene: Scene, budget: FrameBudget) throws {
    var (stage, renderer) = try rested(scene, budget)
    var mouse = StrayMouse(on: try #require(stage.area(.wheel)))
    var (longest, longestBar) = (0, 0)
    for _ in 0..<300 {
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
        #expect(stage.model.guess == guess, "the loupe moved in the same frame")
        longestBar = max(longestBar, count)
      } else {
        longest = max(longest, count)
      }
    }
    #expect(longest <= budget.loupe, "longest \(longest)")
    #expect(longest > budget.loupe / 2, "nothing went far")
    let most = scene == .wheelGradient ? budget.barAndGradient : budget.bar
    #expect(longestBar <= most, "longest \(longestBar)")
    #expect(longestBar > 300, "the bar never followed")
  }

  @Test func theBarFollowsALoupeThatGoesOnByKeysEightTimesASecond() throws {
    var (stage, _) = try rested(.wheel, FrameBudget.all[0])
    var (paintings, painted) = (0, stage.model.race.painted)
    for frame in 1...60 {
      stage.look(after: Self.frame)
      // As fast as keys repeat.
      if frame % 2 == 0 { stage.press(.left) }
      if stage.model.race.painted != painted { paintings += 1 }
      painted = stage.model.race.painted
    }
    #expect((5...8).contains(paintings), "\(paintings) in 960 ms")
  }

  @Test func theBarFollowsAsSoonAsTheLoupeRests() throws {
    var (stage, _) = try rested(.wheel, FrameBudget.all[0])
    let area = try #require(stage.area(.wheel))
    stage.mouse(.press(.left), area.column + 5, area.row + 3)
    for step in 1...20 {
      stage.look(after: Self.frame)
      stage.mouse(.drag(.left), area.column + 5 + step % 9, area.row + 3 + step % 5)
    }
    #expect(stage.model.race.painted != stage.model.guess)
    stage.look(after: RaceState.loupeRestMilliseconds)
    #expect(stage.model.race.painted == stage.model.guess)
    stage.look(after: Self.frame)
    stage.mouse(.drag(.left), area.column + 12, area.row + 8)
    stage.mouse(.release(.left), area.column + 12, area.row + 8)
    let due = try #require(stage.model.nextFrame(at: stage.now))
    #expect(due - stage.now <= RaceState.loupeRestMilliseconds)
    stage.look(after: RaceState.loupeRestMilliseconds)
    #expect(stage.model.race.tracksDue(for: stage.model.guess) == nil)
  }

  /// A terminal that lags gets no frame for a while.
  @Test(arguments: scenes, FrameBudget.all)
  func aLateFrameShowsTheLoupeAndTheNextOneTheBar(scene: Scene, budget: FrameBudget) throws {
    let (stage, start) = try rested(scene, budget)
    let area = try #require(stage.area(.wheel))
    var (model, renderer) = (stage.model, start)
    for (action, right) in [(Mouse.Action.press(.left), 3), (.drag(.left), area.width / 2)] {
      let point = Point(column: area.column + right, row: area.row + 2 + right % 5)
      _ = model.take(.mouse(Mouse(action, at: point)), at: stage.now)
    }
    let late = stage.now + 2 * RaceState.paintMilliseconds
    let painted = model.race.painted
    let first = renderer.frame(model.frame(at: late)).count
    #expect(model.race.painted == painted && first <= budget.loupe + budget.tick, "\(first)")
    let next = try #require(model.nextFrame(at: late))
    #expect(next == late + 1)
    let second = renderer.frame(model.frame(at: next)).count
    #expect(model.race.painted == model.guess)
    let most = scene == .wheelGradient ? budget.barAndGradient : budget.bar
    #expect(second <= most && second > 300, "\(second)")
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
    #expect(longest <= most, "longest \(longest)")
    #expect(longest > 100)
    guard scene != .wheelGradient else { return }
    stage.look(after: RaceState.paintMilliseconds)
    #expect(
      renderer.frame(stage.canvas).count <= budget.tick, "the bar shows every brightness already")
  }

  @Test(arguments: scenes, FrameBudget.all)
  func aTickOfTheClockIsShort(scene: Scene, budget: FrameBudget) throws {
    var (stage, renderer) = try rested(scene, budget)
    for _ in 0..<10 {
      let next = try #require(stage.model.nextFrame(at: stage.now))
      stage.look(after: next - stage.now)
      let count = renderer.frame(stage.canvas).count
      #expect(count <= budget.tick, "\(count)")
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
      #expect(count <= FrameBudget.all[0].drag, "\(key) \(count)")
    }
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
