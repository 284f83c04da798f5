// Two colors become one: the line between them goes in 600 ms, in frames as short as those of a
// drag, and leaves every color as it was; calm players and those without colors read the headline
// alone. Nothing moves before the lock.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct VanishTests {
  enum Where: CaseIterable, Sendable {
    case practice, lock, lockOnWheel, lockOfGradient, result, resultOfGradient, mosaic
  }

  /// Looks at two colors that have become one just now.
  private func stage(
    _ place: Where, columns: Int = 80, rows: Int = 24, _ prepare: (inout Stage) -> Void = { _ in }
  ) throws -> Stage {
    switch place {
    case .practice:
      var stage = Stage(columns: columns, rows: rows)
      prepare(&stage)
      stage.connect()
      stage.hear(.end(of: "LIST", count: 0))
      stage.press(.right)
      stage.look(after: 6_200)
      let target = stage.model.practice.target
      for (index, light) in [target.red, target.green, target.blue].enumerated() {
        let track = try require(stage.area(.slider(index)))
        let share = Double(light) / 255
        stage.mouse(.press(.left), track.column(at: share), track.row)
        stage.mouse(.release(.left), track.column(at: share), track.row)
        while let way = stage.way(to: light, index) { stage.press(way) }
      }
      return stage
    case .lock, .lockOnWheel, .lockOfGradient:
      var stage = Stage(.join(try require(RoomCode("AZUR")), password: nil), columns: columns)
      stage.model.resize(columns: columns, rows: rows)
      prepare(&stage)
      try stage.enterRoom(Stage.rules(place == .lockOfGradient ? .gradient : .hsb))
      try stage.playRounds(1)
      stage.openRound(for: 6_200)
      if place == .lockOnWheel { stage.type("m") }
      stage.play(.set(stage.guess(off: 0)), by: Stage.me)
      stage.look(after: 700)
      expect(stage.model.vanished, equals: nil, "nothing moves that is judged")
      stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.me)
      return stage
    case .result, .resultOfGradient, .mosaic:
      var stage = Stage(.join(try require(RoomCode("AZUR")), password: nil), columns: columns)
      stage.model.resize(columns: columns, rows: rows)
      prepare(&stage)
      try stage.enterRoom(Stage.rules(place == .resultOfGradient ? .gradient : .hsb))
      try stage.playRounds(place == .mosaic ? 4 : 1)
      stage.openRound(for: 6_200)
      stage.play(.set(stage.guess(off: 0)), by: Stage.me)
      stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.me)
      stage.look(after: 700)
      while stage.match?.round != nil, let due = stage.match?.deadline {
        stage.play(for: max(0, due - stage.now))
      }
      return stage
    }
  }

  @Test("the line goes in short frames and leaves nothing", arguments: Where.allCases)
  func goes(place: Where) throws {
    for budget in FrameBudget.all {
      var stage = try stage(place, columns: budget.columns, rows: budget.rows)
      expect(stage.model.vanished != nil)
      var renderer = Renderer.forBudgets()
      _ = renderer.frame(stage.canvas)
      let end = stage.now + Vanish.milliseconds
      var (frames, longest) = (0, 0)
      // What else changes has a budget of its own: a lock stands out, the stepper comes to rest.
      var still = stage
      still.look(after: 5_000)
      while let next = stage.model.nextFrame(at: stage.now), next <= end {
        let painted = stage.model.practice.hand.painted
        stage.look(after: next - stage.now)
        let count = renderer.frame(stage.canvas).count
        // The tracks of the pair follow in a frame that is paid for already.
        if painted == stage.model.practice.hand.painted { longest = max(longest, count) }
        frames += 1
      }
      expect(frames, isAbove: 10)
      expect(longest, isAbove: 60, "\(budget): nothing was seen to go")
      expect(longest, isAtMost: budget.drag, "\(budget): longest \(longest)")
      stage.look(after: 5_000)
      expect(stage.canvas.cells == still.canvas.cells, "something is left")
    }
  }

  @Test("a calm player reads the headline, and nothing moves", arguments: [Where.practice, .lock])
  func calm(place: Where) throws {
    let stage = try stage(place) { $0.model.setup.isCalm = true }
    expect(stage.model.vanished != nil)
    expect(stage.text.contains("Gone. 0.0 apart in 6."), "\(stage.text)")
    let next = stage.model.nextFrame(at: stage.now)
    expect(next.map { $0 - stage.now >= 100 } ?? true, "\(next.map { $0 - stage.now } ?? 0)")
  }

  @Test("the headline is on each screen, in German too", arguments: Where.allCases)
  func headline(place: Where) throws {
    guard place != .mosaic else { return }
    expect(try stage(place).text.contains("Gone. 0.0 apart in "))
    let german = try Words.$ownTable.withValue(Language.german.table) { try stage(place).text }
    expect(german.contains("Weg. 0,0 entfernt nach "), "\(german)")
  }

  @Test func theColorsAreOneAgainOnlyAfterTheyWereTwo() {
    var vanish = Vanish()
    let start = Stage.start
    vanish.follow(.practice(pair: 0), isStill: false, at: start)
    vanish.follow(.practice(pair: 0), isStill: false, at: start + 300)
    expect(vanish.progress(at: start + 300), equals: 0.5)
    expect(vanish.nextFrame(after: start + 590), equals: start + 600)
    expect(vanish.progress(at: start + 600) == nil && vanish.nextFrame(after: start + 600) == nil)
    vanish.follow(nil, isStill: false, at: start + 700)
    vanish.follow(.practice(pair: 0), isStill: false, at: start + 800)
    expect(vanish.progress(at: start + 800), equals: 0)
  }

  @Test func theNextPairIsOfferedWhileTheLineIsGone() throws {
    var stage = Stage()
    stage.connect()
    stage.hear(.end(of: "LIST", count: 0))
    expect(!stage.text.contains("next pair"))
    stage = try self.stage(.practice)
    expect(stage.text, contains: "next pair")
    stage.press(.enter)
    expect(!stage.text.contains("next pair"))
  }

  @Test func aRightTileIsNoLineThatGoes() throws {
    var stage = try Scene.tiles.stage()
    stage.play(.lock(stage.challenge.answer, claim: nil), by: Stage.me)
    expect(stage.model.vanished, equals: nil)
  }
}

extension Stage {
  /// The key that brings a slider of the pair nearer to a value; nil once it is there.
  fileprivate func way(to light: UInt8, _ slider: Int) -> Key? {
    let value = model.practice.guess.values[slider]
    return value == Int(light) ? nil : value < Int(light) ? .right : .left
  }
}
