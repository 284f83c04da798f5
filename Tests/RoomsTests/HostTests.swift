// What a host may do to others, and how one becomes it: hand over by hand or by going, put out for
// now or for good.

import Chroma
import Game
import Rooms
import Testing
import Wire

@Suite("Hosts")
struct HostTests {
  @Test("whoever is kicked is told so, hears no more of the room, and may come back")
  func kicked() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    let cal = try stage.watcher("Cal", in: room)
    stage.say(ada.id, "KICK who=\(bob.player.wire)")
    let gone = ServerMessage.room(n: 5, .gone(bob.player, .kicked))
    #expect(stage.heard(ada.id) == [gone])
    #expect(stage.heard(cal.id) == [gone])
    #expect(stage.heard(bob.id).map(\.line) == ["OUT room=\(room) why=kicked"])
    #expect(stage.closed == [])
    stage.say(ada.id, "BOT")
    #expect(stage.verbs(bob.id) == [])
    #expect(stage.ask(bob.id, "WATCH room=\(room)").first == "IN")
    #expect(stage.ask(bob.id, "JOIN room=\(room)").first == "IN")
    stage.say(ada.id, "KICK who=\(bob.player.wire)")
    #expect(stage.ask(bob.id, "JOIN room=\(room)").first == "IN")
  }

  @Test("whoever is banned comes in no more, on a seat or to look on, and goes elsewhere")
  func banned() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    stage.say(ada.id, "BAN who=\(bob.player.wire)")
    #expect(stage.heard(ada.id) == [.room(n: 5, .gone(bob.player, .banned))])
    #expect(stage.heard(bob.id).map(\.line) == ["OUT room=\(room) why=banned"])
    #expect(stage.ask(bob.id, "JOIN room=\(room)") == ["banned"])
    #expect(stage.ask(bob.id, "WATCH room=\(room)") == ["banned"])
    #expect(stage.ask(bob.id, "LIST").first == "LISTED")
    // It is of that room, and outlives its host.
    let cal = try stage.guest("Cal", in: room)
    stage.say(ada.id, "LEAVE")
    #expect(stage.ask(bob.id, "JOIN room=\(room)") == ["banned"])
    stage.say(cal.id, "LEAVE")
    #expect(stage.ask(bob.id, "JOIN room=\(room)") == ["banned"])
    #expect(stage.ask(bob.id, "JOIN room=\(try stage.room(by: cal))").first == "IN")
  }

  @Test("a ban is asked before a password, and a password does not lift it")
  func bannedFromLocked() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "pass=x")
    let bob = try stage.person("Bob")
    #expect(stage.ask(bob.id, "JOIN room=\(room) pass=x").first == "IN")
    stage.say(ada.id, "BAN who=\(bob.player.wire)")
    for line in ["JOIN room=\(room)", "JOIN room=\(room) pass=x", "WATCH room=\(room) pass=x"] {
      #expect(stage.ask(bob.id, line) == ["banned"])
    }
  }

  @Test("bots have icons and colors of their own", arguments: Icon.allCases)
  func looks(icon: Icon) throws {
    var stage = HallStage()
    let color = try #require(Profile.palette.first)
    let ada = try stage.person("Ada", "icon=\(icon.rawValue) color=\(color.hex)")
    _ = try stage.room(by: ada, "seats=8")
    for _ in 1..<8 { stage.say(ada.id, "BOT") }
    let bots = stage.heard(ada.id)
      .compactMap { message -> Profile? in
        guard case .room(_, .seat(_, let profile)) = message else { return nil }
        return profile.isBot ? profile : nil
      }
    #expect(bots.count == 7)
    #expect(Set(bots.map(\.icon)).subtracting([icon]).count == 7)
    #expect(Set(bots.map(\.color)).subtracting([color]).count == 7)
  }

  @Test("a bot that is banned is just gone")
  func bannedBot() throws {
    var limits = Limits()
    limits.bansMax = 1
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    stage.say(ada.id, "BAN who=\(bob.player.wire)")
    stage.say(ada.id, "BOT")
    let bot = try #require(stage.heard(ada.id).lazy.compactMap(\.bot).last)
    #expect(stage.ask(ada.id, "BAN who=\(bot.wire)") == ["GONE"])
    #expect(stage.ask(bob.id, "JOIN room=\(room)") == ["banned"], "its ban takes nobody's place")
  }

  @Test("of more bans than a room remembers the oldest is lifted")
  func bansMax() throws {
    var limits = Limits()
    limits.bansMax = 2
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let others = try ["Bob", "Cal", "Dan"].map { try stage.guest($0, in: room) }
    for other in others { stage.say(ada.id, "BAN who=\(other.player.wire)") }
    let answers = others.map { stage.ask($0.id, "JOIN room=\(room)").first }
    #expect(answers == ["IN", "banned", "banned"])
  }

  @Test("somebody who is away can be put out, and finds no seat")
  func awayIsPutOut() throws {
    for verb in ["KICK", "BAN"] {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      let bob = try stage.guest("Bob", in: try stage.room(by: ada))
      stage.input(.disconnected(bob.id))
      #expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)") == ["GONE"])
      #expect(stage.ask(stage.connect(), "HELLO v=1 resume=\(bob.token)") == ["bad-token"])
      stage.pass(Limits().seatKeptMilliseconds)
      #expect(!stage.verbs(ada.id).contains("GONE"))
    }
  }

  @Test("putting out the only one who has not locked shuts the round, and scores them too")
  func kickedLast() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    let cal = try stage.guest("Cal", in: room)
    let lock = try stage.openRound(by: ada)
    stage.say(ada.id, lock)
    stage.say(cal.id, lock)
    let heard = stage.ask(ada.id, "KICK who=\(bob.player.wire)")
    #expect(heard == ["GONE", "SHUT", "SCORE", "SCORE", "SCORE"])
  }

  @Test("a host hands over, and has nothing more to say; the new one has")
  func handedOver() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let bob = try stage.guest("Bob", in: try stage.room(by: ada))
    stage.say(ada.id, "HOST who=\(bob.player.wire)")
    #expect(stage.heard(bob.id) == [.room(n: 5, .hosted(bob.player))])
    #expect(stage.ask(ada.id, "HOST who=\(ada.player.wire)").last == "not-yours")
    #expect(stage.ask(bob.id, "HOST who=\(bob.player.wire)") == [])
    #expect(stage.ask(bob.id, "KICK who=\(ada.player.wire)") == ["GONE"])
  }

  @Test("a handed-over room goes on by seniority when its host is gone")
  func seniority() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.guest("Bob", in: room)
    let cal = try stage.guest("Cal", in: room)
    stage.say(ada.id, "HOST who=\(cal.player.wire)")
    stage.clear()
    stage.say(cal.id, "LEAVE")
    #expect(stage.heard(bob.id).last == .room(n: 8, .hosted(ada.player)))
    // Looking on counts as going.
    stage.say(ada.id, "WATCH room=\(room)")
    #expect(stage.heard(bob.id).suffix(2).map(\.verb) == [.gone, .hosted])
    #expect(stage.ask(bob.id, "START").first == "COUNTDOWN")
  }

  @Test("a player who was put out is an idle guest of the server like any other")
  func idleAfterwards() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let bob = try stage.guest("Bob", in: try stage.room(by: ada))
    stage.pass(300_000)
    stage.say(ada.id, "KICK who=\(bob.player.wire)")
    stage.pass(Limits().idleMilliseconds - 1)
    #expect(stage.closed == [])
    stage.pass(1)
    #expect(stage.closed == [bob.id])
  }

  @Test("whoever leaves is idle as soon as anybody outside", arguments: ["JOIN", "WATCH"])
  func idleAfterLeaving(_ verb: String) throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.person("Bob")
    stage.say(bob.id, "\(verb) room=\(room)")
    stage.pass(300_000)
    stage.say(bob.id, "LEAVE")
    stage.pass(Limits().idleMilliseconds - 1)
    #expect(stage.closed == [])
    stage.pass(1)
    #expect(stage.closed == [bob.id])
  }
}

extension ServerMessage {
  /// Whom a bot's SEAT names.
  var bot: PlayerID? {
    if case .room(_, .seat(let player, let profile)) = self, profile.isBot { player } else { nil }
  }
}
