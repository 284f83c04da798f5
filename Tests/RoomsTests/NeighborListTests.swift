// LIST and QUICK see the rooms of all lanes: each lane tells the others what changed about its
// rooms, and nothing else.

import Game
import TestSupport
import Testing
import Wire

@testable import Rooms

@Suite("Rooms of other lanes")
struct NeighborListTests {
  /// The rooms that somebody is shown.
  private func list(_ stage: inout LaneStage, _ client: Int) -> [Listing] {
    _ = stage.heard(client)
    stage.say(client, "LIST")
    return stage.heard(client)
      .compactMap { message in
        if case .listed(let listing) = message { listing } else { nil }
      }
  }

  @Test("LIST is the same on every lane, as rooms open, fill, change, hide and close")
  func lists() throws {
    var stage = LaneStage(3)
    let readers = try (0..<3).map { try stage.person("Eve", $0) }
    func expectSame(_ count: Int, _ step: String) {
      stage.pass(1_000)
      let lists = readers.map { list(&stage, $0) }
      expect(lists.allSatisfy { $0 == lists[0] && $0.count == count }, "\(step): \(lists)")
    }
    let hosts = try (0..<3).map { try stage.person("Host\($0)", $0) }
    let rooms = try hosts.map { try stage.room(by: $0, "rounds=1 time=5 level=easy") }
    expectSame(3, "opened")
    let bob = try stage.person("Bob", 0)
    stage.say(bob, "JOIN room=\(rooms[1])")
    expectSame(3, "joined")
    stage.say(try stage.person("Cal", 0), "WATCH room=\(rooms[2])")
    expectSame(3, "watched")
    stage.say(hosts[1], "START")
    expectSame(3, "started")
    stage.pass(6_000)
    expectSame(3, "in the first round")
    stage.say(hosts[0], "CONFIG listed=0")
    expectSame(2, "hidden")
    stage.say(hosts[0], "CONFIG listed=1 name=Here pass=sesame")
    expectSame(3, "shown again")
    for host in hosts { stage.say(host, "LEAVE") }
    stage.say(bob, "LEAVE")
    stage.pass(70_000)
    expectSame(1, "closed, but for the one that is watched")
  }

  @Test("QUICK goes to the fullest room that waits, wherever it is")
  func quick() throws {
    var stage = LaneStage(2)
    let full = try stage.room(by: try stage.person("Ada", 1), "mode=rgb seats=3")
    stage.say(try stage.person("Bob", 1), "JOIN room=\(full)")
    _ = try stage.room(by: try stage.person("Cal", 0), "mode=rgb seats=3")
    _ = try stage.room(by: try stage.person("Dan", 1), "mode=rgb seats=4 pass=sesame")
    _ = try stage.room(by: try stage.person("Eve", 1, "depth=24"), "mode=rgb seats=4 exact=1")
    let fay = try stage.person("Fay", 0)
    expect(stage.ask(fay, "QUICK mode=rgb").first, equals: "IN")
    try expect(stage.room(full).seats.count, equals: 3)
    expect(stage.lane(fay), equals: 1)
  }

  @Test("a client that finds the room full gets another one there, or a new one")
  func quickTooLate() throws {
    var stage = LaneStage(3)
    let room = try stage.room(by: try stage.person("Ada", 1), "mode=rgb seats=2")
    let late = try stage.person("Bob", 0)
    let carries = stage.carries
    stage.holds = true
    stage.say(late, "QUICK mode=rgb")
    stage.say(try stage.person("Cal", 1), "JOIN room=\(room)")
    // By then lane 1 knows of a room on lane 2 that waits.
    stage.holds = false
    _ = try stage.room(by: try stage.person("Dan", 2), "mode=rgb seats=2")
    stage.deliver()
    expect(stage.verbs(late).first, equals: "IN")
    expect(stage.lane(late), equals: 1)
    // To the room that was taken; there and back to have the new one counted, as Dan was.
    expect(stage.carries, equals: carries + 1 + 2 + 2)
    expect(stage.halls.map(\.roomCount), equals: [0, 2, 1])
  }

  @Test("a client that is banned from the room QUICK chose gets another room")
  func quickBanned() throws {
    var stage = LaneStage(2)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada, "mode=rgb seats=3")
    let bob = try stage.person("Bob", 0)
    stage.say(bob, "JOIN room=\(room)")
    stage.say(ada, "BAN who=\(try stage.player(bob).id.wire)")
    expect(stage.ask(bob, "QUICK mode=rgb").first, equals: "IN")
    try expect(stage.room(room).seats.count, equals: 1)
  }
}
