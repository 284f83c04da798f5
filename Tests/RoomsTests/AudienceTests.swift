// Those who look on: asked for by name, put out and kept out by the host, on every lane; and asked
// for a password that the room got after they came.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Audiences")
struct AudienceTests {
  @Test("WHO lists the newest of many watchers, even after one has left")
  func many() throws {
    var limits = Limits()
    limits.listedWatchersMax = 3
    var (stage, room, ada) = try HallStage.hosted("", limits)
    var watchers: [Person] = []
    for _ in 1...6 { watchers.append(try stage.watcher("Cal", in: room)) }
    stage.say(watchers[4].id, "LEAVE")
    stage.clear()
    stage.say(ada.id, "WHO")
    let told = stage.heard(ada.id)
      .compactMap { message in
        if case .watcher(let player, _) = message { player } else { nil }
      }
    expect(told, equals: [watchers[5], watchers[3], watchers[2]].map(\.player))
  }

  @Test("a host puts a watcher out, in a round as well, and the others hear only of the number")
  func kicked() throws {
    var (stage, room, ada, bob) = try HallStage.pair("rated=1")
    let cal = try stage.watcher("Cal", in: room)
    _ = try stage.openRound(by: ada)
    stage.clear()
    stage.say(ada.id, "KICK who=\(cal.player.wire)")
    expect(stage.heard(cal.id).map(\.line), equals: ["OUT room=\(room) why=kicked"])
    stage.pass(1_000)
    expect(stage.heard(bob.id).filter { $0.verb != .ping }, equals: [.watchers(0)])
    expect(stage.ask(ada.id, "KICK who=\(cal.player.wire)"), equals: ["no-player"])
    expect(stage.ask(cal.id, "WATCH room=\(room)").first, equals: "IN")
    expect(stage.ask(bob.id, "KICK who=\(cal.player.wire)"), equals: ["not-yours"])
    stage.say(ada.id, "BAN who=\(cal.player.wire)")
    expect(stage.verbs(cal.id).last, equals: "OUT")
    for verb in ["WATCH", "JOIN"] {
      expect(stage.ask(cal.id, "\(verb) room=\(room)"), equals: ["banned"])
    }
  }

  @Test("a password that came later is asked for when a watcher sits down")
  func password() throws {
    var (stage, room, ada) = try HallStage.hosted()
    let cal = try stage.watcher("Cal", in: room)
    stage.say(ada.id, "CONFIG pass=x")
    expect(stage.ask(cal.id, "JOIN room=\(room)"), equals: ["wrong-pass"])
    expect(stage.ask(cal.id, "JOIN room=\(room) pass=y"), equals: ["wrong-pass"])
    expect(stage.ask(cal.id, "JOIN room=\(room) pass=x").first, equals: "IN")
    // Who had a seat or said it is not asked again.
    expect(stage.ask(cal.id, "WATCH room=\(room)").first, equals: "IN")
    expect(stage.ask(cal.id, "JOIN room=\(room)").first, equals: "IN")
    expect(stage.ask(cal.id, "WATCH room=\(room)").first, equals: "IN")
    stage.say(ada.id, "CONFIG name=Cave")
    stage.say(ada.id, "CONFIG pass=x")
    expect(stage.ask(cal.id, "JOIN room=\(room)").first, equals: "IN")
    stage.say(cal.id, "WATCH room=\(room)")
    stage.say(ada.id, "CONFIG pass=z")
    expect(stage.ask(cal.id, "JOIN room=\(room)"), equals: ["wrong-pass"])
    stage.say(ada.id, "CONFIG open=1")
    expect(stage.ask(cal.id, "JOIN room=\(room)").first, equals: "IN")
  }

  /// A room on lane 0 whose only watcher hears it on lane 1, and the watcher's number as the host
  /// is told it.
  private func afar() throws -> (
    stage: LaneStage, host: Int, watcher: Int, who: String, room: String
  ) {
    var stage = LaneStage(2, LaneStage.spread)
    let ada = try stage.person("Ada", 0)
    let room = try stage.room(by: ada)
    let cal = try stage.person("Cal", 0)
    stage.say(cal, "WATCH room=\(room)")
    expect(stage.lane(cal), equals: 1)
    stage.clear()
    stage.say(ada, "WHO")
    guard case .watcher(let player, _) = try require(stage.heard(ada).first) else {
      throw Violation("no WATCHER")
    }
    return (stage, ada, cal, player.wire, room)
  }

  @Test("a watcher on another lane is put out and kept out like one at home")
  func putOutAfar() throws {
    var (stage, ada, cal, who, room) = try afar()
    stage.say(ada, "KICK who=\(who)")
    expect(stage.heard(cal).map(\.line), equals: ["OUT room=\(room) why=kicked"])
    try expect(stage.room(room).watchers, equals: 0)
    try expect(stage.entry(room).elsewhere.lanes.map(\.watchers), equals: [0, 0])
    expect(stage.ask(cal, "WATCH room=\(room)").first, equals: "IN")
    stage.clear()
    stage.say(ada, "BAN who=\(who)")
    expect(stage.heard(cal).map(\.line), equals: ["OUT room=\(room) why=banned"])
    expect(stage.ask(cal, "JOIN room=\(room)"), equals: ["banned"])
    expect(stage.ask(cal, "WATCH room=\(room)"), equals: ["banned"])
  }

  @Test(
    "a watcher who is put out on the way to a lane hears it on arrival", arguments: ["KICK", "BAN"])
  func putOutOnTheWay(verb: String) throws {
    var (stage, ada, cal, who, room) = try afar()
    stage.holds = true
    stage.say(cal, "JOIN room=\(room)")
    stage.say(ada, "\(verb) who=\(who)")
    stage.deliver()
    let heard = stage.verbs(cal)
    expect(heard.first == "OUT" && heard.dropFirst().first == (verb == "KICK" ? "IN" : "banned"))
    try expect(stage.room(room).watchers, equals: 0)
    try expect(stage.entry(room).elsewhere.lanes.map(\.watchers), equals: [0, 0])
  }
}
