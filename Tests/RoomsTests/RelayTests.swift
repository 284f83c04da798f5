// A room with many watchers sends them to other lanes, where they hear what everybody hears. They
// cannot tell where they are, whatever they do; the room counts them all.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Watchers on other lanes")
struct RelayTests {
  /// A room on lane 0 of two whose only watcher is on lane 1.
  private func afar(
    _ wishes: String = ""
  ) throws -> (LaneStage, host: Int, watcher: Int, room: String) {
    var stage = LaneStage(2, LaneStage.spread)
    let ada = try stage.person("Ada", 0)
    let room = try stage.room(by: ada, wishes)
    let cal = try stage.person("Cal", 0)
    expect(stage.ask(cal, "WATCH room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.lane(cal), equals: 1)
    stage.clear()
    return (stage, ada, cal, room)
  }

  @Test("so many stay at home; then each goes where the fewest are")
  func spreading() throws {
    var limits = Limits()
    limits.watchersAtHomeMax = 4
    var stage = LaneStage(3, limits)
    let room = try stage.room(by: try stage.person("Ada", 1))
    var lanes: [Int] = []
    for _ in 1...15 {
      let cal = try stage.person("Cal", 2)
      stage.say(cal, "WATCH room=\(room)")
      lanes.append(stage.lane(cal))
    }
    expect(lanes, equals: [1, 1, 1, 1, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 1])
    try expect(stage.room(room).watchers, equals: 15)
    try expect(stage.entry(room).elsewhere.lanes.map(\.watchers), equals: [5, 0, 5])
  }

  /// Has everything on a lane wait, window after window.
  private func strain(_ stage: inout LaneStage, _ lane: Int, windows: Int) {
    for _ in 0...windows {
      stage.input(.waited(milliseconds: 100), lane)
      stage.pass(Limits().latenessMilliseconds)
    }
  }

  @Test("held bulletins are delivered before newer ones, and to a watcher who goes home")
  func heldBack() throws {
    var (stage, ada, cal, room) = try afar("time=120 rounds=1")
    let dan = try stage.person("Dan", 0)
    stage.say(dan, "WATCH room=\(room)")
    let eve = try stage.person("Eve", 0)
    stage.say(eve, "WATCH room=\(room)")
    expect(stage.lane(eve), equals: 1)
    stage.say(ada, "START")
    stage.pass(3_001)
    strain(&stage, 1, windows: Pressure.levelMax)
    func move(_ value: Int) {
      stage.say(ada, "SET v=\(value),0,0")
      stage.pass(50)
    }
    stage.clear()
    move(1)
    move(2)
    expect(stage.verbs(cal), equals: ["MOVE"])
    stage.say(ada, "LOCK v=3,0,0")
    expect(stage.verbs(cal), equals: ["MOVE", "MISSED"])
    stage.pass(50)
    move(4)
    move(5)
    stage.clear()
    expect(stage.halls[1].relays.values.contains { !$0.held.isEmpty })
    expect(stage.ask(eve, "WHO").first, equals: "MOVE")
    expect(stage.verbs(cal), equals: ["MOVE"])
  }

  @Test("LEAVE, BYE and a lost connection are told the room", arguments: ["LEAVE", "BYE", ""])
  func leaving(line: String) throws {
    var (stage, ada, cal, room) = try afar()
    if line.isEmpty { stage.tell(cal) { .disconnected($0) } } else { stage.say(cal, line) }
    expect(stage.verbs(cal), equals: (line.isEmpty ? [] : ["OUT"]))
    try expect(stage.room(room).watchers, equals: 0)
    expect(isEmpty: stage.halls[1].relays)
    stage.pass(2_000)
    expect(stage.heard(ada).last, equals: .watchers(0))
    stage.say(ada, "BOT")
    expect(stage.heard(cal), equals: [])
  }

  @Test("a watcher from afar takes a seat, and gives it up again")
  func seat() throws {
    var (stage, _, cal, room) = try afar()
    let verbs = stage.ask(cal, "JOIN room=\(room)")
    expect(verbs.prefix(2) == ["IN", "ROOM"] && verbs.filter { $0 == "IN" }.count == 1)
    expect(stage.lane(cal), equals: 0)
    try expect(stage.room(room).seats.count, equals: 2)
    try expect(stage.room(room).watchers, equals: 0)
    expect(stage.ask(cal, "WATCH room=\(room)").first, equals: "IN")
    expect(stage.lane(cal), equals: 1)
    try expect(stage.entry(room).elsewhere.lanes.map(\.watchers), equals: [0, 1])
  }

  @Test(
    "a watcher who is refused a seat goes on watching, and gets only what was missed",
    arguments: [false, true])
  func noSeat(missesSomething: Bool) throws {
    var (stage, ada, cal, room) = try afar("seats=1")
    stage.holds = missesSomething
    stage.say(cal, "JOIN room=\(room)")
    if missesSomething { stage.say(ada, "REACT id=wow") }
    stage.holds = false
    stage.deliver()
    let verbs = stage.verbs(cal)
    expect(verbs.last, equals: "room-full")
    expect(verbs.contains("IN"), equals: missesSomething, "\(verbs)")
    expect(stage.lane(cal), equals: 1)
    try expect(stage.room(room).watchers, equals: 1)
    stage.clear()
    stage.say(ada, "READY")
    expect(stage.verbs(cal), equals: ["READIED", "COUNTDOWN"])
  }

  @Test("a slow watcher on another lane is brought home and shown the room")
  func conflation() throws {
    var (stage, ada, cal, room) = try afar()
    stage.tell(cal) { .overflowed($0) }
    expect(stage.conflated, equals: [cal])
    stage.say(ada, "BOT")
    stage.say(cal, "PING t=1")
    stage.say(cal, "LEAVE")
    stage.say(cal, "WATCH room=\(room)")
    expect(stage.verbs(cal), equals: [])
    try expect(stage.room(room).watchers, equals: 1)
    stage.tell(cal) { .drained($0) }
    let verbs = stage.verbs(cal)
    expect(verbs.prefix(2), equals: ["IN", "ROOM"])
    let asked = verbs.drop { $0 != "PONG" }
    expect(asked.prefix(3), equals: ["PONG", "OUT", "IN"], "\(verbs)")
    expect(stage.lane(cal), equals: 1)
    stage.clear()
    stage.say(ada, "BOT")
    expect(stage.verbs(cal), equals: ["SEAT", "READIED"])
  }

  @Test("a delay holds for watchers on every lane, and what a new one brings")
  func delayed() throws {
    var (stage, ada, cal, room) = try afar("delay=3")
    stage.say(ada, "BOT")
    stage.pass(2_999)
    expect(!stage.verbs(cal).contains("SEAT"))
    stage.pass(1)
    expect(stage.verbs(cal), contains: "SEAT")
    stage.say(ada, "CONFIG delay=0")
    stage.say(ada, "BOT")
    expect(!stage.verbs(cal).contains("SEAT"))
    stage.pass(3_000)
    expect(stage.verbs(cal).filter { $0 == "SEAT" }.count, equals: 1)
    stage.say(ada, "BOT")
    expect(stage.verbs(cal), contains: "SEAT", "\(room) has no delay any more")
  }

  @Test("a room stays open for watchers on other lanes and on the way, and closes without them")
  func open() throws {
    var (stage, ada, cal, room) = try afar()
    let code = try require(RoomCode(room))
    stage.tell(ada) { .disconnected($0) }
    stage.holds = true
    stage.say(cal, "JOIN room=\(room)")
    stage.pass(119_000)
    expect(stage.halls[0].rooms[code], differsFrom: nil)
    stage.deliver()
    stage.holds = false
    try expect(stage.room(room).seats.count, equals: 1)
    stage.say(cal, "LEAVE")
    stage.pass(60_000)
    expect(stage.halls[0].rooms[code], equals: nil)
    expect(isEmpty: stage.halls[1].relays)
  }
}
