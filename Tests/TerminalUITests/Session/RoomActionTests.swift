// What hosts and players do with a room between rounds: settings, hosts, putting out, reactions,
// seats taken and given up. A real hall answers; what it refuses changes nothing here.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct RoomActionTests {
  /// A person who hosts a room, and another one on a seat of it.
  private func room(_ wishes: RoomWishes = RoomWishes()) throws -> (World, RoomCode) {
    var world = World("actions")
    world.add(.create(wishes, bots: []), name: "ada")
    world.run(100)
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: wishes.password), name: "jun")
    world.run(100)
    expect(world.room(0)?.seats.count, equals: 2)
    return (world, code)
  }

  private func me(_ client: Int, in world: World) throws -> PlayerID {
    try require(world.clients[client].session.me)
  }

  // MARK: Settings

  @Test func theHostSetsTheRoomAndWhoWasReadyIsAskedAgain() throws {
    var (world, _) = try room()
    world.act(1, .ready(true))
    world.run(100)
    try expect(world.room(0)?.seat(of: me(1, in: world))?.isReady, equals: true)
    world.act(0, .config(RoomWishes(mode: .tiles, level: .hard, isAssisted: true), opens: false))
    world.run(100)
    for client in [0, 1] {
      let rules = try require(world.room(client)?.settings.rules)
      expect(rules.mode == .tiles && rules.level == .hard && rules.isAssisted)
      expect(rules.rounds, equals: Mode.tiles.usual.rounds, "another mode brings its own usual")
      expect(world.room(client)?.seats.contains(where: \.isReady), equals: false)
    }
  }

  static let refusals: [(client: Int, action: UserAction, code: RefusalCode)] = [
    (1, .config(RoomWishes(seconds: 20), opens: false), .notYours),
    (0, .config(RoomWishes(seats: 1), opens: false), .badField),
    (0, .config(RoomWishes(mode: .daily), opens: false), .badField),
    (0, .config(RoomWishes(isListed: false, isRated: true), opens: false), .badField),
    (1, .kick(PlayerID(number: 1)), .notYours),
    (1, .ban(PlayerID(number: 1)), .notYours),
    (1, .host(PlayerID(number: 2)), .notYours),
    (0, .host(PlayerID(number: 77)), .noPlayer),
    (0, .kick(PlayerID(number: 77)), .noPlayer),
    (0, .kick(PlayerID(number: 1)), .notNow),
    (0, .ban(PlayerID(number: 1)), .notNow),
  ]

  @Test(arguments: refusals.indices)
  func whatMayNotBeIsSaidAndChangesNothing(index: Int) throws {
    let row = RoomActionTests.refusals[index]
    var (world, _) = try room()
    let before = try require(world.room(0))
    world.act(row.client, row.action)
    world.run(100)
    expect(world.clients[row.client].session.notices.map(\.code), equals: [row.code])
    expect(world.room(0), equals: before)
  }

  @Test func aPasswordIsSetAndTakenAwayAndTheHostKnowsIt() throws {
    var (world, code) = try room()
    world.act(0, .config(RoomWishes(password: "blue"), opens: false))
    world.run(100)
    expect(world.room(1)?.settings.hasPassword, equals: true)
    expect(world.clients[0].session.intent, equals: .join(code, password: "blue"))
    world.add(.join(code, password: nil), name: "kim")
    world.run(100)
    expect(world.clients[2].session.notices.map(\.code), equals: [.wrongPass])
    world.act(0, .config(RoomWishes(), opens: true))
    world.run(100)
    expect(world.clients[0].session.intent, equals: .join(code, password: nil))
    world.act(2, .join(code, password: nil))
    world.run(100)
    expect(world.room(2)?.seats.count, equals: 3)
  }

  @Test func aShareOfTheRandomnessIsNeverGivenToTwoPromises() throws {
    var world = World("shares")
    world.add(.create(RoomWishes(mode: .rgb, seats: 1), bots: []), name: "ada")
    world.run(100)
    var nonces: [Nonce] = []
    for mode in [Mode.rgb, .daily, .rgb] {
      world.act(0, .config(RoomWishes(mode: mode), opens: false))
      world.run(100)
      let room = try require(world.room(0))
      let pledge = try require(world.clients[0].session.pledge(for: room))
      nonces += [pledge.secret, pledge.open]
      expect(room.matchNumber, equals: 1)
    }
    expect(Set(nonces).count, equals: 6)
  }

  // MARK: People

  @Test func whoIsPutOutIsToldAndMayComeBack() throws {
    var (world, code) = try room()
    let jun = try me(1, in: world)
    world.act(0, .kick(jun))
    world.run(100)
    expect(world.room(1), equals: nil)
    expect(world.clients[1].session.intent, equals: .browse)
    expect(
      world.clients[1].session.notices.map(\.text),
      equals: [
        "The host removed you; you may come back."
      ])
    expect(world.room(0)?.departure(of: jun), equals: .kicked)
    expect(world.room(0)?.name(of: jun), equals: "jun")
    world.act(1, .join(code, password: nil))
    world.run(100)
    expect(world.room(1)?.mySeat, differsFrom: nil)
    try expect(world.room(0)?.departure(of: me(1, in: world)), equals: nil)
  }

  // MARK: Seats

  @Test func aSeatIsGivenUpAndTakenAgainInTheSameRoom() throws {
    var (world, code) = try room()
    world.act(1, .lookOn)
    world.run(1_200)
    let jun = try me(1, in: world)
    expect(world.room(1)?.role, equals: .watcher)
    expect(world.room(0)?.departure(of: jun), equals: .watching)
    expect(world.room(0)?.watchers, equals: 1)
    expect(world.clients[1].session.intent, equals: .watch(code, password: nil))
    world.act(1, .sit)
    world.run(1_200)
    expect(world.room(1)?.role, equals: .player)
    expect(world.room(1)?.mySeat?.player, equals: jun)
    expect(world.room(0)?.watchers, equals: 0)
    expect(
      world.said(1).dropFirst(),
      equals: [
        .watch(code, password: nil, since: nil), .join(code, password: nil),
      ], "without leaving in between")
  }

  @Test func duringARoundSeatsWaitForItsEnd() throws {
    var world = World("wait")
    _ = try world.addPlayer(RoomWishes(rounds: 3, seconds: 10, seats: 3), bots: [1])
    let code = try require(world.room(0)?.code)
    let watcher = world.add(.watch(code, password: nil), name: "kim")
    world.run(1_200)
    world.act(watcher, .sit)
    world.act(0, .lookOn)
    world.run(500)
    for client in [0, watcher] {
      let notice = world.clients[client].session.notices.last
      expect(notice?.text, equals: "Seats change between rounds; yours does after this one.")
    }
    expect(world.room(watcher)?.role, equals: .watcher)
    expect(world.room(0)?.amRacing, equals: true)
    expect(world.clients[0].session.guess, differsFrom: nil)
    let isChanged = world.run(within: 15_000) { world in
      world.room(watcher)?.role == .player && world.room(0)?.role == .watcher
    }
    expect(isChanged)
    expect(world.room(watcher)?.match?.results.count, equals: 1)
    expect(world.room(watcher)?.amRacing, equals: false, "until the next match")
    expect(world.clients[0].session.guess, equals: nil)
  }
}
