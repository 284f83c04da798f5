// What the home screen says of the player: past matches, whole at every size, and the best ones.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct HomeScreenTests {
  /// At home on a server that has told so many matches of the player.
  private func home(_ columns: Int, _ rows: Int, played: Int) throws -> Stage {
    var stage = try Scene.home.stage(columns: columns, rows: rows)
    let me = try Stage.identity(3)
    stage.hear(.proved(me, tag: me.tag))
    let matches = (0..<played)
      .map { number in
        ServerMessage.played(
          PlayedMatch(
            index: 90 - number, mode: "gradient", place: 3, of: 3, total: 3_210,
            began: Stage.start - 40_000_000 * number, copies: 7))
      }
    stage.hear(matches + [.end(of: "PAST", count: matches.count)])
    return stage
  }

  private func lines(_ stage: Stage, with words: String) -> [String] {
    stage.canvas.picture.filter { $0.contains(words) }
  }

  @Test(arguments: [(120, 36, 1), (120, 36, 10), (170, 40, 10)])
  func lastMatchesAreInTwoColumnsOnlyWhereTheirEndingsFit(
    columns: Int, rows: Int, played: Int
  ) throws {
    let stage = try home(columns, rows, played: played)
    let shown = lines(stage, with: "place 3 of 3, later try")
    expect(shown.count, equals: min(played, 5))
    let inTwo = shown.count { $0.ranges(of: "later try").count == 2 }
    expect(inTwo, equals: columns == 170 ? 5 : 0)
  }

  @Test func theListBesideTheMonthLeavesOutWhatDoesNotFitOfAnEnding() throws {
    for (columns, rows, words) in [(80, 24, "place 3 of 3  "), (60, 20, "gradient 3210")] {
      var stage = try home(columns, rows, played: 10)
      stage.type("y")
      let shown = lines(stage, with: words)
      expect(shown.count, isAbove: 3, stage.text)
      expect(isEmpty: shown.filter { $0.contains("…") })
    }
  }

  @Test func aPlayerWithoutMatchesReadsThatWhole() throws {
    var stage = try Scene.home.stage(columns: 60, rows: 20)
    stage.type("y")
    expect(stage.text, contains: "nothing here yet.")
  }

  @Test func pointsAreThoseOfAMatchOrSayThatTheyAreThoseOfARound() throws {
    for (columns, rows, words) in [
      (80, 24, "your best, a round"), (120, 40, "a round"), (60, 18, "Your best  rgb"),
    ] {
      let stage = try Scene.homePlayed.stage(columns: columns, rows: rows)
      expect(stage.text, contains: words)
      let line = lines(stage, with: "Your best").first
      expect(line?.contains(" 6872") ?? (columns > 60), "\(columns)")
    }
  }
}
