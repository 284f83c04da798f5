// When a driver writes its journal: before anybody is told, but for moves and how long answers
// take, which wait a little for one another. And which of several SETs that came together on a late
// lane are judged: the newest, and each before a LOCK.

import Driving
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Moves and the journal")
struct WaitingMovesTests {
  private let stage = JournalStage()

  @Test("moves wait for one another, 50 ms at most, whether they are shown or not")
  func later() throws {
    let ada = stage.begin()[0]
    _ = try stage.hear(ada)
    for value in 1...3 { stage.say("SET v=\(value),2,3", on: ada) }
    try expect(stage.hear(ada).contains { $0.hasPrefix("MOVE ") })
    stage.wait(49)
    expect(isEmpty: stage.takeFrames())
    stage.wait(1)
    expect(stage.takeVerbs(), equals: [["SET", "SET", "SET"]])
  }

  @Test("how long somebody's answer took waits like a move")
  func measured() throws {
    let ada = stage.begin()[0]
    let asked = try stage.hear(ada).last { $0.hasPrefix("PING ") }
    let nonce = try require(asked).dropFirst("PING ".count)
    stage.wait(20)
    stage.say("SET v=1,2,3", on: ada)
    stage.say("PONG \(nonce)", on: ada)
    expect(isEmpty: stage.takeFrames())
    stage.wait(50)
    expect(stage.takeVerbs(), equals: [["SET", "RTT"]])
  }

  @Test("a line that is answered is written at once, behind the moves before it")
  func locked() {
    let ada = stage.begin()[0]
    stage.say("SET v=1,2,3", on: ada)
    expect(isEmpty: stage.takeFrames())
    stage.say("LOCK v=1,2,3", on: ada)
    expect(stage.takeVerbs().first?.prefix(2), equals: ["SET", "LOCK"])
  }

  @Test("a newcomer is shown nothing that is not written")
  func shown() throws {
    let ada = stage.begin()[0]
    let bob = stage.connect("Bob")
    let code = try require(stage.server.lanes[0].driver.hall.rooms.keys.first)
    stage.say("SET v=1,2,3", on: ada)
    expect(isEmpty: stage.takeFrames())
    stage.say("WATCH room=\(code.text)", on: bob)
    try expect(stage.hear(bob).contains { $0.hasPrefix("MOVE ") })
    expect(stage.takeVerbs().first?.first, equals: "SET")
  }

  @Test("many moves do not wait")
  func many() {
    let people = stage.begin(16)
    for value in 0...16 {
      for link in people { stage.say("SET v=\(value),2,3", on: link) }
    }
    expect(stage.takeVerbs(), equals: [Array(repeating: "SET", count: 257)])
  }

  @Test("of SETs that came together a lane in time judges all, and a late one the newest")
  func overtaken() {
    let ada = stage.begin()[0]
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3", on: ada)
    expect(stage.takeMoves(), equals: ["SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3"])
    expect(stage.pressure.overtaken, equals: 0)
    stage.strain(by: ada)
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3", on: ada, after: 100)
    expect(stage.takeMoves(), equals: ["SET v=3,3,3"])
    expect(stage.pressure.overtaken, equals: 2)
    for value in 4...5 { stage.say("SET v=\(value),0,0", on: ada, after: 100) }
    expect(stage.takeMoves(), equals: ["SET v=4,0,0", "SET v=5,0,0"])
  }

  @Test("a LOCK on a late lane is judged behind the SET before it, and what follows it is, too")
  func lockOnLateLane() throws {
    let ada = stage.begin()[0]
    stage.strain(by: ada)
    stage.say(
      "SET v=1,1,1", "SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "PING t=7", "SET v=4,4,4",
      on: ada, after: 100)
    let moves = stage.takeMoves()
    expect(moves, equals: ["SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "SET v=4,4,4"])
    try expect(stage.hear(ada).contains { $0.hasPrefix("PONG t=7") })
  }

  @Test("a player who says SET on a late lane and is gone has said it")
  func gone() {
    let ada = stage.begin()[0]
    stage.strain(by: ada)
    ada.ship(.bytes(Array("SET v=1,1,1\nSET v=2,2,2\n".utf8)), at: stage.server.now)
    ada.ship(.end, at: stage.server.now)
    stage.server.now += 100
    stage.server.settle(ada)
    expect(stage.takeMoves(), equals: ["SET v=2,2,2"])
  }

  @Test("SETs that are not judged count as lines")
  func budget() throws {
    let ada = stage.begin()[0]
    stage.strain(by: ada)
    let lines = String(repeating: "SET v=1,1,1\n", count: Limits().lineBurst + 1)
    stage.say(lines + "PING t=7", on: ada)
    let heard = try stage.hear(ada)
    expect(heard.contains { $0.hasPrefix("NO code=too-fast") })
    expect(!heard.contains { $0.hasPrefix("PONG t=7") })
  }
}
