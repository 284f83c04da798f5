// What hosts and players do with a room between rounds: settings, hosts, putting out, reactions,
// seats taken and given up. A real hall answers; what it refuses changes nothing here.

import Game
import Testing
import Wire

@testable import TerminalUI

struct RoomActionTests {
  /// A person who hosts a room, and another one on a seat of it.
  private func room(_ wishes: RoomWishes = RoomWishes()) throws -> (World, RoomCode) {
    var world = World("actions")
    world.add(.create(wishes, bots: []), name: "ada")
    world.run(100)
    let code = try #require(world.room(0)?.code)
    world.add(.join(code, password: wishes.password), name: "jun")
    world.run(100)
    #expect(world.room(0)?.seats.count == 2)
    return (world, code)
  }

  private func me(_ client: Int, in world: World) throws -> PlayerID {
    try #require(world.clients[client].session.me)
  }

  // MARK: Settings

  @Test func theHostSetsTheRoomAndWhoWasReadyIsAskedAgain() throws {
    var (world, _) = try room()
    world.act(1, .ready(true))
    world.run(100)
    #expect(try world.room(0)?.seat(of: me(1, in: world))?.isReady == true)
    world.act(0, .config(RoomWishes(mode: .tiles, level: .hard, isAssisted: true), opens: false))
    world.run(100)
    for client in [0, 1] {
      let rules = try #require(world.room(client)?.settings.rules)
      #expect(rules.mode == .tiles && rules.level == .hard && rules.isAssisted)
      #expect(rules.rounds == Mode.tiles.usual.rounds, "another mode brings its own usual")
      #expect(world.room(client)?.seats.contains(where: \.isReady) == false)
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
    let before = try #require(world.room(0))
    world.act(row.client, row.action)
    world.run(100)
    #expect(world.clients[row.client].session.notices.map(\.code) == [row.code])
    #expect(world.room(0) == before)
  }

  @Test func aPasswordIsSetAndTakenAwayAndTheHostKnowsIt() throws {
    var (world, code) = try room()
    world.act(0, .config(RoomWishes(password: "blue"), opens: false))
    world.run(100)
    #expect(world.room(1)?.settings.hasPassword == true)
    #expect(world.clients[0].session.intent == .join(code, password: "blue"))
    world.add(.join(code, password: nil), name: "kim")
    world.run(100)
    #expect(world.clients[2].session.notices.map(\.code) == [.wrongPass])
    world.act(0, .config(RoomWishes(), opens: true))
    world.run(100)
    #expect(world.clients[0].session.intent == .join(code, password: nil))
    world.act(2, .join(code, password: nil))
    world.run(100)
    #expect(world.room(2)?.seats.count == 3)
  }

  @Test func aSeedOfTheDayIsPromisedAnewAndSoIsTheNextOneOfTheRoomsOwn() throws {
    var world = World("promises")
    world.add(.create(RoomWishes(mode: .rgb, rounds: 1, seats: 1), bots: []), name: "ada")
    world.run(100)
    let own = try #require(world.room(0)?.commitment)
    for (mode, number) in [(Mode.daily, 1), (.hsb, 2), (.daily, 3)] {
      world.act(0, .config(RoomWishes(mode: mode, rounds: mode.isFixed ? nil : 1), opens: false))
      world.run(100)
      #expect(world.room(0)?.commitment?.match == number)
      #expect(world.room(0)?.commitment?.hash != own.hash)
      world.act(0, .ready(true))
      let isOver = world.run { $0.room(0)?.match.map { $0.number == number && $0.isOver } ?? false }
      #expect(isOver)
      world.run(100)
      #expect(world.room(0)?.verdict == .verified, "\(mode.name)")
    }
  }

  @Test func aShareOfTheRandomnessIsNeverGivenToTwoPromises() throws {
    var world = World("shares")
    world.add(.create(RoomWishes(mode: .rgb, seats: 1), bots: []), name: "ada")
    world.run(100)
    var nonces: [Nonce] = []
    for mode in [Mode.rgb, .daily, .rgb] {
      world.act(0, .config(RoomWishes(mode: mode), opens: false))
      world.run(100)
      let room = try #require(world.room(0))
      let pledge = try #require(world.clients[0].session.pledge(for: room))
      nonces += [pledge.secret, pledge.open]
      #expect(room.matchNumber == 1)
    }
    #expect(Set(nonces).count == 6)
  }

  // MARK: People

  @Test func whoIsPutOutIsToldAndMayComeBack() throws {
    var (world, code) = try room()
    let jun = try me(1, in: world)
    world.act(0, .kick(jun))
    world.run(100)
    #expect(world.room(1) == nil)
    #expect(world.clients[1].session.intent == .browse)
    #expect(
      world.clients[1].session.notices.map(\.text) == [
        "The host removed you; you may come back."
      ])
    #expect(world.room(0)?.departure(of: jun) == .kicked)
    #expect(world.room(0)?.name(of: jun) == "jun")
    world.act(1, .join(code, password: nil))
    world.run(100)
    #expect(world.room(1)?.mySeat != nil)
    #expect(try world.room(0)?.departure(of: me(1, in: world)) == nil)
  }

  @Test func whoIsPutOutOfAMatchHasAPlaceForAllToSee() throws {
    var (world, code) = try room()
    let jun = try me(1, in: world)
    world.act(0, .start)
    world.run(Rules.countdownMilliseconds + 1_000)
    let target = try #require(world.room(1)?.match?.round?.challenge.answer)
    world.act(1, .lock(target))
    world.run(100)
    world.act(0, .kick(jun))
    world.run(100)
    // Whoever comes later is told as much.
    let late = world.add(.watch(code, password: nil), name: "late")
    world.run(100)
    for viewer in [0, late] {
      let room = try #require(world.room(viewer))
      let match = try #require(room.match)
      #expect(match.isOver && match.standings.count == 2)
      #expect(match.standings.first?.who == jun && room.name(of: jun) == "jun")
      #expect(match.standings.first?.total ?? 0 > 900 && room.departure(of: jun) == .kicked)
    }
    #expect(world.room(0)?.verdict == .verified)
    #expect(world.room(late)?.verdict == .unknown)
  }

  @Test func whoIsBannedStaysOut() throws {
    var (world, code) = try room()
    let jun = try me(1, in: world)
    world.act(0, .ban(jun))
    world.run(100)
    #expect(world.room(0)?.departure(of: jun) == .banned)
    for intent in [UserAction.join(code, password: nil), .watch(code, password: nil)] {
      world.act(1, intent)
      world.run(100)
      #expect(world.room(1) == nil)
      #expect(world.clients[1].session.intent == .browse)
    }
    #expect(
      world.clients[1].session.notices.map(\.text) == [
        "The host banned you from the room.", RefusalCode.banned.sentence,
        RefusalCode.banned.sentence,
      ])
  }

  @Test func whoIsPutOutOfAMatchIsPutOutOfTheScreen() throws {
    var world = World("out")
    _ = try world.addPlayer(RoomWishes(rounds: 2, seats: 3), bots: [1])
    let code = try #require(world.room(0)?.code)
    let skill = try #require(Skill(level: 4))
    world.add(
      .join(code, password: nil), name: "oskar", selfPlay: SelfPlay(skill: skill, matches: 1))
    world.run(200)
    world.act(0, .kick(try me(1, in: world)))
    world.run(200)
    #expect(world.room(1) == nil)
    #expect(world.clients[1].session.guess == nil)
    #expect(world.room(0)?.isRunning == true)
  }

  @Test func theHostHandsOver() throws {
    var (world, _) = try room()
    world.act(0, .host(try me(1, in: world)))
    world.run(100)
    #expect(world.room(0)?.amHost == false)
    #expect(world.room(1)?.amHost == true)
  }

  @Test func reactionsAreSeenByAllForAWhile() throws {
    var (world, code) = try room()
    let watcher = world.add(.watch(code, password: nil), name: "kim")
    world.run(100)
    world.act(1, .react(.clap))
    world.run(100)
    let jun = try me(1, in: world)
    for client in [0, 1, watcher] {
      let shown = try #require(world.room(client)?.reactions[jun])
      #expect(shown.reaction == .clap && shown.number == 1)
      #expect(world.room(client)?.freshReaction(of: jun, at: shown.at + 2_999) == .clap)
      #expect(world.room(client)?.freshReaction(of: jun, at: shown.at + 3_000) == nil)
    }
    world.run(2_000)
    world.act(1, .react(.heart))
    world.run(100)
    #expect(world.room(0)?.reactions[jun]?.reaction == .heart)
    #expect(world.room(0)?.reactions[jun]?.number == 2)
  }

  @Test func noMoreReactionsAreSentThanTheHallTakes() throws {
    var (world, _) = try room()
    for pause in [0, 10_000] {
      world.run(pause)
      for _ in 0..<400 {
        world.act(1, .react(.wave))
        world.run(25)
      }
    }
    let sent = world.clients[1].sent.filter { $0.message == .react(.wave) }.map(\.at)
    #expect(sent.count == 1 + 10 + 3 + 9)
    #expect(world.clients[1].heard.allSatisfy { $0.verb != .no })
    #expect(world.clients[0].heard.count { $0.verb == .reacted } == sent.count)
  }

  // MARK: Seats

  @Test func aSeatIsGivenUpAndTakenAgainInTheSameRoom() throws {
    var (world, code) = try room()
    world.act(1, .lookOn)
    world.run(1_200)
    let jun = try me(1, in: world)
    #expect(world.room(1)?.role == .watcher)
    #expect(world.room(0)?.departure(of: jun) == .watching)
    #expect(world.room(0)?.watchers == 1)
    #expect(world.clients[1].session.intent == .watch(code, password: nil))
    world.act(1, .sit)
    world.run(1_200)
    #expect(world.room(1)?.role == .player)
    #expect(world.room(1)?.mySeat?.player == jun)
    #expect(world.room(0)?.watchers == 0)
    #expect(
      world.said(1).dropFirst() == [
        .watch(code, password: nil, since: nil), .join(code, password: nil),
      ], "without leaving in between")
  }

  @Test func whoHasAPasswordNeedsItOnlyOnce() throws {
    var (world, code) = try room(RoomWishes(password: "blue"))
    world.act(1, .lookOn)
    world.run(100)
    world.act(1, .sit)
    world.run(100)
    #expect(world.room(1)?.role == .player)
    #expect(world.clients[1].session.intent == .join(code, password: "blue"))
  }

  @Test func duringARoundSeatsWaitForItsEnd() throws {
    var world = World("wait")
    _ = try world.addPlayer(RoomWishes(rounds: 3, seconds: 10, seats: 3), bots: [1])
    let code = try #require(world.room(0)?.code)
    let watcher = world.add(.watch(code, password: nil), name: "kim")
    world.run(1_200)
    world.act(watcher, .sit)
    world.act(0, .lookOn)
    world.run(500)
    for client in [0, watcher] {
      let notice = world.clients[client].session.notices.last
      #expect(notice?.text == "Seats change between rounds; yours does after this one.")
    }
    #expect(world.room(watcher)?.role == .watcher)
    #expect(world.room(0)?.amRacing == true)
    #expect(world.clients[0].session.guess != nil)
    let isChanged = world.run(within: 15_000) { world in
      world.room(watcher)?.role == .player && world.room(0)?.role == .watcher
    }
    #expect(isChanged)
    #expect(world.room(watcher)?.match?.results.count == 1)
    #expect(world.room(watcher)?.amRacing == false, "until the next match")
    #expect(world.clients[0].session.guess == nil)
  }

  @Test func whoThinksBetterOfItStaysWhatTheyAre() throws {
    var world = World("better")
    _ = try world.addPlayer(RoomWishes(rounds: 2, seconds: 5, seats: 3), bots: [1])
    world.act(0, .lookOn)
    world.act(0, .sit)
    let isNext = world.run(within: 20_000) { $0.room(0)?.match?.round?.start.round == 2 }
    #expect(isNext)
    #expect(world.room(0)?.amRacing == true)
    #expect(!world.said(0).contains { $0.verb == .watch })
  }

  @Test func whoFindsNoSeatWatchesOn() throws {
    var (world, code) = try room(RoomWishes(seats: 2))
    let watcher = world.add(.watch(code, password: nil), name: "kim")
    world.run(100)
    world.act(watcher, .sit)
    world.run(100)
    #expect(world.clients[watcher].session.notices.map(\.code) == [.roomFull])
    #expect(world.clients[watcher].session.intent == .watch(code, password: nil))
    #expect(world.room(watcher)?.role == .watcher)
    world.cut(watcher)
    world.run(2_000)
    #expect(world.room(watcher)?.role == .watcher, "and so after a lost connection")
  }

  @Test func aScreenThatIsNotExactIsNotSeatedWhereItHasToBe() throws {
    var world = World("exact")
    world.add(.create(RoomWishes(isExact: true), bots: []), name: "ada", depth: 24)
    world.run(100)
    let code = try #require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "jun", depth: 8)
    world.run(100)
    #expect(world.clients[1].session.notices.map(\.code) == [.inexact])
    world.act(1, .watch(code, password: nil))
    world.run(100)
    #expect(world.room(1)?.settings.isExact == true)
  }

  @Test func whoIsAwayDoesNotHoldTheOthersUp() throws {
    var (world, code) = try room(RoomWishes(rounds: 1, seconds: 5))
    world.add(.join(code, password: nil), name: "kim")
    world.run(100)
    world.clients[1].isReachable = false
    world.cut(1)
    world.run(100)
    for client in [0, 2] { world.act(client, .ready(true)) }
    let isOver = world.run(within: 30_000) { $0.room(0)?.verdict != nil }
    #expect(isOver)
    #expect(world.room(0)?.verdict == .verified)
    #expect(world.room(0)?.match?.players.count == 2)
  }
}
