// The home screen of a newcomer, and of a player who finds nobody: a pair that can be matched
// before anything else, today's first target, and a key for each.

import Chroma
import Game
import TestSupport
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

  @Test(arguments: [(60, 18)])
  func itIsMatchedWithoutARoomAndWithoutAServersHelp(columns: Int, rows: Int) throws {
    var stage = try Self.newcomer(columns: columns, rows: rows)
    try stage.openHome()
    expect(stage.text, contains: "A pair to practice on")
    expect(stage.text, contains: "Make the line between them disappear.")
    let target = stage.model.practice.target
    expect(stage.shows(target) && stage.shows(Mode.startColor))
    let before = stage.sent.count
    let answer = Mode.rgb.nearest(target)
    for (value, start) in zip(answer.values, Mode.rgb.start.values) {
      let key: Key = value < start ? .left : .right
      for _ in 0..<abs(value - start) / 10 { stage.press(key, modifiers: .shift) }
      for _ in 0..<abs(value - start) % 10 { stage.press(key) }
      stage.press(.down)
    }
    expect(stage.text.contains("The line is gone") && stage.text.contains("0.0 apart"))
    expect(stage.sent.count == before && stage.done.isEmpty, "nobody hears of it")
    stage.press(.enter)
    expect(stage.model.practice.count == 1 && stage.shows(stage.model.practice.target))
    stage.press(.enter)
    expect(stage.model.practice.count, equals: 1, "this one is not matched yet")
    stage.press(.escape)
    expect(stage.text.contains("Open rooms") && stage.text.contains("sunday race"))
  }

  @Test func itIsThereBeforeTheServerIsAndWhereThereAreNoRooms() throws {
    var stage = try Self.newcomer()
    stage.connect()
    expect(stage.text, contains: "A pair to practice on")
    // A player who was here before waits for the list.
    stage = Stage(.browse)
    stage.connect()
    expect(!stage.text.contains("A pair to practice on"))
    stage.hear(.end(of: "LIST", count: 0))
    expect(stage.text, contains: "A pair to practice on")
    expect(stage.text, contains: "p  plays at once")
    expect(!stage.model.keys.contains { $0.key == .character("w") }, "there is nothing to watch")
    stage.press(.character("p"))
    expect(stage.text, contains: "a match at once", "letters are keys as ever")
  }
}
