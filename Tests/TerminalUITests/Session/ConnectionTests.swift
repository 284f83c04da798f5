// What holds for every session at any moment, when lost connections are tried again, and what
// survives them of a seat, a watched match and the sliders.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct ConnectionTests {
  private func scenario() throws -> World {
    var world = World("law")
    let code = try world.addRace(matches: 2)
    world.add(.watch(code, password: nil), name: "jun")
    world.add(.browse, name: "kim")
    for step in 0..<12 {
      world.run(2_345)
      world.cut(step % 3)
    }
    _ = world.run { $0.room(0)?.match?.number == 2 && $0.room(0)?.verdict != nil }
    return world
  }

  @Test func sameInputsGiveSameOutputsAndNothingIsRefused() throws {
    let worlds = [try scenario(), try scenario()]
    for (one, other) in zip(worlds[0].clients, worlds[1].clients) {
      expect(one.sent.map(\.message), equals: other.sent.map(\.message))
      expect(one.sent.map(\.at), equals: other.sent.map(\.at))
      expect(one.heard, equals: other.heard)
      expect(one.session.room, equals: other.session.room)
      // Nothing is said that a hall refuses.
      let refusals = one.heard.compactMap { message -> RefusalCode? in
        if case .no(let refusal) = message { refusal.code } else { nil }
      }
      expect(refusals.allSatisfy { $0 == .tooFar }, "\(refusals)")
    }
    expect(worlds[0].room(0)?.match?.number, equals: 2)
    expect(worlds[0].room(0)?.verdict, equals: .verified)
  }

  @Test func helloComesFirstOnEveryConnectionAndNothingElseBeforeWelcome() throws {
    var session = Session(
      intent: .join(try require(RoomCode("KM4T")), password: nil), hello: Hello(name: "ada"),
      secret: secret("ada"), hashing: hashing, selfPlay: nil)
    let now = Instant(milliseconds: 0)
    _ = session.start(at: now)
    expect(session.handle(.connected, at: now), equals: [.send(.hello(Hello(name: "ada")))])
    let actions: [UserAction] = [
      .list, .ready(true), .start, .addBot(level: 1), .config(RoomWishes(), opens: true),
      .host(PlayerID(number: 1)), .kick(PlayerID(number: 1)), .ban(PlayerID(number: 1)),
      .react(.wave), .sit, .lookOn, .lock(Guess([1, 2, 3])), .set(Guess([1, 2, 3])), .quick(nil),
      .leave, .watch(nil, password: nil), .rename(name: "bea"),
    ]
    for action in actions { expect(session.act(action, at: now), equals: []) }
    expect(session.handle(.tick, at: now + 1_000), equals: [])
  }

  @Test func noBytesDoHarm() throws {
    var world = World()
    _ = try world.addPlayer()
    let heard = world.clients[0].heard.map(line)
    var session = world.clients[0].session
    var draw = RandomStream(key: secret("bytes"), hashing: hashing)
    let now = world.clients[0].local(world.now)
    for round in 0..<500 {
      var bytes = heard[draw.next(below: heard.count)]
      for _ in 0...draw.next(below: 4) where !bytes.isEmpty {
        let index = draw.next(below: bytes.count)
        switch draw.next(below: 3) {
        case 0: bytes[index] = UInt8(draw.next(below: 256))
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8(0x20 + draw.next(below: 0x5f)), at: index)
        }
      }
      _ = session.handle(.received(bytes[...]), at: now + round)
      if let deadline = session.deadline { expect(deadline, isAbove: now + round) }
    }
  }

  @Test func tooFastIsHeeded() throws {
    var world = World()
    world.add(.browse, name: "ada", then: 3_000)
    world.inject(.no(RefusalLine(code: .tooFast)), into: 0)
    let told = world.now
    world.run(5_000)
    let lists = world.clients[0].sent.filter { $0.at > told && $0.message == .list(nil) }
    expect(lists.count, isAtLeast: 2)
    expect(lists[0].at - told, isAtLeast: SessionLimits.pauseMilliseconds)
  }

  @Test func attemptsComeEverMoreSlowlyUpToEightSeconds() throws {
    var world = World()
    world.add(.browse, name: "ada", then: 20_000)
    world.clients[0].isReachable = false
    let lost = world.now
    world.cut(0, then: 60_000)
    let attempts = world.clients[0].attempts.filter { $0 >= lost }
    let pauses = zip([lost] + attempts, attempts).map { $1 - $0 }
    // Each refusal takes a round trip of 10 ms before the next wait begins.
    expect(pauses.prefix(7), equals: [250, 1_010, 2_010, 4_010, 8_010, 8_010, 8_010])
    guard case .lost(let retryAt, let reason) = world.clients[0].session.state else {
      Issue.record("the last attempt is not over")
      return
    }
    expect(reason, equals: "connection refused")
    expect(
      retryAt, equals: world.clients[0].local(try #require(world.clients[0].attempts.last) + 8_010))
  }

  @Test func aServerThatHangsUpAtOnceIsNotStormed() throws {
    var world = World()
    world.add(.browse, name: "ada")
    for _ in 0..<16 {
      _ = world.run(within: 20_000) { $0.clients[0].session.state == .online }
      world.cut(0)
    }
    let attempts = world.clients[0].attempts
    let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    expect(pauses.dropFirst(5).allSatisfy { $0 >= 8_000 })
  }

  @Test func aServerThatFallsSilentIsLeft() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", then: 5_000)
    let silent = world.now
    world.silence(guest)
    world.reach(within: 20_000) { $0.clients[guest].session.isWaiting }
    expect(world.now - silent, isBelow: 4_000, "it is said at once")
    expect(Sheet.trouble(world.clients[guest].session, at: world.now), differsFrom: nil)
    world.reach(within: 20_000) { world in
      if case .lost = world.clients[guest].session.state { true } else { false }
    }
    expect(SessionLimits.silenceMilliseconds...15_000 ~= world.now - silent)
    world.run(2_000)
    expect(world.room(guest)?.mySeat, differsFrom: nil, "and found again")
  }

  @Test func aPingIsAnsweredAtOnce() {
    var world = World()
    world.add(.browse, name: "ada")
    world.run(100)
    world.inject(.ping(nonce: "abc"), into: 0)
    expect(world.clients[0].sent.last?.message, equals: .pong(nonce: "abc"))
    expect(world.clients[0].sent.last?.at, equals: world.now)
  }

  @Test func someRefusalsEndTheSessionAndOthersAreTriedAgain() {
    for code in [RefusalCode.badVersion, .badLine, .replaced] {
      var world = refused(code)
      expect(world.clients[0].session.state, equals: .ended(.failed(code.sentence)))
      world.run(60_000)
      expect(world.clients[0].attempts.count, equals: 1)
    }
    for code in [RefusalCode.idle, .tooSlow, .shuttingDown, .moved, .serverFull] {
      var world = refused(code)
      guard case .lost(_, let reason) = world.clients[0].session.state else {
        Issue.record("\(code): not lost")
        continue
      }
      expect(code.sentence.lowercased(), equals: "\(reason).".lowercased())
      world.run(1_000)
      expect(world.clients[0].session.state, equals: .online)
    }
  }

  @Test func theOperatorsBanEndsTheSessionAndAHostsDoesNot() {
    let ends = refused(.banned).clients[0].session.state
    expect(ends, equals: .ended(.failed("The operator of this server keeps you out.")))
    let goesOn = refused(.banned, of: .watch)
    expect(goesOn.clients[0].session.state, equals: .online)
  }

  private func refused(_ code: RefusalCode, of verb: ClientVerb? = nil) -> World {
    var world = World()
    world.add(.browse, name: "ada", then: 100)
    world.inject(.no(RefusalLine(code: code, verb: verb?.rawValue)), into: 0)
    return world
  }

  @Test func aSeatAndItsSlidersSurviveAndTheServerHearsOfThem() throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .set(Guess([10, 20, 30])), then: 100)
    let me = try require(world.clients[0].session.me)
    world.cut(0)
    expect(world.clients[0].session.room?.amRacing, equals: true, "the screen stays")
    world.act(0, .set(Guess([11, 22, 33])))
    expect(world.clients[0].session.guess, equals: Guess([11, 22, 33]))
    world.run(1_000)
    expect(world.clients[0].session.state, equals: .online)
    expect(world.clients[0].session.guess, equals: Guess([11, 22, 33]))
    expect(world.said(0).last, equals: .play(.set(Guess([11, 22, 33]))))
    world.reach { $0.room(0)?.match?.results.first?.scores.count == 2 }
    expect(world.clients[0].session.me == me && world.room(0)?.mySeat?.awayUntil == nil)
    expect(world.room(0)?.match?.results[0].score(of: me)?.guess, equals: Guess([11, 22, 33]))
  }

  @Test func aWatcherGoesOnWhereTheyWere() throws {
    var world = World()
    let code = try world.addRace()
    let steady = world.add(.watch(code, password: nil), name: "jun")
    let shaky = world.add(.watch(code, password: nil), name: "kim")
    world.reach { $0.room(shaky)?.match?.round != nil }
    let last = try require(world.room(shaky)?.last)
    world.cut(shaky)
    world.reach { $0.clients[shaky].session.state == .online }
    world.run(100)
    expect(world.said(shaky).last, equals: .watch(code, password: nil, since: last))
    world.reach { $0.room(steady)?.verdict != nil }
    world.run(2_000)
    expect(world.room(shaky)?.seen(as: steady, in: world), equals: world.room(steady))
    expect(world.room(shaky)?.verdict, equals: .verified)
  }

  @Test func leavingWhileAwayGivesTheSeatUpOnReturn() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", then: 100)
    world.cut(guest)
    world.act(guest, .leave)
    expect(world.room(guest), equals: nil)
    world.run(2_000)
    expect(world.room(0)?.seats.count, equals: 1)
    expect(world.room(guest), equals: nil)
    expect(world.clients[guest].session.listedAt, differsFrom: nil)
  }

  @Test func anotherServerInTheSamePlaceKnowsNobody() throws {
    var world = World()
    _ = try world.addHost()
    world.run(20_000)
    world.restartServer()
    world.run(5_000)
    let session = world.clients[0].session
    expect(session.state, equals: .online)
    expect(session.welcome?.app, equals: "hall/2")
    expect(session.notices.map(\.text), equals: ["The server restarted; that room is gone."])
    expect(session.intent, equals: .browse)
    expect(session.room, equals: nil)
  }

  @Test func aMatchGoesOnWithAServerThatKeptIt() throws {
    var world = World()
    _ = try world.addPlayer(RoomWishes(rounds: 1, seconds: 20, seats: 2), bots: [2])
    world.run(5_000)
    let before = try require(world.room(0)?.match?.round)
    world.restartServer(isKept: true)
    world.run(1_500)
    let session = world.clients[0].session
    expect(session.welcome?.app == "hall/2" && session.room?.mySeat != nil)
    let notice = try require(session.notices.last?.text)
    expect(notice.hasPrefix("The server was gone: the match goes on in"), "\(notice)")
    let after = try require(world.room(0)?.match?.round)
    expect(after.start, equals: before.start.held(by: after.start.opens - before.start.opens))
    expect(after.start.opens, isAbove: before.start.opens + 3_000)
    world.act(0, .set(Guess([1, 2, 3])))
    expect(world.clients[0].session.guess, differsFrom: Guess([1, 2, 3]), "it stands still")
    world.run(40_000)
    expect(world.room(0)?.verdict, equals: .verified)
  }
}
