// What a hall wants to outlive it: no more than what somebody did. That rooms come back from it is
// the simulation's to prove.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Jotting")
struct JottingTests {
  @Test("people who only wait leave nothing behind, however long")
  func waiting() throws {
    var (stage, room, ada) = try HallStage.hosted()
    let (bob, cal) = (try stage.person("Bob"), try stage.person("Cal"))
    stage.say(bob.id, "JOIN room=\(room)")
    stage.say(cal.id, "WATCH room=\(room)")
    var pongs = 0
    func wait(_ seconds: Int) {
      for _ in 0..<seconds {
        stage.pass(1_000)
        for person in [ada, bob, cal] {
          for case .ping(let nonce) in stage.heard(person.id) {
            stage.say(person.id, "PONG nonce=\(nonce)")
            pongs += 1
          }
        }
      }
    }
    wait(60)
    let lines = stage.jotted.count
    wait(3_600)
    expect(pongs > 2_000 && stage.closed == [])
    expect(lines >= 4 && stage.jotted.count == lines)
  }

  @Test("a room in which a match runs writes itself down when it is over, and once")
  func afterMatch() throws {
    var (stage, room, ada) = try HallStage.hosted("rounds=1 time=5 seats=1")
    func count() -> Int {
      stage.jotted.count { if case .rested = $0.deed { true } else { false } }
    }
    stage.say(ada.id, "READY")
    stage.renew(room)
    stage.pass(5_000)
    expect(count() == 0 && stage.hall.roomCount == 1)
    stage.pass(10_000)
    expect(count(), equals: 1)
    stage.say(ada.id, "CONFIG rounds=2")
    expect(count(), equals: 1)
    stage.renew(room)
    expect(count(), equals: 2)
  }
}
