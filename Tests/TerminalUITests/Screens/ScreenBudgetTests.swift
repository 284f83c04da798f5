// What the screens cost on the wire: a race in every mode, and looking on.

import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("What screens cost")
struct ScreenBudgetTests {
  /// Races by sliders, whose tracks can be dragged.
  static let races = [
    Scene.raceHSB, .raceCMYK, .gradient, .assistGradient,
  ]
  /// What else has a clock.
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
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
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
}

extension Renderer {
  /// For a terminal with all colors, on which budgets are measured.
  static func forBudgets(synchronizes: Bool = true) -> Renderer {
    Renderer(
      for: TerminalTraits(
        depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: synchronizes))
  }
}

extension Stage {
  /// Where a slider's track is.
  func track(_ slider: Int) -> Area? { model.sheet(at: now).hits.area(of: .slider(slider)) }
}

extension Scene {
  /// Whether somebody has rung the bell.
  fileprivate var isUrgent: Bool {
    [.watchGradient, .watchArcade, .bell].contains(self)
  }
}
