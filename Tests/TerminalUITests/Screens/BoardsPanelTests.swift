// The boards over the home screen: what is asked for them and when, what is shown, and what ratings
// say after a match.

import Game
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
    #expect(asked(stage) == ["TOP board=daily span=always"])
    stage.press(.right, .right, .right)
    #expect(asked(stage).count == 1, "the first is not answered yet")
    stage.hear(.end(of: "TOP", count: 0))
    #expect(asked(stage).last == "TOP board=rating-tiles span=always", "the others are passed over")
    stage.hear(.end(of: "TOP", count: 0))
    stage.press(.left, .left, .left, .left)
    stage.hear(.end(of: "TOP", count: 0))
    #expect(asked(stage).last == "PAST")
    stage.hear(.end(of: "PAST", count: 0))
    #expect(stage.text.contains("You have played nothing here yet."))
    stage.press(.left, .tab, .tab)
    #expect(asked(stage).last?.hasPrefix("TOP board=best-") == true)
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
      #expect(asked(stage).count == 1)
      stage.look(after: 1)
      #expect(asked(stage).count == 2)
      stage.hear(answer)
      stage.press(.escape)
      stage.look(after: 10_000)
      #expect(asked(stage).count == 2 && stage.model.home.panel == nil)
    }
  }

  @Test("as lines, each row of a day names the colors of its guesses")
  func spoken() throws {
    let session = try stage(.boards).session
    let lines = try #require(session.found).lines(for: session)
    #expect(lines.count == 31)
    let colors = try #require(lines[1].split(separator: ": ").last).split(separator: ", ")
    #expect(lines[1].hasPrefix("1 mira ") && colors.count == 5 && Set(colors).count > 2)
    #expect(lines[3].hasPrefix("3 you 4600: "))
  }

  @Test("one's own row is marked, and the list scrolls to its end and no further")
  func rows() throws {
    var stage = try stage(.boards)
    #expect(stage.text.contains("you") && stage.text.contains("mira"))
    stage.press(.end)
    let end = stage.text
    #expect(end.contains("30"))
    stage.press(.down, .pageDown)
    #expect(stage.text == end)
    stage.press(.home)
    #expect(stage.text.contains("mira"))
  }

  @Test("Enter plays what everybody plays today")
  func plays() throws {
    var stage = try stage(.boards)
    stage.press(.enter)
    guard case .act(.create(let wishes, _))? = stage.done.first else {
      Issue.record("nothing is played")
      return
    }
    #expect(wishes.mode?.isDaily == true)
  }

  @Test("a rating stands above the mosaic; until it counts it is a question mark")
  func rated() throws {
    var stage = try stage(.finalRated)
    #expect(stage.text.contains("rating 1412  −12  ±88"))
    stage.hear(
      .rated(
        RatingChange(match: 1, who: Stage.me, rating: 1_105, delta: 105, margin: 323, missing: 9)))
    #expect(stage.text.contains("rating ? until 9 more rated matches"))
    stage.hear(
      .rated(
        RatingChange(match: 2, who: Stage.me, rating: 1, delta: 1, margin: 1, missing: 0)))
    #expect(stage.text.contains("rating ?"), "that is of another match")
  }
}
