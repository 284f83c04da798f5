// When a driver writes its journal: before anybody is told, but for moves and how long answers
// take, which wait a little for one another. And which of several SETs that came together on a late
// lane are judged: the newest, and each before a LOCK.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Moves and the journal")
struct WaitingMovesTests {
  private let stage = NodeStage(1) { $0.member = nil }
  private var lane: MemoryLane { stage.nodes[0].lanes[0] }
  private var told = 0

  /// What was written since this was asked last: a list of lines for each frame.
  private mutating func takeFrames() -> [[String]] {
    let all = lane.journal.bytes
    defer { told = all.count }
    let lines = String(decoding: all.dropFirst(told), as: UTF8.self).split(separator: "\n")
    var frames: [[String]] = []
    for line in lines where !line.hasPrefix("JOURNAL") {
      if line.hasPrefix("TURN") {
        frames.append([])
      } else {
        frames[frames.count - 1].append(String(line))
      }
    }
    return frames
  }

  /// The verbs of the same.
  private mutating func takeVerbs() -> [[String]] {
    takeFrames().map { $0.map { line in String(line.prefix { $0 != " " }) } }
  }

  /// The SETs and LOCKs of the same, with what they say.
  private mutating func takeMoves() -> [String] {
    stage.pass(50)
    return takeFrames().joined().filter { $0.hasPrefix("SET ") || $0.hasPrefix("LOCK ") }
      .map { line in
        let words = line.split(separator: " ")
        return "\(words[0]) \(words.first { $0.hasPrefix("v=") } ?? "")"
      }
  }

  /// Rounds that people play, each alone, where nothing waits to be written.
  private mutating func begin(_ count: Int = 1) -> [MemoryLink] {
    let people = (0..<count).map { stage.connect(to: 0, from: Origin(household: UInt64($0) + 1)) }
    for link in people {
      stage.say("HELLO v=1 name=Ada", on: link)
      stage.say("CREATE mode=rgb seats=1 rounds=1 time=120", on: link)
      stage.say("READY nonce=ab", on: link)
    }
    stage.pass(5_000)
    _ = takeFrames()
    return people
  }

  private func strain(by link: MemoryLink) {
    for _ in 0..<4 { stage.say("PING t=1", on: link, after: Limits().latenessMilliseconds) }
    expect(lane.driver.hall.pressure.level, isAtLeast: 2)
  }

  /// A round on a lane that somebody's lines have made late.
  private mutating func beginLate() -> MemoryLink {
    let ada = begin()[0]
    strain(by: ada)
    return ada
  }

  @Test("moves wait for one another, 50 ms at most, whether they are shown or not")
  mutating func later() throws {
    let ada = begin()[0]
    _ = try stage.heard(ada)
    for value in 1...3 { stage.say("SET v=\(value),2,3", on: ada) }
    try expect(stage.verbs(ada), contains: "MOVE")
    stage.pass(49)
    expect(isEmpty: takeFrames())
    stage.pass(1)
    expect(takeVerbs(), equals: [["SET", "SET", "SET"]])
    // A line that is answered is written at once, behind the moves before it.
    stage.say("SET v=1,2,3", on: ada)
    expect(isEmpty: takeFrames())
    stage.say("LOCK v=1,2,3", on: ada)
    expect(takeVerbs().first?.prefix(2), equals: ["SET", "LOCK"])
  }

  @Test("how long somebody's answer took waits like a move")
  mutating func measured() throws {
    let ada = begin()[0]
    let nonce = try require(try stage.everything(ada).compactMap(\.nonce).last)
    stage.pass(20)
    stage.say("SET v=1,2,3", on: ada)
    stage.say("PONG nonce=\(nonce)", on: ada)
    expect(isEmpty: takeFrames())
    stage.pass(50)
    expect(takeVerbs(), equals: [["SET", "RTT"]])
  }

  @Test("a newcomer is shown nothing that is not written")
  mutating func shown() throws {
    let ada = begin()[0]
    let bob = try stage.person("Bob", at: 0).link
    let code = try require(lane.driver.hall.rooms.keys.first)
    stage.say("SET v=1,2,3", on: ada)
    expect(isEmpty: takeFrames())
    stage.say("WATCH room=\(code.text)", on: bob)
    try expect(stage.verbs(bob), contains: "MOVE")
    expect(takeVerbs().first?.first, equals: "SET")
  }

  @Test("many moves do not wait")
  mutating func many() {
    let people = begin(16)
    for value in 0...16 { for link in people { stage.say("SET v=\(value),2,3", on: link) } }
    expect(takeVerbs(), equals: [Array(repeating: "SET", count: 257)])
  }

  @Test("of SETs that came together a lane in time judges all, and a late one the newest")
  mutating func overtaken() {
    let ada = begin()[0]
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3", on: ada)
    expect(takeMoves(), equals: ["SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3"])
    expect(lane.driver.hall.pressure.overtaken, equals: 0)
    strain(by: ada)
    stage.say("SET v=1,1,1", "SET v=2,2,2", "SET v=3,3,3", on: ada, after: 100)
    expect(takeMoves(), equals: ["SET v=3,3,3"])
    expect(lane.driver.hall.pressure.overtaken, equals: 2)
    for value in 4...5 { stage.say("SET v=\(value),0,0", on: ada, after: 100) }
    expect(takeMoves(), equals: ["SET v=4,0,0", "SET v=5,0,0"])
  }

  @Test("a LOCK on a late lane is judged behind the SET before it, and what follows it is, too")
  mutating func lockOnLateLane() throws {
    let ada = beginLate()
    stage.say(
      "SET v=1,1,1", "SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "PING t=7", "SET v=4,4,4",
      on: ada, after: 100)
    let moves = takeMoves()
    expect(moves, equals: ["SET v=2,2,2", "LOCK v=0,0,0", "SET v=3,3,3", "SET v=4,4,4"])
    try expect(stage.heard(ada).contains { $0.line.hasPrefix("PONG t=7") })
  }

  @Test("a player who says SET on a late lane and is gone has said it")
  mutating func gone() {
    let ada = beginLate()
    ada.ship(.bytes(Array("SET v=1,1,1\nSET v=2,2,2\n".utf8)), at: stage.nodes[0].now)
    ada.ship(.end, at: stage.nodes[0].now)
    stage.nodes[0].now += 100
    stage.settle(ada)
    expect(takeMoves(), equals: ["SET v=2,2,2"])
  }

  @Test("SETs that are not judged count as lines")
  mutating func budget() throws {
    let ada = beginLate()
    let lines = String(repeating: "SET v=1,1,1\n", count: Limits().lineBurst + 1)
    stage.say(lines + "PING t=7", on: ada)
    let heard = try stage.heard(ada).map(\.line)
    expect(heard.contains { $0.hasPrefix("NO code=too-fast") })
    expect(!heard.contains { $0.hasPrefix("PONG t=7") })
  }
}
