// What stands around the colors: panels in front of a picture that steps back, frames that sixteen
// colors can show, bots that are told from people, names below the right colors, and lines of keys
// that always have the way back.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("Around the colors")
struct SurroundingsTests {
  static let sizes = [(60, 18), (80, 24), (120, 40)]

  // MARK: Panels

  @Test(arguments: [Scene.home, .room, .hosting])
  func whatLiesBehindAPanelStepsBack(scene: Scene) throws {
    let before = try scene.stage(columns: 120, rows: 40)
    var stage = before
    stage.press(.function(1))
    // The leftmost columns are beside the panel.
    func light(_ stage: Stage) -> Double {
      (0..<40).flatMap { row in (0..<20).map { stage.canvas[$0, row] } }
        .reduce(0) {
          $0 + ($1.glyph == " " ? 0 : $1.foreground.luminance) + $1.background.luminance
        }
    }
    #expect(light(stage) < light(before) / 2)
    #expect(stage.canvas.picture.joined().contains("this help"))
    stage.press(.escape)
    #expect(stage.canvas.cells == before.canvas.cells)
  }

  @Test(arguments: [Scene.raceHSB, .gradient, .tiles])
  func colorsThatAreJudgedNeverDo(scene: Scene) throws {
    let before = try scene.stage(columns: 200, rows: 40)
    var stage = before
    stage.press(.function(1))
    let layout = try LineTests.layout(stage, 200, 40)
    // At both ends nothing of the panel is in front of them.
    for (area, column) in [
      (layout.target, layout.target.column), (layout.yours, layout.yours.endColumn - 1),
    ] {
      for row in area.rows {
        #expect(stage.canvas[column, row] == before.canvas[column, row])
      }
    }
    let header = (before.canvas[2, 0].foreground, stage.canvas[2, 0].foreground)
    #expect(header.1.luminance < header.0.luminance)
  }

  // MARK: ASCII

  @Test(arguments: Scene.allCases)
  func keysHaveNamesWhereTheirSignsAreNotSent(scene: Scene) throws {
    var stage = try scene.stage(columns: 120, rows: 40)
    stage.model.setup.glyphs = .ascii
    for isHelp in [false, true] {
      if isHelp { stage.press(.function(1)) }
      stage.look(after: 0)
      #expect(!stage.text.contains("⏎") && !stage.text.contains("⇧"))
    }
  }

  @Test func enterIsNamedInTheRace() throws {
    var stage = try Scene.raceHSB.stage(columns: 100, rows: 30)
    stage.model.setup.glyphs = .ascii
    stage.look(after: 0)
    #expect(stage.text.contains("Shift 10   Enter lock in"))
  }

  // MARK: Sixteen colors

  @Test func anUnreadySeatHasAFrameInSixteenColors() throws {
    var stage = Stage(Scene.room.intent, depth: .palette16)
    try stage.enterRoom(Stage.rules(.hsb))
    var renderer = Renderer(
      for: TerminalTraits(
        depth: .palette16, glyphs: .unicode, erasesInColor: true, synchronizes: false))
    var terminal = TerminalModel(columns: 80, rows: 24)
    let canvas = stage.canvas
    terminal.write(renderer.frame(canvas))
    let corners = canvas.cells.indices.filter { canvas.cells[$0].glyph == "╭" }
    #expect(corners.count == 5)
    for corner in corners {
      let cell = terminal.cells[corner]
      #expect(cell.glyph == "╭" && cell.foreground != cell.background)
    }
    let seen = corners.map { terminal.cells[$0].foreground }
    #expect(seen.contains { $0 != seen[0] }, "ready and not ready are told apart")
  }

  // MARK: People

  @Test(arguments: sizes)
  func botsAreToldFromPeopleInARace(columns: Int, rows: Int) throws {
    for scene in [Scene.raceHSB, .raceCMYK, .memory] {
      let stage = try scene.stage(columns: columns, rows: rows)
      let line = try #require(stage.canvas.picture.first { $0.contains("☾") && $0.contains("♣") })
      #expect(line.ranges(of: "bot").count == 1, "lou is one: \(line)")
      let bot = try #require(line.firstRange(of: "bot"))
      let moon = try #require(line.firstRange(of: "☾"))
      #expect(moon.lowerBound < bot.lowerBound)
    }
  }

  @Test func onesOwnNameIsInTheTableOfTiles() throws {
    for (columns, rows) in [(80, 24), (120, 40)] {
      let stage = try Scene.resultsTiles.stage(columns: columns, rows: rows)
      let picture = stage.canvas.picture
      let title = try #require(picture.firstIndex { $0.contains("Everyone's choice") })
      #expect(picture[title...].contains { $0.contains("ada") })
    }
  }

  @Test func nothingIsCalledTargetOrYoursAboveTiles() throws {
    for scene in [Scene.tiles, .watchTiles, .resultsTiles] {
      for (columns, rows) in Self.sizes {
        let text = try scene.stage(columns: columns, rows: rows).text
        #expect(!text.contains("TARGET") && !text.contains("YOURS"))
      }
    }
  }

  @Test func onTheWallNamesStandUnderTheirColors() throws {
    for (columns, rows) in Self.sizes {
      let stage = try Scene.wall.stage(columns: columns, rows: rows)
      let canvas = stage.canvas
      for (room, watcher) in zip(stage.model.watched, stage.watchers) where watcher.room == room {
        guard let tile = stage.model.wall?.tile(of: room), tile.tiles.isEmpty else { continue }
        for person in tile.people {
          guard let swatch = person.swatch, swatch.to == nil else { continue }
          let under = canvas.cells.indices.filter { index in
            canvas.cells[index].glyph == person.figure && index >= columns
              && canvas.cells[index - columns].background == swatch.color
          }
          #expect(!under.isEmpty, "\(columns)×\(rows): \(person.name)")
        }
      }
    }
  }

  @Test func whereTheColorsAreTilesNobodyStandsUnderOne() throws {
    let stage = try Scene.wall.stage(columns: 80, rows: 24)
    let rooms = stage.model.watched.compactMap { stage.model.wall?.tile(of: $0) }
    let tiles = try #require(rooms.first { !$0.tiles.isEmpty })
    let names = tiles.people.map { "\($0.figure) \($0.name)" }.joined(separator: "  ")
    #expect(stage.text.contains(names.prefix(20)), "\(names)")
  }

  // MARK: Keys

  /// But for those that a panel covers whole at the smallest size, which has keys of its own.
  @Test(
    arguments: Scene.allCases.filter {
      ![.connecting, .joinCode, .newRoom, .audienceMany].contains($0)
    })
  func theLineOfKeysHasTheHelpAndTheWayBack(scene: Scene) throws {
    for (columns, rows) in Self.sizes {
      let stage = try scene.stage(columns: columns, rows: rows)
      let keys = stage.model.keys
      let line = try #require(stage.canvas.picture.last)
      #expect(line.contains("F1 help"), "\(columns)×\(rows)")
      #expect(
        !keys.contains { $0.key == .escape } || line.contains("Esc "), "\(columns)×\(rows)")
    }
  }

  @Test(arguments: [
    (Scene.wall, ["⏎ watch", "f follow", "s sort"]),
    (.wheel, ["←→↑↓", "[ ]", "⏎ lock", "m sliders"]),
    (.wheelGradient, ["←→↑↓", "[ ]", "⏎ lock", "Tab"]),
    (.raceHSB, ["↑↓", "←→", "⏎ lock", "m wheel"]),
    (.tiles, ["←→↑↓", "⏎ take it", "1…="]),
  ])
  func theModesOwnKeysAreInTheLine(scene: Scene, keys: [String]) throws {
    for (columns, rows) in Self.sizes {
      let line = try #require(try scene.stage(columns: columns, rows: rows).canvas.picture.last)
      for key in keys { #expect(line.contains(key), "\(columns)×\(rows): \(key) in \(line)") }
    }
  }
}
