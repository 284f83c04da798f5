// The list of those who look on: who opens it and where, how it is kept up to date, and what a host
// does with it.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

@Suite("The list of those who look on")
struct AudiencePanelTests {
  private static let orit = PlayerID(number: 22)

  private func asked(_ stage: Stage) -> Int { stage.sent.count { $0 == .send(.who) } }

  @Test func itOpensInARoomInAMatchThatOneWatchesAndAfterARoundButNotInARace() throws {
    for scene in [Scene.room, .hosting, .watchRoom, .watch, .results, .final] {
      var stage = try scene.stage()
      stage.type("a")
      expect(stage.text.contains("who watches") && stage.text.contains("Asking the server"))
      expect(asked(stage), equals: 1, "\(scene)")
      stage.type("a")
      expect(!stage.text.contains("who watches"))
    }
    for scene in [Scene.home, .wall, .raceHSB, .settings] {
      var stage = try scene.stage()
      stage.type("a")
      expect(stage.model.audience == nil && asked(stage) == 0, "\(scene)")
    }
  }

  @Test func itIsAskedForAgainWhileItLiesOpen() throws {
    var stage = try Scene.audience.stage()
    expect(asked(stage), equals: 1)
    let due = SessionLimits.audienceMilliseconds
    expect(stage.model.nextFrame(at: stage.now), equals: stage.now + due)
    stage.look(after: due)
    expect(asked(stage), equals: 2)
    stage.look(after: due)
    expect(asked(stage), equals: 2, "the last question is not answered yet")
    stage.tellAudience(["Dana"])
    expect(stage.text.contains("Dana") && !stage.text.contains("Bee"))
    stage.press(.escape)
    stage.look(after: due)
    expect(asked(stage), equals: 2)
  }

  @Test func theChoiceStaysOnItsPersonAndEndsWithThem() throws {
    var stage = try Scene.audienceMeasures.stage()
    expect(stage.model.audience?.player, equals: Self.orit)
    stage.look(after: SessionLimits.audienceMilliseconds)
    stage.hear(
      .watcher(PlayerID(number: 40), Stage.profiles[0]),
      .watcher(PlayerID(number: 21), Stage.profiles[1]), .watcher(Self.orit, Stage.profiles[2]),
      .end(of: "WHO", count: 3))
    expect(stage.model.audience?.place == 2 && stage.model.audience?.step != .reading)
    stage.look(after: SessionLimits.audienceMilliseconds)
    stage.tellAudience(["Dana"])
    expect(stage.model.audience?.step == .reading && stage.model.audience?.place == 0)
    stage.look(after: SessionLimits.audienceMilliseconds)
    stage.tellAudience([])
    expect(stage.text.contains("Nobody is watching.") && stage.model.audience?.player == nil)
    stage.press(.enter)
    expect(isEmpty: stage.done)
  }

  @Test func aServerThatTellsOnlyTheHostIsNotAskedAgain() throws {
    var stage = try Scene.room.stage()
    stage.type("a")
    stage.hear(.no(RefusalLine(code: .notYours, verb: "WHO")))
    expect(stage.text, contains: "This server tells only the host.")
    expect(isEmpty: stage.session.notices)
    stage.look(after: SessionLimits.audienceMilliseconds)
    expect(asked(stage), equals: 1)
  }
}
