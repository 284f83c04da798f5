// QUICK: the fullest room that waits for somebody like this, or a new one in which a bot sits down
// when nobody else does.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

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
      let password = wishes.contains("pass=") ? " pass=x" : ""
      for _ in 1..<seated {
        let guest = try stage.person("Guest", "depth=24")
        stage.say(guest.id, "JOIN room=\(rooms[rooms.count - 1])\(password)")
      }
    }

    /// Which of the rooms somebody gets into; nil for a new one.
    mutating func quick(_ line: String, _ hello: String = "") throws -> Int? {
      let person = try stage.person("Eve", hello)
      stage.say(person.id, line)
      guard case .entered(let code, .player, _) = try require(stage.heard(person.id).first) else {
        throw Violation("no IN")
      }
      return rooms.firstIndex(of: code.text)
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

  /// Rooms that are fuller than another one, and are passed over all the same.
  static let unfit = [
    "seats=4", "pass=x", "listed=0", "exact=1", "mode=hsb",
  ]

  @Test(
    "a room that is full, closed to somebody or of another mode is passed over", arguments: unfit)
  func passedOver(_ wishes: String) throws {
    var lobby = Lobby()
    try lobby.open("mode=rgb")
    try lobby.open(wishes, seated: 4)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
    let seesAll = try lobby.quick("QUICK mode=rgb", "depth=24")
    expect(seesAll, equals: (wishes == "exact=1" ? 1 : 0))
  }

  @Test("a room that has banned somebody is passed over by them alone")
  func banned() throws {
    var lobby = Lobby()
    try lobby.open("")
    let bob = try lobby.stage.guest("Bob", in: lobby.rooms[0])
    lobby.stage.say(lobby.hosts[0].id, "BAN who=\(bob.player.wire)")
    lobby.stage.clear()
    lobby.stage.say(bob.id, "QUICK mode=rgb")
    let entered = lobby.stage.heard(bob.id).first?.line
    expect(entered?.hasPrefix("IN room="), equals: true)
    expect(entered?.contains(lobby.rooms[0]), equals: false)
    lobby.stage.say(bob.id, "LEAVE")
    try expect(lobby.quick("QUICK mode=rgb"), equals: 0)
  }

  /// What is said, and the room that is opened for it when there is none.
  static let opened: [(line: String, settings: String)] = [
    ("QUICK", "name=quick%20rgb mode=rgb rounds=5 time=30 level=normal seats=2 listed=1"),
    (
      "QUICK mode=daily",
      "name=quick%20daily mode=daily rounds=5 time=30 level=normal seats=1 listed=1"
    ),
  ]

  @Test("without such a room one is opened, as usual in its mode and for two", arguments: opened)
  func opens(_ line: String, _ settings: String) throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada.id, line)
    let lines = stage.heard(ada.id).map(\.line)
    expect(lines.first?.hasSuffix("role=player n=3"), equals: true)
    expect(lines.dropFirst().first, equals: "ROOM \(settings)")
    expect(lines, contains: "HOSTED who=\(ada.player.wire)")
  }

  @Test("a player who is still alone after ten seconds gets a bot")
  func bot() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada.id, "QUICK")
    stage.say(ada.id, "READY")
    stage.clear()
    stage.pass(9_999)
    expect(!stage.verbs(ada.id).contains("SEAT"))
    stage.pass(1)
    let heard = stage.heard(ada.id).filter { $0.verb != .ping }
    expect(heard.map(\.verb), equals: [.seat, .readied, .countdown])
    expect(heard.first?.line.hasSuffix("bot=1"), equals: true)
    stage.pass(60_000)
    expect(stage.heard(ada.id).count { $0.verb == .seat }, equals: 0, "one bot is enough")
  }

  /// What happens in the ten seconds, and whether a bot sits down then. `bob` is somebody else.
  static let meanwhile: [(steps: [String], isBotSeated: Bool)] = [
    ([], true), (["ada READY"], true), (["bob JOIN"], false), (["bob WATCH"], true),
    (["bob JOIN", "bob LEAVE"], true), (["bob JOIN", "ada LEAVE"], true),
    (["ada BOT level=1"], false), (["ada START"], false), (["ada CONFIG seats=1"], false),
    (["ada CONFIG seats=8"], true),
    (["ada CONFIG mode=cmyk pass=x"], true),
    (["ada CONFIG seats=3", "ada BOT level=1", "ada LEAVE"], false), (["ada LEAVE"], false),
  ]

  @Test("it does not sit down where nobody is alone, or nobody is", arguments: meanwhile)
  func notNeeded(_ steps: [String], _ isBotSeated: Bool) throws {
    var stage = HallStage()
    let people = ["ada": try stage.person("Ada"), "bob": try stage.person("Bob")]
    let (ada, cal) = (try require(people["ada"]), try stage.person("Cal"))
    stage.say(ada.id, "QUICK")
    guard case .entered(let code, _, _) = try require(stage.heard(ada.id).first) else { return }
    stage.say(cal.id, "WATCH room=\(code.text)")
    for step in steps {
      let words = step.split(separator: " ", maxSplits: 1)
      let isEntry = ["JOIN", "WATCH"].contains(words[1])
      let line = isEntry ? "\(words[1]) room=\(code.text)" : String(words[1])
      stage.say(try require(people[String(words[0])]).id, line)
    }
    stage.clear()
    stage.pass(Limits().quickBotMilliseconds)
    expect(stage.verbs(cal.id).contains("SEAT"), equals: isBotSeated)
  }

  @Test("QUICK leads to the room with the most people, and bots are none")
  func people() throws {
    var lobby = Lobby()
    try lobby.open("")
    for _ in 0..<6 { lobby.stage.say(lobby.hosts[0].id, "BOT") }
    try lobby.open("", seated: 2)
    try expect(lobby.quick("QUICK mode=rgb"), equals: 1)
  }

  @Test("a ready player whom QUICK led to a room plays, however idle the others are")
  func idleHost() throws {
    for bots in [0, 6] {
      var lobby = Lobby()
      try lobby.open("")
      for _ in 0..<bots { lobby.stage.say(lobby.hosts[0].id, "BOT") }
      let eve = try lobby.stage.person("Eve")
      lobby.stage.say(eve.id, "QUICK")
      lobby.stage.say(eve.id, "READY")
      lobby.stage.clear()
      lobby.stage.pass(Limits().patienceMilliseconds - 1)
      expect(!lobby.stage.verbs(eve.id).contains("COUNTDOWN"))
      lobby.stage.pass(1)
      let players = lobby.stage.heard(eve.id)
        .compactMap { message -> [PlayerID]? in
          if case .room(_, .countdown(_, _, let players, _, _)) = message { players } else { nil }
        }
      expect(players.map(\.count), equals: [bots + 1])
      expect(players.first?.contains(eve.player), equals: true)
      expect(players.first?.contains(lobby.hosts[0].player), equals: false)
    }
  }

  @Test(
    "nobody is hurried in a room that QUICK does not find, or where nobody waits",
    arguments: [
      "listed=0", "pass=x",
    ])
  func patient(_ wishes: String) throws {
    var lobby = Lobby()
    try lobby.open(wishes, seated: 2)
    let host = lobby.hosts[0]
    lobby.stage.say(host.id, "READY")
    lobby.stage.pass(120_000)
    expect(!lobby.stage.verbs(host.id).contains("COUNTDOWN"))
    // Now anybody may come in.
    lobby.stage.say(host.id, "CONFIG listed=1 open=1")
    lobby.stage.say(host.id, "READY on=0")
    lobby.stage.pass(120_000)
    expect(!lobby.stage.verbs(host.id).contains("COUNTDOWN"))
    lobby.stage.say(host.id, "READY")
    lobby.stage.pass(Limits().patienceMilliseconds)
    expect(lobby.stage.verbs(host.id), contains: "COUNTDOWN")
  }
}
