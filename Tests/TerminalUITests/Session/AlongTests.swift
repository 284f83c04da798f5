// Playing along without a seat: a session beside a real hall. A member of the crowd has a cell, is
// judged as a seat is, is told alone what it came to, and is back in the same cell after a lost
// connection.

import Chroma
import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct AlongTests {
  /// A seat, a bot, and somebody who plays along, in a round that is open.
  private func world(_ wishes: RoomWishes = shortWishes) throws -> World {
    var world = World("along")
    let code = try world.addPlayer(wishes)
    world.add(.watch(code, password: nil), name: "kim", then: 200)
    world.act(1, .playAlong)
    return world
  }

  private func sets(_ world: World) -> [Instant] {
    world.clients[1].sent.filter { $0.message.verb == .set }.map(\.at)
  }

  private func answer(_ world: World) throws -> Guess {
    try require(world.room(1)?.match?.round?.challenge.answer)
  }

  @Test func whoMovesHasACellAndIsToldAloneWhatItCameTo() throws {
    var world = try world()
    expect(world.room(1)?.amRacing == true && world.room(1)?.crowd.cell == nil)
    for step in 1...40 { world.act(1, .set(Guess([step, 0, 7])), then: 50) }
    let sets = sets(world)
    expect(sets.count, isAtLeast: 3)
    let pauses = zip(sets.dropFirst(), sets).map { $0 - $1 }
    expect(pauses.allSatisfy { $0 >= SessionLimits.setAlongMilliseconds }, "two a second")
    expect(world.room(1)?.crowd.cell, equals: CrowdSeen.Cell(number: 1, name: "kim"))
    try world.act(1, .lock(answer(world)), then: 300)
    let me = try require(world.room(1)?.me)
    expect(world.clients[1].session.isLocking && world.room(1)?.match?.round?.lock(of: me) == nil)
    world.run(400)
    expect(world.room(1)?.match?.round?.lock(of: me), differsFrom: nil, "nobody refused it")
    expect(world.clients[1].session.canMove(at: world.clients[1].local(world.now)), equals: false)
    world.act(0, .set(try answer(world)), then: 50)
    world.act(0, .lock(try answer(world)))
    world.reach { $0.room(1)?.crowd.yours != nil }
    let yours = try require(world.room(1)?.crowd.yours)
    expect(yours.difference == .zero && yours.place == 1 && yours.of == 1)
    expect(world.room(1)?.isYoursRight, equals: true)
    expect(world.room(1)?.match?.crowd?.together.locked, equals: 1)
    world.reach { $0.room(1)?.match?.isOver == true && $0.room(1)?.crowd.final != nil }
    expect(world.room(1)?.crowd.final?.total, equals: yours.total)
    expect(world.room(0)?.crowd.yours, equals: nil)
    expect(world.room(1)?.verdict, equals: .verified)
  }

  @Test func aLockThatIsTooFarOffFreezesTheNextAsOnASeat() throws {
    var world = try world()
    world.act(1, .lock(Guess([0, 0, 0])), then: 100)
    world.act(1, .lock(Guess([255, 0, 0])), then: 100)
    let room = try require(world.room(1))
    let frozen = try require(room.match?.round?.frozenUntil(room.me))
    expect(frozen, isAbove: world.now)
    expect(world.clients[1].session.isLocking, equals: false)
    expect(room.match?.round?.firstLock, equals: nil)
    let (now, session) = (world.clients[1].local(world.now), world.clients[1].session)
    expect(session.canMove(at: now))
  }

  @Test func aRefusalThatComesLateTakesTheLockBack() throws {
    var world = try world()
    try world.act(1, .lock(answer(world)), then: 700)
    let me = try require(world.room(1)?.me)
    expect(world.room(1)?.match?.round?.lock(of: me), differsFrom: nil)
    world.inject(.no(RefusalLine(code: .tooFar, verb: "LOCK")), into: 1)
    let round = try require(world.room(1)?.match?.round)
    expect(round.lock(of: me), equals: nil)
    expect(round.frozenUntil(me), differsFrom: nil)
    let (now, session) = (world.clients[1].local(world.now), world.clients[1].session)
    expect(session.canMove(at: now))
  }

  @Test func whoWasLostIsBackInTheSameCell() throws {
    var world = try world()
    world.act(1, .set(Guess([9, 8, 7])), then: 200)
    let cell = try require(world.room(1)?.crowd.cell)
    world.cut(1, then: 1_500)
    expect(world.room(1)?.role == .watcher && world.room(1)?.amRacing == true)
    expect(world.room(1)?.crowd.cell, equals: cell)
    expect(world.clients[1].session.guess, equals: Guess([9, 8, 7]))
  }

  /// A presenter's open floor with somebody who plays along, in a round that is open.
  private func floor() throws -> World {
    var world = World("floor")
    var wishes = RoomWishes(mode: .rgb, rounds: 3, seconds: 10, seats: 0, name: "class")
    wishes.isPresented = true
    world.add(.create(wishes, bots: []), name: "mira", then: 200)
    let code = try require(world.room(0)?.code)
    world.add(.watch(code, password: nil), name: "kim", then: 200)
    world.act(1, .playAlong)
    world.act(0, .start)
    world.reach { $0.room(1)?.match?.round?.isOpen(at: $0.now) == true }
    return world
  }

  @Test func aPresenterWhoWasLostPresentsAgain() throws {
    var world = try floor()
    world.cut(0, then: 1_500)
    expect(world.room(0)?.amPresenting, equals: true)
    expect(world.room(0)?.pacedMatch?.round?.start.round, equals: 1)
    world.restartServer(isKept: true)
    world.run(2_500)
    expect(world.room(0)?.amPresenting, equals: true)
    world.act(0, .showField, then: 100)
    expect(!world.said(0).contains { $0.verb == .leave }, "leaving gives up the room")
  }

  @Test func aPresenterEndsRoundsAndHasTheNextOneCome() throws {
    var world = try floor()
    world.act(0, .end, then: 100)
    expect(world.room(1)?.match?.results.count, equals: 1)
    world.act(0, .next, then: 100)
    world.reach(within: 4_000) { $0.room(1)?.match?.round?.start.round == 2 }
    world.act(0, .end, then: 100)
    world.act(0, .end, then: 100)
    expect(world.room(1)?.match?.isOver, equals: true)
  }

  @Test func keysPaceAnOpenFloorAndAMatchEndsByASecondPress() throws {
    var stage = Stage(.watch(try require(RoomCode("AZUR")), password: nil))
    func said(_ message: ClientMessage) -> Int { stage.sent.count { $0 == .send(message) } }
    try stage.enterRoom(
      Stage.rules(.rgb), .watcher, host: Stage.me, seats: 0, company: 0, isPresented: true)
    try stage.playRounds(1)
    expect(stage.text.contains("next round") && stage.text.contains("end the match"))
    stage.press(.character("e"))
    expect(stage.text.contains("end the match? once more"))
    stage.look(after: 3_000)
    stage.press(.character("e"))
    expect(said(.end), equals: 0, "the second press came too late")
    stage.press(.character("e"))
    expect(said(.end), equals: 0, "the key is held")
    stage.look(after: 800)
    stage.press(.character("e"))
    expect(said(.end), equals: 1)
    stage.press(.character("n"))
    expect(said(.next), equals: 1)
    stage.openRound()
    expect(stage.text.contains("end the round"))
    stage.press(.character("n"), .character("e"))
    expect(said(.next) == 1 && said(.end) == 2)
  }

  @Test func whereWatchersAreLateNobodyPlaysAlong() throws {
    var wishes = shortWishes
    wishes.delay = 2
    let world = try world(wishes)
    expect(world.room(1)?.amAlong, equals: false)
    expect(
      world.clients[1].session.notices.last?.text,
      equals: "This room shows everything 2 s later, so nobody can play along.")
    expect(world.clients[1].session.notices.last?.lasts, equals: false)
  }

  @Test func aKeyPlaysAlongAnotherLooksOnAndTheFieldIsAskedForOnce() throws {
    let room = try require(RoomCode("AZUR"))
    var stage = Stage(.watch(room, password: nil))
    try stage.enterRoom(Stage.rules(.rgb), .watcher)
    try stage.countDown()
    stage.openRound()
    stage.press(.character("f"))
    expect(stage.did(.showField))
    stage.hear(.out(room, .left))
    let since = try require(stage.session.room).last
    let again = ClientMessage.watch(room, password: nil, since: since, field: true)
    expect(stage.sent.last, equals: .send(again))
    stage.press(.character("p"))
    expect(stage.model.screen, equals: .race)
    expect(stage.text.contains("Move something, and you play along."))
    stage.press(.escape)
    expect(stage.model.screen == .watch && !stage.model.asksToLeave)
    stage.press(.character("p"))
    expect(stage.model.screen, equals: .race)
  }

  @Test func whoAsksForTheFieldHasItAndTheRoomStaysInBetween() throws {
    var world = try world()
    world.act(1, .set(Guess([9, 8, 7])), then: 200)
    let code = try require(world.room(0)?.code)
    world.add(.watch(code, password: nil), name: "eve", then: 200)
    world.act(2, .showField)
    for _ in 0..<50 {
      world.run(1)
      expect(world.room(2)?.match?.round, differsFrom: nil)
    }
    world.run(1_200)
    expect(
      world.said(2).map(\.verb), equals: [.watch, .leave, .watch])
    let field = try require(world.room(2)?.crowd.field)
    expect(field.colors, equals: [Color(red: 9, green: 8, blue: 7)])
    expect(world.room(2)?.crowd.count?.count, equals: 1)
    world.act(1, .showField, then: 200)
    expect(!world.said(1).contains { $0.verb == .leave }, "who has a cell keeps it")
  }
}
