// What a hall keeps when a crowd has left, and what a room's history may cost.

import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Memory")
struct MemoryTests {
  @Test("a hall is as large as those who are in it, not as those who once were")
  func crowd() throws {
    var (stage, room, ada) = try HallStage.hosted()
    try stage.visit(room)
    let hosts = try (0..<200)
      .map { try stage.person("Host\($0)", from: Origin(household: UInt64($0))) }
    for host in hosts { _ = try stage.room(by: host) }
    let guests = try (0..<600)
      .map { try stage.person("Guest\($0)", from: Origin(household: UInt64($0))) }
    expect(stage.hall.connections.capacity, isAbove: 600)
    for person in hosts + guests { stage.lose(person) }
    // Ada says now and then that she is there.
    for _ in 0..<30 {
      stage.pass(10_000)
      stage.say(ada, "PING t=1")
    }
    expect(stage.hall.rooms.count, equals: 1)
    let hall = stage.hall
    let rooms = [
      hall.connections.capacity, hall.players.capacity, hall.tokens.capacity, hall.rooms.capacity,
      hall.agenda.capacity,
    ]
    expect(rooms.allSatisfy { $0 <= 64 }, "\(rooms)")
    expect(stage.ask(ada, "LEAVE"), equals: ["OUT"])
    expect(stage.ask(ada, "JOIN room=\(room)").first, equals: "IN")
  }

  @Test("a heap that has given room back still gives the least first")
  func heap() {
    var draw = SplitMix64(seed: 8)
    var heap = ShrinkingHeap<Int>()
    var numbers: [Int] = []
    for size in [2_000, 70, 500] {
      for _ in 0..<size {
        let number = draw.number(in: 0...1_000_000)
        heap.insert(number)
        numbers.append(number)
      }
      numbers.sort(by: >)
      while numbers.count > 10 {
        expect(heap.min, equals: numbers.popLast())
        heap.removeMin()
        expect(heap.capacity, isAtMost: max(64, 8 * numbers.count + 8, size + 10))
      }
      expect(heap.capacity, isAtMost: 88)
    }
  }

  @Test("a room drops its history after two minutes, but for a few events")
  func age() throws {
    var (stage, _, ada, bob) = try HallStage.pair("seats=4")
    let first = try require(stage.hall.rooms.values.first).room.history.last
    for index in 0..<200 {
      stage.pass(5_000)
      stage.say(bob, index.isMultiple(of: 2) ? "READY on=1" : "READY on=0")
      // Ada is awake, and nobody is told so.
      stage.say(ada, "NAME")
    }
    let history = try require(stage.hall.rooms.values.first).room.history
    expect(history.last, equals: first + 200)
    // 24 of them are of the last two minutes.
    expect(history.messages(since: history.last - 24)?.count, equals: 24)
    expect(history.messages(since: history.last - 24 - 8 - 1), equals: nil)
    expect(history.messages(since: first), equals: nil)
  }

  @Test("of a long history the end is remembered, never more than the limit says")
  func forgotten() throws {
    var limits = Limits()
    limits.historyEventsMax = 20
    var (stage, room, ada) = try HallStage.hosted("", limits)
    let cal = try stage.person("Cal")
    for count in 1...100 {
      stage.say(ada, count.isMultiple(of: 2) ? "READY on=0" : "READY")
      let last = 3 + count
      for (back, isRemembered) in [(10, true), (21, false)] where last > back {
        stage.clear()
        stage.say(cal, "WATCH room=\(room) since=\(last - back)")
        expect(
          stage.verbs(cal).contains("ROOM"), differsFrom: isRemembered, "\(count), \(back) back")
        stage.say(cal, "LEAVE")
      }
      stage.pass(1_000)
    }
  }
}
