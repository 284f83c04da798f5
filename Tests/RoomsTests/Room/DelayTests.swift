// What watchers of a room with a delay hear: everything, so many seconds later, in its order. That
// nothing is heard early, on a late lane, by newcomers or after a flood, the simulation proves.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Delayed watchers")
struct DelayTests {
  /// Ada hosts, Bob sits there too, Cal looks on.
  private struct Delayed {
    var stage: HallStage
    let room: String
    let ada: Person
    let bob: Person
    let cal: Person

    init(_ delay: Int, _ wishes: String = "rounds=1 time=5", _ limits: Limits = Limits()) throws {
      stage = HallStage(limits)
      ada = try stage.person("Ada")
      room = try stage.room(by: ada, "\(wishes) delay=\(delay)")
      bob = try stage.guest("Bob", in: room)
      // What came before is told by now.
      stage.pass(delay * 1_000)
      cal = try stage.watcher("Cal", in: room)
      stage.pass(1_000 + delay * 1_000)
      stage.clear()
    }

    /// A match in which there are moves and reactions.
    mutating func match() {
      stage.say(ada, "START")
      stage.pass(Rules.countdownMilliseconds + 7)
      for step in 1...50 {
        stage.say([ada, bob][step % 2], "SET v=\(step),0,\(step)")
        if step.isMultiple(of: 20) { stage.say(bob, "REACT id=wow") }
        stage.pass(31)
      }
      stage.pass(10_000)
    }

    /// What somebody heard of the room since this was asked last, as lines with their moments.
    mutating func heard(by person: Person, from start: Instant) -> [String] {
      stage.heardAt(person).filter { ![.ping, .no, .out, .entered].contains($0.message.verb) }
        .map { "\($0.at - start) \($0.message.line)" }
    }
  }

  @Test("watchers hear what players hear, later by the delay to the millisecond")
  func later() throws {
    for delay in [1, 4, 25] {
      var room = try Delayed(delay)
      let start = room.stage.now
      room.match()
      room.stage.pass(delay * 1_000)
      let players = room.heard(by: room.ada, from: start)
      expect(players.count, isAbove: 40)
      for verb in [" REACTED ", " MOVE "] { expect(players.contains { $0.contains(verb) }) }
      expect(room.heard(by: room.cal, from: start + delay * 1_000), equals: players)
    }
  }

  @Test("LIST tells of a room what its watchers know by then")
  func listed() throws {
    var room = try Delayed(5)
    let eve = try room.stage.person("Eve")
    func listed() -> [String] {
      _ = room.stage.heard(eve)
      room.stage.say(eve, "LIST")
      return room.stage.heard(eve).first?.line.split(separator: " ").map(String.init) ?? []
    }
    let before = listed()
    expect(before.contains("taken=2") && before.contains("state=waiting"))
    _ = try room.stage.guest("Dan", in: room.room)
    room.stage.say(room.ada, "START")
    expect(listed(), equals: before)
    room.stage.pass(4_999)
    expect(listed(), equals: before)
    room.stage.pass(1)
    expect(listed().contains("taken=3") && listed().contains("state=playing"))
    // The first round was announced at 2,650.
    room.stage.pass(2_649)
    expect(listed(), contains: "round=0")
    room.stage.pass(1)
    expect(listed(), contains: "round=1")
  }

  /// From one delay to another, one second after something was said; what is said then and two
  /// seconds later is heard so many milliseconds after it was said.
  static let changes: [(from: Int, to: Int, heard: [Int])] = [
    (0, 0, [0, 0, 0]), (0, 4, [0, 4_000, 4_000]), (4, 0, [4_000, 3_000, 1_000]),
    (4, 1, [4_000, 3_000, 1_000]), (2, 5, [2_000, 5_000, 5_000]), (1, 0, [1_000, 0, 0]),
  ]

  @Test("the delay can change both ways, and the order stays", arguments: changes)
  func changed(_ from: Int, _ to: Int, _ expected: [Int]) throws {
    var room = try Delayed(from)
    var said: [Instant] = []
    func say(_ line: String) {
      said.append(room.stage.now)
      room.stage.say(room.ada, line)
    }
    say("READY")
    room.stage.pass(1_000)
    room.stage.say(room.ada, "CONFIG delay=\(to)")
    say("READY on=0")
    room.stage.pass(2_000)
    say("READY nonce=ab")
    room.stage.pass(10_000)
    let heard = room.stage.heardAt(room.cal).filter { $0.message.verb == .readied }
    let told = room.stage.heard(room.ada).filter { $0.verb == .readied }
    expect(heard.map(\.message), equals: told)
    expect(zip(heard, said).map { $0.at - $1 }, equals: expected)
    // A watcher without a delay by now receives lines like everybody.
    say("READY")
    expect(room.stage.verbs(room.cal), equals: (to == 0 ? ["READIED"] : []))
  }

  @Test("when more waits than a room keeps, the oldest is told early, and nothing is lost")
  func limit() throws {
    var limits = Limits()
    limits.delayedMessagesMax = 3
    var room = try Delayed(10, "seats=8", limits)
    for count in 1...5 {
      room.stage.say(room.ada, count.isMultiple(of: 2) ? "READY on=0" : "READY")
      expect(room.stage.heard(room.cal).count, equals: (count > 3 ? 1 : 0))
    }
    room.stage.pass(10_000)
    let numbers = room.stage.heard(room.cal).compactMap(\.number)
    expect(numbers.count, equals: 3)
    expect(numbers, equals: room.stage.heard(room.ada).compactMap(\.number).suffix(3))
  }

  @Test("an old miss that watchers hear of in that moment is no refusal of a good lock")
  func oldMiss() throws {
    var limits = Limits()
    limits.delayedMessagesMax = 2
    var room = try Delayed(30, "rounds=1 time=5", limits)
    let lock = try room.stage.openRound(by: room.ada)
    room.stage.say(room.ada, "LOCK v=188,188,188")
    room.stage.pass(Rules.freezeMilliseconds)
    room.stage.clear()
    expect(room.stage.ask(room.ada, lock), equals: ["LOCKED", "BELL", "MOVE"])
    expect(room.stage.verbs(room.cal), contains: "MISSED")
  }

  @Test("a player who gives up a seat sees the delayed room, and one who takes a seat the present")
  func seats() throws {
    var room = try Delayed(5)
    room.stage.say(room.ada, "BOT")
    let last = try require(room.stage.heard(room.ada).last?.number)
    room.stage.clear()
    room.stage.say(room.bob, "WATCH room=\(room.room)")
    let past = room.stage.heard(room.bob)
    expect(past.first?.line, equals: "IN room=\(room.room) role=watcher n=\(last - 2)")
    expect(past.filter { $0.verb == .seat }.count, equals: 2)
    room.stage.say(room.bob, "JOIN room=\(room.room)")
    let present = room.stage.heard(room.bob)
    expect(present.first?.line, equals: "IN room=\(room.room) role=player n=\(last + 2)")
    expect(present.filter { $0.verb == .seat }.count, equals: 3)
    room.stage.pass(10_000)
    let numbers = room.stage.heard(room.bob).compactMap(\.number)
    expect(numbers, equals: [], "what he heard as a watcher to come is not told a player")
  }

  @Test("a delayed event stays as secret or open as it was when it happened")
  func otherMode() throws {
    for (mode, other) in [("memory", "rgb"), ("rgb", "memory"), ("tiles", "rgb"), ("rgb", "tiles")]
    {
      var room = try Delayed(30, "rounds=1 time=5 mode=\(mode)")
      room.stage.say(room.ada, "START")
      room.stage.pass(Rules.countdownMilliseconds)
      room.stage.say(room.ada, "SET v=1,2,3")
      room.stage.pass(6_000)
      room.stage.say(room.ada, "CONFIG mode=\(other)")
      let eve = try room.stage.person("Eve")
      room.stage.pass(30_000 - 6_000)
      // Eve looks on in the middle of what Cal hears now of the round.
      room.stage.say(eve, "WATCH room=\(room.room)")
      let picture = room.stage.heard(eve).map(\.verb)
      expect(picture.contains(.move), equals: (mode == "rgb"), "\(mode)")
      room.stage.pass(10_000)
      let verbs = room.stage.heard(room.cal).map(\.verb)
      expect(verbs.contains(.shut) && verbs.contains(.settings))
      expect(verbs.contains(.move), equals: (mode == "rgb"), "\(mode)")
    }
  }
}
