// Connections that end: what survives of a seat, a watched match and the sliders, and what does
// not.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct ResumeTests {
  @Test func aLostSeatIsTakenAgainAndTheMatchGoesOn() throws {
    var world = World()
    _ = try world.addRace()
    let isOpen = world.run { $0.clients[1].session.guess != nil }
    expect(isOpen)
    let me = world.clients[1].session.me
    world.cut(1)
    expect(world.clients[1].session.room?.amRacing, equals: true, "the screen stays")
    world.run(100)
    expect(world.room(0)?.seats[1].awayUntil, differsFrom: nil)
    world.run(1_000)
    expect(world.clients[1].session.me, equals: me)
    expect(world.room(0)?.seats[1].awayUntil, equals: nil)
    let isOver = world.run { $0.room(1)?.verdict != nil }
    expect(isOver)
    expect(world.room(1)?.verdict, equals: .verified)
    expect(
      world.room(1)?.match?.results.last?.score(of: me ?? PlayerID(number: 0)), differsFrom: nil)
    expect(world.room(0)?.match?.standings, equals: world.room(1)?.match?.standings)
  }

  @Test func theSlidersSurviveAndTheServerHearsOfThem() throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .set(Guess([10, 20, 30])))
    world.run(100)
    world.cut(0)
    world.act(0, .set(Guess([11, 22, 33])))
    expect(world.clients[0].session.guess, equals: Guess([11, 22, 33]))
    world.run(1_000)
    expect(world.clients[0].session.state, equals: .online)
    expect(world.clients[0].session.guess, equals: Guess([11, 22, 33]))
    expect(world.said(0).last, equals: .play(.set(Guess([11, 22, 33]))))
    let isShut = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    expect(isShut)
    let me = try require(world.clients[0].session.me)
    expect(world.room(0)?.match?.results[0].score(of: me)?.guess, equals: Guess([11, 22, 33]))
  }

  @Test func aWatcherGoesOnWhereTheyWere() throws {
    var world = World()
    let code = try world.addRace()
    let steady = world.add(.watch(code, password: nil), name: "jun")
    let shaky = world.add(.watch(code, password: nil), name: "kim")
    let isOpen = world.run { $0.room(shaky)?.match?.round != nil }
    expect(isOpen)
    let last = try require(world.room(shaky)?.last)
    world.cut(shaky)
    let isBack = world.run { $0.clients[shaky].session.state == .online }
    expect(isBack)
    world.run(100)
    expect(world.said(shaky).last, equals: .watch(code, password: nil, since: last))
    let isOver = world.run { $0.room(steady)?.verdict != nil }
    expect(isOver)
    world.run(2_000)
    expect(world.room(shaky)?.seen(as: steady, in: world), equals: world.room(steady))
    expect(world.room(shaky)?.verdict, equals: .verified)
  }

  @Test func leavingWhileAwayGivesTheSeatUpOnReturn() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun")
    world.run(100)
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
