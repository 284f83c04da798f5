// What a host gains by putting others out while a match runs: nothing. Who is put out keeps points
// and a place, whoever comes later is told so, and a saved transcript has to say it.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Putting out in a match")
struct PuttingOutTests {
  /// Bob is ahead when Ada puts him out in round 2 and is left alone.
  private struct Scene {
    var stage = HallStage()
    let ada: Person
    let bob: Person
    let room: String
    /// Everything that Ada heard.
    var lines: [String]

    init(_ verb: String) throws {
      ada = try stage.person("Ada")
      stage.say(ada.id, "CREATE rounds=3")
      var heard = stage.heard(ada.id)
      guard case .entered(let code, _, _) = try require(heard.first) else {
        throw Refusal.notNow
      }
      room = code.text
      bob = try stage.person("Bob")
      stage.say(bob.id, "JOIN room=\(room)")
      stage.say(ada.id, "START")
      stage.pass(Rules.countdownMilliseconds)
      let lock = try stage.exactLock(heardBy: bob)
      stage.say(bob.id, lock)
      stage.pass(Rules.graceMilliseconds + Rules.intervalMilliseconds)
      stage.say(ada.id, "\(verb) who=\(bob.player.wire)")
      heard += stage.heard(ada.id)
      lines = heard.map(\.line)
    }

    var report: TranscriptReport { Self.report(lines) }

    static func report(_ lines: [String]) -> TranscriptReport {
      audit(transcript: Array(lines.map { $0 + "\n" }.joined().utf8), hashing: .genuine)
    }
  }

  @Test(
    "a player who has the last rival put out ends the match, and the rival has won",
    arguments: ["KICK", "BAN"])
  func wins(verb: String) throws {
    let scene = try Scene(verb)
    let end = scene.lines.suffix(8).map { $0.split(separator: " ")[0] }
    expect(end, equals: ["SHUT", "SCORE", "SCORE", "OVER", "PLACE", "PLACE", "SEED", "COMMIT"])
    expect(
      scene.lines.contains {
        $0.hasPrefix("PLACE") && $0.contains("place=1 who=\(scene.bob.player.wire) ")
      })
  }

  @Test("a transcript proves such a match, and not without the place or the last score")
  func audited() throws {
    let scene = try Scene("KICK")
    expect(scene.report.isProved)
    for verb in ["PLACE", "SCORE"] {
      let last = try require(
        scene.lines.lastIndex { line in
          line.hasPrefix("\(verb) ") && line.contains("who=\(scene.bob.player.wire) ")
        })
      // Those after it move up, so that nothing but the audit can find fault.
      let lines =
        scene.lines[..<last]
        + scene.lines[(last + 1)...]
        .map { line in
          line.replacing(/\ n=(\d+)/) { " n=\((Int($0.1) ?? 0) - 1)" }
        }
      let report = Scene.report(Array(lines))
      expect(report.faults == [] && !report.isProved, "without \(verb)")
    }
  }

  @Test("a newcomer hears who was put out, and their place")
  func late() throws {
    var scene = try Scene("KICK")
    let cal = try scene.stage.person("Cal")
    scene.stage.say(cal.id, "WATCH room=\(scene.room)")
    let lines = scene.stage.heard(cal.id).map(\.line)
    let who = "who=\(scene.bob.player.wire)"
    let seat = try require(lines.firstIndex { $0.hasPrefix("SEAT \(who) name=Bob ") })
    let gone = try require(lines.firstIndex(of: "GONE \(who) why=kicked"))
    let place = try require(lines.firstIndex { $0.hasPrefix("PLACE place=1 \(who) ") })
    expect(seat < gone && gone < place)
  }

  @Test(
    "a rated match is not decided by who may stay: only who is away for long can be put out",
    arguments: ["KICK", "BAN"])
  func rated(verb: String) throws {
    var (stage, _, ada, bob) = try HallStage.pair("rated=1")
    stage.say(ada.id, "BOT")
    let bot = try require(stage.heard(ada.id).lazy.compactMap(\.bot).last)
    stage.say(ada.id, "START")
    for player in [bob.player, bot] {
      expect(stage.ask(ada.id, "\(verb) who=\(player.wire)"), equals: ["not-now"])
    }
    stage.input(.disconnected(bob.id))
    expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    stage.pass(Limits().absenceMilliseconds - 1)
    expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    // Whoever was back for a moment is away anew.
    let back = stage.back(bob)
    stage.input(.disconnected(back.id))
    stage.pass(Limits().absenceMilliseconds - 1)
    expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)"), equals: ["not-now"])
    stage.pass(1)
    expect(stage.ask(ada.id, "\(verb) who=\(bob.player.wire)"), equals: ["GONE"])
    stage.pass(200_000)
    expect(stage.verbs(ada.id).count { $0 == "PLACE" }, equals: 3)
    expect(stage.ask(ada.id, "\(verb) who=\(bot.wire)"), equals: ["GONE"], "between matches")
  }
}
