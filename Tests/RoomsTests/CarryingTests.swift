// Who wants something of a room on another lane is carried there, as they are, and answered there
// as anybody is; the hall they leave forgets them.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Carrying between lanes")
struct CarryingTests {
  @Test("every code has one home, homes are evenly many, and rooms open at home")
  func homes() throws {
    var stage = HallStage(lanes: 3)
    for lane in [0, 1, 2, 0, 1, 2] {
      let code = try require(RoomCode(try stage.room(by: try stage.person("Ada", lane))))
      expect(stage.halls.map { $0.home(of: code) }, equals: [lane, lane, lane])
    }
    var secrets = Secrets(key: HallStage.secret, daily: HallStage.secret, hashing: .genuine)
    var counts = [0, 0, 0]
    for _ in 1...3_000 {
      counts[stage.halls[0].home(of: secrets.code(length: RoomCode.length))] += 1
    }
    expect(counts.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
  }

  @Test("JOIN and WATCH bring one to the room, and the old hall forgets them")
  func joining() throws {
    var stage = HallStage(lanes: 2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let (bob, cal) = (try stage.person("Bob", 1), try stage.person("Cal", 1))
    let before = try require(stage.halls[1].players[bob.player])
    expect(stage.ask(bob, "JOIN room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.ask(cal, "WATCH room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.halls.map(\.connections.count), equals: [3, 0])
    expect(stage.halls[1].players.isEmpty && stage.halls[1].tokens.isEmpty)
    let after = try require(stage.hall.players[bob.player])
    expect(after.token == before.token && after.profile == before.profile)
    stage.input(.said(bob.id, .leave), 1)
    try expect(stage.room(room).seats.count, equals: 2)
    expect(stage.ask(bob, "LEAVE"), equals: ["OUT"])
    expect(stage.lane(bob) == 0 && stage.halls.map(\.connections.count) == [3, 0])
  }

  /// What a room that somebody is carried to says: what was asked, after what had been done to it
  /// while they were on the way.
  static let refusals: [(done: String, asked: String, code: String)] = [
    ("LEAVE", "JOIN", "no-room"), ("LEAVE", "WATCH", "no-room"),
    ("CONFIG seats=1", "JOIN", "room-full"), ("CONFIG pass=sesame", "JOIN", "wrong-pass"),
    ("CONFIG pass=sesame", "WATCH", "wrong-pass"), ("CONFIG exact=1", "JOIN", "inexact"),
  ]

  @Test("a client that is carried to a room which has closed meanwhile is refused")
  func refusedOnArrival() throws {
    for (done, asked, code) in Self.refusals {
      var stage = HallStage(lanes: 2)
      let ada = try stage.person("Ada", 0)
      let room = try stage.room(by: ada)
      let bob = try stage.person("Bob", 1)
      stage.holds = true
      expect(stage.ask(bob, "\(asked) room=\(room)"), equals: [])
      stage.say(ada, done)
      if done == "LEAVE" { stage.pass(Limits().emptyRoomMilliseconds) }
      stage.deliver()
      let refusals = stage.heard(bob).compactMap(\.refusal)
      expect(refusals.map(\.code.rawValue) == [code] && refusals.map(\.verb) == [asked], done)
      stage.holds = false
      expect(stage.ask(bob, "PING t=1"), equals: ["PONG"])
    }
  }

  @Test("a carried client keeps its budget, what its screen can show and a PING that it was asked")
  func pace() throws {
    var limits = Limits()
    (limits.lineBurst, limits.linesPerSecond) = (60, 0)
    var stage = HallStage(limits, lanes: 2)
    let room = try stage.room(by: try stage.person("Ada", 0, "depth=24"), "exact=1")
    let bob = try stage.person("Bob", 1, "depth=24")
    stage.pass(Limits().pingMilliseconds)
    let nonce = try require(stage.heard(bob).compactMap(\.nonce).first)
    stage.pass(30)
    expect(stage.ask(bob, "JOIN room=\(room)").first, equals: "IN")
    stage.say(bob, "PONG nonce=\(nonce)")
    try expect(stage.room(room).seats.last?.roundTrip, equals: 30)
    for _ in 1...(limits.lineBurst - 2 - limits.heavyLineCost) { stage.say(bob, "PING t=1") }
    expect(stage.ask(bob, "PING t=1"), equals: ["too-fast"])
  }

  @Test("a token's seat is found on whichever lane it is, and none on no lane", arguments: 0..<3)
  func resuming(lane: Int) throws {
    var stage = HallStage(lanes: 3)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada)
    let again = stage.connect(lane)
    expect(
      stage.ask(again, "HELLO v=1 resume=\(ada.token)").prefix(2), equals: ["WELCOME", "PING"])
    expect(stage.lane(again), equals: 1)
    expect(stage.verbs(ada) == ["replaced"] && stage.closed == [ada.id])
    try expect(stage.room(room).seats.map(\.connection), equals: [again])
    let stranger = stage.connect(lane)
    let carries = stage.carries
    expect(stage.ask(stranger, "HELLO v=1 resume=0123"), equals: ["bad-token"])
    expect(stage.carries, equals: carries + 2)
    expect(stage.ask(stranger, "HELLO v=1").first, equals: "WELCOME")
  }

  @Test("a token counts for as much as anything that takes long, however many lanes there are")
  func resumeCost() {
    for laneCount in [1, 2] {
      var limits = Limits()
      (limits.lineBurst, limits.linesPerSecond) = (30, 0)
      var stage = HallStage(limits, lanes: laneCount)
      let eve = stage.connect()
      let answers = (1...3).flatMap { _ in stage.ask(eve, "HELLO v=1 resume=0123") }
      expect(answers, equals: ["bad-token", "bad-token", "too-fast"])
    }
  }

  @Test("a client that is carried to a stopping lane is told so and closed")
  func stopping() throws {
    var stage = HallStage(lanes: 2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let bob = try stage.person("Bob", 1)
    let eve = stage.connect(1)
    stage.holds = true
    stage.say(bob, "JOIN room=\(room)")
    stage.say(eve, "HELLO v=1 resume=0123")
    stage.input(.stop)
    stage.deliver()
    for id in [bob.id, eve] { expect(stage.verbs(id), equals: ["shutting-down"]) }
    expect(stage.closed.suffix(2), equals: [bob.id, eve])
    stage.lose(bob)
    expect(stage.halls[0].players.count, equals: 1)
  }
}
