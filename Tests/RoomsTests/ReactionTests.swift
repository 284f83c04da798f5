// Reactions: seen by everybody in the room, from a fixed list, and not too often.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Reactions")
struct ReactionTests {
  /// Milliseconds after sitting down, and whether a reaction is shown then.
  static let ledger: [(after: Int, isShown: Bool)] = [
    (0, true), (0, false), (999, false), (1_000, true), (1_001, false),
    // Three have come together again, and no more than three.
    (9_000, true), (9_000, true), (9_000, true), (9_000, false), (9_999, false),
    (10_000, true), (10_999, false), (11_000, true), (12_500, true), (12_999, false),
    (13_000, true),
  ]

  @Test("a player shows one reaction at first, three at once, one a second")
  func rate() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    let start = stage.now
    for (after, isShown) in ReactionTests.ledger {
      stage.pass(start + after - stage.now)
      stage.clear()
      stage.say(ada.id, "REACT id=clap")
      expect(stage.verbs(ada.id), equals: [isShown ? "REACTED" : "not-now"], "\(after)")
      expect(stage.verbs(bob.id), equals: (isShown ? ["REACTED"] : []), "\(after)")
    }
    expect(stage.ask(bob.id, "REACT id=clap"), equals: ["REACTED"], "it is everybody's own")
  }

  @Test("a player who comes back or sits down again has no more reactions")
  func noMore() throws {
    var (stage, room, _) = try HallStage.hosted()
    var bob = try stage.guest("Bob", in: room)
    expect(stage.ask(bob.id, "REACT id=heart"), equals: ["REACTED"])
    bob = stage.back(bob)
    expect(stage.ask(bob.id, "REACT id=heart"), equals: ["not-now"])
    stage.pass(10_000)
    stage.say(bob.id, "LEAVE")
    stage.say(bob.id, "JOIN room=\(room)")
    expect(stage.ask(bob.id, "REACT id=heart"), equals: ["REACTED"])
    expect(stage.ask(bob.id, "REACT id=heart"), equals: ["not-now"])
  }
}
