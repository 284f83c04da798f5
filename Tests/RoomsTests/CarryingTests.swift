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
    var stage = LaneStage(3)
    for lane in [0, 1, 2, 0, 1, 2] {
      let room = try stage.room(by: try stage.person("Ada", lane))
      let code = try require(RoomCode(room))
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
    var stage = LaneStage(2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let bob = try stage.person("Bob", 1)
    let cal = try stage.person("Cal", 1)
    let old = stage.id(bob)
    let before = try stage.player(bob)
    expect(stage.ask(bob, "JOIN room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.ask(cal, "WATCH room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.population, equals: [3, 0])
    expect(stage.halls[1].players.isEmpty && stage.halls[1].tokens.isEmpty)
    let after = try stage.player(bob)
    expect(after.id == before.id && after.state.token == before.state.token)
    expect(after.state.profile, equals: before.state.profile)
    stage.input(.said(old, .leave), 1)
    try expect(stage.room(room).seats.count, equals: 2)
    expect(stage.ask(bob, "LEAVE"), equals: ["OUT"])
    expect(stage.lane(bob) == 0 && stage.population == [3, 0])
  }

  /// What a room that somebody is carried to says: what was asked, after what had been done to it
  /// while they were on the way.
  static let refusals: [(done: [String], asked: String, code: String)] = [
    (["LEAVE"], "JOIN room=", "no-room"), (["LEAVE"], "WATCH room=", "no-room"),
    (["CONFIG seats=1"], "JOIN room=", "room-full"),
    (["CONFIG pass=sesame"], "JOIN room=", "wrong-pass"),
    (["CONFIG pass=sesame"], "WATCH room=", "wrong-pass"),
    (["CONFIG exact=1"], "JOIN room=", "inexact"),
  ]

  @Test(
    "a client that is carried to a room which has closed meanwhile is refused", arguments: refusals)
  func refusedOnArrival(_ row: (done: [String], asked: String, code: String)) throws {
    var stage = LaneStage(2)
    let ada = try stage.person("Ada", 0)
    let room = try stage.room(by: ada)
    let bob = try stage.person("Bob", 1)
    stage.holds = true
    stage.say(bob, "\(row.asked)\(room)")
    expect(stage.verbs(bob), equals: [])
    for line in row.done {
      stage.say(ada, line)
      if line == "LEAVE" { stage.pass(Limits().emptyRoomMilliseconds) }
    }
    stage.deliver()
    let refusals = stage.heard(bob).compactMap(\.refusal)
    expect(refusals.map(\.code.rawValue), equals: [row.code])
    expect(refusals.map(\.verb), equals: [String(row.asked.prefix { $0 != " " })])
    stage.holds = false
    expect(stage.ask(bob, "PING t=1"), equals: ["PONG"])
  }

  @Test("a carried client keeps its budget and what its screen can show")
  func pace() throws {
    var limits = Limits()
    (limits.lineBurst, limits.linesPerSecond) = (60, 0)
    var stage = LaneStage(2, limits)
    let room = try stage.room(by: try stage.person("Ada", 0, "depth=24"), "exact=1")
    let bob = try stage.person("Bob", 1, "depth=24")
    expect(stage.ask(bob, "JOIN room=\(room)").first, equals: "IN")
    let left = limits.lineBurst - 1 - limits.heavyLineCost
    for _ in 1...left { stage.say(bob, "PING t=1") }
    expect(stage.ask(bob, "PING t=1"), equals: ["too-fast"])
  }

  @Test("a PING that was asked on one lane is answered on another")
  func ping() throws {
    var stage = LaneStage(2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let bob = try stage.person("Bob", 1)
    stage.pass(Limits().pingMilliseconds)
    let nonce = stage.heard(bob).compactMap(\.nonce).first
    stage.pass(30)
    stage.say(bob, "JOIN room=\(room)")
    stage.say(bob, "PONG nonce=\(try #require(nonce))")
    try expect(stage.room(room).seats.last?.roundTrip, equals: 30)
  }

  @Test("a token's seat is found on whichever lane it is, and none on no lane", arguments: 0..<3)
  func resuming(lane: Int) throws {
    var stage = LaneStage(3)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada)
    let token = try stage.player(ada).state.token
    let again = stage.connect(lane)
    expect(stage.ask(again, "HELLO v=1 resume=\(token)").prefix(2), equals: ["WELCOME", "PING"])
    expect(stage.lane(again), equals: 1)
    expect(stage.verbs(ada), equals: ["replaced"])
    expect(stage.closed, equals: [ada])
    try expect(stage.room(room).seats.map(\.connection), equals: [stage.id(again)])
    let stranger = stage.connect(lane)
    let carries = stage.carries
    expect(stage.ask(stranger, "HELLO v=1 resume=0123"), equals: ["bad-token"])
    expect(stage.carries, equals: carries + 2)
    expect(stage.ask(stranger, "HELLO v=1").first, equals: "WELCOME")
  }

  @Test(
    "a token counts for as much as anything that takes long, however many lanes there are",
    arguments: [1, 2])
  func resumeCost(laneCount: Int) {
    var limits = Limits()
    (limits.lineBurst, limits.linesPerSecond) = (30, 0)
    var stage = LaneStage(laneCount, limits)
    let eve = stage.connect(0)
    for _ in 1...2 { expect(stage.ask(eve, "HELLO v=1 resume=0123"), equals: ["bad-token"]) }
    expect(stage.ask(eve, "HELLO v=1 resume=0123"), equals: ["too-fast"])
  }

  @Test("a client that is carried to a stopping lane is told so and closed")
  func stopping() throws {
    var stage = LaneStage(2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let bob = try stage.person("Bob", 1)
    let eve = stage.connect(1)
    stage.holds = true
    stage.say(bob, "JOIN room=\(room)")
    stage.say(eve, "HELLO v=1 resume=0123")
    stage.input(.stop, 0)
    stage.deliver()
    expect(stage.verbs(bob), equals: ["shutting-down"])
    expect(stage.verbs(eve), equals: ["shutting-down"])
    expect(stage.closed.suffix(2), equals: [bob, eve])
    stage.tell(bob) { .disconnected($0) }
    expect(stage.halls[0].players.count, equals: 1)
  }
}

extension ServerMessage {
  /// What is refused, if it is.
  var refusal: RefusalLine? {
    if case .no(let refusal) = self { refusal } else { nil }
  }

  /// The nonce of a PING.
  fileprivate var nonce: String? {
    if case .ping(let nonce) = self { nonce } else { nil }
  }
}
