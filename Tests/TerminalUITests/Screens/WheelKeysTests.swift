// What keys and the mouse do on the wheel, where there is one, and how to get back.

import Chroma
import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Keys and mouse on the wheel")
struct WheelKeysTests {
  static func stage(_ scene: Scene = .wheel) throws -> Stage {
    try scene.stage(columns: 80, rows: 24)
  }

  // MARK: To the wheel and back

  @Test(arguments: [Scene.raceRGB, .raceCMYK, .arcade, .tiles, .numbers, .numbersMemory])
  func thereIsNoWheelForOtherSlidersAndWithoutColors(scene: Scene) throws {
    var stage = try Self.stage(scene)
    stage.type("m")
    expect(stage.area(.wheel) == nil && stage.done.isEmpty)
    let isByNumbers = stage.model.setup.isByNumbers
    expect(
      stage.model.keys.contains { $0.meaning.contains("needs 256 colors") }, equals: isByNumbers)
    expect(!stage.model.keys.contains { $0.key == .character("m") })
  }

  // MARK: Keys

  struct Stroke: Sendable, CustomTestStringConvertible {
    let key: Key
    let from: [Int]
    let to: [Int]

    var testDescription: String { "\(key) \(from) → \(to)" }
  }

  static let strokes = [
    Stroke(key: .character("]"), from: [200, 50, 50], to: [200, 50, 51]),
    Stroke(key: .character("["), from: [200, 50, 50], to: [200, 50, 49]),
    Stroke(key: .character("}"), from: [200, 50, 50], to: [200, 50, 60]),
    Stroke(key: .character("{"), from: [200, 50, 50], to: [200, 50, 40]),
    Stroke(key: .character("}"), from: [200, 50, 95], to: [200, 50, 100]),
    Stroke(key: .character("{"), from: [200, 50, 5], to: [200, 50, 0]),
    Stroke(key: .character("."), from: [200, 50, 50], to: [201, 50, 50]),
    Stroke(key: .character(","), from: [200, 50, 50], to: [199, 50, 50]),
    Stroke(key: .character("."), from: [359, 50, 50], to: [0, 50, 50]),
    Stroke(key: .character("="), from: [200, 50, 50], to: [200, 51, 50]),
    Stroke(key: .character("-"), from: [200, 50, 50], to: [200, 49, 50]),
    // In the middle there is no hue, and it is not forgotten.
    Stroke(key: .character("="), from: [200, 0, 50], to: [200, 1, 50]),
    // A pixel is 100 / 13.5 of saturation.
    Stroke(key: .right, from: [0, 50, 50], to: [0, 57, 50]),
    Stroke(key: .left, from: [0, 50, 50], to: [0, 43, 50]),
    Stroke(key: .up, from: [90, 50, 50], to: [90, 57, 50]),
    Stroke(key: .character("j"), from: [270, 50, 50], to: [270, 57, 50]),
    Stroke(key: .character("K"), from: [90, 50, 50], to: [90, 87, 50]),
  ]

  @Test(arguments: strokes)
  func aKeyMovesTheLoupeOrTheBrightness(stroke: Stroke) throws {
    var stage = try Self.stage()
    stage.act(.set(Guess(stroke.from)))
    stage.press(stroke.key)
    expect(stage.done, equals: [.act(.set(Guess(stroke.to)))])
    expect(stage.session.guess, equals: Guess(stroke.to))
  }

  // MARK: Mouse

  @Test func aPressPicksAndADragFollowsOutside() throws {
    var stage = try Self.stage()
    let area = try require(stage.area(.wheel))
    let middle = area.row + area.height / 2
    stage.mouse(.press(.left), area.column, middle)
    let picked = try require(stage.session.guess)
    expect((174...186).contains(picked.values[0]) && picked.values[1] == 100)
    stage.mouse(.drag(.left), area.column + area.width / 2, -3)
    let above = try require(stage.session.guess)
    expect((88...92).contains(above.values[0]) && above.values[1] == 100)
    stage.mouse(.drag(.left), 79, middle)
    expect((stage.session.guess?.values[1] ?? 0), equals: 100, "over YOURS it is still the rim")
    stage.mouse(.release(.left), 79, middle)
    let left = stage.session.guess
    stage.mouse(.drag(.left), area.column, middle)
    expect(stage.session.guess, equals: left, "nothing is held any more")
  }

  // MARK: Undo

  @Test(arguments: [Scene.wheel, .raceHSB])
  func uGoesBackToBeforeWhatWasDoneInOneGo(scene: Scene) throws {
    var stage = try Self.stage(scene)
    stage.look(after: UndoHistory.pauseMilliseconds)
    let first = try require(stage.session.guess)
    stage.press(.right, .right, .right)
    let second = try require(stage.session.guess)
    stage.look(after: UndoHistory.pauseMilliseconds)
    stage.press(.left)
    stage.type("u")
    expect(stage.done, equals: [.act(.set(second))])
    stage.type("u")
    expect(stage.done, equals: [.act(.set(first))])
  }
}

extension Stage {
  /// Where a control is.
  func area(_ control: Control) -> Area? { model.sheet(at: now).hits.area(of: control) }
}
