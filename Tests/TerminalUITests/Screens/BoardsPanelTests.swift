// The boards over the home screen: what is asked for them and when, what is shown, and what ratings
// say after a match.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

@Suite("Boards")
struct BoardsPanelTests {
  private func stage(_ scene: Scene) throws -> Stage { try scene.stage(columns: 80, rows: 24) }

  /// What the session has asked of the archive.
  private func asked(_ stage: Stage) -> [String] {
    stage.sent.compactMap { output in
      guard case .send(let message) = output, [.top, .past].contains(message.verb) else {
        return nil
      }
      var line: [UInt8] = []
      message.encode(into: &line)
      return String(decoding: line.dropLast(), as: UTF8.self)
    }
  }

  @Test("each board is asked for when it is looked at, and one at a time")
  func asks() throws {
    var stage = try stage(.home)
    stage.type("b")
    expect(asked(stage), equals: ["TOP board=daily span=always"])
    stage.press(.right, .right, .right)
    expect(asked(stage).count, equals: 1, "the first is not answered yet")
    stage.hear(.end(of: "TOP", count: 0))
    expect(
      asked(stage).last, equals: "TOP board=rating-tiles span=always", "the others are passed over")
    stage.hear(.end(of: "TOP", count: 0))
    stage.press(.left, .left, .left, .left)
    stage.hear(.end(of: "TOP", count: 0))
    expect(asked(stage).last, equals: "PAST")
    stage.hear(.end(of: "PAST", count: 0))
    expect(stage.text, contains: "You have played nothing here yet.")
    stage.press(.left, .tab, .tab)
    expect(asked(stage).last?.hasPrefix("TOP board=best-"), equals: true)
  }

  @Test("an open board is asked for anew, sooner where that was refused, and a closed one never")
  func anew() throws {
    for (answer, pause) in [
      (ServerMessage.end(of: "TOP", count: 0), 5_000),
      (.no(RefusalLine(code: .notNow, verb: "TOP")), 1_000),
    ] {
      var stage = try stage(.home)
      stage.type("b")
      stage.hear(answer)
      stage.look(after: pause - 1)
      expect(asked(stage).count, equals: 1)
      stage.look(after: 1)
      expect(asked(stage).count, equals: 2)
      stage.hear(answer)
      stage.press(.escape)
      stage.look(after: 10_000)
      expect(asked(stage).count == 2 && stage.model.home.panel == nil)
    }
  }
}
