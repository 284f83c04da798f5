// Laws of the room model: a late client knows what the others know, a client that heard something
// twice knows it once, and no order of messages, however mad, does harm.

import Chroma
import Game
import TestSupport
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
    for name in ["late"] {
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
        let newcomer = try require(world.room(late))
        let veteran = try require(world.room(early)?.seen(as: late, in: world))
        expect(newcomer.heard.state, equals: veteran.heard.state)
        expect(newcomer.asANewcomerKnowsIt, equals: veteran.asANewcomerKnowsIt)
        world.act(late, .quit)
        compared += 1
      }
      expect(compared, isAbove: 10)
    }
  }

  @Test func hearingEverythingTwiceChangesNothing() throws {
    let record = try MatchRecord()
    let numbered = record.messages.filter(\.isNumbered)
    let once = record.room(record.messages)
    var twice = once
    for message in numbered { twice.fold(message, hashing: hashing) }
    expect(once, equals: twice)
    let stuttered = record.messages.flatMap { $0.isNumbered ? [$0, $0] : [$0] }
    expect(record.room(stuttered), equals: once)
  }

  @Test func noOrderOfMessagesDoesHarm() throws {
    let record = try MatchRecord()
    for seed in 0..<40 {
      var draw = RandomStream(key: secret("order \(seed)"), hashing: hashing)
      var messages = record.messages
      for index in messages.indices.dropLast() {
        messages.swapAt(index, index + draw.next(below: messages.count - index))
      }
      messages.removeLast(draw.next(below: messages.count))
      let room = record.room(messages)
      expect(room.seats.count, isAtMost: 2)
      expect(room.match?.standings.count ?? 0, isAtMost: 2)
    }
  }

  @Test func theStoryOfASeatIsTold() throws {
    let code = try require(RoomCode("KM4T"))
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
      expect(step.holds(room), "\(step.law)")
      expect(room.last, equals: index + 1)
    }
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
