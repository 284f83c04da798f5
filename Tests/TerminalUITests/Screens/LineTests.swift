// The line between target and guess, at every size and in every mode with sliders or a wheel: both
// halves are equally large and touch, nothing is drawn on them or between them, and the clock
// stands above. What is seen is what was meant, to the bit.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("The line")
struct LineTests {
  static let races: [Scene] = [
    .raceRGB, .raceCMYK, .gradient, .assist, .bell, .wheel, .wheelGradient, .palette256,
  ]
  static let sizes = [
    (60, 18), (80, 24), (120, 40), (250, 18), (60, 90), (61, 25), (78, 19), (101, 33),
  ]

  /// Where the halves of a race are.
  static func layout(_ stage: Stage, _ columns: Int, _ rows: Int) throws -> RaceLayout {
    let match = try require(stage.session.room?.match)
    let rivals = match.players.filter { $0 != Stage.me }
    let model = stage.model
    return RaceLayout(
      width: columns, height: rows, mode: match.rules.mode, hasRivals: !rivals.isEmpty,
      showsColors: !match.rules.mode.isSecret,
      helps: model.setup.isByNumbers || (match.rules.isAssisted && model.race.showsAssist),
      isOnWheel: model.isOnWheel)
  }

  @Test(arguments: races)
  func theHalvesTouchAndNothingLiesOnThemOrBetweenThem(scene: Scene) throws {
    var stage = try scene.stage(columns: 80, rows: 24)
    // What follows a move has come to rest.
    stage.look(after: RaceState.paintMilliseconds)
    let target = stage.challenge.target
    let guess = try require(stage.session.guess)
    let mine = try require(stage.mode.swatch(of: guess))
    for (columns, rows) in Self.sizes {
      stage.model.resize(columns: columns, rows: rows)
      let canvas = stage.canvas
      let layout = try Self.layout(stage, columns, rows)
      let (left, right) = (layout.target, layout.yours)
      expect(left.height > 0 && left.width > 0 && left.height >= right.height - 1)
      if target.to == nil {
        expect(left.endColumn == right.column && left.rows == right.rows)
        expect(right.width - left.width, equals: (left.width + right.width) % 2)
      } else {
        expect(left.endRow == right.row && left.columns == right.columns)
        expect(left.height, equals: right.height)
      }
      for (area, swatch) in [(left, target), (right, mine)] {
        var wrong: [Point] = []
        for (step, column) in area.columns.enumerated() {
          let color = swatch.gradient.color(at: step, of: max(1, area.width - 1))
          for row in area.rows where canvas[column, row] != .blank(color) {
            wrong.append(Point(column: column, row: row))
          }
        }
        expect(isEmpty: wrong, "\(columns)×\(rows): \(wrong.prefix(3))")
      }
    }
  }

  @Test(arguments: [(60, 18), (120, 40)])
  func inTheLoupeTargetAndGuessTouchToo(columns: Int, rows: Int) throws {
    var stage = try Scene.wheel.stage(columns: columns, rows: rows)
    stage.act(.set(Guess([180, 40, 60])))
    let mine = try require(stage.mode.swatch(of: Guess([180, 40, 60]))?.color)
    let target = stage.challenge.target.color
    let wheel = try require(stage.area(.wheel))
    func count(_ color: Color, _ stage: Stage) -> Int {
      let canvas = stage.canvas
      return wheel.rows.flatMap { row in wheel.columns.map { canvas[$0, row] } }
        .reduce(0) { $0 + ($1.foreground == color ? 1 : 0) + ($1.background == color ? 1 : 0) }
    }
    expect(count(target, stage) >= 5 && count(mine, stage) >= 5)
    var hidden = try Scene.wheelMemory.stage(columns: columns, rows: rows)
    hidden.act(.set(Guess([180, 40, 60])))
    expect(count(hidden.challenge.target.color, hidden), equals: 0, "it is to be remembered")
    expect(count(mine, hidden), isAtLeast: 10)
  }
}
