// What becomes of those who read too slowly: a watcher is shown the room anew, a player is closed.
// That asymmetry is policy; the rest of the room notices nothing.

import Game
import Rooms
import Testing
import TranscriptSupport
import Wire

@Suite("Slow readers")
struct SlowReaderTests {
  /// A room with a host, and somebody who looks on and cannot keep up.
  private func muted() throws -> (HallStage, host: Person, watcher: Person) {
    var (stage, room, ada) = try HallStage.hosted()
    let cal = try stage.person("Cal")
    stage.say(cal.id, "WATCH room=\(room)")
    stage.clear()
    stage.input(.overflowed(cal.id))
    return (stage, ada, cal)
  }

  @Test("a watcher hears nothing until everything is read, then the room as it is")
  func watcher() throws {
    var (stage, ada, cal) = try muted()
    #expect(stage.conflated == [cal.id])
    stage.say(ada.id, "BOT")
    stage.say(ada.id, "READY")
    stage.pass(30_000)
    #expect(stage.verbs(cal.id) == [])
    #expect(stage.closed == [])
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal.id)
    #expect(verbs.prefix(2) == ["IN", "ROOM"])
    #expect(verbs.contains("COUNTDOWN"))
    #expect(verbs.last == "PING", "it was not asked for a sign of life meanwhile")
    #expect(stage.hall.deadline.map { $0 >= stage.now } == true)
    stage.clear()
    stage.say(ada.id, "LEAVE")
    #expect(stage.verbs(cal.id).contains("GONE"))
  }

  @Test("what a muted watcher says is answered in its order when it can be")
  func held() throws {
    var (stage, _, cal) = try muted()
    stage.say(cal.id, "PING t=1")
    stage.say(cal.id, "NONSENSE")
    stage.say(cal.id, "LEAVE")
    stage.say(cal.id, "CREATE")
    #expect(stage.verbs(cal.id) == [])
    stage.input(.drained(cal.id))
    let verbs = stage.verbs(cal.id)
    let asked = verbs.drop { $0 != "WATCHERS" }
    #expect(asked.dropFirst().prefix(4) == ["PONG", "unknown-verb", "OUT", "IN"], "\(verbs)")
  }

  @Test("a muted watcher who talks on without reading is closed")
  func talksOn() throws {
    var (stage, _, cal) = try muted()
    for _ in 0..<Limits().heldLinesMax { stage.say(cal.id, "PING t=1") }
    #expect(stage.closed == [])
    stage.say(cal.id, "PING t=1")
    #expect(stage.closed == [cal.id])
    stage.input(.drained(cal.id))
    #expect(stage.verbs(cal.id) == ["too-slow"])
  }

  @Test("a player is told why and closed; the seat is kept, and the others play on")
  func player() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.input(.overflowed(bob.id))
    #expect(stage.verbs(bob.id) == ["too-slow"])
    #expect(stage.closed == [bob.id])
    #expect(stage.conflated == [])
    stage.clear()
    stage.input(.disconnected(bob.id))
    #expect(stage.verbs(ada.id) == ["AWAY"])
    let again = stage.connect()
    #expect(stage.ask(again, "HELLO v=1 resume=\(bob.token)").contains("IN"))
  }

  /// Somebody leaves one room for another, too slow to read the OUT of the first or the IN of the
  /// second.
  private func astray(
    _ coming: String
  ) throws -> (HallStage, host: Person, somebody: Person, knowledge: Viewer) {
    var stage = HallStage()
    let first = try stage.room(by: try stage.person("Ada"))
    let host = try stage.person("Bob")
    let second = try stage.room(by: host)
    let cal = try stage.person("Cal")
    var viewer = Viewer(hashing: .genuine)
    stage.say(cal.id, "\(coming) room=\(first)")
    for message in stage.heard(cal.id) { try viewer.fold(message) }
    stage.say(cal.id, "LEAVE")
    stage.say(cal.id, "WATCH room=\(second)")
    #expect(stage.verbs(cal.id).prefix(2) == ["OUT", "IN"], "all this is dropped")
    stage.input(.overflowed(cal.id))
    viewer.miss()
    return (stage, host, cal, viewer)
  }

  @Test("who misses the OUT of a room left finds out by the next IN", arguments: ["JOIN", "WATCH"])
  func foundByIn(coming: String) throws {
    var (stage, host, cal, viewer) = try astray(coming)
    stage.input(.drained(cal.id))
    for message in stage.heard(cal.id) { try viewer.fold(message) }
    #expect(viewer.role == .watcher)
    #expect(viewer.room?.host == host.player)
  }

  @Test("or, when put out meanwhile, by an OUT whose IN was missed", arguments: ["JOIN", "WATCH"])
  func foundByOut(coming: String) throws {
    var (stage, host, cal, viewer) = try astray(coming)
    stage.say(host.id, "KICK who=\(cal.player.wire)")
    stage.input(.drained(cal.id))
    for message in stage.heard(cal.id) { try viewer.fold(message) }
    #expect(viewer.role == nil)
    stage.say(cal.id, "CREATE")
    for message in stage.heard(cal.id) { try viewer.fold(message) }
    #expect(viewer.role == .player)
  }

  @Test("over a pipe of one kilobyte a watcher loses nothing but what has become untrue")
  func overPipe() throws {
    let server = MemoryServer(MemoryServer.Setup(outboxBytesMax: 4_096, windowBytes: 1_024))
    var prompt = Client(server.connect(person: 0))
    var slow = Client(server.connect(person: 1))
    func say(_ line: String, _ client: Client) {
      client.link.say(Array("\(line)\n".utf8), at: server.now)
      server.settle(client.link)
    }
    say("HELLO v=1", prompt)
    say("CREATE seats=4 rounds=2 time=5", prompt)
    try prompt.read(server)
    let code = try #require(prompt.viewer.room?.code.text)
    say("HELLO v=1", slow)
    say("WATCH room=\(code)", slow)
    for _ in 1...3 { say("BOT level=4", prompt) }
    say("READY", prompt)
    while server.deadline < 30_000 {
      server.now = max(server.deadline, server.now)
      server.advance()
      say("SET v=\(server.now % 256),0,0", prompt)
      try prompt.read(server)
    }
    #expect(prompt.viewer.room?.match?.isOver == true)
    while slow.link.waitingBytes > 0 { try slow.read(server, atMost: 100) }
    #expect(slow.viewer.pictures > 1)
    let (one, other) = (try #require(slow.viewer.room), try #require(prompt.viewer.room))
    #expect(one.differences(from: other) == [])
  }
}

/// A client of a server in memory, and what it knows.
private struct Client {
  let link: MemoryLink
  var viewer = Viewer(hashing: .genuine)

  init(_ link: MemoryLink) { self.link = link }

  mutating func read(_ server: MemoryServer, atMost count: Int = .max) throws {
    link.arrive(at: server.now)
    var count = count
    while let line = try link.hear(atMost: &count, at: server.now) {
      if let message = try ServerMessage.decode(line) { try viewer.fold(message) }
    }
    server.makeRoom(link)
  }
}
