// What a player feels: the frame after Enter shows a lock, with what it is worth and who is still
// playing; somebody's bell cannot be overlooked; and a lock that was too far off says for how long.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("A lock")
struct LockTests {
  static let sizes = [(60, 18), (80, 24), (120, 40), (200, 60)]

  /// A stage in which Enter was pressed on a guess that will be taken.
  private static func pressed(_ scene: Scene = .raceHSB, columns: Int, rows: Int) throws -> Stage {
    var stage = try scene.stage(columns: columns, rows: rows)
    stage.act(.set(stage.guess(off: 1)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    return stage
  }

  private static func bright(_ stage: Stage, _ area: Area) -> Int {
    area.rows.flatMap { row in area.columns.map { stage.canvas[$0, row] } }
      .count { $0.foreground == Neutral.bright && ["▀", "▄", "▌", "▐"].contains($0.glyph) }
  }

  @Test(arguments: sizes)
  func theFrameAfterEnterShowsItAndNothingLiesOnTheColors(columns: Int, rows: Int) throws {
    for scene in [Scene.raceHSB, .raceCMYK, .wheel, .gradient] {
      var before = try scene.stage(columns: columns, rows: rows)
      before.act(.set(before.guess(off: 1)))
      before.look(after: RaceState.paintMilliseconds)
      var stage = try Self.pressed(scene, columns: columns, rows: rows)
      let layout = try LineTests.layout(stage, columns, rows)
      for area in [layout.target, layout.yours] {
        for row in area.rows {
          for column in area.columns {
            #expect(stage.canvas[column, row] == before.canvas[column, row])
          }
        }
      }
      let around = Area(
        column: layout.yours.column - 1, row: layout.yours.row - 1, width: layout.yours.width + 2,
        height: layout.yours.height + 2)
      #expect(Self.bright(stage, around) >= layout.yours.width / 2, "a frame stands around it")
      let end = try #require(stage.model.nextFrame(at: stage.now))
      #expect(end - stage.now <= RaceState.lockMarkMilliseconds)
      stage.look(after: RaceState.lockMarkMilliseconds)
      #expect(Self.bright(stage, around) == 0, "for a moment")
    }
  }

  @Test func slidersFreezeAndDim() throws {
    var stage = try Self.pressed(columns: 80, rows: 24)
    let track = try #require(stage.track(1))
    let before = try Scene.raceHSB.stage(columns: 80, rows: 24)
    let light = { (stage: Stage) in
      track.columns.reduce(0.0) { $0 + stage.canvas[$1, track.row].background.luminance }
    }
    #expect(light(stage) < light(before) / 2)
    #expect(!stage.text.contains("▸ H"), "no slider is active")
    let guess = stage.model.guess
    stage.press(.right)
    stage.type("5")
    stage.mouse(.press(.left), track.column + 3, track.row)
    #expect(stage.model.guess == guess)
  }

  @Test func whatWillNotBeTakenDoesNotLookLocked() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    stage.act(.set(stage.guess(off: 40)))
    stage.look(after: RaceState.paintMilliseconds)
    stage.press(.enter)
    #expect(stage.done.count == 1)
    #expect(stage.text.contains("▸ H") && !stage.text.contains("YOURS ✓"))
  }

  @Test(arguments: sizes)
  func pointsSoFarAreLargeAndWhoIsWaitedForIsNamed(columns: Int, rows: Int) throws {
    let stage = try Scene.locked.stage(columns: columns, rows: rows)
    let match = try #require(stage.session.room?.match)
    let round = try #require(match.round)
    let after = try #require(round.lock(of: Stage.me)?.elapsed)
    let difference = try #require(
      match.rules.mode.difference(stage.model.guess, in: round.challenge))
    let points = match.rules.points(difference, after: after, inRound: round.start.round)
    let large = LargeText("+\(points)")
    var expected = Canvas(width: columns, height: rows)
    large.draw(on: &expected, column: columns / 2 - large.width / 2, row: 2, .bright)
    let middle = columns / 2 - large.width / 2..<columns / 2 + large.width / 2
    for row in 2..<5 {
      #expect(middle.allSatisfy { stage.canvas[$0, row].glyph == expected[$0, row].glyph })
    }
    #expect(stage.text.contains("so far"))
    let line = try #require(stage.canvas.picture.last)
    #expect(line.hasPrefix("  waiting for mira"))
    #expect(line.contains("F1 help") && line.contains("Esc leave"))
    #expect(columns < 80 || line.contains("waiting for mira, oskar, jun, lou"))
    // The points are what the round will give.
    var end = stage
    while end.match?.round != nil, let due = end.match?.deadline {
      end.play(for: max(0, due - end.now))
    }
    #expect(end.session.room?.match?.results.last?.score(of: Stage.me)?.points == points)
  }

  @Test func nobodyIsWaitedForBeforeOnesOwnLock() throws {
    let stage = try Scene.bell.stage(columns: 80, rows: 24)
    #expect(!stage.text.contains("waiting for"))
  }

  @Test(arguments: sizes)
  func aBellInvertsTheHeaderAndItsSecondsAreLarge(columns: Int, rows: Int) throws {
    var stage = try Scene.bell.stage(columns: columns, rows: rows)
    let row = (0..<columns).map { stage.canvas[$0, 0] }
    #expect(row.allSatisfy { $0.background == Neutral.bright })
    #expect(row.allSatisfy { $0.glyph == " " || $0.foreground == Neutral.surround })
    let closes = try #require(stage.session.room?.match?.round?.closes)
    for seconds in [2, 1, 0] {
      stage.look(after: max(0, closes - stage.now - seconds * 1_000 - 500))
      var expected = Canvas(width: columns, height: rows)
      LargeText("\(seconds)").draw(on: &expected, column: columns / 2 - 3, row: 2, .bright)
      let cells = (columns / 2 - 3..<columns / 2)
        .flatMap { column in
          (2..<5).map { (column, $0) }
        }
      #expect(
        cells.allSatisfy { stage.canvas[$0.0, $0.1].glyph == expected[$0.0, $0.1].glyph },
        "\(columns)×\(rows), \(seconds)")
      #expect(seconds == 2 || stage.text.contains(".5 s"))
    }
    #expect(stage.text.contains("mira rang the bell"))
  }

  @Test func nothingIsInvertedWhereEverythingIsCalmOrWithoutColors() throws {
    var calm = Stage(Scene.bell.intent, calm: true)
    try Scene.bell.play(&calm)
    var plain = Stage(Scene.bell.intent, depth: .monochrome)
    try Scene.bell.play(&plain)
    for stage in [calm, plain] {
      let row = (0..<80).map { stage.canvas[$0, 0] }
      #expect(row.allSatisfy { $0.background == Neutral.surround })
      #expect(row.allSatisfy { $0.glyph == " " || $0.isBold })
    }
  }

  @Test(arguments: sizes)
  func aFrozenLockHasABarThatRunsOut(columns: Int, rows: Int) throws {
    for scene in [Scene.missed, .tilesWrong] {
      var stage = try scene.stage(columns: columns, rows: rows)
      let bar = { (stage: Stage) in
        (columns / 2..<columns)
          .count {
            stage.canvas[$0, 3].glyph == "▄" && stage.canvas[$0, 3].foreground == Neutral.bright
          }
      }
      #expect(stage.text.contains("frozen for "))
      var last = bar(stage)
      #expect(last > 0)
      for _ in 0..<3 {
        stage.look(after: 200)
        #expect(bar(stage) < last || bar(stage) == 0)
        last = bar(stage)
      }
      stage.look(after: Rules.freezeMilliseconds)
      #expect(bar(stage) == 0 && !stage.text.contains("frozen for "))
    }
  }
}
