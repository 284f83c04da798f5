// What the screens cost on the wire: a race in every mode, looking on, and the wheel, whose loupe
// may go anywhere and whose bar follows in frames of its own.

import Game
import TestSupport
import Testing

@testable import ClientCore
@testable import TerminalUI

struct BudgetTests {
  static let races = [
    Scene.raceHSB, .raceCMYK, .gradient, .assistGradient,
  ]
  static let others = [
    Scene.tiles, .watchGradient, .watchArcade, .bell, .locked,
  ]

  @Test(arguments: races + others, FrameBudget.all)
  func aTickOfTheClockIsShort(scene: Scene, budget: FrameBudget) throws {
    var stage = try scene.stage(columns: budget.columns, rows: budget.rows)
    var renderer = Renderer.forBudgets()
    let first = renderer.frame(stage.canvas).count
    expect(first, isAtMost: budget.firstFrame, "first frame \(first)")
    // By then nothing is left that goes away by itself, such as the bell.
    stage.look(after: 700)
    _ = renderer.frame(stage.canvas)
    let closes = try require(stage.session.room?.match?.round?.closes)
    var longest = 0
    var ticks = 0
    var seconds = 0
    while stage.now + 100 < closes, ticks < 14 {
      let next = try require(stage.model.nextFrame(at: stage.now))
      expect(next > stage.now && next - stage.now <= 100)
      stage.look(after: next - stage.now)
      let count = renderer.frame(stage.canvas).count
      let left = closes - stage.now
      if scene.isUrgent, count > budget.tick, left % 1_000 > 800 {
        expect(count, isAtMost: budget.bell, "\(count)")
        seconds += 1
      } else {
        longest = max(longest, count)
      }
      ticks += 1
    }
    expect(ticks >= 10 && seconds <= Rules.graceMilliseconds / 1_000)
    expect(longest, isAtMost: budget.tick, "longest tick \(longest)")
    expect(longest, isAbove: 20)
  }

  @Test(arguments: races, FrameBudget.all)
  func aDragRepaintsNoTracks(scene: Scene, budget: FrameBudget) throws {
    var stage = try scene.stage(columns: budget.columns, rows: budget.rows)
    var renderer = Renderer.forBudgets()
    let track = try require(stage.track(1))
    stage.look(after: RaceState.paintMilliseconds)
    stage.mouse(.press(.left), track.column + 20, track.row)
    stage.look(after: RaceState.paintMilliseconds)
    _ = renderer.frame(stage.canvas)
    var longest = 0
    // Seven frames of 16 ms, until the tracks follow.
    for column in [21, 22, 24, 28, 27, 23, 22] {
      stage.look(after: 16)
      stage.mouse(.drag(.left), track.column + column, track.row)
      longest = max(longest, renderer.frame(stage.canvas).count)
    }
    expect(longest, isAtMost: budget.drag, "longest drag \(longest)")
    expect(longest, isAbove: 200)
    let due = try require(stage.model.nextFrame(at: stage.now))
    expect(due - stage.now, isAtMost: RaceState.paintMilliseconds)
    stage.mouse(.release(.left), track.column + 22, track.row)
    expect(renderer.frame(stage.canvas).count, isAbove: longest, "the tracks follow on release")
    expect(stage.model.race.tracksDue(for: stage.model.guess), equals: nil)
  }

  /// Between matches nothing is so urgent; still no panel or page takes a second on a slow line.
  @Test(arguments: [Scene.settings, .bots, .newRoom, .hosting, .joinCode, .homePlayed])
  func panelsAndPagesAreAtMostTheFirstFrameOfARace(scene: Scene) throws {
    for budget in FrameBudget.all {
      var renderer = Renderer.forBudgets()
      let stage = try scene.stage(columns: budget.columns, rows: budget.rows)
      expect(renderer.frame(stage.canvas).count, isAtMost: budget.firstFrame)
    }
  }

  @Test func tracksFollowADragThatGoesOnEightTimesASecond() throws {
    var stage = try Scene.raceHSB.stage()
    let track = try require(stage.track(1))
    stage.mouse(.press(.left), track.column, track.row)
    var paintings = 0
    var painted = stage.model.race.painted
    for frame in 1...60 {
      stage.look(after: 16)
      stage.mouse(.drag(.left), track.column + frame, track.row)
      if stage.model.race.painted != painted { paintings += 1 }
      painted = stage.model.race.painted
    }
    expect((6...8), contains: paintings, "\(paintings) in 960 ms")
  }

  static let scenes = [Scene.wheel, .wheelGradient, .wheelAssist]
  private static let frame = 16

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
    var (model, session, renderer) = (stage.model, stage.session, start)
    for (action, right) in [(Mouse.Action.press(.left), 3), (.drag(.left), area.width / 2)] {
      let point = Point(column: area.column + right, row: area.row + 2 + right % 5)
      _ = model.take(.mouse(Mouse(action, at: point)), &session, at: stage.now)
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

extension Renderer {
  static func forBudgets() -> Renderer {
    Renderer(
      for: TerminalTraits(
        depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: true))
  }
}

extension Scene {
  fileprivate var isUrgent: Bool {
    [.watchGradient, .watchArcade, .bell].contains(self)
  }
}

private struct StrayMouse {
  private(set) var point = Point(column: 0, row: 0)
  private let area: Area
  private var isHeld = false
  private var dice = SplitMix64(seed: 5)

  init(on area: Area) { self.area = area }

  mutating func wait(upTo most: Int) -> Int { dice.roll(0..<most + 1) }

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
