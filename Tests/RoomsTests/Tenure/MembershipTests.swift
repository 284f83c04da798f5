// A hall that has some shards of a cluster: where rooms open, what becomes of people when a shard
// comes, stands and goes.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("A hall's shards")
struct MembershipTests {
  /// A hall that has these shards.
  private func stage(_ shards: Range<Int>, node: Int = 2) -> HallStage {
    var stage = HallStage(membership: Membership(node: node, playersBefore: 1_000))
    for shard in shards { stage.input(.gained(shard, .nothing)) }
    return stage
  }

  @Test("a room opens in a shard that the hall has, and nowhere else")
  func opening() throws {
    var stage = stage(17..<19)
    for number in 0..<5 {
      let person = try stage.person("P\(number)")
      let code = try require(RoomCode(try stage.room(by: person)))
      expect((17..<19), contains: code.shard)
    }
  }

  @Test("players of nodes and of their starts have different numbers, and short names")
  func numbers() throws {
    var numbers: Set<Int> = []
    for (node, before) in [(0, 0), (1, 0), (0, 500)] {
      var stage = HallStage(membership: Membership(node: node, playersBefore: before))
      for _ in 0..<3 {
        let id = stage.connect()
        stage.say(id, "HELLO v=1")
        guard case .welcome(let welcome)? = stage.heard(id).first else {
          Issue.record("no WELCOME")
          return
        }
        numbers.insert(welcome.me.number)
      }
    }
    expect(numbers.count, equals: 9)
  }

  @Test("without a shard no room opens, and none is counted")
  func nowhere() throws {
    var limits = Limits()
    limits.roomsMax = 1
    var stage = HallStage(limits, membership: Membership(node: 0, playersBefore: 0))
    let ada = try stage.person("Ada")
    for _ in 0..<3 { expect(stage.ask(ada.id, "CREATE"), equals: ["not-now"]) }
    stage.input(.gained(4, .nothing))
    expect(stage.ask(ada.id, "CREATE").first, equals: "IN")
  }

  @Test("a request for a room of another shard costs no guess")
  func elsewhere() throws {
    var limits = Limits()
    limits.missesMax = 1
    var stage = HallStage(limits, membership: Membership(node: 0, playersBefore: 0))
    let code = try require(RoomCode("WAVE"))
    let ada = try stage.person("Ada")
    for verb in ["JOIN", "WATCH", "JOIN"] {
      stage.say(ada.id, "\(verb) room=WAVE")
      let refusal = RefusalLine.elsewhere.of(verb == "JOIN" ? .join : .watch)
      expect(stage.heard(ada.id).last, equals: .no(refusal))
    }
    stage.input(.gained(code.shard, .nothing))
    expect(stage.ask(ada.id, "JOIN room=WAVE"), equals: ["no-room"])
  }

  @Test("when a shard goes, its people are parted from, and its rooms are gone without a word")
  func forsaking() throws {
    var stage = stage(0..<256)
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    let (eve, cal) = (try stage.person("Eve"), try stage.person("Cal"))
    let room = try stage.room(by: ada)
    stage.say(bob.id, "WATCH room=\(room)")
    let other = try stage.room(by: eve)
    let shard = try require(RoomCode(room)?.shard)
    try require(RoomCode(other)?.shard != shard)
    let lines = stage.jotted.count
    stage.clear()
    stage.input(.forsook(shard, why: .movedOn, missing: []))
    expect(stage.verbs(ada.id) == ["moved"] && stage.verbs(bob.id) == ["moved"])
    expect(Set(stage.closed), equals: [ada.id, bob.id])
    expect(stage.verbs(eve.id) == [] && stage.hall.roomCount == 1)
    expect(stage.jotted.count, equals: lines)
    for person in [ada, bob] { stage.input(.disconnected(person.id)) }
    expect(stage.hall.players.count == 2 && stage.hall.tokens.count == 2)
    expect(stage.ask(cal.id, "LIST").filter { $0 == "LISTED" }.count, equals: 1)
    expect(stage.ask(cal.id, "JOIN room=\(room)"), equals: ["not-now"])
  }

  @Test("a shard comes with its rooms, and its players keep their seats")
  func gaining() throws {
    var old = stage(0..<256, node: 0)
    let ada = try old.person("Ada")
    let room = try old.room(by: ada, "seats=1 rounds=1 time=30")
    let shard = try require(RoomCode(room)?.shard)
    old.say(ada.id, "READY")
    old.pass(5_000)
    var restoration = Restoration.nothing
    restoration.take(old.journal[...]) { _ in }
    // Its clock is behind that of the node that had the room.
    var new = HallStage(
      at: old.now - 40, membership: Membership(node: 1, playersBefore: 0))
    new.input(.gained(shard, restoration))
    let id = new.connect()
    let token = try require(old.hall.tokens.keys.first)
    new.say(id, "HELLO v=1 resume=\(token)")
    let verbs = new.verbs(id).filter { $0 != "PING" }
    expect(verbs.prefix(3) == ["WELCOME", "IN", "ROOM"] && verbs.contains("ROUND"))
    new.pass(60_000)
    expect(new.verbs(id), contains: "OVER")
  }

  @Test("while a shard stands nothing happens in its rooms, and then everything is later")
  func standing() throws {
    var stage = stage(0..<256)
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    let room = try stage.room(by: ada, "seats=2 rounds=1 time=10")
    stage.say(bob.id, "JOIN room=\(room)")
    stage.say(ada.id, "READY")
    stage.say(bob.id, "READY")
    stage.pass(5_000)
    expect(stage.verbs(ada.id), contains: "ROUND")
    stage.clear()
    let shard = try require(RoomCode(room)?.shard)
    stage.input(.stood(shard, .storeIsSilent))
    expect(stage.verbs(ada.id), equals: ["not-now"])
    expect(stage.ask(ada.id, "SET v=1,2,3"), equals: [])
    expect(stage.ask(ada.id, "LOCK v=1,2,3"), equals: ["not-now"])
    expect(stage.ask(ada.id, "PING t=1"), equals: ["PONG"])
    stage.clear()
    stage.pass(30_000)
    expect(!stage.verbs(ada.id).contains("SHUT") && stage.hall.roomCount == 1)
    stage.input(.wentOn(shard))
    expect(stage.verbs(ada.id), equals: ["HELD"])
    stage.pass(15_000)
    expect(stage.verbs(ada.id), contains: "SHUT")
    // The same from the journal.
    var restoration = Restoration.nothing
    restoration.take(stage.journal[...]) { _ in }
    expect(restoration.differing.isEmpty && restoration.roomCount == 1)
  }

  @Test("the lane that counts rooms hears of those that come and go with shards")
  func counting() throws {
    var stage = LaneStage(2, Limits(), node: 0)
    for shard in 0..<256 { stage.input(.gained(shard, .nothing), shard % 2) }
    let people = try (0..<4).map { try stage.person("P\($0)", $0 % 2) }
    let codes = try people.map { try stage.room(by: $0) }.compactMap { RoomCode($0) }
    expect(stage.halls[0].book.count, equals: 4)
    let (far, near) = (codes.filter { $0.shard % 2 == 1 }, codes.filter { $0.shard % 2 == 0 })
    try require(!far.isEmpty && !near.isEmpty)
    for code in codes {
      stage.input(.forsook(code.shard, why: .movedOn, missing: []), code.shard % 2)
    }
    stage.deliver()
    expect(stage.halls[0].book.count, equals: 0)
    expect(stage.halls.allSatisfy { $0.directory.rows.isEmpty })
  }
}

extension Restoration {
  /// A shard that never had a room.
  static var nothing: Restoration {
    Restoration(daily: HallStage.secret, hashing: .genuine, limits: Limits())
  }
}
