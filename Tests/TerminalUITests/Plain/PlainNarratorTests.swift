// What the line mode says of connections, rooms and races without being asked, and what it does not
// say: nothing twice, nothing of a target before it opens.

import Game
import Testing
import Wire

@testable import TerminalUI

struct PlainNarratorTests {
  @Test func aLostConnectionIsToldOnceAndSoIsItsReturn() throws {
    var world = World("outage")
    let screen = PlainScreen()
    _ = try world.addPlayer(
      RoomWishes(mode: .rgb, rounds: 1, seconds: 60, seats: 2), screen: screen)
    let before = screen.lines.count
    world.clients[0].isReachable = false
    world.cut(0, "connection reset")
    world.run(30_000)
    world.clients[0].isReachable = true
    world.run(20_000)
    #expect(
      screen.lines[before...].prefix(4) == [
        "connection lost: connection reset. trying again",
        "still trying: connection refused",
        "connected again, 10 milliseconds",
        "back in room \(try #require(world.room(0)).code.text)",
      ])
    #expect(screen.lines.filter { $0.hasPrefix("round 1 of 1") }.count == 1)
  }

  @Test func aSilentServerIsToldOnceAndSoIsItsAnswer() throws {
    var world = World("silence")
    let screen = PlainScreen()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", screen: screen)
    world.run(5_000)
    let before = screen.lines.count
    world.clients[guest].down = 4_000
    world.run(3_600)
    #expect(screen.lines[before...] == ["the server does not answer; waiting"])
    world.clients[guest].down = 5
    world.run(10_000)
    #expect(screen.lines[(before + 1)...] == ["the server answers again"])
    world.silence(guest)
    world.run(4_000)
    #expect(screen.lines[(before + 2)...] == ["the server does not answer; waiting"])
    world.run(20_000)
    #expect(
      screen.lines[(before + 3)...] == [
        "connection lost: the server was silent for too long. trying again",
        "connected again, 10 milliseconds", "back in room \(code.text)",
      ])
  }

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
    #expect(
      screen.lines[before...] == [
        "connection lost: connection refused. trying again",
        "still no connection after 60 seconds; trying on",
      ])
    world.clients[guest].isReachable = true
    world.run(10_000)
    #expect(
      screen.lines[(before + 2)...] == [
        "connected again, 10 milliseconds",
        "your seat was given up while you were away",
        "in room \(code.text) on a new seat",
        "you are in",
      ])
    world.clients[guest].isReachable = false
    world.cut(guest, "connection refused")
    world.run(700_000)
    #expect(
      screen.lines.last?.hasPrefix("the server could not be reached for 60") == true)
  }

  @Test func aServerThatIsNotThereIsToldInThreeLines() {
    var world = World()
    let screen = PlainScreen(server: "localhost:7300")
    world.add(.browse, name: "ada", isReachable: false, screen: screen)
    world.run(60_000)
    #expect(
      screen.lines.prefix(2) == [
        "connecting to localhost:7300",
        "cannot reach localhost:7300: connection refused. trying again",
      ])
    #expect(screen.lines.count == 3)
    #expect(screen.lines[2].hasPrefix("the server could not be reached for 2"))
  }

  @Test func whoComesLateHearsWhereThingsStand() throws {
    var world = World()
    let code = try world.addRace()
    let isScored = world.run { $0.room(0)?.match?.results.first?.scores.count == 2 }
    #expect(isScored)
    let screen = PlainScreen()
    let late = world.add(.watch(code, password: nil), name: "jun", screen: screen)
    world.run(1_000)
    #expect(
      screen.lines.dropFirst(2).prefix(3) == [
        "watching room \(code.text), mira's room: rgb, 2 rounds of 10 seconds, level easy, "
          + "2 seats",
        "players: bot mira playing, bot oskar playing",
        "bot mira is the host",
      ])
    #expect(screen.lines.last?.hasPrefix("match 1 is on, 1 round over. so far: 1 ") == true)
    let isOver = world.run { $0.room(late)?.verdict != nil }
    #expect(isOver)
    #expect(screen.lines.filter { $0.hasPrefix("round 1") }.isEmpty)
    #expect(screen.lines.filter { $0.hasPrefix("standings: ") }.count == 1)

    let later = PlainScreen()
    world.add(.watch(code, password: nil), name: "kim", screen: later)
    world.run(1_000)
    #expect(later.lines.last?.hasPrefix("the last match: 1 ") == true)
    #expect(later.lines.filter { $0.hasPrefix("standings: ") }.isEmpty)
  }

  @Test func nobodyHearsATargetBeforeItIsSeen() throws {
    var world = World()
    let screen = PlainScreen()
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 60, down: 60, screen: screen)
    world.run(1_000)
    world.type(0, "ready")
    let isAnnounced = world.run { $0.clients[0].session.guess != nil }
    #expect(isAnnounced)
    for line in ["target", "yours", "hint", "r 3", "time"] { world.type(0, line) }
    let opens = try #require(world.room(0)?.match?.round?.start.opens)
    #expect(world.now < opens)
    #expect(!screen.lines.contains { $0.contains("target: ") || $0.contains("distance") })
    #expect(screen.lines.last == "the next round opens in 1 second")
    let isOpen = world.run { $0.now >= opens }
    #expect(isOpen)
    world.run(1)
    #expect(screen.lines.contains { $0.hasPrefix("round 1 of 2, 10 seconds. target: ") })
  }

  @Test func nothingIsSaidTwice() throws {
    for name in ["a", "b"] {
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
      #expect(isOver)
      world.run(1_000)
      let lines = screen.lines
      #expect(lines.filter { $0.hasPrefix("standings: ") }.count == 2)
      for round in 1...3 {
        #expect(lines.filter { $0.hasPrefix("round \(round) over") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("round \(round) of 3") }.count <= 2)
      }
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
      #expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.contains("\u{1b}") })
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
      #expect(left == call.left, "\(call.seconds) seconds")
    }
  }

  @Test func aRoundThatTheBellCutShortHasNoCallsLeft() throws {
    var world = World("bell")
    let screen = PlainScreen()
    _ = try world.addPlayer(
      RoomWishes(mode: .rgb, rounds: 1, seconds: 60, seats: 2), screen: screen)
    let target = try #require(world.room(0)?.match?.round?.start.target)
    world.act(0, .lock(Mode.rgb.nearest(target)))
    let hasRung = world.run(within: 100) { $0.room(0)?.match?.round?.hasRung == true }
    #expect(hasRung)
    // Nothing is heard of the round's end, but time goes on.
    world.clients[0].isReachable = false
    world.cut(0)
    world.run(70_000)
    #expect(!screen.lines.contains { $0.contains(" left. ") })
  }

  @Test func everySeatsStoryIsToldToTheOthers() throws {
    var world = World()
    let screen = PlainScreen()
    world.add(.create(RoomWishes(seats: 4), bots: []), name: "ada", screen: screen)
    world.run(100)
    let code = try #require(world.room(0)?.code)
    let before = screen.lines.count
    let oskar = world.add(.join(code, password: nil), name: "oskar")
    world.run(100)
    world.act(oskar, .ready(true))
    world.run(100)
    world.act(oskar, .ready(false))
    world.run(15_000)
    world.clients[oskar].isReachable = false
    world.cut(oskar)
    world.run(1_000)
    world.clients[oskar].isReachable = true
    world.run(10_000)
    world.clients[oskar].isReachable = false
    world.cut(oskar)
    world.run(61_000)
    let jun = world.add(.join(code, password: nil), name: "jun")
    world.run(100)
    world.act(jun, .leave)
    world.run(100)
    #expect(
      screen.lines[before...] == [
        "oskar is in", "oskar is ready", "oskar is not ready", "oskar lost the connection",
        "oskar is back", "oskar lost the connection", "oskar did not come back", "jun is in",
        "jun has left",
      ])
  }

  @Test func whoWaitsForARoomToWatchIsToldSo() {
    var world = World()
    let screen = PlainScreen()
    world.add(.watch(nil, password: nil), name: "jun", screen: screen)
    world.run(20_000)
    #expect(screen.lines.filter { $0 == "no room is open; waiting for one" }.count == 1)
  }

  @Test func theNewHostIsNamed() throws {
    var world = World()
    let screen = PlainScreen()
    let code = try world.addHost()
    let guest = world.add(.join(code, password: nil), name: "jun", screen: screen)
    world.run(100)
    world.act(0, .leave)
    world.run(100)
    #expect(screen.lines.suffix(2) == ["bot mira has left", "you are the host now"])
    #expect(world.room(guest)?.amHost == true)
  }

  @Test(arguments: [
    (Verdict.verified, "targets verified: they follow from the promised seed"),
    (.unknown, "targets follow from the seed; you came too late to hear its promise"),
    (.mismatch(.commitment), "match not verified: the seed is not the one that was promised"),
    (.mismatch(.nonces), "match not verified: a player's nonce was changed"),
    (
      .mismatch(.target(round: 3)),
      "match not verified: the target of round 3 does not follow from the seed"
    ),
    (.mismatch(.round(2)), "match not verified: round 2 does not follow the rules"),
    (
      .mismatch(.score(round: 4, PlayerID(number: 7))),
      "match not verified: the score of player 7 in round 4 is wrong"
    ),
    (.mismatch(.places), "match not verified: the places do not follow from the scores"),
  ])
  func theProofIsPutInWords(verdict: Verdict, words: String) throws {
    let room = RoomModel(
      code: try #require(RoomCode("KM4T")), role: .watcher, me: PlayerID(number: 1), last: 0,
      before: nil)
    #expect(verdict.spoken(in: room) == words)
  }
}
