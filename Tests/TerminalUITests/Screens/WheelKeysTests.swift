// What keys and the mouse do on the wheel, where there is one, and how to get back.

import Chroma
import Game
import Testing

@testable import TerminalUI

@Suite("Keys and mouse on the wheel")
struct WheelKeysTests {
  static func stage(_ scene: Scene = .wheel) throws -> Stage {
    try scene.stage(columns: 80, rows: 24)
  }

  // MARK: To the wheel and back

  @Test func mGoesToTheWheelWhichStaysAndBack() throws {
    var stage = try Self.stage()
    #expect(stage.area(.wheel) != nil && stage.track(0) == nil)
    stage.finishRound()
    stage.openRound()
    #expect(stage.area(.wheel) != nil, "the next round too")
    let guess = stage.session.guess
    stage.type("m")
    #expect(stage.area(.wheel) == nil && stage.track(0) != nil)
    #expect(stage.session.guess == guess && stage.done.isEmpty)
  }

  @Test(arguments: [Scene.raceRGB, .raceCMYK, .arcade, .tiles, .numbers, .numbersMemory])
  func thereIsNoWheelForOtherSlidersAndWithoutColors(scene: Scene) throws {
    var stage = try Self.stage(scene)
    stage.type("m")
    #expect(stage.area(.wheel) == nil && stage.done.isEmpty)
    let isByNumbers = stage.model.setup.isByNumbers
    #expect(stage.model.keys.contains { $0.meaning.contains("needs 256 colors") } == isByNumbers)
    #expect(!stage.model.keys.contains { $0.key == .character("m") })
  }

  @Test(arguments: [Scene.raceHSB, .memoryHidden, .daily, .gradient, .palette256])
  func everyModeOfHueSaturationAndBrightnessHasAWheel(scene: Scene) throws {
    var stage = try Self.stage(scene)
    #expect(stage.model.keys.contains { $0.key == .character("m") })
    stage.type("m")
    #expect(stage.area(.wheel) != nil)
    stage.press(.right)
    #expect(!stage.done.isEmpty)
  }

  @Test func theTargetStaysHiddenInMemory() throws {
    let stage = try Self.stage(.wheelMemory)
    #expect(stage.text.contains("hidden"))
    let target = stage.challenge.target.color
    #expect(!stage.canvas.cells.contains { $0.background == target || $0.foreground == target })
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
    #expect(stage.done == [.act(.set(Guess(stroke.to)))])
    #expect(stage.session.guess == Guess(stroke.to))
  }

  /// Pairs that undo each other.
  static let pairs: [(Key, Key, Modifiers)] = [
    (.left, .right, []), (.up, .down, []), (.left, .right, .shift), (.up, .down, .shift),
    (.character("["), .character("]"), []), (.character("{"), .character("}"), []),
    (.character(","), .character("."), []), (.character("-"), .character("="), []),
    (.character("h"), .character("l"), []), (.character("J"), .character("K"), []),
  ]

  @Test func everyKeyHasItsOpposite() throws {
    var stage = try Self.stage()
    for guess in [[200, 25, 50], [17, 1, 50], [90, 0, 80], [359, 24, 30], [181, 25, 90]] {
      stage.act(.set(Guess(guess)))
      for (there, back, modifiers) in Self.pairs {
        for keys in [[there, there, back, back], [back, there, there, back]] {
          for key in keys { stage.press(key, modifiers: modifiers) }
          let isAtEnd = modifiers.isEmpty && guess[1] <= 1 && there == .character("-")
          #expect(stage.session.guess == Guess(guess) || isAtEnd, "\(there) from \(guess)")
          stage.act(.set(Guess(guess)))
        }
      }
    }
  }

  @Test func lockAssistAndTheOtherEndAreTheSameKeysAsWithSliders() throws {
    var stage = try Self.stage(.wheelGradient)
    stage.act(.set(Guess([0, 50, 30, 40, 50, 60])))
    stage.press(.tab, .character("]"))
    #expect(stage.session.guess == Guess([0, 50, 30, 40, 50, 61]))
    stage.press(.tab, .right)
    #expect(stage.session.guess == Guess([0, 57, 30, 40, 50, 61]))
    stage.press(.character("x"))
    #expect(stage.session.guess == Guess([40, 50, 61, 0, 57, 30]))
    stage.press(.enter)
    #expect(stage.done == [.act(.lock(Guess([40, 50, 61, 0, 57, 30])))])
    var assisted = try Self.stage(.wheelAssist)
    #expect(assisted.text.contains("◐ assist "))
    assisted.type("a")
    #expect(!assisted.text.contains("◐ assist "))
  }

  @Test func theCursorRestsOnTheLoupe() throws {
    var stage = try Self.stage()
    let area = try #require(stage.area(.wheel))
    for (hue, column, row) in [(0, 27, 7), (90, 14, 0), (180, 0, 7), (270, 14, 13)] {
      stage.act(.set(Guess([hue, 100, 40])))
      let point = try #require(stage.canvas.cursor?.point)
      #expect(point == Point(column: area.column + column, row: area.row + row), "\(hue)°")
    }
  }

  // MARK: Mouse

  @Test func aPressPicksAndADragFollowsOutside() throws {
    var stage = try Self.stage()
    let area = try #require(stage.area(.wheel))
    let middle = area.row + area.height / 2
    stage.mouse(.press(.left), area.column, middle)
    let picked = try #require(stage.session.guess)
    #expect((174...186).contains(picked.values[0]) && picked.values[1] == 100)
    stage.mouse(.drag(.left), area.column + area.width / 2, -3)
    let above = try #require(stage.session.guess)
    #expect((88...92).contains(above.values[0]) && above.values[1] == 100)
    stage.mouse(.drag(.left), 79, middle)
    #expect((stage.session.guess?.values[1] ?? 0) == 100, "over YOURS it is still the rim")
    stage.mouse(.release(.left), 79, middle)
    let left = stage.session.guess
    stage.mouse(.drag(.left), area.column, middle)
    #expect(stage.session.guess == left, "nothing is held any more")
  }

  @Test func theBarIsDraggedAndTheMousesWheelTurnsIt() throws {
    var stage = try Self.stage()
    let bar = try #require(stage.area(.brightness))
    for (row, value) in [(0, 100), (bar.height - 1, 0), (40, 0), (-9, 100)] {
      stage.mouse(row == 0 ? .press(.left) : .drag(.left), bar.column + 2, bar.row + row)
      #expect(stage.session.guess?.values[2] == value)
    }
    stage.mouse(.release(.left), 0, 0)
    let wheel = try #require(stage.area(.wheel))
    stage.mouse(.wheelDown, wheel.column + 9, wheel.row + 5)
    stage.mouse(.wheelDown, bar.column + 2, bar.row + 5)
    #expect(stage.session.guess?.values[2] == 98)
    stage.mouse(.wheelUp, wheel.column + 9, wheel.row + 5)
    #expect(stage.session.guess?.values[2] == 99)
  }

  @Test func whereThereIsRoomTheLoupeIsLargerWhileItIsHeld() throws {
    var stage = try Scene.wheel.stage(columns: 120, rows: 40)
    func edges(_ stage: Stage) -> Int {
      stage.canvas.cells
        .reduce(0) { count, cell in
          count + [cell.foreground, cell.background].filter { $0 == Neutral.bright }.count
        }
    }
    stage.mouse(.press(.left), 14, 10)
    let held = edges(stage)
    stage.mouse(.release(.left), 14, 10)
    #expect(edges(stage) < held)
  }

  @Test func theLoupeCoversNothingBesideTheWheel() throws {
    var stage = try Scene.wheel.stage(columns: 120, rows: 40)
    let (wheel, bar) = (try #require(stage.area(.wheel)), try #require(stage.area(.brightness)))
    stage.act(.set(Guess([180, 100, 50])))
    stage.look(after: RaceState.paintMilliseconds)
    let before = stage.canvas
    stage.mouse(.press(.left), wheel.column, wheel.row + wheel.height / 2)
    let beside = before.bounds.rows
      .flatMap { row in (bar.column + 1..<bar.endColumn).map { Point(column: $0, row: row) } }
    func seen(_ canvas: Canvas) -> [Unicode.Scalar] {
      beside.map { canvas[$0.column, $0.row].glyph }
    }
    #expect(seen(stage.canvas) == seen(before))
    stage.mouse(.drag(.left), 119, wheel.row + wheel.height / 2)
    #expect(stage.session.guess?.values[1] == 100)
    #expect(seen(stage.canvas) == seen(before))
    stage.mouse(.drag(.left), wheel.column + wheel.width / 2, 0)
    #expect((0..<120).allSatisfy { stage.canvas[$0, 1] == before[$0, 1] }, "nor the stepper")
  }

  // MARK: Undo

  @Test(arguments: [Scene.wheel, .raceHSB])
  func uGoesBackToBeforeWhatWasDoneInOneGo(scene: Scene) throws {
    var stage = try Self.stage(scene)
    stage.look(after: UndoHistory.pauseMilliseconds)
    let first = try #require(stage.session.guess)
    stage.press(.right, .right, .right)
    let second = try #require(stage.session.guess)
    stage.look(after: UndoHistory.pauseMilliseconds)
    stage.press(.left)
    stage.type("u")
    #expect(stage.done == [.act(.set(second))])
    stage.type("u")
    #expect(stage.done == [.act(.set(first))])
  }

  @Test func aDragIsOneThingToUndo() throws {
    var stage = try Self.stage()
    let before = try #require(stage.session.guess)
    stage.mouse(.press(.left), 9, 9)
    for column in 10..<20 {
      stage.look(after: 300)
      stage.mouse(.drag(.left), column, 9)
    }
    stage.mouse(.release(.left), 20, 9)
    stage.type("u")
    #expect(stage.session.guess == before)
  }
}

extension Stage {
  /// Where a control is.
  func area(_ control: Control) -> Area? { model.sheet(at: now).hits.area(of: control) }
}
