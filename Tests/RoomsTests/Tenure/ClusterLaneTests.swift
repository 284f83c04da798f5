// A node of a cluster that is alone: what is told before the store answers and after, and what
// happens while it does not answer.

import TestSupport
import Testing
import TranscriptSupport

@Suite("A lane of a cluster")
struct ClusterLaneTests {
  private let stage = NodeStage(1)
  private let ada: MemoryLink

  /// Ada plays a round alone, and everything is told.
  init() throws {
    ada = try stage.person("Ada", at: 0).link
    _ = try stage.room(by: ada, "mode=rgb seats=1 rounds=1 time=60")
    stage.say("READY nonce=ab", on: ada)
    stage.pass(5_000)
    _ = try stage.heard(ada)
    stage.unanswered = [0]
  }

  @Test("a lock is told when it is stored, an answer to PING at once")
  func waiting() throws {
    stage.pass(5)
    for line in ["LOCK v=0,0,0", "LIST", "PING t=1"] { stage.say(line, on: ada) }
    try expect(stage.verbs(ada), equals: ["PONG"])
    stage.unanswered = []
    stage.pass(1)
    let told = try stage.verbs(ada)
    expect(!Set(told).isDisjoint(with: ["LOCKED", "MISSED", "too-far"]), "\(told)")
    expect(told.suffix(2), equals: ["LISTED", "END"])
  }

  @Test("a move is told though it is not stored")
  func moves() throws {
    stage.say("SET v=1,2,3", on: ada)
    try expect(stage.verbs(ada), contains: "MOVE")
  }

  @Test("while the store is silent the room stands, and then it goes on as much later")
  func standing() throws {
    stage.pass(6_000)
    try expect(stage.verbs(ada), equals: ["not-now"])
    stage.say("LOCK v=0,0,0", on: ada)
    stage.unanswered = []
    stage.pass(20)
    try expect(stage.verbs(ada), equals: ["not-now", "HELD"])
  }
}
