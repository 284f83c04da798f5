// What a host may do to others, and how one becomes it. Seats are kept for those who are lost,
// given back by the token, handed on when their host is gone. A host gains nothing by putting
// others out while a match runs (`put-out.txt`); a saved transcript has to say it, and in a rated
// match only those can be put out who are away for long.

import Chroma
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Hosts and seats")
struct HostTests {
  @Test("bots have icons and colors of their own", arguments: Icon.allCases)
  func looks(icon: Icon) throws {
    var stage = HallStage()
    let color = try require(Profile.palette.first)
    let ada = try stage.person("Ada", "icon=\(icon.rawValue) color=\(color.hex)")
    _ = try stage.room(by: ada, "seats=8")
    for _ in 1..<8 { stage.say(ada, "BOT") }
    let bots = stage.heard(ada).compactMap(\.seat?.profile).filter(\.isBot)
    expect(bots.count, equals: 7)
    expect(Set(bots.map(\.icon)).subtracting([icon]).count, equals: 7)
    expect(Set(bots.map(\.color)).subtracting([color]).count, equals: 7)
  }

  @Test("of more bans than a room remembers the oldest is lifted, and a bot's counts for none")
  func bansMax() throws {
    var limits = Limits()
    limits.bansMax = 2
    var (stage, room, ada) = try HallStage.hosted("", limits)
    let others = try ["Bob", "Cal", "Dan"].map { try stage.guest($0, in: room) }
    for other in others { stage.say(ada, "BAN who=\(other.player.wire)") }
    stage.say(ada, "BOT")
    let bot = try require(stage.heard(ada).lazy.compactMap(\.bot).last)
    expect(stage.ask(ada, "BAN who=\(bot.wire)"), equals: ["GONE"])
    let answers = others.map { stage.ask($0, "JOIN room=\(room)").first }
    expect(answers, equals: ["IN", "banned", "banned"])
  }

  @Test("somebody who is away can be put out, and finds no seat")
  func awayIsPutOut() throws {
    for verb in ["KICK", "BAN"] {
      var (stage, _, ada, bob) = try HallStage.pair()
      stage.lose(bob)
      expect(stage.ask(ada, "\(verb) who=\(bob.player.wire)"), equals: ["GONE"])
      expect(stage.ask(stage.connect(), "HELLO v=1 resume=\(bob.token)"), equals: ["bad-token"])
      stage.pass(Limits().seatKeptMilliseconds)
      expect(!stage.verbs(ada).contains("GONE"))
    }
  }

  @Test("putting out the only one who has not locked shuts the round, and scores them too")
  func kickedLast() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    let lock = try stage.openRound(by: ada)
    stage.say(ada, lock)
    stage.say(cal, lock)
    let heard = stage.ask(ada, "KICK who=\(bob.player.wire)")
    expect(heard, equals: ["GONE", "SHUT", "SCORE", "SCORE", "SCORE"])
  }

  @Test(
    "a client that leaves a room becomes idle as early as one that never joined",
    arguments: ["JOIN", "WATCH"])
  func idleAfterLeaving(_ verb: String) throws {
    var (stage, room, _) = try HallStage.hosted()
    let bob = try stage.person("Bob")
    stage.say(bob, "\(verb) room=\(room)")
    stage.pass(300_000)
    stage.say(bob, "LEAVE")
    stage.pass(Limits().idleMilliseconds - 1)
    expect(stage.closed, equals: [])
    stage.pass(1)
    expect(stage.closed, equals: [bob.id])
  }

  @Test("a lost player's seat is kept for sixty seconds; the token gives it back until the end")
  func kept() throws {
    for isResumed in [false, true] {
      var (stage, _, ada, bob) = try HallStage.pair()
      stage.lose(bob)
      let until = stage.now + Limits().seatKeptMilliseconds
      expect(stage.heard(ada), equals: [.room(n: 5, .away(bob.player, until: until))])
      stage.say(ada, "PONG nonce=00")
      stage.pass(59_999)
      expect(!stage.verbs(ada).contains("GONE"))
      if isResumed {
        expect(stage.verbs(stage.back(bob)).prefix(3), equals: ["WELCOME", "PING", "IN"])
        expect(stage.heard(ada), equals: [.room(n: 6, .back(bob.player))])
        stage.pass(Limits().seatKeptMilliseconds)
        expect(!stage.verbs(ada).contains("GONE"))
      } else {
        stage.pass(1)
        expect(stage.heard(ada).first, equals: .room(n: 6, .gone(bob.player, .lost)))
      }
    }
  }

  @Test("the player who has sat longest is the next host, and a present one before an away one")
  func handedOver() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    let dan = try stage.guest("Dan", in: room)
    stage.say(ada, "BOT")
    stage.lose(bob)
    stage.clear()
    stage.say(ada, "LEAVE")
    expect(
      stage.heard(dan),
      equals: [.room(n: 10, .gone(ada.player, .left)), .room(n: 11, .hosted(cal.player))])
    stage.say(cal, "LEAVE")
    expect(stage.heard(dan).last, equals: .room(n: 13, .hosted(dan.player)))
    stage.say(dan, "LEAVE")
    try expect(stage.picture(of: room), contains: .room(n: nil, .hosted(bob.player)))
  }

  /// What a transcript of these lines is worth.
  private func report(_ lines: [String]) -> TranscriptReport {
    audit(transcript: Array(lines.map { $0 + "\n" }.joined().utf8), hashing: .genuine)
  }

  @Test("a transcript proves a match that a host won by nothing, not without a place or a score")
  func audited() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada, "CREATE rounds=3")
    var heard = stage.heard(ada)
    let bob = try stage.person("Bob")
    stage.say(bob, "JOIN room=\(try require(heard.first?.entered).text)")
    stage.say(ada, "START")
    stage.pass(Rules.countdownMilliseconds)
    stage.say(bob, try stage.exactLock(heardBy: bob))
    stage.pass(Rules.graceMilliseconds + Rules.intervalMilliseconds)
    // Bob is ahead when Ada puts him out in round 2 and is left alone.
    stage.say(ada, "KICK who=\(bob.player.wire)")
    heard += stage.heard(ada)
    let lines = heard.map(\.line)
    expect(report(lines).isProved)
    for verb in ["PLACE", "SCORE"] {
      let last = try require(
        lines.lastIndex { $0.hasPrefix("\(verb) ") && $0.contains("who=\(bob.player.wire) ") })
      // Those after it move up, so that nothing but the audit can find fault.
      let rest = lines[(last + 1)...]
        .map { $0.replacing(/\ n=(\d+)/) { " n=\((Int($0.1) ?? 0) - 1)" } }
      let report = report(lines[..<last] + rest)
      expect(report.faults == [] && !report.isProved, "without \(verb)")
    }
  }

  @Test(
    "a rated match is not decided by who may stay: only who is away for long can be put out",
    arguments: ["KICK", "BAN"])
  func rated(verb: String) throws {
    var (stage, _, ada, bob) = try HallStage.pair("rated=1")
    stage.say(ada, "BOT")
    let bot = try require(stage.heard(ada).lazy.compactMap(\.bot).last)
    stage.say(ada, "START")
    for player in [bob.player, bot] {
      expect(stage.ask(ada, "\(verb) who=\(player.wire)"), equals: ["not-now"])
    }
    stage.lose(bob)
    expect(stage.ask(ada, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    stage.pass(Limits().absenceMilliseconds - 1)
    expect(stage.ask(ada, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    // Whoever was back for a moment is away anew.
    let back = stage.back(bob)
    stage.lose(back)
    stage.pass(Limits().absenceMilliseconds - 1)
    expect(stage.ask(ada, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    stage.pass(1)
    expect(stage.ask(ada, "\(verb) who=\(bob.player.wire)"), equals: ["GONE"])
    stage.pass(200_000)
    expect(stage.verbs(ada).count { $0 == "PLACE" }, equals: 3)
    let heard = stage.ask(ada, "\(verb) who=\(bot.wire)")
    expect(heard.last, equals: "GONE", "between matches")
  }
}
