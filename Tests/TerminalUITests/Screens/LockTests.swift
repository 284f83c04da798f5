// What a player feels: the frame after Enter shows a lock, with what it is worth and who is still
// playing; somebody's bell cannot be overlooked; and a lock that was too far off says for how long.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("A lock")
struct LockTests {
  static let sizes = [(60, 18), (120, 40)]

  /// A stage in which Enter was pressed on a guess that will be taken.
  private static func pressed(_ scene: Scene = .raceHSB, columns: Int, rows: Int) throws -> Stage {
    var stage = try scene.stage(columns: columns, rows: rows)
    stage.act(.set(stage.guess(off: 1)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    return stage
  }

  private static func bright(_ stage: Stage, _ area: Area) -> Int {
    let canvas = stage.canvas
    return area.rows.flatMap { row in area.columns.map { canvas[$0, row] } }
      .count { $0.foreground == Neutral.bright && ["▀", "▄", "▌", "▐"].contains($0.glyph) }
  }

  @Test(arguments: sizes)
  func theFrameAfterEnterShowsItAndNothingLiesOnTheColors(columns: Int, rows: Int) throws {
    for scene in [Scene.raceCMYK, .wheel, .gradient] {
      var before = try scene.stage(columns: columns, rows: rows)
      before.act(.set(before.guess(off: 1)))
      before.look(after: RaceState.paintMilliseconds)
      var stage = try Self.pressed(scene, columns: columns, rows: rows)
      let layout = try LineTests.layout(stage, columns, rows)
      let (shown, expected) = (stage.canvas, before.canvas)
      for area in [layout.target, layout.yours] {
        let isSame = area.rows.allSatisfy { row in
          area.columns.allSatisfy { shown[$0, row] == expected[$0, row] }
        }
        expect(isSame, "\(scene)")
      }
      let around = Area(
        column: layout.yours.column - 1, row: layout.yours.row - 1, width: layout.yours.width + 2,
        height: layout.yours.height + 2)
      expect(
        Self.bright(stage, around), isAtLeast: layout.yours.width / 2, "a frame stands around it")
      let end = try require(stage.model.nextFrame(at: stage.now))
      expect(end - stage.now, isAtMost: RaceState.lockMarkMilliseconds)
      stage.look(after: RaceState.lockMarkMilliseconds)
      expect(Self.bright(stage, around), equals: 0, "for a moment")
    }
  }

  @Test func slidersFreezeAndDim() throws {
    var stage = try Self.pressed(columns: 80, rows: 24)
    let track = try require(stage.track(1))
    let before = try Scene.raceHSB.stage(columns: 80, rows: 24)
    let light = { (stage: Stage) in
      let canvas = stage.canvas
      return track.columns.reduce(0.0) { $0 + canvas[$1, track.row].background.luminance }
    }
    expect(light(stage), isBelow: light(before) / 2)
    expect(!stage.text.contains("▸ H"), "no slider is active")
    let guess = stage.model.guess
    stage.press(.right)
    stage.type("5")
    stage.mouse(.press(.left), track.column + 3, track.row)
    expect(stage.model.guess, equals: guess)
  }

  @Test func whatWillNotBeTakenDoesNotLookLocked() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    stage.act(.set(stage.guess(off: 40)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    expect(stage.done.count, equals: 1)
    expect(stage.text.contains("▸ H") && !stage.text.contains("YOURS ✓"))
  }

  @Test(arguments: sizes)
  func aBellInvertsTheHeaderAndItsSecondsAreLarge(columns: Int, rows: Int) throws {
    var stage = try Scene.bell.stage(columns: columns, rows: rows)
    let canvas = stage.canvas
    let row = (0..<columns).map { canvas[$0, 0] }
    expect(row.allSatisfy { $0.background == Neutral.bright })
    expect(row.allSatisfy { $0.glyph == " " || $0.foreground == Neutral.surround })
    let closes = try require(stage.session.room?.match?.round?.closes)
    for seconds in [2, 1, 0] {
      stage.look(after: max(0, closes - stage.now - seconds * 1_000 - 500))
      let shown = stage.canvas
      var expected = Canvas(width: columns, height: rows)
      LargeText("\(seconds)").draw(on: &expected, column: columns / 2 - 3, row: 2, .bright)
      let cells = (columns / 2 - 3..<columns / 2)
        .flatMap { column in
          (2..<5).map { (column, $0) }
        }
      expect(
        cells.allSatisfy { shown[$0.0, $0.1].glyph == expected[$0.0, $0.1].glyph },
        "\(columns)×\(rows), \(seconds)")
      expect(seconds == 2 || stage.text.contains(".5 s"))
    }
    expect(stage.text, contains: "mira rang the bell")
  }
}
