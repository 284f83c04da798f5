// QUICK: the fullest room that waits for somebody like this, or a new one with a bot in it. Whom
// one waits for there, and for how long, is in `Room/CompanyTests.swift`.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Quick matches")
struct QuickTests {
  /// Rooms as somebody finds them: how each was opened and how many sit there.
  private struct Lobby {
    var stage = HallStage()
    private(set) var rooms: [String] = []
    private(set) var hosts: [Person] = []

    init() {}

    mutating func open(_ wishes: String, seated: Int = 1) throws {
      let host = try stage.person("Host", "depth=24")
      rooms.append(try stage.room(by: host, wishes))
      stage.say(host, "READY")
      hosts.append(host)
      for _ in 1..<seated {
        let guest = try stage.person("Guest", "depth=24")
        stage.say(guest, "JOIN room=\(rooms[rooms.count - 1])")
      }
    }

    /// Which of the rooms somebody gets into; nil for a new one.
    mutating func quick(_ line: String, _ hello: String = "") throws -> Int? {
      rooms.firstIndex(of: try stage.enter(try stage.person("Eve", hello), line))
    }
  }

  @Test("the fullest open room of the mode is found, of any mode when none is named")
  func fullest() throws {
    var lobby = Lobby()
    try lobby.open("mode=rgb", seated: 2)
    try lobby.open("mode=hsb", seated: 3)
    try lobby.open("mode=rgb", seated: 1)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
    try expect(lobby.quick("QUICK"), equals: 0)
    try expect(lobby.quick("QUICK mode=hsb"), equals: 1)
    try expect(lobby.quick("QUICK mode=tiles"), equals: nil)
  }

  @Test("an exact room is passed over by those whose screens do not show every color")
  func exact() throws {
    var lobby = Lobby()
    try lobby.open("mode=rgb")
    try lobby.open("exact=1", seated: 4)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
    try expect(lobby.quick("QUICK mode=rgb", "depth=24"), equals: 1)
  }

  @Test("QUICK passes over a room whose host is not ready, and one where somebody is away alone")
  func notReady() throws {
    var lobby = Lobby()
    try lobby.open("")
    lobby.stage.say(lobby.hosts[0], "READY on=0")
    try expect(lobby.quick("QUICK mode=rgb"), equals: nil)
    lobby.stage.say(lobby.hosts[0], "READY")
    // The new room has a bot besides, but not more people.
    lobby.stage.say(try lobby.stage.person("Dan"), "JOIN room=\(lobby.rooms[0])")
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
    lobby.stage.lose(lobby.hosts[0])
    try expect(lobby.quick("QUICK mode=rgb"), equals: nil)
  }

  @Test("QUICK leads to the room with the most people, and bots are none")
  func people() throws {
    var lobby = Lobby()
    let ann = try lobby.stage.person("Ann")
    let bots = try lobby.stage.enter(ann, "QUICK mode=rgb")
    for _ in 0..<5 { lobby.stage.say(ann, "BOT") }
    try expect(lobby.stage.room(bots).seats.count, equals: 7)
    try lobby.open("", seated: 2)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
  }

  @Test("QUICK goes to the fullest room that waits, wherever it is, and to none that banned one")
  func quick() throws {
    var stage = HallStage(lanes: 2)
    let ada = try stage.person("Ada", 1)
    let full = try stage.room(by: ada, "mode=rgb seats=3")
    stage.say(try stage.person("Bob", 1), "JOIN room=\(full)")
    let cal = try stage.person("Cal", 0)
    let other = try stage.room(by: cal, "mode=rgb seats=3")
    let (dan, eve) = (try stage.person("Dan", 1), try stage.person("Eve", 1, "depth=24"))
    _ = try stage.room(by: dan, "mode=rgb seats=4 pass=sesame")
    _ = try stage.room(by: eve, "mode=rgb seats=4 exact=1")
    for host in [ada, cal, dan, eve] { stage.say(host, "READY") }
    let (fay, gil) = (try stage.person("Fay", 0), try stage.person("Gil", 1))
    stage.say(gil, "JOIN room=\(other)")
    stage.say(cal, "BAN who=\(gil.player.wire)")
    expect(stage.ask(fay, "QUICK mode=rgb").first, equals: "IN")
    try expect(stage.room(full).seats.count, equals: 3)
    expect(stage.lane(fay), equals: 1)
    expect(stage.ask(gil, "QUICK mode=rgb").first, equals: "IN")
    try expect(stage.room(other).seats.count, equals: 1)
  }

  @Test("a client that finds the room full gets another one there, or a new one")
  func quickTooLate() throws {
    var stage = HallStage(lanes: 3)
    let ada = try stage.person("Ada", 1)
    let room = try stage.room(by: ada, "mode=rgb seats=2")
    stage.say(ada, "READY")
    let late = try stage.person("Bob", 0)
    let carries = stage.carries
    stage.holds = true
    stage.say(late, "QUICK mode=rgb")
    stage.say(try stage.person("Cal", 1), "JOIN room=\(room)")
    // By then lane 1 knows of a room on lane 2 that waits.
    stage.holds = false
    let dan = try stage.person("Dan", 2)
    _ = try stage.room(by: dan, "mode=rgb seats=2")
    stage.say(dan, "READY")
    stage.deliver()
    expect(stage.verbs(late).first, equals: "IN")
    expect(stage.lane(late), equals: 1)
    // To the room that was taken; there and back to have the new one counted, as Dan was.
    expect(stage.carries, equals: carries + 1 + 2 + 2)
    expect(stage.halls.map(\.roomCount), equals: [0, 2, 1])
  }
}
