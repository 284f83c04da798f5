// What becomes of those who read too slowly: a watcher is shown the room anew, a player is closed.
// That asymmetry is policy; the rest of the room notices nothing.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Slow readers")
struct SlowReaderTests {
  /// A room with a host, and somebody who looks on and cannot keep up.
  private func muted() throws -> (HallStage, host: Person, watcher: Person) {
    var (stage, room, ada) = try HallStage.hosted()
    let cal = try stage.person("Cal")
    stage.say(cal.id, "WATCH room=\(room)")
    stage.clear()
    stage.input(.overflowed(cal.id))
    return (stage, ada, cal)
  }

  @Test("a watcher hears nothing until everything is read, then the room as it is")
  func watcher() throws {
    var (stage, ada, cal) = try muted()
    expect(stage.conflated, equals: [cal.id])
    stage.say(ada.id, "BOT")
    stage.say(ada.id, "READY")
    stage.pass(30_000)
    expect(stage.verbs(cal.id), equals: [])
    expect(stage.closed, equals: [])
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal.id)
    expect(verbs.prefix(2), equals: ["IN", "ROOM"])
    expect(verbs, contains: "COUNTDOWN")
    expect(verbs.last, equals: "PING", "it was not asked for a sign of life meanwhile")
    expect(stage.hall.deadline.map { $0 >= stage.now }, equals: true)
    stage.clear()
    stage.say(ada.id, "LEAVE")
    expect(stage.verbs(cal.id), contains: "GONE")
  }

  @Test("lines of a muted watcher are answered later, in order")
  func held() throws {
    var (stage, _, cal) = try muted()
    stage.say(cal.id, "PING t=1")
    stage.say(cal.id, "NONSENSE")
    stage.say(cal.id, "LEAVE")
    stage.say(cal.id, "CREATE")
    expect(stage.verbs(cal.id), equals: [])
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal.id)
    let asked = verbs.drop { $0 != "WATCHERS" }
    expect(asked.dropFirst().prefix(4), equals: ["PONG", "unknown-verb", "OUT", "IN"], "\(verbs)")
  }

  @Test("a muted watcher who talks on without reading is closed")
  func talksOn() throws {
    var (stage, _, cal) = try muted()
    for _ in 0..<Limits().heldLinesMax { stage.say(cal.id, "PING t=1") }
    expect(stage.closed, equals: [])
    stage.say(cal.id, "PING t=1")
    expect(stage.closed, equals: [cal.id])
    stage.input(.drained(cal.id))
    expect(stage.verbs(cal.id), equals: ["too-slow"])
  }

  @Test("a player is told why and closed; the seat is kept, and the others play on")
  func player() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.input(.overflowed(bob.id))
    expect(stage.verbs(bob.id), equals: ["too-slow"])
    expect(stage.closed, equals: [bob.id])
    expect(stage.conflated, equals: [])
    stage.clear()
    stage.input(.disconnected(bob.id))
    expect(stage.verbs(ada.id), equals: ["AWAY"])
    let again = stage.connect()
    expect(stage.ask(again, "HELLO v=1 resume=\(bob.token)"), contains: "IN")
  }
}
