// Quick matches: from nowhere into a match with one wish, with company or alone, and whatever the
// connection does on the way.

import Game
import Rooms
import TestSupport
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
    expect(isRunning)
    expect(world.now - start, isBelow: 200)
    expect(world.room(0)?.code, equals: world.room(1)?.code)
    expect(world.room(1)?.match?.rules, equals: .usual(of: .hsb))
    for client in [0, 1] {
      expect(world.said(client).map(\.verb), equals: [.quick, .ready, .reveal])
      expect(
        world.clients[client].session.intent,
        equals: world.room(client).map { .join($0.code, password: nil) })
    }
  }

  @Test func aPlayerWhoStaysAloneRacesABot() throws {
    var world = World("alone")
    world.add(.quick(.memory), name: "ada")
    world.run(9_900)
    expect(world.room(0)?.seats.count, equals: 1)
    let isRunning = world.run(within: 200) { $0.room(0)?.amRacing == true }
    expect(isRunning)
    expect(world.room(0)?.seats.map(\.profile.isBot), equals: [false, true])
  }

  @Test func readinessIsSaidAgainAfterALostConnection() throws {
    var world = World("lost")
    world.add(.quick(.rgb), name: "ada")
    world.run(1_000)
    expect(world.room(0)?.mySeat?.isReady, equals: true)
    world.cut(0)
    world.run(2_000)
    expect(world.room(0)?.mySeat?.isReady, equals: true)
    expect(world.said(0).map(\.verb), equals: [.quick, .ready, .ready])
  }

  @Test func aRoomThatWasFoundUnheardIsKept() {
    var world = World("unheard")
    world.add(.quick(.rgb), name: "ada", up: 5, down: 50)
    let isAsked = world.run { $0.said(0) == [.quick(.rgb)] }
    expect(isAsked)
    world.run(30)
    world.cut(0)
    world.run(2_000)
    expect(world.said(0).map(\.verb), equals: [.quick, .ready])
    expect(world.room(0)?.mySeat?.isReady, equals: true)
    expect(world.hall.roomCount, equals: 1)
  }

  @Test func aPlayerWhoTakesItBackIsNotMadeReadyAgain() {
    var world = World("back")
    world.add(.quick(.rgb), name: "ada")
    world.run(1_000)
    world.act(0, .ready(false))
    world.run(100)
    world.cut(0)
    world.run(20_000)
    expect(world.room(0)?.mySeat?.isReady, equals: false)
    expect(world.said(0).filter { $0.verb == .ready }.count, equals: 2)
  }
}
