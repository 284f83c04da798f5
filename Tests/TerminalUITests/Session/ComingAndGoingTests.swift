// From room to room and home again, one step at a time. A client that is not let in stands at the
// home screen with a sentence about it.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct ComingAndGoingTests {
  @Test func wantingAnotherRoomLeavesThisOneFirst() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.create(RoomWishes(), bots: [2]), name: "jun")
    world.run(100)
    let own = try require(world.room(guest)?.code)
    world.act(guest, .watch(code, password: nil))
    world.run(100)
    expect(world.room(guest)?.code, equals: code)
    expect(world.room(guest)?.role, equals: .watcher)
    expect(
      world.said(guest),
      equals: [
        .create(RoomWishes()), .bot(level: 2), .leave,
        .watch(code, password: nil, since: nil),
      ])
    expect(own, differsFrom: code)
  }

  @Test func aRoomThatDoesNotLetUsInSendsUsHome() throws {
    var world = World()
    let wishes = RoomWishes(seats: 1, password: "blue")
    world.add(.create(wishes, bots: []), name: "ada")
    world.run(100)
    let code = try require(world.room(0)?.code)
    let missing = try require(RoomCode("ZZZZ"))
    let attempts: [(intent: Intent, refusal: RefusalCode)] = [
      (.join(missing, password: nil), .noRoom),
      (.watch(missing, password: nil), .noRoom),
      (.join(code, password: nil), .wrongPass),
      (.watch(code, password: "red"), .wrongPass),
      (.join(code, password: "blue"), .roomFull),
    ]
    for attempt in attempts {
      let client = world.add(attempt.intent, name: "jun")
      world.run(100)
      let session = world.clients[client].session
      expect(session.notices.map(\.code), equals: [attempt.refusal])
      let isAsked = attempt.intent.password == nil && attempt.refusal == .wrongPass
      let asks = "Room \(code.text) asks for a password."
      expect(session.notices.map(\.text), equals: [isAsked ? asks : attempt.refusal.sentence])
      let door = attempt.refusal == .wrongPass ? LockedDoor(to: attempt.intent) : nil
      expect(session.door, equals: door)
      expect(session.intent, equals: .browse)
      expect(session.room, equals: nil)
      expect(session.state, equals: .online)
      expect(session.listedAt, differsFrom: nil, "the home screen is there at once")
    }
  }
}
