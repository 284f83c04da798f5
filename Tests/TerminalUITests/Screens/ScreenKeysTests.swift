// What keys and the mouse do, screen by screen.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Keys and mouse")
struct ScreenKeysTests {
  static func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  // MARK: Sliders

  struct Stroke: Sendable, CustomTestStringConvertible {
    let key: Key
    var modifiers: Modifiers = []
    /// Where the active slider stands before, and after.
    let from: Int
    let to: Int
    /// Which channel, in HSB.
    var channel = 1

    var testDescription: String { "\(key) \(from) → \(to)" }
  }

  static let strokes = [
    Stroke(key: .right, from: 50, to: 51),
    Stroke(key: .left, from: 50, to: 49),
    Stroke(key: .character("l"), from: 50, to: 51),
    Stroke(key: .character("h"), from: 50, to: 49),
    Stroke(key: .right, modifiers: .shift, from: 50, to: 60),
    Stroke(key: .left, modifiers: .shift, from: 50, to: 40),
    Stroke(key: .character("L"), from: 50, to: 60),
    Stroke(key: .character("H"), from: 50, to: 40),
    Stroke(key: .character("L"), from: 95, to: 100),
    Stroke(key: .character("H"), from: 5, to: 0),
    Stroke(key: .home, from: 50, to: 0),
    Stroke(key: .end, from: 50, to: 100),
    // The ends of the hue meet.
    Stroke(key: .left, from: 0, to: 359, channel: 0),
    Stroke(key: .right, modifiers: .shift, from: 355, to: 5, channel: 0),
    Stroke(key: .end, from: 10, to: 359, channel: 0),
  ]

  @Test(arguments: strokes)
  func aKeyMovesTheActiveSlider(stroke: Stroke) throws {
    var stage = try Self.stage(.raceHSB)
    var guess = Guess([200, 50, 50])
    guess.values[stroke.channel] = stroke.from
    stage.act(.set(guess))
    for _ in 0..<stroke.channel { stage.press(.down) }
    stage.press(stroke.key, modifiers: stroke.modifiers)
    guess.values[stroke.channel] = stroke.to
    expect(stage.done, equals: [.act(.set(guess))])
    expect(stage.session.guess, equals: guess)
  }

  @Test func arrowsAndTabGoAroundTheSliders() throws {
    var stage = try Self.stage(.raceCMYK)
    var seen: [Int] = []
    for key in [Key.down, .character("j"), .tab, .tab, .up, .character("k")] {
      stage.press(key)
      seen.append(stage.model.race.active)
    }
    expect(seen, equals: [1, 2, 3, 0, 3, 2])
    stage.press(.tab, modifiers: .shift)
    expect(stage.model.race.active, equals: 1)
  }

  @Test func digitsAndEnterSetAnExactValue() throws {
    var stage = try Self.stage(.raceHSB)
    stage.type("123")
    expect(stage.text, contains: "123…")
    stage.press(.backspace, .enter)
    expect(stage.session.guess?.values[0], equals: 12)
    for (digits, hue) in [("359", 359), ("360", 0), ("361", 1), ("720", 0), ("999", 279)] {
      stage.type(digits)
      stage.press(.enter)
      expect(stage.session.guess?.values[0], equals: hue, "\(digits): hue goes around")
    }
    stage.press(.down)
    stage.type("999")
    stage.press(.enter)
    expect(stage.session.guess?.values[1], equals: 100, "saturation stops")
    stage.press(.up)
    stage.type("5")
    stage.press(.escape)
    expect(!stage.model.asksToLeave && stage.model.race.typed.isEmpty)
    stage.press(.escape)
    expect(stage.model.asksToLeave)
  }

  @Test func aLockIsOnItsWayBeforeTheSessionIsSeenAgain() throws {
    let stage = try Self.stage(.raceHSB)
    var model = stage.model
    expect(model.take(.key(.enter, []), at: stage.now), equals: [.act(.lock(model.guess))])
    expect(isEmpty: model.take(.key(.enter, []), at: stage.now), "one lock, not two")
    expect(isEmpty: model.take(.key(.right, []), at: stage.now))
  }

  @Test(arguments: [Key.enter, .character(" ")])
  func enterAndSpaceLock(key: Key) throws {
    var stage = try Self.stage(.raceHSB)
    let guess = try require(stage.session.guess)
    stage.press(key)
    expect(stage.done, equals: [.act(.lock(guess))])
    stage.press(.right, key)
    expect(isEmpty: stage.done, "a lock that is on its way is not moved")
  }

  @Test func aFrozenLockIsNotSent() throws {
    var stage = try Self.stage(.missed)
    expect(stage.text, contains: "frozen for 1.0 s")
    stage.press(.enter)
    expect(isEmpty: stage.done)
    stage.look(after: 1_100)
    stage.press(.enter)
    expect(stage.done.count, equals: 1)
  }

  @Test func nothingMovesBeforeTheRoundOpensAndTheTargetIsHidden() throws {
    var stage = try Self.stage(.results)
    stage.announce()
    let target = stage.challenge.target.color
    func showsTarget(_ stage: Stage) -> Bool {
      stage.canvas.cells.contains { $0.background == target || $0.foreground == target }
    }
    stage.look(after: stage.millisecondsToOpen - 1)
    expect(!showsTarget(stage))
    stage.press(.right, .enter)
    expect(isEmpty: stage.done)
    stage.look(after: 1)
    expect(showsTarget(stage))
    stage.press(.right)
    expect(stage.done.count, equals: 1)
  }

  // MARK: Mouse

  @Test(arguments: [
    (Scene.raceHSB, 0, 359), (.raceHSB, 1, 100), (.raceRGB, 2, 255), (.raceCMYK, 3, 100),
  ])
  func aPressOnATrackSetsTheValueUnderIt(scene: Scene, slider: Int, last: Int) throws {
    var stage = try Self.stage(scene)
    let track = try require(stage.track(slider))
    stage.mouse(.press(.left), track.column, track.row)
    expect(stage.session.guess?.values[slider], equals: 0)
    stage.mouse(.drag(.left), track.column + (track.width - 1) / 2, track.row - 3)
    expect(stage.session.guess?.values[slider], equals: last / 2 + (last % 2 == 0 ? 0 : 1))
    stage.mouse(.drag(.left), 10_000, 0)
    expect(stage.session.guess?.values[slider], equals: last)
    stage.mouse(.release(.left), 0, 0)
    stage.mouse(.drag(.left), track.column, track.row)
    expect(stage.session.guess?.values[slider], equals: last, "it was let go")
    expect(stage.model.race.active, equals: slider)
  }

  @Test func keyHintsCanBePressed() throws {
    var stage = try Self.stage(.room)
    stage.mouse(.press(.left), 3, 23)
    expect(stage.done, equals: [.act(.ready(true))])
  }
}
