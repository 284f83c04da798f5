// Whole matches between sessions and a real hall, in every mode: everybody sees the same, the proof
// holds, and what is secret stays so. Which mode does what is asked of the mode itself.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

let shortWishes = RoomWishes(mode: .rgb, rounds: 2, seconds: 10, level: .easy, seats: 2)

extension World {
  func room(_ client: Int) -> RoomModel? { clients[client].session.room }

  /// What a client sent, but for clocks and greetings.
  func said(_ client: Int) -> [ClientMessage] {
    clients[client].sent.map(\.message)
      .filter { message in ![.ping, .pong, .hello, .list].contains(message.verb) }
  }

  mutating func addHost(_ wishes: RoomWishes = shortWishes, matches: Int = 1) throws -> RoomCode {
    let skill = try require(Skill(level: 3))
    add(.create(wishes, bots: []), name: "mira", selfPlay: SelfPlay(skill: skill, matches: matches))
    reach { $0.room(0) != nil }
    return try require(room(0)?.code)
  }

  mutating func addRace(_ wishes: RoomWishes = shortWishes, matches: Int = 1) throws -> RoomCode {
    let code = try addHost(wishes, matches: matches)
    let skill = try require(Skill(level: 3))
    add(
      .join(code, password: wishes.password), name: "oskar",
      selfPlay: SelfPlay(skill: skill, matches: matches), up: 20, down: 9)
    return code
  }

  mutating func addPlayer(
    _ wishes: RoomWishes = shortWishes, bots: [Int] = [1], screen: PlainScreen? = nil
  ) throws -> RoomCode {
    add(.create(wishes, bots: bots), name: "ada", screen: screen)
    reach { ($0.room(0)?.seats.count ?? 0) == 1 + bots.count }
    act(0, .ready(true))
    reach { $0.clients[0].session.canMove(at: $0.clients[0].local($0.now)) }
    return try require(room(0)?.code)
  }
}

struct WholeMatchTests {
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
    world.add(.browse, name: "jun", then: 100)
    expect(isEmpty: world.clients[0].session.listings)
    expect(world.clients[0].session.listedAt, differsFrom: nil)
    world.add(.create(RoomWishes(name: "sunday race"), bots: []), name: "ada", then: 2_100)
    expect(world.clients[0].session.listings.map(\.name), equals: ["sunday race"])
    let lists = world.clients[0].sent.filter { $0.message == .list(nil) }.map(\.at)
    expect(zip(lists, lists.dropFirst()).allSatisfy { $1 - $0 >= 2_000 })
  }

  @Test(arguments: modes)
  func programsPlayAndAnybodyWatches(mode: String) throws {
    let played = try PlayedMatch(require(Mode.named(mode)))
    try everybodySeesTheSameAndItIsProved(played)
    try onlySlidersAreToldBeforeTheyAreLocked(played)
    hardlyAnythingIsRefused(played)
  }

  private func everybodySeesTheSameAndItIsProved(_ played: PlayedMatch) throws {
    let rooms = try (played.players + [played.watcher])
      .map { try require(played.world.room($0)) }
    expect(rooms.allSatisfy { $0.verdict == .verified })
    let seen = try rooms.map { try require($0.match) }
    expect(seen.allSatisfy { $0.standings == seen[0].standings })
    expect(seen.allSatisfy { $0.results == seen[0].results })
    expect(seen[0].standings.count, equals: played.players.count)
    expect(seen[0].results.map(\.isLast).firstIndex(of: true), equals: seen[0].results.count - 1)
    let locked = seen[0].results.flatMap(\.scores)
      .filter { $0.elapsed < seen[0].rules.milliseconds(ofRound: 1) }
    expect(locked.count, isAtLeast: 3, "somebody locks in every round")
    expect(seen[0].rules.mode.isEndless || seen[0].results.count == seen[0].rules.rounds)
  }

  private func onlySlidersAreToldBeforeTheyAreLocked(_ played: PlayedMatch) throws {
    let answer = try played.match.rules.mode.answer
    for player in played.players {
      let said = played.world.said(player)
      expect(said.contains { $0.verb == .set }, equals: (answer == .sliders))
      expect(said.contains { $0.verb == .lock })
    }
  }

  private func hardlyAnythingIsRefused(_ played: PlayedMatch) {
    for client in played.world.clients {
      let refusals = client.heard.compactMap { message -> RefusalCode? in
        if case .no(let refusal) = message { refusal.code } else { nil }
      }
      // A lock may be on its way while the others' last one shuts the round.
      expect(refusals.allSatisfy { $0 == .tooFar || $0 == .notNow }, "\(refusals)")
      expect(refusals.count { $0 == .notNow }, isAtMost: 1)
    }
  }
}

/// Every mode where others may look on, by its name, which is what a failure should be called by.
private let modes = Mode.all.filter { !$0.isDaily }.map(\.name)

private struct PlayedMatch {
  var world: World
  let players: [Int]
  let watcher: Int

  init(_ mode: Mode) throws {
    world = World(mode.name)
    let rounds = mode.isFixed || mode.isEndless ? nil : 3
    let wishes = RoomWishes(
      mode: mode, rounds: rounds, level: mode.isFixed ? nil : .easy,
      seats: min(2, mode.seats.upperBound))
    let skill = try require(Skill(level: 3))
    world.add(
      .create(wishes, bots: []), name: "mira", selfPlay: SelfPlay(skill: skill, matches: 1))
    world.reach(within: 100) { $0.room(0) != nil }
    let code = try require(world.room(0)?.code)
    watcher = world.add(.watch(code, password: nil), name: "jun", epoch: 77, up: 20, down: 3)
    world.reach(within: 100) { $0.room(1) != nil }
    var players = [0]
    if mode.seats.upperBound > 1 {
      players.append(
        world.add(
          .join(code, password: nil), name: "oskar",
          selfPlay: SelfPlay(skill: skill, matches: 1), up: 40, down: 30))
    }
    self.players = players
    let everybody = players + [watcher]
    world.reach(within: 3_000_000) { world in
      everybody.allSatisfy { world.room($0)?.verdict != nil }
    }
  }

  var match: MatchState {
    get throws { try require(world.room(watcher)?.match) }
  }
}
