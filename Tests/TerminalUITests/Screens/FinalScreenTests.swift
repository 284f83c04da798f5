// What the page after the last round says: who has won, also while the connection is lost,
// whose guess was the best, and that no rating came of a match.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct FinalScreenTests {
  @Test(arguments: [(60, 18), (80, 24), (120, 36)])
  func aLostConnectionLeavesNoHalfOfTheLargeLetters(columns: Int, rows: Int) throws {
    var stage = try Scene.final.stage(columns: columns, rows: rows)
    func title() -> String {
      stage.canvas.picture[Sheet.statusRow..<Sheet.statusRow + LargeText.rows]
        .joined(separator: "\n")
    }
    expect(title().contains("█") && !title().contains(" wins"))
    stage.tell(.lost("connection reset"))
    expect(!title().contains { "▀▄█".contains($0) }, "\(title())")
    expect(title().contains("Connection lost") && title().contains(" wins"), "\(title())")
  }

  @Test func aSharedRecordNamesAllWhoHaveIt() throws {
    var stage = Stage(.join(try HomeKeysTests.code("AZUR"), password: nil))
    try stage.enterRoom(Stage.rules(.rgb))
    try stage.countDown()
    for _ in 1...5 {
      stage.openRound(for: 1_000)
      for player in stage.racers { stage.play(.set(stage.guess(off: 2)), by: player) }
      while stage.match?.round != nil, let due = stage.match?.deadline {
        stage.play(for: max(0, due - stage.now))
      }
    }
    expect(stage.text, contains: "you, mira, oskar, jun, lou")
  }

  @Test func aRatedMatchThatNoRatingCameOfSaysSo() throws {
    var stage = Stage(.join(try HomeKeysTests.code("AZUR"), password: nil))
    try stage.enterRoom(Stage.rules(.rgb))
    var settings = try require(stage.session.room).settings
    settings.isRated = true
    stage.happen(.settings(settings))
    try stage.playRounds(5)
    let words = "no rating came of this match"
    expect(!stage.text.contains(words), "it is not kept yet")
    stage.proveMatch(isKeptAs: 41)
    expect(stage.text, contains: words)
    stage.hear(
      .rated(
        RatingChange(
          match: 1, who: Stage.me, rating: 1_412, delta: -12, margin: 88, missing: 0)))
    expect(!stage.text.contains(words) && stage.text.contains("rating 1412"))
  }
}
