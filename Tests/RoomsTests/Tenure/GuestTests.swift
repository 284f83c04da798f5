// Whole nodes whose people are in each other's rooms: what they are told, what they say on the way
// from one to another, and what becomes of them when messages are lost.

import Framing
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Cluster
@testable import Rooms

@Suite("Guests of other nodes")
struct GuestTests {
  @Test("three people at three nodes play and watch one match to its end")
  func match() throws {
    let stage = NodeStage(3, laneCount: 2)
    let ada = try stage.person("Ada", at: 0).link
    let (bob, cal) = (try stage.person("Bob", at: 1).link, try stage.person("Cal", at: 2).link)
    let room = try stage.room(by: ada, "mode=rgb seats=2 rounds=1 time=5")
    stage.say("JOIN room=\(room)", on: bob)
    stage.say("WATCH room=\(room)", on: cal)
    expect(stage.guests == [2, 0, 0] && stage.lent == [0, 1, 1])
    for link in [ada, bob] { stage.say("READY nonce=ab", on: link) }
    stage.pass(4_000)
    stage.say("SET v=1,2,3", on: bob)
    stage.pass(100)
    stage.say("LOCK v=0,0,0", on: bob)
    stage.pass(10_000)
    let told = try [ada, bob, cal].map { try stage.heard($0).filter { $0.number != nil } }
    for one in told {
      expect(one.contains { $0.verb == .over } && one.contains { $0.verb == .round })
      // All hear the same, from when they came.
      expect(one.count > 6 && told[0].suffix(one.count).elementsEqual(one))
    }
    expect(stage.guests, equals: [2, 0, 0])
    stage.say("BYE", on: bob)
    stage.say("BYE", on: cal)
    stage.pass(10)
    expect(stage.guests == [0, 0, 0] && stage.lent == [0, 0, 0])
    for link in [bob, cal] { try expect(stage.verbs(link).last, equals: "OUT") }
    stage.pass(2 * NodeTrack.silenceMilliseconds)
    expect(stage.breaks, equals: [[:], [:], [:]], "links without guests end by themselves")
    expect(bob.hasEnded(at: stage.nodes[1].now) && cal.hasEnded(at: stage.nodes[2].now))
  }

  @Test("members of a crowd at other nodes have cells and results, and come back to them")
  func crowd() throws {
    let stage = NodeStage(3, laneCount: 2)
    let ada = try stage.person("Ada", at: 0).link
    let (cal, token) = try stage.person("Cal", at: 1)
    let dan = try stage.person("Dan", at: 2).link
    let room = try stage.room(by: ada, "mode=rgb seats=1 rounds=1 time=10")
    for link in [cal, dan] { stage.say("WATCH room=\(room)", on: link) }
    stage.say("READY nonce=ab", on: ada)
    stage.pass(5_000)
    for (link, cell) in [(cal, 1), (dan, 2)] {
      _ = try stage.heard(link)
      stage.say("SET v=1,2,3", on: link)
      let lines = try stage.heard(link).map(\.line)
      expect(lines.count { $0.hasPrefix("CELL at=\(cell) ") }, equals: 1)
    }
    stage.pass(1_500)
    try expect(stage.verbs(dan), contains: "CROWD")
    let back = stage.connect(to: 2)
    stage.say("HELLO v=1 resume=\(token)", on: back)
    let told = try stage.heard(back)
    expect(told.prefix(2).map(\.verb), equals: [.welcome, .entered])
    expect(told.contains { $0.line.hasPrefix("CELL at=1 name=Cal") })
    try expect(stage.verbs(cal).last, equals: "replaced")
    stage.pass(20_000)
    for link in [back, dan] { try expect(stage.verbs(link).count { $0 == "YOURS" }, equals: 2) }
  }

  @Test("a lock is told when it is stored; a move and an answer to PING at once")
  func waiting() throws {
    let stage = NodeStage(1)
    let ada = try stage.person("Ada", at: 0).link
    _ = try stage.room(by: ada, "mode=rgb seats=1 rounds=1 time=60")
    stage.say("READY nonce=ab", on: ada)
    stage.pass(5_000)
    _ = try stage.heard(ada)
    stage.unanswered = [0]
    stage.say("SET v=1,2,3", on: ada)
    try expect(stage.verbs(ada), contains: "MOVE")
    stage.pass(60)
    for line in ["LOCK v=0,0,0", "LIST", "PING t=1"] { stage.say(line, on: ada) }
    try expect(stage.verbs(ada), equals: ["PONG"])
    stage.unanswered = []
    stage.pass(1)
    let told = try stage.verbs(ada)
    expect(!Set(told).isDisjoint(with: ["LOCKED", "MISSED", "too-far"]), "\(told)")
    expect(told.suffix(2), equals: ["LISTED", "END"])
  }

  @Test("a token is good at every node, on whichever lane")
  func resuming() throws {
    let stage = NodeStage(3, laneCount: 2)
    let (ada, token) = try stage.person("Ada", at: 0)
    let room = try stage.room(by: ada)
    for node in [2, 1, 0, 1] {
      let link = stage.connect(to: node)
      stage.say("HELLO v=1 resume=\(token)", "PING t=1", "WHO", on: link)
      let heard = try stage.heard(link)
      // PONG waits for nothing.
      let verbs = heard.map(\.verb).filter { $0 != .pong }
      expect(verbs.prefix(2) == [.welcome, .entered] && verbs.count == heard.count - 1)
      expect(heard.compactMap(\.entered?.text), equals: [room])
    }
    try expect(stage.verbs(ada).last, equals: "replaced")
    let stranger = stage.connect(to: 1)
    stage.say("HELLO v=1 resume=0123456789abcdef", on: stranger)
    try expect(stage.verbs(stranger), equals: ["bad-token"])
    stage.say("HELLO v=1 name=Eve", on: stranger)
    try expect(stage.verbs(stranger), equals: ["WELCOME"])
    expect(stage.lent.reduce(0, +), equals: 1)
  }

  @Test("lines sent while a guest moves between rooms are answered once and in order")
  func ordering() throws {
    let stage = NodeStage(3)
    let hosts = try (0..<3).map { try stage.person("Host\($0)", at: $0).link }
    let rooms = try hosts.map { try stage.room(by: $0) }
    let bob = try stage.person("Bob", at: 1).link
    // Answers of the nodes wait, so that more is said while somebody is on the way.
    var lines: [String] = []
    for (number, room) in (rooms + rooms).enumerated() {
      lines += ["WATCH room=\(room)", "PING t=\(number)", "WAVE", "LEAVE"]
    }
    for line in lines { bob.ship(.bytes(Array("\(line)\n".utf8)), at: stage.nodes[1].now) }
    stage.pass(50)
    let heard = try stage.heard(bob)
    let pongs = heard.compactMap { if case .pong(let t, _) = $0 { t } else { nil } }
    expect(pongs, equals: Array(0..<6))
    expect(heard.compactMap(\.entered?.text), equals: rooms + rooms)
    for word in ["OUT", "unknown-verb"] { expect(heard.count { $0.word == word }, equals: 6) }
  }

  @Test(
    "a message that is lost, either way, closes the guest, who comes back to their seat",
    arguments: [NodeMessage.Way.up, .down])
  func hole(way: NodeMessage.Way) throws {
    let (stage, _, bob, token, _) = try NodeStage.pair(3)
    var isLost = false
    stage.carry = { message in
      if isLost || message.way != way || message.parcels.isEmpty { return [message] }
      isLost = true
      return []
    }
    stage.say("REACT id=wave", on: bob)
    stage.say("REACT id=wave", on: bob)
    try expect(stage.verbs(bob).last, equals: "moved")
    expect(stage.guests == [0, 0, 0] && stage.lent == [0, 0, 0])
    // The node that misses the message knows why, and tells the other.
    let breaks: [[LinkBreak: Int]] = [[.hole: 1], [.told: 1]]
    expect(Array(stage.breaks.prefix(2)), equals: (way == .up ? breaks : breaks.reversed()))
    try stage.comeBack(token, to: 2)
  }

  @Test("nodes that do not hear each other part from guests, and their seats are kept")
  func silence() throws {
    let (stage, ada, bob, token, _) = try NodeStage.pair(2)
    // Nothing is said for long, and nobody is parted from.
    stage.pass(5 * NodeTrack.silenceMilliseconds)
    expect(stage.guests, equals: [1, 0])
    stage.carry = { _ in [] }
    stage.pass(NodeTrack.silenceMilliseconds + NodeTrack.pulseMilliseconds)
    try expect(stage.verbs(bob).last, equals: "moved")
    expect(stage.guests == [0, 0] && stage.lent == [0, 0])
    expect(stage.breaks, equals: [[.silence: 1], [.silence: 1]])
    try expect(stage.verbs(ada), contains: "AWAY")
    stage.carry = { [$0] }
    try stage.comeBack(token, to: 1)
    // Of a dead node that is told as soon as its beats are missed.
    let (other, _, cal, _, _) = try NodeStage.pair(3)
    other.dead = [0]
    other.pass(600)
    try expect(isEmpty: other.heard(cal))
    other.pass(300)
    try expect(other.verbs(cal), equals: ["moved"])
    expect(other.lent == [0, 0, 0] && other.breaks[1] == [.silence: 1])
  }

  @Test("a watcher who reads too slowly misses lines, and then sees the room; a player is closed")
  func slowness() throws {
    let stage = NodeStage(2) { setup in (setup.outboxBytesMax, setup.windowBytes) = (2_048, 1_024) }
    let ada = try stage.person("Ada", at: 0).link
    let room = try stage.room(by: ada)
    let (bob, cal) = (try stage.person("Bob", at: 1).link, try stage.person("Cal", at: 1).link)
    stage.say("WATCH room=\(room)", on: bob)
    stage.say("JOIN room=\(room)", on: cal)
    _ = try stage.heard(bob)
    _ = try stage.heard(cal)
    for number in 0..<80 {
      stage.say("CONFIG rounds=\(1 + number % 3)", on: ada)
      stage.pass(110)
      _ = try stage.heard(ada)
    }
    let late = try stage.heard(bob)
    expect(late.contains { if case .entered(_, .watcher, _) = $0 { true } else { false } })
    // The picture is the newest there is, and they hear on.
    stage.say("CONFIG time=7", on: ada)
    try expect(stage.verbs(bob), equals: ["ROOM"])
    stage.pass(2_000)
    // A player who does not read is not told either.
    expect(cal.phase, equals: .gone)
    expect(stage.guests == [1, 0] && stage.lent == [0, 1])
  }

  @Test("a node that stops parts from those it has lent, and from its guests")
  func stopping() throws {
    let (stage, _, bob, _, room) = try NodeStage.pair(3)
    let cal = try stage.person("Cal", at: 2).link
    stage.say("JOIN room=\(room)", on: cal)
    _ = try stage.heard(cal)
    stage.nodes[1].lanes[0].drain(until: MemoryServer.start + 1_000_000)
    try expect(stage.verbs(bob), contains: "STOPPING")
    try expect(stage.verbs(cal).contains("STOPPING"), equals: false)
    stage.nodes[1].lanes[0].stop()
    stage.deliver()
    try expect(stage.verbs(bob).last, equals: "shutting-down")
    expect(stage.guests, equals: [1, 0, 0])
    stage.nodes[0].lanes[0].stop()
    stage.deliver()
    try expect(stage.verbs(cal).last, equals: "shutting-down")
    expect(stage.guests == [0, 0, 0] && stage.lent == [0, 0, 0])
    stage.pass(2_000)
    expect(stage.nodes[0].lanes[0].sockets.isStopped)
  }

  /// The first message of a link from node 1.
  private static func beginning(_ link: UInt64) -> NodeMessage {
    NodeMessage(
      from: Claimant(node: 1, start: 1), to: 0, lane: 0, .up, NodeLink(start: 1, number: link),
      number: 1, [])
  }

  @Test("a lane has so many guests and no more; a line is no older than so long")
  func limits() throws {
    var guests = Guests(of: Claimant(node: 0, start: 1), lane: 0)
    let now = MemoryServer.start
    _ = guests.accept(Self.beginning(1), at: now)
    for number in 0..<UInt64(Guests.countMax) {
      expect(guests.enter(number, of: 1, at: now)?.isGuest, equals: true)
    }
    expect(guests.enter(.max, of: 1, at: now), equals: nil)
    let told = guests.takeMessages(at: now).flatMap(\.parcels)
    expect(told.last == .closed(.max, isGoingAway: false) && told.count == 2)
    let one = try require(guests.connection(7, of: 1))
    let most = Guests.ageMillisecondsMax
    expect(guests.arrival(of: one, 5...20, at: now), equals: (now - 20)...(now - 5))
    // No line arrives before the one before it.
    expect(guests.arrival(of: one, 9...30, at: now), equals: (now - 5)...(now - 5))
    expect(guests.arrival(of: one, 0...9, at: now + 5_000), equals: (now + 4_991)...(now + 5_000))
    let other = try require(guests.connection(8, of: 1))
    expect(guests.arrival(of: other, 0...(.max), at: now), equals: (now - most)...now)
  }

  @Test("more than may be said in a turn breaks the link")
  func flood() {
    var lendings = Lendings(of: Claimant(node: 0, start: 1), lane: 0)
    let (now, id) = (MemoryServer.start, ConnectionID(number: 1))
    let guest = Guest(.leave, who: nil, household: 0, site: nil)
    lendings.lend(id, to: 1, guest, seeks: false, at: now)
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1_024)
    for _ in 0..<(NodeTrack.turnBytesMax / 1_024) {
      _ = lendings.say(of: id) { .said($0, line: line, ages: 0...0) }
    }
    expect(lendings.lost(at: now).map(\.id), equals: [id])
    let said = lendings.takeMessages(at: now)
    expect(said.map(\.number) == [0] && lendings.lent.count == 0 && lendings.deadline == nil)
    expect(lendings.breaks, equals: [.flood: 1])
  }

  @Test("a link that its other end begins anew is broken, if it had guests")
  func renewing() {
    var guests = Guests(of: Claimant(node: 0, start: 1), lane: 0)
    let now = MemoryServer.start
    func begin(_ link: UInt64) -> [ConnectionID] {
      guests.accept(Self.beginning(link), at: now).lost
    }
    expect(isEmpty: begin(1))
    expect(begin(2).isEmpty && guests.breaks.isEmpty)
    let id = guests.enter(7, of: 1, at: now)
    expect(begin(3) == [id].compactMap(\.self) && guests.breaks == [.renewed: 1])
  }
}
