// What watchers of a room with a delay hear: everything, so many seconds later, in its order; and
// nothing before, whichever way they ask. `PictureTests` holds that newcomers know the same.

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
      stage.pass(1_000)
      stage.pass(delay * 1_000)
      stage.clear()
    }

    /// A match in which there are moves, reactions and locks.
    mutating func match() throws {
      stage.say(ada.id, "START")
      stage.pass(Rules.countdownMilliseconds + 7)
      for step in 1...50 {
        stage.say([ada, bob][step % 2].id, "SET v=\(step),0,\(step)")
        if step.isMultiple(of: 20) { stage.say(bob.id, "REACT id=wow") }
        stage.pass(31)
      }
      stage.pass(10_000)
    }

    /// What somebody heard of the room since this was asked last, as lines with their moments.
    mutating func heard(by person: Person, from start: Instant) -> [Heard] {
      stage.heardAt(person.id)
        .filter { ![.ping, .no, .out, .entered].contains($0.message.verb) }
        .map { Heard(after: $0.at - start, line: $0.message.line) }
    }
  }

  struct Heard: Equatable {
    var after: Int
    let line: String
  }

  @Test("watchers hear what players hear, later by the delay to the millisecond")
  func later() throws {
    for delay in [1, 4, 30] {
      var room = try Delayed(delay)
      let start = room.stage.now
      try room.match()
      room.stage.pass(delay * 1_000)
      let players = room.heard(by: room.ada, from: start)
      let watchers = room.heard(by: room.cal, from: start)
      expect(players.count, isAbove: 40)
      expect(players.contains { $0.line.hasPrefix("REACTED") })
      expect(players.contains { $0.line.hasPrefix("MOVE") })
      expect(
        watchers, equals: players.map { Heard(after: $0.after + delay * 1_000, line: $0.line) })
    }
  }

  @Test("a late server brings watchers nothing early: the delay counts from when players heard it")
  func lateLane() throws {
    var room = try Delayed(4)
    room.stage.say(room.ada.id, "START")
    for _ in 0..<60 { room.stage.oversleep(90, within: 60_000) }
    let players = room.stage.heardAt(room.ada.id).filter { $0.message.verb != .ping }
    let watchers = room.stage.heardAt(room.cal.id).filter { $0.message.verb != .ping }
    expect(players.contains { $0.message.verb == .shut })
    for heard in watchers {
      let told = try require(players.first { $0.message == heard.message })
      expect(heard.at - told.at, isAtLeast: 4_000, "\(heard.message.line)")
    }
    expect(watchers.contains { $0.message.verb == .shut })
  }

  @Test("LIST tells of a room what its watchers know by then")
  func listed() throws {
    var room = try Delayed(5, "rounds=1 time=5")
    let eve = try room.stage.person("Eve")
    func listed() -> [String] {
      _ = room.stage.heard(eve.id)
      room.stage.say(eve.id, "LIST")
      return room.stage.heard(eve.id).first?.line.split(separator: " ").map(String.init) ?? []
    }
    let before = listed()
    expect(before.contains("taken=2") && before.contains("state=waiting"))
    _ = try room.stage.guest("Dan", in: room.room)
    room.stage.say(room.ada.id, "START")
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

  @Test("asking again, with since= or without, brings nothing early")
  func notEarly() throws {
    var room = try Delayed(5)
    room.stage.say(room.ada.id, "READY")
    room.stage.pass(2_000)
    room.stage.say(room.ada.id, "READY on=0")
    let last = try require(room.stage.heard(room.ada.id).last?.number)
    room.stage.pass(2_999)
    for since in ["", " since=1", " since=\(last - 2)", " since=\(last - 1)", " since=\(last)"] {
      let eve = try room.stage.person("Eve")
      room.stage.say(eve.id, "WATCH room=\(room.room)\(since)")
      let heard = room.stage.heard(eve.id)
      expect(!heard.contains { $0.verb == .readied }, "\(since)")
      expect((heard.compactMap(\.number).max() ?? 0), isAtMost: last - 2)
      if case .entered(_, _, let number) = try require(heard.first) {
        expect(number, isAtMost: last - 2, "\(since)")
      }
      room.stage.say(eve.id, "BYE")
    }
    room.stage.pass(1)
    let eve = try room.stage.person("Eve")
    room.stage.say(eve.id, "WATCH room=\(room.room)")
    let readied = room.stage.heard(eve.id).filter { $0.verb == .readied }.map(\.line)
    expect(readied, equals: ["READIED who=p1 on=1"])
    room.stage.pass(2_000)
    expect(room.stage.heard(eve.id).compactMap(\.number), equals: [last])
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
      room.stage.say(room.ada.id, line)
    }
    say("READY")
    room.stage.pass(1_000)
    room.stage.say(room.ada.id, "CONFIG delay=\(to)")
    say("READY on=0")
    room.stage.pass(2_000)
    say("READY nonce=ab")
    room.stage.pass(10_000)
    let heard = room.stage.heardAt(room.cal.id).filter { $0.message.verb == .readied }
    expect(heard.map(\.message.line), equals: readiedLines(room.stage.heard(room.ada.id)))
    expect(zip(heard, said).map { $0.at - $1 }, equals: expected)
    // A watcher without a delay by now receives lines like everybody.
    say("READY")
    expect(room.stage.verbs(room.cal.id), equals: (to == 0 ? ["READIED"] : []))
  }

  private func readiedLines(_ messages: [ServerMessage]) -> [String] {
    messages.filter { $0.verb == .readied }.map(\.line)
  }

  @Test("when more waits than a room keeps, the oldest is told early, and nothing is lost")
  func limit() throws {
    var limits = Limits()
    limits.delayedMessagesMax = 3
    var room = try Delayed(10, "seats=8", limits)
    for count in 1...5 {
      room.stage.say(room.ada.id, count.isMultiple(of: 2) ? "READY on=0" : "READY")
      expect(room.stage.heard(room.cal.id).count, equals: (count > 3 ? 1 : 0))
    }
    room.stage.pass(10_000)
    let numbers = room.stage.heard(room.cal.id).compactMap(\.number)
    expect(numbers.count, equals: 3)
    expect(numbers, equals: room.stage.heard(room.ada.id).compactMap(\.number).suffix(3))
  }

  @Test("an old miss that watchers hear of in that moment is no refusal of a good lock")
  func oldMiss() throws {
    var limits = Limits()
    limits.delayedMessagesMax = 2
    var room = try Delayed(30, "rounds=1 time=5", limits)
    let lock = try room.stage.openRound(by: room.ada)
    room.stage.say(room.ada.id, "LOCK v=188,188,188")
    room.stage.pass(Rules.freezeMilliseconds)
    room.stage.clear()
    expect(room.stage.ask(room.ada.id, lock), equals: ["LOCKED", "BELL", "MOVE"])
    expect(room.stage.verbs(room.cal.id), contains: "MISSED")
  }

  @Test("a player who gives up a seat sees the delayed room, and one who takes a seat the present")
  func seats() throws {
    var room = try Delayed(5)
    room.stage.say(room.ada.id, "BOT")
    let last = try require(room.stage.heard(room.ada.id).last?.number)
    room.stage.clear()
    room.stage.say(room.bob.id, "WATCH room=\(room.room)")
    let past = room.stage.heard(room.bob.id)
    expect(past.first?.line, equals: "IN room=\(room.room) role=watcher n=\(last - 2)")
    expect(past.filter { $0.verb == .seat }.count, equals: 2)
    room.stage.say(room.bob.id, "JOIN room=\(room.room)")
    let present = room.stage.heard(room.bob.id)
    expect(present.first?.line, equals: "IN room=\(room.room) role=player n=\(last + 2)")
    expect(present.filter { $0.verb == .seat }.count, equals: 3)
    room.stage.pass(10_000)
    let numbers = room.stage.heard(room.bob.id).compactMap(\.number)
    expect(numbers, equals: [], "what he heard as a watcher to come is not told a player")
  }

  @Test("a watcher who could not keep up is shown what watchers know by then")
  func muted() throws {
    var room = try Delayed(5)
    room.stage.input(.overflowed(room.cal.id))
    room.stage.say(room.ada.id, "BOT")
    room.stage.pass(6_000)
    room.stage.say(room.ada.id, "BOT")
    expect(room.stage.verbs(room.cal.id), equals: [])
    room.stage.input(.drained(room.cal.id))
    expect(room.stage.heard(room.cal.id).filter { $0.verb == .seat }.count, equals: 3)
    room.stage.pass(5_000)
    expect(room.stage.heard(room.cal.id).filter { $0.verb == .seat }.count, equals: 1)
  }

  @Test("a delayed event stays as secret or open as it was when it happened")
  func otherMode() throws {
    for (mode, other) in [("memory", "rgb"), ("rgb", "memory"), ("tiles", "rgb"), ("rgb", "tiles")]
    {
      var room = try Delayed(30, "rounds=1 time=5 mode=\(mode)")
      room.stage.say(room.ada.id, "START")
      room.stage.pass(Rules.countdownMilliseconds)
      room.stage.say(room.ada.id, "SET v=1,2,3")
      room.stage.pass(6_000)
      room.stage.say(room.ada.id, "CONFIG mode=\(other)")
      let eve = try room.stage.person("Eve")
      room.stage.pass(30_000 - 6_000)
      // Eve looks on in the middle of what Cal hears now of the round.
      room.stage.say(eve.id, "WATCH room=\(room.room)")
      let picture = room.stage.heard(eve.id).map(\.verb)
      expect(picture.contains(.move), equals: (mode == "rgb"), "\(mode)")
      room.stage.pass(10_000)
      let verbs = room.stage.heard(room.cal.id).map(\.verb)
      expect(verbs.contains(.shut) && verbs.contains(.settings))
      expect(verbs.contains(.move), equals: (mode == "rgb"), "\(mode)")
    }
  }
}

extension ServerMessage {
  fileprivate var number: Int? {
    switch self {
    case .room(let number, _), .play(let number, _): number
    default: nil
    }
  }
}
