// How many rooms there may be: on the whole server and of one address, exactly, whichever lanes
// open them at the same moment. And how little a room is worth that nobody has ever visited.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("How many rooms")
struct RoomCountTests {
  private static let other = Origin(household: 2)

  @Test("all lanes together open as many rooms as there may be", arguments: [true, false])
  func server(isRace: Bool) throws {
    var limits = Limits()
    limits.roomsMax = 3
    var stage = LaneStage(4, limits)
    let people = try (0..<12)
      .map { try stage.person("P", $0 % 4, from: Origin(household: UInt64($0))) }
    stage.holds = isRace
    for (number, person) in people.enumerated() {
      stage.say(person, number < 8 ? "CREATE seats=1" : "QUICK mode=daily")
    }
    stage.holds = false
    stage.deliver()
    let answers = people.map { stage.verbs($0) }
    expect(answers.count { $0.first == "IN" }, equals: 3)
    expect(answers.count { $0 == ["too-many-rooms"] }, equals: 9)
    expect(stage.halls.map(\.roomCount).reduce(0, +), equals: 3)
    // Nobody is moved by it.
    expect(people.map { stage.lane($0) }, equals: (0..<12).map { $0 % 4 })
  }

  @Test("of one address there are few, however many connections open them")
  func address() throws {
    var limits = Limits()
    limits.addressRoomsMax = 5
    var stage = LaneStage(3, limits)
    var refusals: [RefusalLine] = []
    for number in 0..<30 {
      let eve = try stage.person("Eve", number % 3)
      stage.say(eve, number % 2 == 0 ? "CREATE" : "CREATE listed=0 pass=mine")
      refusals += stage.heard(eve).compactMap(\.refusal)
      // A lost connection keeps its seat, and so its room.
      stage.tell(eve) { .disconnected($0) }
    }
    expect(stage.halls.map(\.roomCount).reduce(0, +), equals: 5)
    expect(refusals.count, equals: 25)
    expect(refusals.allSatisfy { $0.code == .tooManyRooms })
    expect(refusals.allSatisfy { $0.text?.contains("address") == true })
    let bob = try stage.person("Bob", 1, from: RoomCountTests.other)
    expect(stage.ask(bob, "CREATE").first, equals: "IN")
    stage.pass(limits.seatKeptMilliseconds)
    expect(stage.ask(try stage.person("Eve", 1), "CREATE").first, equals: "IN")
  }

  @Test(
    "a room that nobody else has visited goes when its opener goes",
    arguments: ["LEAVE", "BYE", "WATCH room=", "lost"])
  func unvisited(way: String) throws {
    var (stage, room, ada) = try HallStage.hosted()
    stage.say(ada.id, "BOT")
    switch way {
    case "lost":
      stage.input(.disconnected(ada.id))
      stage.pass(Limits().seatKeptMilliseconds - 1)
      expect(stage.hall.roomCount, equals: 1)
      stage.pass(1)
    case "WATCH room=":
      // To look on and to sit down again is not to go.
      stage.say(ada.id, "WATCH room=\(room)")
      stage.pass(1)
      stage.say(ada.id, "JOIN room=\(room)")
      stage.pass(1)
      expect(stage.hall.roomCount, equals: 1)
      stage.say(ada.id, "WATCH room=\(room)")
      stage.say(ada.id, "LEAVE")
      stage.pass(0)
    default:
      stage.say(ada.id, way)
      stage.pass(0)
    }
    expect(stage.hall.roomCount, equals: 0)
  }

  @Test("a code has four letters where anybody may come in, and six otherwise")
  func codes() throws {
    var stage = HallStage()
    for (wishes, length) in [
      ("", 4), ("rated=1", 4), ("listed=0", 6), ("pass=sesame", 6), ("listed=0 pass=sesame", 6),
    ] {
      let ada = try stage.person("Ada")
      try expect(stage.room(by: ada, wishes).count, equals: length)
      stage.say(ada.id, "LEAVE")
    }
    let bob = try stage.person("Bob")
    stage.say(bob.id, "QUICK")
    guard case .entered(let code, .player, _) = try require(stage.heard(bob.id).first) else {
      throw Violation("no IN")
    }
    expect(code.text.count, equals: 4)
    // A code is a room's name for life, even when the door closes later.
    stage.say(bob.id, "CONFIG pass=sesame")
    expect(stage.ask(bob.id, "WATCH room=\(code.text)").first, equals: "IN")
  }
}
