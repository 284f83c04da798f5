// Quick matches: from nowhere into a match with one wish, whoever else there is, and whatever the
// connection does on the way.

import Game
import Rooms
import Testing
import Wire

@testable import TerminalUI

struct QuickTests {
  @Test func twoInAHurryMeetAndBeginAtOnce() throws {
    var world = World("hurry")
    world.add(.quick(.hsb), name: "ada")
    world.run(3_000)
    world.add(.quick(nil), name: "jun")
    let start = world.now
    let isRunning = world.run(within: 1_000) { $0.room(1)?.amRacing == true }
    #expect(isRunning)
    #expect(world.now - start < 200)
    #expect(world.room(0)?.code == world.room(1)?.code)
    #expect(world.room(1)?.match?.rules == .usual(of: .hsb))
    for client in [0, 1] {
      #expect(world.said(client).map(\.verb) == [.quick, .ready, .reveal])
      #expect(
        world.clients[client].session.intent
          == world.room(client).map { .join($0.code, password: nil) })
    }
  }

  @Test func whoeverStaysAloneRacesABot() throws {
    var world = World("alone")
    world.add(.quick(.memory), name: "ada")
    world.run(9_900)
    #expect(world.room(0)?.seats.count == 1)
    let isRunning = world.run(within: 200) { $0.room(0)?.amRacing == true }
    #expect(isRunning)
    #expect(world.room(0)?.seats.map(\.profile.isBot) == [false, true])
  }

  @Test func aModeForOneBeginsAlone() {
    var world = World("day")
    world.add(.quick(.daily), name: "ada")
    let isRunning = world.run(within: 1_000) { $0.room(0)?.amRacing == true }
    #expect(isRunning)
  }

  @Test func readinessIsSaidAgainAfterALostConnection() throws {
    var world = World("lost")
    world.add(.quick(.rgb), name: "ada")
    world.run(1_000)
    #expect(world.room(0)?.mySeat?.isReady == true)
    world.cut(0)
    world.run(2_000)
    #expect(world.room(0)?.mySeat?.isReady == true)
    #expect(world.said(0).map(\.verb) == [.quick, .ready, .ready])
  }

  @Test func aRoomThatWasFoundUnheardIsKept() {
    var world = World("unheard")
    world.add(.quick(.rgb), name: "ada", up: 5, down: 50)
    let isAsked = world.run { $0.said(0) == [.quick(.rgb)] }
    #expect(isAsked)
    world.run(30)
    world.cut(0)
    world.run(2_000)
    #expect(world.said(0).map(\.verb) == [.quick, .ready])
    #expect(world.room(0)?.mySeat?.isReady == true)
    #expect(world.hall.roomCount == 1)
  }

  @Test func aWishThatWasNeverHeardIsSaidAgain() {
    var world = World("never")
    world.add(.quick(.rgb), name: "ada", up: 30)
    let isAsked = world.run { $0.said(0) == [.quick(.rgb)] }
    #expect(isAsked)
    world.cut(0)
    world.run(2_000)
    #expect(world.said(0).map(\.verb) == [.quick, .quick, .ready])
    #expect(world.clients[0].session.notices.isEmpty)
  }

  @Test func whoeverTakesItBackIsNotMadeReadyAgain() {
    var world = World("back")
    world.add(.quick(.rgb), name: "ada")
    world.run(1_000)
    world.act(0, .ready(false))
    world.run(100)
    world.cut(0)
    world.run(20_000)
    #expect(world.room(0)?.mySeat?.isReady == false)
    #expect(world.said(0).filter { $0.verb == .ready }.count == 2)
  }

  @Test func otherRulesAreLookedAtBeforeOneIsReadyAgain() throws {
    var world = World("rules")
    world.add(.create(RoomWishes(mode: .rgb, seats: 3), bots: []), name: "ada")
    world.run(100)
    world.add(.quick(.rgb), name: "jun")
    world.run(100)
    #expect(world.room(1)?.mySeat?.isReady == true)
    world.act(0, .config(RoomWishes(seconds: 5), opens: false))
    world.run(1_000)
    #expect(world.room(1)?.mySeat?.isReady == false)
    world.act(1, .ready(true))
    world.run(100)
    #expect(world.room(1)?.mySeat?.isReady == true)
  }

  @Test func aProgramIsReadyAgainForWhateverRulesThereAre() throws {
    var world = World("program")
    let skill = try #require(Skill(level: 2))
    world.add(.create(RoomWishes(mode: .rgb, seats: 3), bots: []), name: "ada")
    world.run(100)
    world.add(.quick(nil), name: "jun", selfPlay: SelfPlay(skill: skill, matches: 1))
    world.run(100)
    world.act(0, .config(RoomWishes(seconds: 5), opens: false))
    world.run(100)
    #expect(world.room(1)?.mySeat?.isReady == true)
  }

  @Test func aRematchIsAskedForByHand() {
    var world = World("rematch")
    world.add(.quick(.tiles), name: "ada")
    let isOver = world.run { $0.room(0)?.verdict != nil }
    #expect(isOver)
    world.run(5_000)
    #expect(world.room(0)?.mySeat?.isReady == false)
  }

  @Test func fromOneRoomToAnotherByWayOfTheDoor() throws {
    var world = World("door")
    world.add(.create(RoomWishes(isListed: false), bots: []), name: "ada")
    world.run(100)
    let own = try #require(world.room(0)?.code)
    world.act(0, .quick(.cmyk))
    world.run(200)
    #expect(world.room(0)?.code != own)
    #expect(world.room(0)?.settings.rules.mode == .cmyk)
    #expect(world.said(0).map(\.verb) == [.create, .leave, .quick, .ready])
  }

  @Test func everyWishToBeQuickIsOneToBeReady() {
    var world = World("again")
    for count in 1...3 {
      if count == 1 { world.add(.quick(.rgb), name: "ada") } else { world.act(0, .quick(.rgb)) }
      world.run(1_000)
      #expect(world.room(0)?.mySeat?.isReady == true)
      world.act(0, .leave)
      world.run(1_000)
    }
    #expect(
      world.said(0).map(\.verb) == [.quick, .ready, .leave, .quick, .ready, .leave] + [
        .quick, .ready, .leave,
      ])
  }

  @Test func readinessThatWasTooMuchAtOnceIsSaidAgain() {
    var world = World("much")
    world.add(.quick(.rgb), name: "ada")
    let isSaid = world.run { $0.said(0).last?.verb == .ready }
    #expect(isSaid)
    world.silence(0)
    world.inject(.no(RefusalLine(code: .tooFast, verb: "READY")), into: 0)
    let told = world.now
    world.run(3_000)
    let times = world.clients[0].sent.filter { $0.message.verb == .ready }.map(\.at)
    #expect(times.count == 2)
    #expect((times.last ?? told) - told >= SessionLimits.pauseMilliseconds)
  }

  @Test func whoeverChangesTheirMindIsNotReady() {
    var world = World("mind")
    world.add(.quick(.rgb), name: "ada")
    let isAsked = world.run { $0.said(0) == [.quick(.rgb)] }
    #expect(isAsked)
    world.act(0, .leave)
    world.run(1_000)
    #expect(world.room(0) == nil)
    #expect(world.said(0).map(\.verb) == [.quick, .leave])
  }
}
