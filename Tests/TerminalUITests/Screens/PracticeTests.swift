// The home screen of a newcomer, and of whoever finds nobody: a pair that can be matched before
// anything else, today's first target, and a key for each.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("A pair to practice on")
struct PracticeTests {
  private static func newcomer(columns: Int = 80, rows: Int = 24) throws -> Stage {
    var stage = Stage(.browse, columns: columns, rows: rows)
    stage.model.setup.isNewcomer = true
    return stage
  }

  @Test(arguments: [(60, 18), (80, 24), (120, 40)])
  func itIsMatchedWithoutARoomAndWithoutAServersHelp(columns: Int, rows: Int) throws {
    var stage = try Self.newcomer(columns: columns, rows: rows)
    try stage.openHome()
    #expect(stage.text.contains("A pair to practice on"))
    #expect(stage.text.contains("Make the line between them disappear."))
    let target = stage.model.practice.target
    #expect(stage.shows(target) && stage.shows(Mode.startColor))
    let before = stage.sent.count
    let answer = Mode.rgb.nearest(target)
    for (value, start) in zip(answer.values, Mode.rgb.start.values) {
      let key: Key = value < start ? .left : .right
      for _ in 0..<abs(value - start) / 10 { stage.press(key, modifiers: .shift) }
      for _ in 0..<abs(value - start) % 10 { stage.press(key) }
      stage.press(.down)
    }
    #expect(stage.text.contains("The line is gone") && stage.text.contains("0.0 apart"))
    #expect(stage.sent.count == before && stage.done.isEmpty, "nobody hears of it")
    stage.press(.enter)
    #expect(stage.model.practice.count == 1 && stage.shows(stage.model.practice.target))
    stage.press(.enter)
    #expect(stage.model.practice.count == 1, "this one is not matched yet")
    stage.press(.escape)
    #expect(stage.text.contains("Open rooms") && stage.text.contains("sunday race"))
  }

  @Test func aTrackIsDraggedLikeAnyOther() throws {
    var stage = try Self.newcomer()
    try stage.openHome()
    let track = try #require(stage.model.sheet(at: stage.now).hits.area(of: .slider(1)))
    stage.mouse(.press(.left), track.column, track.row)
    #expect(stage.model.practice.guess.values[1] == 0)
    stage.mouse(.drag(.left), track.endColumn + 3, track.row + 2)
    #expect(stage.model.practice.guess.values[1] == 255)
    stage.mouse(.release(.left), track.column, track.row)
    stage.mouse(.drag(.left), track.column, track.row)
    #expect(stage.model.practice.guess.values[1] == 255)
  }

  @Test func itIsThereBeforeTheServerIsAndWhereThereAreNoRooms() throws {
    var stage = try Self.newcomer()
    stage.connect()
    #expect(stage.text.contains("A pair to practice on"))
    // Whoever has been here before waits for the list.
    stage = Stage(.browse)
    stage.connect()
    #expect(!stage.text.contains("A pair to practice on"))
    stage.hear(.end(of: "LIST", count: 0))
    #expect(stage.text.contains("A pair to practice on"))
    #expect(stage.text.contains("p  plays at once"))
    #expect(!stage.model.keys.contains { $0.key == .character("w") }, "there is nothing to watch")
    stage.press(.character("p"))
    #expect(stage.text.contains("a match at once"), "letters are keys as ever")
  }

  @Test func whoComesBackFromARoomOrTheWallSeesTheRooms() throws {
    var stage = try Self.newcomer()
    try stage.openHome()
    stage.press(.character("v"), .escape)
    #expect(stage.text.contains("Open rooms"))
  }

  @Test func whoKnowsTheGameSeesRoomsAndWithoutColorsThereIsNoPair() throws {
    let stage = try Scene.home.stage(columns: 80, rows: 24)
    #expect(!stage.text.contains("A pair to practice on"))
    var blind = Stage(.browse, depth: .monochrome)
    blind.model.setup.isNewcomer = true
    blind.connect()
    blind.hear(.end(of: "LIST", count: 0))
    #expect(!blind.text.contains("A pair to practice on"))
    #expect(blind.text.contains("No room is open right now."))
  }

  @Test func todaysFirstTargetIsShownWhereItsSecretIsKnown() throws {
    var world = World()
    world.add(.create(RoomWishes(mode: .daily, seats: 1), bots: []), name: "ada")
    let isIn = world.run { $0.room(0)?.isBetweenMatches == true && $0.room(0)?.mySeat != nil }
    #expect(isIn)
    world.act(0, .ready(true))
    let isOpen = world.run { $0.room(0)?.match?.round?.isOpen(at: $0.now) == true }
    #expect(isOpen)
    let played = try #require(world.room(0)?.match?.round?.challenge.target.color)
    let mode = try #require(Mode.ofTheDay)
    let day = Day(of: world.now)
    #expect(mode.firstTarget(on: day, secret: secret("daily"), hashing: hashing) == played)
    for (columns, rows) in [(60, 18), (80, 24), (120, 40)] {
      var stage = Stage(.browse, columns: columns, rows: rows)
      try stage.openHome()
      let target = mode.firstTarget(
        on: Day(of: stage.now), secret: secret("mine"), hashing: hashing)
      #expect(!stage.shows(target))
      stage.model.setup.daySecret = secret("mine")
      #expect(stage.shows(target))
      #expect(stage.text.contains("today's five"))
    }
  }
}
