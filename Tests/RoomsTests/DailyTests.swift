// Daily rooms: everybody's targets of a day are the same, in every room and on every server with
// the same lasting secret, and every day has others.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Daily rooms")
struct DailyTests {
  /// Two seconds before midnight at the end of 2 January 1970.
  private static let eve = Instant(milliseconds: 2 * 86_400_000 - 2_000)

  /// Somebody alone in a daily room, and the hash that was told there.
  private func daily(
    at start: Instant, secret: UInt8 = 1
  ) throws -> (HallStage, Person, hash: String) {
    var stage = HallStage(at: start, secret: [UInt8](repeating: secret, count: 32))
    let ada = try stage.person("Ada")
    stage.say(ada.id, "CREATE mode=daily")
    let hash = try require(stage.heard(ada.id).compactMap(\.hash).last)
    return (stage, ada, hash)
  }

  /// All answers of a match in which the target is locked at once.
  private func answers(_ stage: inout HallStage, _ ada: Person, _ ready: String) throws -> [String]
  {
    stage.say(ada.id, ready)
    var lines: [String] = []
    for _ in 1...(7 * 5) {
      stage.pass(1_000)
      for message in stage.heard(ada.id) {
        lines.append(message.line)
        if case .play(_, .round(let start)) = message {
          stage.pass(start.opens - stage.now)
          stage.say(ada.id, "LOCK v=\(Mode.daily.challenge(of: start).answer.wire)")
        }
      }
    }
    return
      lines.compactMap { line in
        line.hasPrefix("SHUT") ? line.split(separator: "answer=").last.map(String.init) : nil
      }
      .map { String($0.prefix { $0 != " " }) }
  }

  @Test("nobody looks on, and nobody who does is shown the day's colors", arguments: [0, 30])
  func unseen(delay: Int) throws {
    var (stage, room, ada) = try HallStage.hosted("mode=daily delay=\(delay)")
    let cal = try stage.person("Cal")
    expect(stage.ask(cal.id, "WATCH room=\(room)"), equals: ["not-now"])
    expect(stage.ask(ada.id, "WATCH room=\(room)"), equals: ["not-now"], "from the seat")
    stage.say(ada.id, "CONFIG mode=rgb")
    stage.say(cal.id, "WATCH room=\(room)")
    expect(stage.ask(ada.id, "CONFIG mode=daily"), equals: ["bad-field"])
    expect(stage.ask(ada.id, "KICK who=\(cal.player.wire)"), equals: [])
    expect(stage.ask(ada.id, "CONFIG mode=daily").first, equals: "ROOM")
  }

  /// What becomes of a room after a match of the day, and how somebody comes in then.
  static let ways: [(then: String, line: String)] = [
    ("CONFIG mode=rgb seats=2", "JOIN"), ("CONFIG mode=rgb", "WATCH"),
    ("CONFIG mode=rgb", "WATCH since=3"), ("LEAVE", "JOIN"), ("READY", ""),
  ]

  @Test(
    "whoever comes later learns nothing of a match of the day, and its player all",
    arguments: [0, 30], ways)
  func secret(delay: Int, way: (then: String, line: String)) throws {
    var (stage, room, ada) = try HallStage.hosted("delay=\(delay)")
    try stage.visit(room)
    stage.say(ada.id, "CONFIG mode=daily")
    stage.say(ada.id, "START")
    stage.pass(Rules.countdownMilliseconds + 1_000)
    if way.then != "READY" { stage.pass(200_000) }
    let told = stage.verbs(ada.id)
    expect(told.contains("ROUND"))
    stage.say(ada.id, way.then)
    stage.clear()
    if way.line.isEmpty {
      let back = stage.back(ada)
      expect(stage.verbs(back.id).contains("ROUND"), "its player comes back to it")
      return
    }
    let cal = try stage.person("Cal")
    let words = way.line.split(separator: " ", maxSplits: 1)
    let since = words.count > 1 ? " \(words[1])" : ""
    stage.say(cal.id, "\(words[0]) room=\(room)\(since)")
    stage.pass(delay * 1_000)
    let heard = stage.verbs(cal.id)
    expect(heard.first, equals: "IN")
    for verb in ["COUNTDOWN", "ROUND", "SHUT", "SCORE", "SEED", "MOVE"] {
      expect(!heard.contains(verb), "\(verb)")
    }
  }

  @Test("the same day has the same five targets for everybody, whatever nonces they give")
  func same() throws {
    var (one, ada, hash) = try daily(at: HallStage.start)
    var (other, bob, same) = try daily(at: HallStage.start + 80_000_000, secret: 2)
    expect(hash, equals: same)
    let first = try answers(&one, ada, "READY nonce=abcd")
    expect(first.count, equals: 5)
    try expect(answers(&other, bob, "READY"), equals: first)
    try expect(answers(&one, ada, "READY"), equals: first, "and again when it is played again")
    var (later, cal, next) = try daily(at: HallStage.start + 86_400_000)
    expect(next, differsFrom: hash)
    try expect(answers(&later, cal, "READY"), differsFrom: first)
  }

  @Test("a match that begins after midnight is of the new day, and its seed is promised before")
  func midnight() throws {
    for (wait, isPromisedAgain) in [(1_999, false), (2_000, true), (2 * 86_400_000, true)] {
      var (stage, ada, hash) = try daily(at: DailyTests.eve)
      // Somebody has to keep awake for days.
      for _ in 0..<(wait / 300_000) {
        stage.pass(300_000)
        stage.say(ada.id, "PING t=1")
      }
      stage.pass(wait % 300_000)
      stage.clear()
      stage.say(ada.id, "READY")
      let heard = stage.heard(ada.id)
      expect(
        heard.map(\.verb),
        equals: (isPromisedAgain ? [.readied, .commit, .countdown] : [.readied, .countdown]))
      let (_, _, today) = try daily(at: stage.now)
      expect((heard.compactMap(\.hash).last ?? hash), equals: today)
      // The referee checks the seed against the promise.
      var viewer = Viewer(hashing: .genuine)
      stage.input(.disconnected(ada.id))
      let back = stage.back(ada)
      stage.pass(200_000)
      for message in stage.heard(back.id) { try viewer.fold(message) }
      expect(viewer.room?.match?.isOver, equals: true)
    }
  }

  @Test("to become daily, or not to be any more, takes another promise; other changes do not")
  func becoming() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada.id, "CREATE seats=1")
    var hashes = [try require(stage.heard(ada.id).compactMap(\.hash).last)]
    for (mode, isPromisedAgain) in [
      ("hsb", false), ("daily", true), ("rgb", true), ("memory", false), ("daily", true),
    ] {
      stage.say(ada.id, "CONFIG mode=\(mode)")
      let heard = stage.heard(ada.id)
      expect(heard.map(\.verb), equals: (isPromisedAgain ? [.settings, .commit] : [.settings]))
      hashes += heard.compactMap(\.hash)
    }
    expect(hashes[1], equals: hashes[3], "the day has not changed")
    expect(Set(hashes).count, equals: 3)
    stage.say(ada.id, "CONFIG name=x")
    expect(stage.heard(ada.id).map(\.verb), equals: [.settings])
  }
}

extension ServerMessage {
  /// The hash that a COMMIT promises.
  fileprivate var hash: String? {
    guard verb == .commit else { return nil }
    return line.split(separator: "hash=").last.map(String.init)
  }
}
