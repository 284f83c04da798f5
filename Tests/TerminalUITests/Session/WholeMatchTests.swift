// Whole matches between sessions and a real hall: creating, joining, watching, playing, leaving,
// and what everybody knows of it at the end.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

/// A short match.
let shortWishes = RoomWishes(mode: .rgb, rounds: 2, seconds: 10, level: .easy, seats: 2)

extension World {
  func room(_ client: Int) -> RoomModel? { clients[client].session.room }

  /// What a client sent, but for clocks and greetings.
  func said(_ client: Int) -> [ClientMessage] {
    clients[client].sent.map(\.message)
      .filter { message in ![.ping, .pong, .hello, .list].contains(message.verb) }
  }

  /// A program in a room of its own, saying that it is ready for so many matches.
  mutating func addHost(_ wishes: RoomWishes = shortWishes, matches: Int = 1) throws -> RoomCode {
    let skill = try require(Skill(level: 3))
    add(.create(wishes, bots: []), name: "mira", selfPlay: SelfPlay(skill: skill, matches: matches))
    let isIn = run { $0.room(0) != nil }
    expect(isIn)
    return try require(room(0)?.code)
  }

  /// Two programs in a room, each saying so often that it is ready.
  mutating func addRace(_ wishes: RoomWishes = shortWishes, matches: Int = 1) throws -> RoomCode {
    let code = try addHost(wishes, matches: matches)
    let skill = try require(Skill(level: 3))
    add(
      .join(code, password: wishes.password), name: "oskar",
      selfPlay: SelfPlay(skill: skill, matches: matches), up: 20, down: 9)
    return code
  }

  /// A person in a room of their own with bots, and the first round open.
  mutating func addPlayer(
    _ wishes: RoomWishes = shortWishes, bots: [Int] = [1], screen: PlainScreen? = nil
  ) throws -> RoomCode {
    add(.create(wishes, bots: bots), name: "ada", screen: screen)
    let isIn = run { ($0.room(0)?.seats.count ?? 0) == 1 + bots.count }
    expect(isIn)
    act(0, .ready(true))
    let isOpen = run { $0.clients[0].session.canMove(at: $0.clients[0].local($0.now)) }
    expect(isOpen)
    return try require(room(0)?.code)
  }
}

struct WholeMatchTests {
  @Test func twoRaceAThirdWatchesAndAllSeeTheSame() throws {
    var world = World()
    let code = try world.addRace()
    let watcher = world.add(.watch(code, password: nil), name: "jun", epoch: 77, up: 40, down: 3)
    let isOver = world.run { world in
      [0, 1, watcher].allSatisfy { world.room($0)?.verdict != nil }
    }
    expect(isOver)
    expect([0, 1, watcher].allSatisfy { world.room($0)?.verdict == .verified })
    let seen = try [0, 1, watcher].map { try require(world.room($0)?.match) }
    expect(seen.allSatisfy { $0.standings == seen[0].standings })
    expect(seen.allSatisfy { $0.results == seen[0].results })
    expect(seen[0].standings.map(\.place), equals: [1, 2])
    expect(seen[0].results.map(\.scores.count), equals: [2, 2])
    expect(
      seen[0].standings.map(\.total), equals: seen[0].standings.map { seen[0].total(of: $0.who) })
    expect(world.room(0)?.name(of: seen[0].players[1]), equals: "oskar")
    expect(world.room(watcher)?.role, equals: .watcher)
    world.run(1_000)
    expect(world.room(watcher)?.watchers, equals: 1)
  }

  @Test func theMostInterestingRoomIsOpenToAllAndPlaysAndIsFull() throws {
    func listing(
      _ code: String, _ state: ListedState, taken: Int, watchers: Int = 0, hasPassword: Bool = false
    ) throws -> Listing {
      Listing(
        code: try require(RoomCode(code)), name: code, mode: "rgb", seats: 8, taken: taken,
        watchers: watchers, state: state, round: 0, of: 5, hasPassword: hasPassword, icons: [])
    }
    let listings = [
      try listing("AAAA", .waiting, taken: 8), try listing("BBBB", .playing, taken: 2),
      try listing("CCCC", .playing, taken: 3, watchers: 1),
      try listing("DDDD", .playing, taken: 3, watchers: 4),
      try listing("EEEE", .playing, taken: 3, watchers: 4),
      try listing("FFFF", .playing, taken: 8, watchers: 9, hasPassword: true),
    ]
    let best = (0...listings.count).map { Session.mostInteresting(of: Array(listings[..<$0])) }
    expect(best.map { $0?.name }, equals: [nil, "AAAA", "BBBB", "CCCC", "DDDD", "DDDD", "DDDD"])
    expect(Session.mostInteresting(of: Array(listings[5...])), equals: nil)
  }

  @Test func theHomeScreenKnowsEveryRoomWithinTwoSeconds() throws {
    var world = World()
    world.add(.browse, name: "jun")
    world.run(100)
    expect(isEmpty: world.clients[0].session.listings)
    expect(world.clients[0].session.listedAt, differsFrom: nil)
    world.add(.create(RoomWishes(name: "sunday race"), bots: []), name: "ada")
    world.run(2_100)
    expect(world.clients[0].session.listings.map(\.name), equals: ["sunday race"])
    let lists = world.clients[0].sent.filter { $0.message == .list(nil) }.map(\.at)
    expect(zip(lists, lists.dropFirst()).allSatisfy { $1 - $0 >= 2_000 })
  }
}
