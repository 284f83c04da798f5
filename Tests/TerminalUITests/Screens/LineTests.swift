// The line between target and guess, at every size and in every mode with sliders or a wheel: both
// halves are equally large and touch, nothing is drawn on them or between them, and the clock
// stands above. What is seen is what was meant, to the bit.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("The line")
struct LineTests {
  static let races: [Scene] = [
    .raceRGB, .raceHSB, .raceCMYK, .memory, .gradient, .arcade, .daily, .assist, .assistGradient,
    .locked, .bell, .missed, .wheel, .wheelAssist, .wheelGradient, .palette256, .wheel256,
    .gradientDrag,
  ]
  /// Every width and height is a case somewhere.
  static let sizes: [(Int, Int)] =
    [(60, 18), (80, 24), (120, 40), (250, 18), (60, 90), (200, 60)]
    + (61..<79).map { ($0, 18 + ($0 * 7) % 40) } + (19..<40).map { (60 + ($0 * 13) % 120, $0) }

  /// Where the halves of a race are.
  static func layout(_ stage: Stage, _ columns: Int, _ rows: Int) throws -> RaceLayout {
    let match = try #require(stage.session.room?.match)
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
    let guess = try #require(stage.session.guess)
    let mine = try #require(stage.mode.swatch(of: guess))
    for (columns, rows) in Self.sizes {
      stage.model.resize(columns: columns, rows: rows)
      let canvas = stage.canvas
      let layout = try Self.layout(stage, columns, rows)
      let (left, right) = (layout.target, layout.yours)
      #expect(left.height > 0 && left.width > 0 && left.height >= right.height - 1)
      if target.to == nil {
        #expect(left.endColumn == right.column && left.rows == right.rows)
        #expect(right.width - left.width == (left.width + right.width) % 2)
      } else {
        #expect(left.endRow == right.row && left.columns == right.columns)
        #expect(left.height == right.height)
      }
      for (area, swatch) in [(left, target), (right, mine)] {
        for row in area.rows {
          for (step, column) in area.columns.enumerated() {
            let color = swatch.gradient.color(at: step, of: max(1, area.width - 1))
            let cell = canvas[column, row]
            #expect(
              cell.isBlank && cell.background == color,
              "\(columns)×\(rows): \(column),\(row) is \(cell.glyph) on \(cell.background.hex)")
          }
        }
      }
    }
  }

  @Test(arguments: races)
  func theClockStandsAboveTheLine(scene: Scene) throws {
    let stage = try scene.stage(columns: 80, rows: 24)
    for (columns, rows) in Self.sizes {
      var stage = stage
      stage.model.resize(columns: columns, rows: rows)
      let layout = try Self.layout(stage, columns, rows)
      let middle = (layout.columns.lowerBound + layout.columns.upperBound) / 2
      let canvas = stage.canvas
      // Large figures have a gap between each other.
      let seen = (middle - 2..<middle + 3).map { canvas[$0, layout.labelRow].glyph }
      #expect(seen.contains { $0 != " " }, "\(columns)×\(rows)")
      #expect(layout.labelRow == layout.target.row - 1)
      let isPlain = ![.bell, .locked].contains(scene)
      #expect(!isPlain || stage.canvas.picture[layout.labelRow].contains(" s"), "the clock")
    }
  }

  @Test(arguments: [Scene.results, .resultsGradient, .resultsArcade, .watch, .watchGradient])
  func theHalvesTouchAfterwardsAndForOnlookers(scene: Scene) throws {
    var stage = try scene.stage(columns: 80, rows: 24)
    let match = try #require(stage.session.room?.match)
    let target = match.results.last.map(\.target)
    for (columns, rows) in Self.sizes {
      stage.model.resize(columns: columns, rows: rows)
      let canvas = stage.canvas
      let shown = match.round?.challenge.target ?? target
      let color = try #require(shown).gradient.from
      let cells = canvas.bounds.rows.flatMap { row in
        canvas.bounds.columns
          .filter { canvas[$0, row].background == color && canvas[$0, row].isBlank }
          .map { Point(column: $0, row: row) }
      }
      let first = try #require(cells.first, "\(columns)×\(rows)")
      // Down from the target's first cell comes the guess or the target's end, and to the right
      // nothing but colors up to the end of both.
      #expect(canvas[first.column, first.row].isBlank)
      let run = (first.column..<columns - 2)
        .prefix { canvas[$0, first.row].background != canvas.surround }
      #expect(run.count >= 8, "\(columns)×\(rows)")
      #expect(run.allSatisfy { canvas[$0, first.row].isBlank }, "nothing is drawn on them")
    }
  }

  /// What is judged is the color that was meant or, where there are fewer, the nearest one that
  /// there is, in both halves by the same rule.
  @Test(arguments: [ColorDepth.truecolor, .palette256])
  func everyCellOfBothGradientsIsWhatTheTerminalIsTold(depth: ColorDepth) throws {
    let stage = try Scene.gradient.stage(columns: 80, rows: 24)
    var renderer = Renderer(
      for: TerminalTraits(
        depth: depth, glyphs: .unicode, erasesInColor: true, synchronizes: false))
    var terminal = TerminalModel(columns: 80, rows: 24)
    let canvas = stage.canvas
    terminal.write(renderer.frame(canvas))
    #expect(terminal.complaints == [])
    #expect(terminal.looks == canvas.looks(depth))
    let layout = try Self.layout(stage, 80, 24)
    let steps = layout.yours.columns.map { canvas[$0, layout.yours.row].background }
    #expect(Set(steps).count > 60, "a step a column, and some round to the same color")
  }

  @Test(arguments: [(60, 18), (80, 24), (120, 40)])
  func inTheLoupeTargetAndGuessTouchToo(columns: Int, rows: Int) throws {
    var stage = try Scene.wheel.stage(columns: columns, rows: rows)
    stage.act(.set(Guess([180, 40, 60])))
    let mine = try #require(stage.mode.swatch(of: Guess([180, 40, 60]))?.color)
    let target = stage.challenge.target.color
    let wheel = try #require(stage.area(.wheel))
    func count(_ color: Color, _ stage: Stage) -> Int {
      wheel.rows.flatMap { row in wheel.columns.map { stage.canvas[$0, row] } }
        .reduce(0) { $0 + ($1.foreground == color ? 1 : 0) + ($1.background == color ? 1 : 0) }
    }
    #expect(count(target, stage) >= 5 && count(mine, stage) >= 5)
    var hidden = try Scene.wheelMemory.stage(columns: columns, rows: rows)
    hidden.act(.set(Guess([180, 40, 60])))
    #expect(count(hidden.challenge.target.color, hidden) == 0, "it is to be remembered")
    #expect(count(mine, hidden) >= 10)
  }
}
