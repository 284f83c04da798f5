// Laws of the room model: whoever came late knows what the others know, whoever heard something
// twice knows it once, and no order of messages, however mad, does harm.

import Chroma
import Game
import Testing
import Wire

@testable import TerminalUI

extension RoomModel {
  /// The same room through the eyes of another client.
  func seen(as client: Int, in world: World) -> RoomModel {
    var room = self
    room.me = world.room(client)?.me ?? me
    room.role = world.room(client)?.role ?? role
    return room
  }

  /// The room without what was found out about it by those who were there.
  var asANewcomerKnowsIt: RoomModel {
    var room = self
    room.heard = HeardRoom(settings: settings, last: last, before: nil)
    return room
  }
}

struct FoldTests {
  @Test func aLateWatcherKnowsWhatAnEarlyOneKnows() throws {
    for name in ["late 1", "late 2"] {
      var world = World(name)
      let code = try world.addRace(
        RoomWishes(mode: .hsb, rounds: 3, seconds: 15, level: .normal, seats: 3), matches: 2)
      let early = world.add(.watch(code, password: nil), name: "early")
      var compared = 0
      for _ in 0..<40 {
        if world.room(early)?.match?.number == 2, world.room(early)?.isRunning == false { break }
        world.run(1_700)
        let late = world.add(.watch(code, password: nil), name: "late")
        // Until what is on its way has come: the moves of 50 ms, the count of watchers of a second.
        world.run(1_100)
        let newcomer = try #require(world.room(late))
        let veteran = try #require(world.room(early)?.seen(as: late, in: world))
        #expect(newcomer.heard.state == veteran.heard.state)
        #expect(newcomer.asANewcomerKnowsIt == veteran.asANewcomerKnowsIt)
        world.act(late, .quit)
        compared += 1
      }
      #expect(compared > 10)
    }
  }

  @Test func whoComesAfterTheEndKnowsAllButThePromise() throws {
    var world = World()
    let code = try world.addRace()
    let early = world.add(.watch(code, password: nil), name: "early")
    let isOver = world.run { $0.room(early)?.verdict != nil }
    #expect(isOver)
    let late = world.add(.watch(code, password: nil), name: "late")
    world.run(1_100)
    let rooms = try [early, late].map { try #require(world.room($0)) }
    #expect(rooms[0].match == rooms[1].match)
    #expect(rooms.map(\.verdict) == [.verified, .unknown])
  }

  @Test func hearingEverythingTwiceChangesNothing() throws {
    let record = try MatchRecord()
    let numbered = record.messages.filter(\.isNumbered)
    let once = record.room(record.messages)
    var twice = once
    for message in numbered { twice.fold(message, hashing: hashing) }
    #expect(once == twice)
    let stuttered = record.messages.flatMap { $0.isNumbered ? [$0, $0] : [$0] }
    #expect(record.room(stuttered) == once)
  }

  @Test func noOrderOfMessagesDoesHarm() throws {
    let record = try MatchRecord()
    for seed in 0..<200 {
      var draw = RandomStream(key: secret("order \(seed)"), hashing: hashing)
      var messages = record.messages
      for index in messages.indices.dropLast() {
        messages.swapAt(index, index + draw.next(below: messages.count - index))
      }
      messages.removeLast(draw.next(below: messages.count))
      let room = record.room(messages)
      #expect(room.seats.count <= 2)
      #expect(room.match?.standings.count ?? 0 <= 2)
    }
  }

  @Test func aRoundBeginsWithEverybodyAtTheStart() throws {
    let record = try MatchRecord()
    let index = try #require(
      record.messages.firstIndex { message in
        if case .play(_, .round) = message { true } else { false }
      })
    let room = record.room(Array(record.messages[...index]))
    let round = try #require(room.match?.round)
    let near =
      Accuracy.of(round.start.start.difference(from: round.start.target)) * 100 / Accuracy.best
    #expect(
      room.match?.players.map { round.move(of: $0) }
        == room.match?.players
        .map { Move(who: $0, near: near, color: round.start.start) })
    #expect(round.closes == round.start.closes)
    #expect(!round.hasRung)
  }

  @Test func theStoryOfASeatIsTold() throws {
    let code = try #require(RoomCode("KM4T"))
    let mira = PlayerID(number: 1)
    let oskar = PlayerID(number: 2)
    let until = Instant(milliseconds: 60_000)
    func profile(_ name: String) -> Profile {
      Profile(name: name, icon: .sun, color: Mode.startColor, isBot: false)
    }
    let story: [(event: RoomEvent, law: String, holds: (RoomModel) -> Bool)] = [
      (.seat(mira, profile("mira")), "sits", { $0.seats.map(\.player) == [mira] }),
      (.hosted(mira), "is the host", { $0.host == mira }),
      (.seat(oskar, profile("oskar")), "sits after", { $0.seats.map(\.player) == [mira, oskar] }),
      (.readied(oskar, true, .none), "is ready", { $0.seats.map(\.isReady) == [false, true] }),
      (.away(oskar, until: until), "is away", { $0.seat(of: oskar)?.awayUntil == until }),
      (.back(oskar), "is back", { $0.seat(of: oskar)?.awayUntil == nil }),
      (.readied(oskar, false, .none), "is not", { $0.seats.allSatisfy { !$0.isReady } }),
      (.gone(mira, .left), "is gone", { $0.seats.map(\.player) == [oskar] && $0.host == nil }),
      (.hosted(oskar), "takes over", { $0.host == oskar }),
      (.gone(mira, .left), "is gone once", { $0.seats.count == 1 && $0.name(of: mira) == "mira" }),
      (
        .back(PlayerID(number: 9)), "a stranger", { $0.name(of: PlayerID(number: 9)) == "player 9" }
      ),
    ]
    var room = RoomModel(code: code, role: .watcher, me: mira, last: 0, before: nil)
    for (index, step) in story.enumerated() {
      room.fold(.room(n: index + 1, step.event), hashing: hashing)
      #expect(step.holds(room), "\(step.law)")
      #expect(room.last == index + 1)
    }
  }

  @Test func whoGivesUpTheSeatIsInNoStandings() throws {
    var world = World()
    let code = try world.addRace(
      RoomWishes(mode: .rgb, rounds: 2, seconds: 10, level: .easy, seats: 3))
    let watcher = world.add(.watch(code, password: nil), name: "jun")
    let isScored = world.run { $0.room(watcher)?.match?.results.first?.scores.count == 2 }
    #expect(isScored)
    let oskar = try #require(world.clients[1].session.me)
    world.act(1, .leave)
    world.run(100)
    let match = try #require(world.room(watcher)?.match)
    #expect(match.standings.map(\.who) == match.players.filter { $0 != oskar })
    #expect(match.results[0].score(of: oskar) != nil, "what was scored stays")
    #expect(world.room(watcher)?.name(of: oskar) == "oskar")
    let late = world.add(.watch(code, password: nil), name: "kim")
    world.run(100)
    #expect(world.room(late)?.match?.standings == match.standings)
    #expect(world.room(late)?.match?.round?.move(of: oskar) == nil)
    let isOver = world.run { $0.room(watcher)?.verdict != nil }
    #expect(isOver)
    #expect(world.room(watcher)?.match?.standings.count == 1)
  }
}

extension ServerMessage {
  fileprivate var isNumbered: Bool {
    switch self {
    case .room(let number, _): number != nil
    case .play(let number, _): number != nil
    default: false
    }
  }
}
