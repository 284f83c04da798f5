// Who may come in when something is full: only a player who comes back to a seat that is kept.

import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Fullness")
struct FullnessTests {
  @Test("a new player is told so at HELLO and closed", arguments: [Fullness.server, .address])
  func refused(fullness: Fullness) throws {
    var stage = HallStage()
    for hello in ["HELLO v=1", "HELLO v=1 resume=0123"] {
      let id = stage.connect(fullness: fullness)
      expect(stage.ask(id, "LIST"), equals: ["not-now"])
      stage.say(id, hello)
      var refusal = fullness.refusal
      refusal.verb = "HELLO"
      expect(stage.heard(id), equals: [.no(refusal)])
      expect(stage.closed.last, equals: id)
    }
  }

  @Test("a player who resumes a seat may do anything again", arguments: 0..<3)
  func returning(lane: Int) throws {
    var stage = LaneStage(3)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada)
    let token = try stage.player(ada).state.token
    stage.say(try stage.person("Bob", 1), "JOIN room=\(room)")
    stage.tell(ada) { .disconnected($0) }
    let again = stage.connect(lane, fullness: .server)
    expect(stage.ask(again, "HELLO v=1 resume=\(token)").first, equals: "WELCOME")
    expect(stage.ask(again, "LEAVE"), equals: ["OUT"])
    expect(stage.ask(again, "CREATE").first, equals: "IN")
    let stranger = stage.connect(lane, fullness: .server)
    expect(stage.ask(stranger, "HELLO v=1 resume=0123"), equals: ["server-full"])
    expect(stage.closed, equals: [stranger])
  }
}
