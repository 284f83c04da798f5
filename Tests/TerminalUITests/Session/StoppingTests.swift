// What a client says while its server only waits for the matches that run.

import Game
import Testing
import Wire

@testable import TerminalUI

@Suite("A server that is about to stop")
struct StoppingTests {
  private static let sentence =
    "The server stops soon: matches that run go on, no new one begins."

  @Test("says so once, and again to whoever wants to begin something")
  func told() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    for _ in 0..<2 { world.inject(.stopping(until: Instant(milliseconds: 1)), into: 0) }
    #expect(world.clients[0].session.notices.map(\.text) == [Self.sentence])
    #expect(world.clients[0].session.notices.last?.lasts == true)
    for verb in ["CREATE", "QUICK", "READY", "START"] {
      let refusal = RefusalLine(code: .notNow, verb: verb, text: "the server is about to stop")
      world.inject(.no(refusal), into: 0)
      #expect(world.clients[0].session.notices.last?.text == Self.sentence)
    }
    #expect(world.clients[0].session.notices.count == 5)
    // What has other reasons is told with them.
    world.inject(.no(RefusalLine(code: .notNow, verb: "BOT")), into: 0)
    world.inject(.no(RefusalLine(code: .tooManyRooms, verb: "CREATE")), into: 0)
    let last = world.clients[0].session.notices.suffix(2).map(\.text)
    #expect(last == [RefusalCode.notNow.sentence, RefusalCode.tooManyRooms.sentence])
  }

  @Test("the next server is not")
  func next() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.stopping(until: Instant(milliseconds: 1)), into: 0)
    world.inject(.no(RefusalLine(code: .shuttingDown)), into: 0)
    world.run(1_000)
    #expect(world.clients[0].session.state == .online)
    #expect(world.clients[0].session.stopsAt == nil)
  }
}
