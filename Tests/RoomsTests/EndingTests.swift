// A server that is about to stop: what runs goes on, nothing begins, and everybody is told,
// whatever they are doing and on whatever lane.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("A server that is about to stop")
struct EndingTests {
  private static let end = HallStage.start + 600_000

  @Test("nobody stays ready, and nobody who waited long enough is given a match")
  func disbanded() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.say(ada.id, "READY nonce=c0ffee")
    stage.clear()
    stage.input(.drain(until: Self.end))
    let told: [ServerMessage] = [
      .room(n: 6, .readied(ada.player, false, .none)), .stopping(until: Self.end),
    ]
    expect(stage.heard(ada.id), equals: told)
    expect(stage.heard(bob.id), equals: told)
    expect(stage.jotted.last?.deed, equals: .readied(ada.player, false, .none))
    for id in [ada.id, bob.id] { expect(stage.ask(id, "READY"), equals: ["not-now"]) }
    expect(stage.ask(ada.id, "START"), equals: ["not-now"])
    expect(stage.ask(bob.id, "START"), equals: ["not-yours"])
    stage.pass(Limits().patienceMilliseconds + 1)
    expect(!stage.hall.isPlaying && stage.notes.isEmpty)
  }

  @Test("a match that waits for its seals begins though the server is about to stop")
  func sealed() throws {
    var (stage, _, ada) = try HallStage.hosted("seats=1")
    stage.say(ada.id, "READY seal=\(String(repeating: "5a", count: 32))")
    stage.clear()
    stage.input(.drain(until: Self.end))
    expect(stage.hall.isPlaying && stage.verbs(ada.id) == ["STOPPING"])
    stage.pass(Limits().revealMilliseconds)
    expect(stage.verbs(ada.id), equals: ["COUNTDOWN"])
  }

  @Test("a watcher who cannot be told, or may have missed it, is told later")
  func slow() throws {
    var (stage, room, _) = try HallStage.hosted()
    let cal = try stage.watcher("Cal", in: room)
    stage.input(.overflowed(cal.id))
    stage.input(.drain(until: Self.end))
    for _ in 1...2 {
      expect(stage.verbs(cal.id), equals: [])
      stage.input(.drained(cal.id))
      expect(stage.verbs(cal.id).count { $0 == "STOPPING" }, equals: 1)
      stage.input(.overflowed(cal.id))
    }
  }

  @Test("a client that moves between lanes during a shutdown is told once")
  func lanes() throws {
    var stage = LaneStage(2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let home = stage.halls[0].home(of: try require(RoomCode(room)))
    let bob = try stage.person("Bob", 1 - home)
    stage.clear()
    stage.input(.drain(until: Self.end), home)
    expect(stage.verbs(bob), equals: [])
    expect(stage.ask(bob, "JOIN room=\(room)").prefix(2), equals: ["STOPPING", "IN"])
    stage.input(.drain(until: Self.end), 1 - home)
    expect(stage.verbs(bob), equals: [])
  }

  @Test("once the lane that counts rooms knows it, no other one opens any")
  func counted() throws {
    var stage = LaneStage(2)
    let bob = try stage.person("Bob", 1)
    stage.input(.drain(until: Self.end), Hall.bookLane)
    expect(stage.ask(bob, "CREATE").last, equals: "not-now")
    expect(stage.halls.allSatisfy { $0.roomCount == 0 })
  }
}
