// What a host may do to others, and how one becomes it: hand over by hand or by going, put out for
// now or for good.

import Chroma
import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Hosts")
struct HostTests {
  @Test("bots have icons and colors of their own", arguments: Icon.allCases)
  func looks(icon: Icon) throws {
    var stage = HallStage()
    let color = try require(Profile.palette.first)
    let ada = try stage.person("Ada", "icon=\(icon.rawValue) color=\(color.hex)")
    _ = try stage.room(by: ada, "seats=8")
    for _ in 1..<8 { stage.say(ada.id, "BOT") }
    let bots = stage.heard(ada.id)
      .compactMap { message -> Profile? in
        guard case .room(_, .seat(_, let profile)) = message else { return nil }
        return profile.isBot ? profile : nil
      }
    expect(bots.count, equals: 7)
    expect(Set(bots.map(\.icon)).subtracting([icon]).count, equals: 7)
    expect(Set(bots.map(\.color)).subtracting([color]).count, equals: 7)
  }

  @Test("a bot that is banned is just gone")
  func bannedBot() throws {
    var limits = Limits()
    limits.bansMax = 1
    var (stage, room, ada, bob) = try HallStage.pair("", limits)
    stage.say(ada.id, "BAN who=\(bob.player.wire)")
    stage.say(ada.id, "BOT")
    let bot = try require(stage.heard(ada.id).lazy.compactMap(\.bot).last)
    expect(stage.ask(ada.id, "BAN who=\(bot.wire)"), equals: ["GONE"])
    expect(
      stage.ask(bob.id, "JOIN room=\(room)"), equals: ["banned"], "its ban takes nobody's place")
  }

  @Test("of more bans than a room remembers the oldest is lifted")
  func bansMax() throws {
    var limits = Limits()
    limits.bansMax = 2
    var (stage, room, ada) = try HallStage.hosted("", limits)
    let others = try ["Bob", "Cal", "Dan"].map { try stage.guest($0, in: room) }
    for other in others { stage.say(ada.id, "BAN who=\(other.player.wire)") }
    let answers = others.map { stage.ask($0.id, "JOIN room=\(room)").first }
    expect(answers, equals: ["IN", "banned", "banned"])
  }

  @Test("somebody who is away can be put out, and finds no seat")
  func awayIsPutOut() throws {
    for verb in ["KICK", "BAN"] {
      var (stage, _, ada, bob) = try HallStage.pair()
      stage.input(.disconnected(bob.id))
      expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)"), equals: ["GONE"])
      expect(stage.ask(stage.connect(), "HELLO v=1 resume=\(bob.token)"), equals: ["bad-token"])
      stage.pass(Limits().seatKeptMilliseconds)
      expect(!stage.verbs(ada.id).contains("GONE"))
    }
  }

  @Test("putting out the only one who has not locked shuts the round, and scores them too")
  func kickedLast() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    let lock = try stage.openRound(by: ada)
    stage.say(ada.id, lock)
    stage.say(cal.id, lock)
    let heard = stage.ask(ada.id, "KICK who=\(bob.player.wire)")
    expect(heard, equals: ["GONE", "SHUT", "SCORE", "SCORE", "SCORE"])
  }

  @Test(
    "a client that leaves a room becomes idle as early as one that never joined",
    arguments: ["JOIN", "WATCH"])
  func idleAfterLeaving(_ verb: String) throws {
    var (stage, room, _) = try HallStage.hosted()
    let bob = try stage.person("Bob")
    stage.say(bob.id, "\(verb) room=\(room)")
    stage.pass(300_000)
    stage.say(bob.id, "LEAVE")
    stage.pass(Limits().idleMilliseconds - 1)
    expect(stage.closed, equals: [])
    stage.pass(1)
    expect(stage.closed, equals: [bob.id])
  }
}

extension ServerMessage {
  /// Whom a bot's SEAT names.
  var bot: PlayerID? {
    if case .room(_, .seat(let player, let profile)) = self, profile.isBot { player } else { nil }
  }
}
