// QUICK: the fullest room that waits for somebody like this, or a new one in which a bot sits down
// when nobody else does.

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

  @Test("a player who is still alone after ten seconds gets a bot")
  func bot() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada, "QUICK")
    stage.say(ada, "READY")
    stage.clear()
    stage.pass(9_999)
    expect(!stage.verbs(ada).contains("SEAT"))
    stage.pass(1)
    let heard = stage.heard(ada).filter { $0.verb != .ping }
    expect(heard.map(\.verb), equals: [.seat, .readied, .countdown])
    expect(heard.first?.line.hasSuffix("bot=1"), equals: true)
    stage.pass(60_000)
    expect(stage.heard(ada).count { $0.verb == .seat }, equals: 0, "one bot is enough")
  }

  /// What happens in the ten seconds, and whether a bot sits down then. `bob` is somebody else.
  static let meanwhile: [(steps: [String], isBotSeated: Bool)] = [
    ([], true), (["ada READY"], true), (["bob JOIN"], false), (["bob WATCH"], true),
    (["bob JOIN", "bob LEAVE"], true), (["bob JOIN", "ada LEAVE"], true),
    (["ada BOT level=1"], false), (["ada START"], false), (["ada CONFIG seats=1"], false),
    (["ada CONFIG seats=8"], true), (["ada CONFIG mode=cmyk pass=x"], true),
    (["ada CONFIG seats=3", "ada BOT level=1", "ada LEAVE"], false), (["ada LEAVE"], false),
  ]

  @Test("a bot does not sit down where nobody is alone, or nobody is")
  func notNeeded() throws {
    for (steps, isBotSeated) in Self.meanwhile {
      var stage = HallStage()
      let people = ["ada": try stage.person("Ada"), "bob": try stage.person("Bob")]
      let cal = try stage.person("Cal")
      let room = try stage.enter(try require(people["ada"]), "QUICK")
      stage.say(cal, "WATCH room=\(room)")
      for step in steps {
        let words = step.split(separator: " ", maxSplits: 1)
        let isEntry = ["JOIN", "WATCH"].contains(words[1])
        let line = isEntry ? "\(words[1]) room=\(room)" : String(words[1])
        stage.say(try require(people[String(words[0])]), line)
      }
      stage.clear()
      stage.pass(Limits().quickBotMilliseconds)
      expect(stage.verbs(cal).contains("SEAT"), equals: isBotSeated, "\(steps)")
    }
  }

  @Test("QUICK leads to the room with the most people, and bots are none")
  func people() throws {
    var lobby = Lobby()
    try lobby.open("")
    for _ in 0..<6 { lobby.stage.say(lobby.hosts[0], "BOT") }
    try lobby.open("", seated: 2)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 1)
  }

  @Test("a ready player whom QUICK led to a room plays, however idle the others are")
  func idleHost() throws {
    for bots in [0, 6] {
      var lobby = Lobby()
      try lobby.open("")
      for _ in 0..<bots { lobby.stage.say(lobby.hosts[0], "BOT") }
      let eve = try lobby.stage.person("Eve")
      lobby.stage.say(eve, "QUICK")
      lobby.stage.say(eve, "READY")
      lobby.stage.clear()
      lobby.stage.pass(Limits().patienceMilliseconds - 1)
      expect(!lobby.stage.verbs(eve).contains("COUNTDOWN"))
      lobby.stage.pass(1)
      let players = lobby.stage.heard(eve).compactMap(\.racers)
      expect(players.map(\.count), equals: [bots + 1])
      expect(players.first?.contains(eve.player), equals: true)
      expect(players.first?.contains(lobby.hosts[0].player), equals: false)
    }
  }

  @Test("nobody is hurried in a room that QUICK does not find, or where nobody waits")
  func patient() throws {
    var lobby = Lobby()
    try lobby.open("listed=0", seated: 2)
    let host = lobby.hosts[0]
    lobby.stage.say(host, "READY")
    lobby.stage.pass(120_000)
    expect(!lobby.stage.verbs(host).contains("COUNTDOWN"))
    // Now anybody may come in.
    lobby.stage.say(host, "CONFIG listed=1")
    lobby.stage.say(host, "READY on=0")
    lobby.stage.pass(120_000)
    expect(!lobby.stage.verbs(host).contains("COUNTDOWN"))
    lobby.stage.say(host, "READY")
    lobby.stage.pass(Limits().patienceMilliseconds)
    expect(lobby.stage.verbs(host), contains: "COUNTDOWN")
  }

  @Test("QUICK goes to the fullest room that waits, wherever it is, and to none that banned one")
  func quick() throws {
    var stage = HallStage(lanes: 2)
    let full = try stage.room(by: try stage.person("Ada", 1), "mode=rgb seats=3")
    stage.say(try stage.person("Bob", 1), "JOIN room=\(full)")
    let cal = try stage.person("Cal", 0)
    let other = try stage.room(by: cal, "mode=rgb seats=3")
    _ = try stage.room(by: try stage.person("Dan", 1), "mode=rgb seats=4 pass=sesame")
    _ = try stage.room(by: try stage.person("Eve", 1, "depth=24"), "mode=rgb seats=4 exact=1")
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
}
