// What the line mode says of connections, rooms and races without being asked, and what it does not
// say: nothing twice, nothing of a target before it opens.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct PlainNarratorTests {
  @Test func aLongOutageIsToldAgainAfterAMinuteAndAtTheEnd() throws {
    var world = World()
    let screen = PlainScreen()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", screen: screen)
    world.run(20_000)
    let before = screen.lines.count
    world.clients[guest].isReachable = false
    world.cut(guest, "connection refused")
    world.run(70_000)
    expect(
      screen.lines[before...],
      equals: [
        "connection lost: connection refused. trying again",
        "still no connection after 60 seconds; trying on",
      ])
    world.clients[guest].isReachable = true
    world.run(10_000)
    expect(
      screen.lines[(before + 2)...],
      equals: [
        "connected again, 10 milliseconds",
        "your seat was given up while you were away",
        "in room \(code.text) on a new seat",
        "you are in",
      ])
    world.clients[guest].isReachable = false
    world.cut(guest, "connection refused")
    world.run(700_000)
    expect(screen.lines.last?.hasPrefix("the server could not be reached for 60"), equals: true)
  }

  @Test func nobodyHearsATargetBeforeItIsSeen() throws {
    var world = World()
    let screen = PlainScreen()
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 60, down: 60, screen: screen)
    world.run(1_000)
    world.type(0, "ready")
    let isAnnounced = world.run { $0.clients[0].session.guess != nil }
    expect(isAnnounced)
    for line in ["target", "yours", "hint", "r 3", "time"] { world.type(0, line) }
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(world.now, isBelow: opens)
    expect(!screen.lines.contains { $0.contains("target: ") || $0.contains("distance") })
    expect(screen.lines.last, equals: "the next round opens in 1 second")
    let isOpen = world.run { $0.now >= opens }
    expect(isOpen)
    world.run(1)
    expect(screen.lines.contains { $0.hasPrefix("round 1 of 2, 10 seconds. target: ") })
  }

  @Test func nothingIsSaidTwice() throws {
    for name in ["a"] {
      var world = World("once \(name)")
      let code = try world.addRace(
        RoomWishes(mode: .cmyk, rounds: 3, seconds: 20, level: .easy, seats: 3), matches: 2)
      let screen = PlainScreen()
      world.add(.watch(code, password: nil), name: "jun", screen: screen)
      for step in 0..<30 {
        world.run(3_000)
        if step % 4 == 1 { world.cut(2) }
        if step % 7 == 2 { world.cut(1) }
      }
      let isOver = world.run { $0.room(2)?.match.map { $0.number == 2 && $0.isOver } ?? false }
      expect(isOver)
      world.run(1_000)
      let lines = screen.lines
      expect(lines.filter { $0.hasPrefix("standings: ") }.count, equals: 2)
      for round in 1...3 {
        expect(lines.filter { $0.hasPrefix("round \(round) over") }.count, equals: 2)
        expect(lines.filter { $0.hasPrefix("round \(round) of 3") }.count, isAtMost: 2)
      }
      expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
      expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.contains("\u{1b}") })
    }
  }

  @Test func theTimeIsCalledAsItRunsOut() throws {
    let calls: [(seconds: Int, left: [String])] = [
      (5, []), (9, []), (10, ["5 seconds left"]), (19, ["5 seconds left"]),
      (20, ["10 seconds left"]), (59, ["10 seconds left"]),
      (60, ["30 seconds left", "10 seconds left"]), (120, ["30 seconds left", "10 seconds left"]),
    ]
    for call in calls {
      var world = World("calls")
      let screen = PlainScreen()
      world.add(
        .create(RoomWishes(rounds: 1, seconds: call.seconds, seats: 1), bots: []), name: "ada",
        screen: screen)
      world.run(100)
      world.type(0, "ready")
      world.run(1_000 * call.seconds + 5_000)
      let left = screen.lines.filter { $0.contains(" left. ") }
        .compactMap { $0.split(separator: ".").first.map(String.init) }
      expect(left, equals: call.left, "\(call.seconds) seconds")
    }
  }
}
