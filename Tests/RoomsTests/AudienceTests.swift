// Those who look on: asked for by name, put out and kept out by the host, on every lane; asked for
// a password that the room got after they came; and shown the room anew when they read too slowly.
// A player who does is closed: that asymmetry is policy. A room with many watchers sends them to
// other lanes, where they hear what everybody hears. The transcripts are played so, too.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Audiences")
struct AudienceTests {
  @Test("WHO lists the newest of many watchers, even after one has left")
  func many() throws {
    var limits = Limits()
    limits.listedWatchersMax = 3
    var (stage, room, ada) = try HallStage.hosted("", limits)
    let watchers = try (1...6).map { _ in try stage.watcher("Cal", in: room) }
    stage.say(watchers[4], "LEAVE")
    stage.clear()
    stage.say(ada, "WHO")
    let told = stage.heard(ada).compactMap(\.watcher)
    expect(told, equals: [watchers[5], watchers[3], watchers[2]].map(\.player))
  }

  @Test("a host puts a watcher out in a rated round as well, and the others hear only the number")
  func kicked() throws {
    var (stage, room, ada, bob) = try HallStage.pair("rated=1")
    let cal = try stage.watcher("Cal", in: room)
    _ = try stage.openRound(by: ada)
    stage.clear()
    stage.say(ada, "KICK who=\(cal.player.wire)")
    expect(stage.heard(cal).map(\.line), equals: ["OUT room=\(room) why=kicked"])
    stage.pass(1_000)
    expect(stage.heard(bob).filter { $0.verb != .ping }, equals: [.watchers(0)])
    expect(stage.ask(ada, "KICK who=\(cal.player.wire)"), equals: ["no-player"])
  }

  /// What the host and a watcher say, and what the watcher hears first. A client that had a seat or
  /// said the password is not asked again.
  static let passwords: [(host: String, watcher: String, heard: String)] = [
    ("CONFIG pass=x", "JOIN", "wrong-pass"), ("", "JOIN pass=y", "wrong-pass"),
    ("", "JOIN pass=x", "IN"), ("", "WATCH", "IN"), ("", "JOIN", "IN"), ("", "WATCH", "IN"),
    ("CONFIG name=Cave", "JOIN", "IN"), ("", "WATCH", "IN"), ("CONFIG pass=x", "JOIN", "IN"),
    ("", "WATCH", "IN"), ("CONFIG pass=z", "JOIN", "wrong-pass"), ("CONFIG open=1", "JOIN", "IN"),
  ]

  @Test("a password that came later is asked for when a watcher sits down")
  func password() throws {
    var (stage, room, ada) = try HallStage.hosted()
    let cal = try stage.watcher("Cal", in: room)
    for (index, (host, watcher, heard)) in Self.passwords.enumerated() {
      if !host.isEmpty { stage.say(ada, host) }
      let words = watcher.split(separator: " ")
      let password = words.count > 1 ? " \(words[1])" : ""
      let answer = stage.ask(cal, "\(words[0]) room=\(room)\(password)")
      expect(answer.first, equals: heard, "row \(index)")
    }
  }

  @Test(
    "a watcher on another lane is put out and kept out like one at home",
    arguments: ["KICK", "BAN"], [false, true])
  func putOutAfar(verb: String, isOnTheWay: Bool) throws {
    var (stage, ada, cal, room) = try HallStage.afar()
    stage.say(ada, "WHO")
    let who = try require(stage.heard(ada).first?.watcher).wire
    stage.holds = isOnTheWay
    if isOnTheWay { stage.say(cal, "JOIN room=\(room)") }
    stage.say(ada, "\(verb) who=\(who)")
    stage.holds = false
    stage.deliver()
    let heard = stage.heard(cal)
    expect(
      heard.first?.line, equals: "OUT room=\(room) why=\(verb == "KICK" ? "kicked" : "banned")")
    let outcome = verb == "KICK" ? "IN" : "banned"
    if isOnTheWay { expect(heard.dropFirst().first?.word, equals: outcome) }
    try expect(stage.room(room).watchers, equals: 0)
    try expect(stage.entry(room).room.elsewhere.lanes.map(\.watchers), equals: [0, 0])
    if isOnTheWay { return }
    for way in ["JOIN", "WATCH"] {
      expect(stage.ask(cal, "\(way) room=\(room)").first, equals: outcome)
    }
  }

  /// A room with a host, and somebody who looks on and cannot keep up.
  private func muted() throws -> (HallStage, host: Person, watcher: Person) {
    var (stage, room, ada) = try HallStage.hosted()
    let cal = try stage.watcher("Cal", in: room)
    stage.input(.overflowed(cal.id))
    return (stage, ada, cal)
  }

  @Test("a watcher hears nothing until everything is read, then the room as it is")
  func watcher() throws {
    var (stage, ada, cal) = try muted()
    expect(stage.conflated, equals: [cal.id])
    stage.say(ada, "BOT")
    stage.say(ada, "READY")
    stage.pass(30_000)
    expect(stage.verbs(cal).isEmpty && stage.closed.isEmpty)
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal)
    expect(verbs.prefix(2), equals: ["IN", "ROOM"])
    expect(verbs, contains: "COUNTDOWN")
    expect(verbs.last, equals: "PING", "it was not asked for a sign of life meanwhile")
    expect(stage.hall.deadline.map { $0 >= stage.now }, equals: true)
    stage.clear()
    stage.say(ada, "LEAVE")
    expect(stage.verbs(cal), contains: "GONE")
  }

  @Test("lines of a muted watcher are answered later, in order")
  func held() throws {
    var (stage, _, cal) = try muted()
    for line in ["PING t=1", "NONSENSE", "LEAVE", "CREATE"] { stage.say(cal, line) }
    expect(stage.verbs(cal), equals: [])
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal)
    let asked = verbs.drop { $0 != "WATCHERS" }
    expect(asked.dropFirst().prefix(4), equals: ["PONG", "unknown-verb", "OUT", "IN"], "\(verbs)")
  }

  @Test("a muted watcher who talks on without reading is closed")
  func talksOn() throws {
    var (stage, _, cal) = try muted()
    for _ in 0..<Limits().heldLinesMax { stage.say(cal, "PING t=1") }
    expect(stage.closed, equals: [])
    stage.say(cal, "PING t=1")
    expect(stage.closed, equals: [cal.id])
    stage.input(.drained(cal.id))
    expect(stage.verbs(cal), equals: ["too-slow"])
  }

  @Test("a player is told why and closed; the seat is kept, and the others play on")
  func player() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.input(.overflowed(bob.id))
    expect(stage.verbs(bob), equals: ["too-slow"])
    expect(stage.closed == [bob.id] && stage.conflated.isEmpty)
    stage.clear()
    stage.lose(bob)
    expect(stage.verbs(ada), equals: ["AWAY"])
    expect(stage.verbs(stage.back(bob)), contains: "IN")
  }

  @Test("so many stay at home; then each goes where the fewest are")
  func spreading() throws {
    var limits = Limits()
    limits.watchersAtHomeMax = 4
    var stage = HallStage(limits, lanes: 3)
    let room = try stage.room(by: try stage.person("Ada", 1))
    var lanes: [Int] = []
    for _ in 1...15 {
      let cal = try stage.watcher("Cal", 2, in: room)
      lanes.append(stage.lane(cal))
    }
    expect(lanes, equals: [1, 1, 1, 1, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 1])
    try expect(stage.room(room).watchers, equals: 15)
    try expect(stage.entry(room).room.elsewhere.lanes.map(\.watchers), equals: [5, 0, 5])
  }

  @Test("held bulletins are delivered before newer ones, and to a watcher who goes home")
  func heldBack() throws {
    var (stage, ada, cal, room) = try HallStage.afar("time=120 rounds=1")
    _ = try stage.watcher("Dan", in: room)
    let eve = try stage.watcher("Eve", in: room)
    expect(stage.lane(eve), equals: 1)
    stage.say(ada, "START")
    stage.pass(3_001)
    for _ in 0...Pressure.levelMax {
      stage.input(.waited(milliseconds: 100), 1)
      stage.pass(Limits().latenessMilliseconds)
    }
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

  @Test(
    "a watcher who is refused a seat goes on watching, and gets only what was missed",
    arguments: [false, true])
  func noSeat(missesSomething: Bool) throws {
    var (stage, ada, cal, room) = try HallStage.afar("seats=1")
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

  @Test("a room stays open for watchers on other lanes and on the way, and closes without them")
  func open() throws {
    var (stage, ada, cal, room) = try HallStage.afar()
    let code = try require(RoomCode(room))
    stage.lose(ada)
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

extension HallStage {
  /// A room on lane 0 of two whose only watcher is on lane 1.
  static func afar(
    _ wishes: String = ""
  ) throws -> (HallStage, host: Person, watcher: Person, room: String) {
    var stage = HallStage.spread(2)
    let ada = try stage.person("Ada", 0)
    let room = try stage.room(by: ada, wishes)
    let cal = try stage.person("Cal", 0)
    expect(stage.ask(cal, "WATCH room=\(room)").prefix(2), equals: ["IN", "ROOM"])
    expect(stage.lane(cal), equals: 1)
    stage.clear()
    return (stage, ada, cal, room)
  }
}
