// What hosts, players and watchers do with a room between rounds, how one comes into a room and
// goes again, and quick matches. A real hall answers; what it refuses changes nothing here.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

struct RoomActionTests {
  private func room(_ wishes: RoomWishes = RoomWishes()) throws -> (World, RoomCode) {
    var world = World("actions")
    world.add(.create(wishes, bots: []), name: "ada", then: 100)
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: wishes.password), name: "jun", then: 100)
    expect(world.room(0)?.seats.count, equals: 2)
    return (world, code)
  }

  private func me(_ client: Int, in world: World) throws -> PlayerID {
    try require(world.clients[client].session.me)
  }

  @Test func theHostSetsTheRoomAndEveryoneIsAskedAgainAndWhatIsRefusedChangesNothing() throws {
    var (world, _) = try room()
    world.act(1, .ready(true), then: 100)
    try expect(world.room(0)?.seat(of: me(1, in: world))?.isReady, equals: true)
    world.act(0, .config(RoomWishes(mode: .tiles, level: .hard, isAssisted: true), opens: false))
    world.run(100)
    for client in [0, 1] {
      let rules = try require(world.room(client)?.settings.rules)
      expect(rules.mode == .tiles && rules.level == .hard && rules.isAssisted)
      expect(rules.rounds, equals: Mode.tiles.usual.rounds, "another mode brings its own usual")
      expect(world.room(client)?.seats.contains(where: \.isReady), equals: false)
    }
    let before = try require(world.room(0))
    let refusals: [(client: Int, action: UserAction, code: RefusalCode)] = [
      (1, .config(RoomWishes(seconds: 20), opens: false), .notYours),
      (0, .config(RoomWishes(seats: 1), opens: false), .badField),
      (0, .host(PlayerID(number: 77)), .noPlayer), (0, .kick(PlayerID(number: 1)), .notNow),
    ]
    for (client, action, code) in refusals {
      world.act(client, action, then: 100)
      expect(world.clients[client].session.notices.last?.code, equals: code)
      expect(world.room(0), equals: before)
    }
  }

  @Test func aPasswordIsSetAndTakenAwayAndTheHostKnowsIt() throws {
    var (world, code) = try room()
    world.act(0, .config(RoomWishes(password: "blue"), opens: false), then: 100)
    expect(world.room(1)?.settings.hasPassword, equals: true)
    expect(world.clients[0].session.intent, equals: .join(code, password: "blue"))
    world.add(.join(code, password: nil), name: "kim", then: 100)
    expect(world.clients[2].session.notices.map(\.code), equals: [.wrongPass])
    world.act(0, .config(RoomWishes(), opens: true), then: 100)
    expect(world.clients[0].session.intent, equals: .join(code, password: nil))
    world.act(2, .join(code, password: nil), then: 100)
    expect(world.room(2)?.seats.count, equals: 3)
  }

  @Test func aShareOfTheRandomnessIsNeverGivenToTwoPromises() throws {
    var world = World("shares")
    world.add(.create(RoomWishes(mode: .rgb, seats: 1), bots: []), name: "ada", then: 100)
    var nonces: [Nonce] = []
    for mode in [Mode.rgb, .daily, .rgb] {
      world.act(0, .config(RoomWishes(mode: mode), opens: false), then: 100)
      let room = try require(world.room(0))
      let pledge = try require(world.clients[0].session.pledge(for: room))
      nonces += [pledge.secret, pledge.open]
      expect(room.matchNumber, equals: 1)
    }
    expect(Set(nonces).count, equals: 6)
  }

  @Test func whoIsPutOutIsToldAndMayComeBack() throws {
    var (world, code) = try room()
    let jun = try me(1, in: world)
    world.act(0, .kick(jun), then: 100)
    expect(world.room(1), equals: nil)
    expect(world.clients[1].session.intent, equals: .browse)
    expect(
      world.clients[1].session.notices.map(\.text),
      equals: ["The host removed you; you may come back."])
    expect(world.room(0)?.departure(of: jun), equals: .kicked)
    expect(world.room(0)?.name(of: jun), equals: "jun")
    expect(world.room(0)?.name(of: PlayerID(number: 99)), equals: "player 99")
    world.act(1, .join(code, password: nil), then: 100)
    expect(world.room(1)?.mySeat, differsFrom: nil)
    try expect(world.room(0)?.departure(of: me(1, in: world)), equals: nil)
  }

  @Test func aSeatIsGivenUpAndTakenAgainInTheSameRoom() throws {
    var (world, code) = try room()
    world.act(1, .lookOn, then: 1_200)
    let jun = try me(1, in: world)
    expect(world.room(1)?.role, equals: .watcher)
    expect(world.room(0)?.departure(of: jun), equals: .watching)
    expect(world.room(0)?.watchers, equals: 1)
    expect(world.clients[1].session.intent, equals: .watch(code, password: nil))
    world.act(1, .sit, then: 1_200)
    expect(world.room(1)?.role, equals: .player)
    expect(world.room(1)?.mySeat?.player, equals: jun)
    expect(world.room(0)?.watchers, equals: 0)
    expect(
      world.said(1).dropFirst(),
      equals: [.watch(code, password: nil, since: nil), .join(code, password: nil)],
      "without leaving in between")
  }

  @Test func duringARoundSeatsWaitForItsEnd() throws {
    var world = World("wait")
    _ = try world.addPlayer(RoomWishes(rounds: 3, seconds: 10, seats: 3), bots: [1])
    let code = try require(world.room(0)?.code)
    let watcher = world.add(.watch(code, password: nil), name: "kim", then: 1_200)
    world.act(watcher, .sit)
    world.act(0, .lookOn, then: 500)
    for client in [0, watcher] {
      let notice = world.clients[client].session.notices.last
      expect(notice?.text, equals: "Seats change between rounds; yours does after this one.")
    }
    expect(world.room(watcher)?.role, equals: .watcher)
    expect(world.room(0)?.amRacing, equals: true)
    expect(world.clients[0].session.guess, differsFrom: nil)
    world.reach(within: 15_000) { world in
      world.room(watcher)?.role == .player && world.room(0)?.role == .watcher
    }
    expect(world.room(watcher)?.match?.results.count, equals: 1)
    expect(world.room(watcher)?.amRacing, equals: false, "until the next match")
    expect(world.clients[0].session.guess, equals: nil)
  }

  @Test func wantingAnotherRoomLeavesThisOneFirst() throws {
    var world = World()
    let code = try world.addHost()
    let guest = world.add(.create(RoomWishes(), bots: [2]), name: "jun", then: 100)
    let own = try require(world.room(guest)?.code)
    world.act(guest, .watch(code, password: nil), then: 100)
    expect(world.room(guest)?.code, equals: code)
    expect(world.room(guest)?.role, equals: .watcher)
    expect(
      world.said(guest),
      equals: [
        .create(RoomWishes()), .bot(level: 2), .leave, .watch(code, password: nil, since: nil),
      ])
    expect(own, differsFrom: code)
  }

  @Test func aRoomThatDoesNotLetUsInSendsUsHome() throws {
    var world = World()
    let wishes = RoomWishes(seats: 1, password: "blue")
    world.add(.create(wishes, bots: []), name: "ada", then: 100)
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
      let client = world.add(attempt.intent, name: "jun", then: 100)
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

  @Test func aPlayerWhoIsAloneSeesAColorWithinFourSecondsAgainstABot() throws {
    var world = World("alone")
    let asked = world.now
    world.add(.quick(.memory), name: "ada")
    world.reach(within: 4_000) { $0.room(0)?.match?.round != nil }
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(opens - asked, isBelow: 4_000)
    expect(world.room(0)?.seats.map(\.profile.isBot), equals: [false, true])
  }

  @Test func aPlayerIsRenamedInTheRoomAndForTheNextConnection() throws {
    var world = World("renamed")
    world.add(.create(RoomWishes(), bots: []), name: "ada", then: 200)
    world.act(0, .rename(name: "  Bea ", icon: .sun), then: 200)
    expect(world.room(0)?.mySeat?.profile.name, equals: "Bea")
    expect(world.room(0)?.mySeat?.profile.icon, equals: .sun)
    expect(world.clients[0].session.hello.name, equals: "Bea")
  }

  @Test func readinessIsSaidAgainAfterALostConnectionUnlessItWasTakenBack() throws {
    var world = World("lost")
    world.add(.create(RoomWishes(mode: .rgb), bots: []), name: "bob", then: 200)
    world.act(0, .ready(true), then: 200)
    // Somebody who is not ready, so that nothing begins.
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "cal", then: 200)
    let ada = world.add(.quick(.rgb), name: "ada", then: 1_000)
    expect(world.room(ada)?.mySeat?.isReady, equals: true)
    world.cut(ada, then: 2_000)
    expect(world.room(ada)?.mySeat?.isReady, equals: true)
    expect(world.said(ada).map(\.verb), equals: [.quick, .ready, .ready])
    world.act(ada, .ready(false), then: 100)
    world.cut(ada, then: 20_000)
    expect(world.room(ada)?.mySeat?.isReady, equals: false)
    expect(world.said(ada).count { $0.verb == .ready }, equals: 3)
  }

  @Test func aRoomThatWasFoundUnheardIsKept() {
    var world = World("unheard")
    world.add(.quick(.rgb), name: "ada", up: 5, down: 50)
    world.reach { $0.said(0) == [.quick(.rgb, bot: 2)] }
    world.run(30)
    world.cut(0, then: 2_000)
    expect(world.said(0).map(\.verb), equals: [.quick, .ready, .reveal])
    expect(world.room(0)?.amRacing, equals: true)
    expect(world.hall.roomCount, equals: 1)
  }

  @Test(arguments: [nil, Mode.tiles] as [Mode?])
  func onAServerOfOnesOwnABotSitsThereFromTheStart(mode: Mode?) throws {
    var world = World()
    world.add(.browse, name: "ada", then: 100)
    world.clients[0].session.isPrivate = true
    world.act(0, .quick(mode))
    let asked = world.now
    world.reach { $0.room(0)?.match?.round != nil }
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(opens - asked, isBelow: Rules.countdownMilliseconds + 100, "the countdown and the way")
    expect(opens - asked, isBelow: 4_000, "the first color")
    expect(world.room(0)?.match?.rules.mode, equals: mode ?? .rgb)
    expect(world.room(0)?.seats.map(\.profile.isBot), equals: [false, true])
    expect(world.room(0)?.settings.isListed, equals: false)
  }

  @Test(arguments: [
    ("HTTP/1.1 400 Bad Request", "A web server answers there, not chromatch. Is the port right?"),
    ("<!DOCTYPE HTML>", "A web server answers there, not chromatch. Is the port right?"),
    ("220 mail ESMTP", "The server there does not speak this game's protocol. Is the port right?"),
  ])
  func whateverElseAnswersIsToldAtItsFirstLine(line: String, sentence: String) {
    var stage = Stage(.browse)
    stage.tell(.connected)
    stage.tell(.received(Array(line.utf8)[...]))
    expect(stage.session.state, equals: .ended(.failed(sentence)))
  }

  @Test func everybodyIsToldTheNewestFirstAndNoMoreIsKeptThanAServerMayTell() throws {
    var world = World("audience")
    world.add(.create(RoomWishes(), bots: []), name: "Ada", then: 100)
    let code = try require(world.room(0)?.code)
    world.add(.join(code, password: nil), name: "Bob")
    for name in ["Cal", "Dan"] { world.add(.watch(code, password: nil), name: name) }
    world.run(2_000)
    for client in 0...3 {
      expect(world.room(client)?.audience, equals: nil)
      world.act(client, .who, then: 100)
      let audience = world.room(client)?.audience
      expect(audience?.onlookers.map(\.profile.name), equals: ["Dan", "Cal"])
      expect(audience?.number, equals: 1)
      expect(world.room(client)?.watchersUntold, equals: 0)
    }
    world.act(0, .who)
    for number in 1...150 {
      world.inject(
        .watcher(
          PlayerID(number: 1_000 + number),
          Profile(name: "W", icon: .sun, color: Profile.palette[0], isBot: false)),
        into: 0)
    }
    world.inject(.watchers(400), into: 0)
    world.inject(.end(of: "WHO", count: 150), into: 0)
    expect(world.room(0)?.audience?.onlookers.count, equals: SessionLimits.onlookersMax)
    expect(world.room(0)?.watchersUntold, equals: 300)
  }
}
