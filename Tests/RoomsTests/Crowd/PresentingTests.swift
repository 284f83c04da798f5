// A presenter hosts a room without a seat, and on an open floor only a crowd plays: who may do what
// there, when rounds end, and that a lost presenter is awaited, after a restart as well.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Presenters")
struct PresentingTests {
  /// A presenter's room, and pupils who look on there.
  private func floor(
    _ pupils: Int = 2, _ wishes: String = "seats=0 rounds=3 time=10"
  ) throws -> (HallStage, room: String, host: Person, pupils: [Person]) {
    var stage = HallStage()
    let host = try stage.person("Eva")
    stage.say(host, "CREATE present=1 \(wishes)")
    guard case .entered(let code, .watcher, _) = try require(stage.heard(host).first) else {
      throw Violation("no IN")
    }
    let people = try (0..<pupils).map { try stage.watcher("P\($0)", in: code.text) }
    stage.clear()
    return (stage, code.text, host, people)
  }

  private func shuts(_ messages: [ServerMessage]) -> Int { messages.count { $0.verb == .shut } }

  @Test("on an open floor a round ends when all who moved have locked, or when its time is up")
  func rounds() throws {
    var (stage, room, host, pupils) = try floor()
    let lock = try stage.openRound(by: host)
    stage.pass(500)
    stage.say(pupils[0], "SET v=1,2,3")
    stage.say(pupils[1], lock)
    stage.pass(500)
    expect(shuts(stage.heard(pupils[1])), equals: 0)
    stage.say(pupils[0], "LOCK v=1,2,3")
    expect(stage.verbs(pupils[0]).contains("too-far"))
    stage.pass(2_000)
    stage.say(pupils[0], lock)
    expect(shuts(stage.heard(pupils[1])), equals: 1)
    expect(stage.jotted.contains { $0.deed == .floorDone }, "no pupil said END")
    expect(stage.restored().differing.isEmpty)
    stage.pass(5_000 + 10_000 + Rules.lagQuotaMax)
    expect(shuts(stage.heard(pupils[1])), equals: 1, "nobody moved")
    try expect(stage.room(room).isPlaying)
  }

  @Test("a round of an open floor ends when the last who had not locked goes")
  func lastGoes() throws {
    var (stage, _, host, pupils) = try floor()
    let lock = try stage.openRound(by: host)
    stage.pass(500)
    stage.say(pupils[0], "SET v=1,2,3")
    stage.say(pupils[1], lock)
    expect(shuts(stage.heard(pupils[1])), equals: 0)
    stage.say(pupils[0], "LEAVE")
    expect(shuts(stage.heard(pupils[1])), equals: 1)
    expect(stage.restored().differing.isEmpty)
  }

  @Test("the presenter has the next round come, ends rounds, and between them the match")
  func paced() throws {
    var (stage, room, host, pupils) = try floor()
    expect(stage.ask(host, "NEXT"), equals: ["not-now"])
    expect(stage.ask(pupils[0], "START"), equals: ["not-now"])
    expect(stage.ask(host, "SET v=1,2,3"), equals: ["not-now"])
    _ = try stage.openRound(by: host)
    stage.pass(500)
    expect(stage.ask(pupils[0], "END"), equals: ["not-now"])
    expect(stage.ask(host, "NEXT"), equals: ["not-now"])
    expect(stage.ask(host, "END"), equals: ["SHUT"])
    expect(stage.ask(host, "NEXT"), equals: [])
    stage.pass(Rules.leadRange.upperBound)
    let heard = stage.heard(pupils[0])
    expect(
      heard.contains {
        if case .play(_, .round(let start)) = $0 { start.round == 2 } else { false }
      })
    stage.pass(1_000)
    expect(stage.ask(host, "END").first, equals: "SHUT")
    let end = stage.ask(host, "END")
    expect(end.prefix(2), equals: ["OVER", "SEED"])
    let restored = stage.restored()
    expect(restored.differing.isEmpty)
    let code = try require(RoomCode(room))
    try expect(
      require(restored.replays[code]).room.history.state, equals: stage.room(room).history.state)
  }

  @Test("what is heard of an open floor can be proved")
  func proved() throws {
    var (stage, _, host, pupils) = try floor()
    let pupil = pupils[0]
    stage.say(host, "CONFIG rounds=2")
    let lock = try stage.openRound(by: host)
    var lines = stage.heard(pupil)
    stage.pass(700)
    stage.say(pupil, lock)
    stage.say(host, "NEXT")
    stage.pass(20_000)
    lines += stage.heard(pupil)
    var room = HeardRoom(
      settings: try stage.room(try stage.room(ofWatcher: pupil)).settings.told, last: 0,
      before: nil)
    for message in lines { room.fold(message, hashing: .genuine) }
    expect(room.flaw, equals: nil)
    expect(room.verdict, equals: .unknown)
  }

  /// What somebody wishes who opens or sets up a room, and whether that goes together.
  static let wishes: [(line: String, isTaken: Bool)] = [
    ("CREATE seats=0", false), ("CREATE present=1 seats=9", false),
    ("CREATE present=1 rated=1", false), ("CREATE present=1 delay=2", false),
    ("CREATE present=1 mode=daily", false), ("CREATE present=1 seats=2", true),
    ("CREATE present=1 seats=0 mode=tiles", true), ("CREATE seats=9", false),
  ]

  @Test("an open floor has a presenter, and a presenter no delay and no rating")
  func settings() throws {
    for (line, isTaken) in Self.wishes {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      expect(stage.ask(ada, line).first, equals: isTaken ? "IN" : "bad-field", line)
    }
    var (stage, _, host, _) = try floor()
    expect(stage.ask(host, "CONFIG present=0"), equals: ["bad-field"])
    expect(stage.ask(host, "CONFIG delay=3"), equals: ["bad-field"])
    expect(stage.ask(host, "CONFIG rounds=1"), equals: ["ROOM"])
    expect(stage.ask(host, "BOT"), equals: ["room-full"])
  }

  @Test("a presenter beside seats starts what they play, and is not asked to be ready")
  func seats() throws {
    var (stage, room, host, _) = try floor(0, "seats=2 rounds=1 time=5")
    expect(stage.ask(host, "START"), equals: ["not-now"], "nobody sits there")
    let ada = try stage.guest("Ada", in: room)
    stage.say(ada, "READY")
    try expect(!stage.room(room).isPlaying)
    _ = try stage.openRound(by: host)
    stage.pass(300)
    expect(stage.ask(host, "END"), equals: ["not-now"], "seats were promised their time")
    expect(stage.ask(host, "KICK who=\(ada.player.wire)").contains("GONE"))
  }

  @Test("a lost presenter is awaited for a minute, then a seat is host or nobody")
  func lost() throws {
    var (stage, room, host, pupils) = try floor()
    stage.lose(host)
    stage.pass(30_000)
    let back = stage.back(host)
    expect(stage.ask(back, "START").first, equals: "COUNTDOWN")
    stage.lose(back)
    stage.pass(60_000)
    try expect(stage.room(room).host, equals: nil)
    expect(stage.heard(pupils[0]).contains { $0.line.hasPrefix("GONE ") })
    expect(stage.hall.players[host.player] == nil)
    expect(stage.restored().differing.isEmpty)
    let late = stage.back(host)
    expect(stage.verbs(late), equals: ["bad-token"])
  }

  @Test("a presenter hands the room on to somebody who looks on, who then plays no more")
  func handedOn() throws {
    var (stage, room, host, pupils) = try floor()
    _ = try stage.openRound(by: host)
    stage.pass(300)
    stage.say(pupils[0], "SET v=1,2,3")
    expect(stage.ask(pupils[0], "HOST who=\(host.player.wire)"), equals: ["not-now"])
    expect(stage.ask(host, "HOST who=\(pupils[0].player.wire)"), equals: ["HOSTED"])
    expect(stage.ask(pupils[0], "SET v=1,2,3"), equals: ["not-now"])
    expect(stage.ask(pupils[0], "END").first, equals: "SHUT")
    expect(stage.ask(host, "END"), equals: ["not-now"])
    try expect(stage.room(room).members.contains(pupils[0].id))
    expect(stage.ask(pupils[0], "LEAVE").contains("OUT"))
    try expect(stage.room(room).host, equals: nil)
    expect(stage.restored().differing.isEmpty)
  }

  @Test("after a restart the presenter comes back, and begins again")
  func restart() throws {
    var (stage, room, host, _) = try floor()
    stage.renew(room)
    let restoration = stage.restored()
    expect(restoration.differing.isEmpty)
    let code = try require(RoomCode(room))
    let replay = try require(restoration.replays[code])
    expect(replay.room.host == host.player && replay.sitters[host.player]?.token == host.token)
  }
}

extension HallStage {
  /// The room that somebody looks on in.
  fileprivate func room(ofWatcher person: Person) throws -> String {
    try require(halls[lane(person)].connections[person.id]?.place.code).text
  }
}
