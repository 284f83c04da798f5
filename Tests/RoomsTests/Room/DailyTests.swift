// Daily rooms: everybody's targets of a day are the same, in every room and on every server with
// the same lasting secret, and every day has others. The archive is asked for the one ranked try of
// a day before the match begins; without an answer it begins all the same, and is not ranked.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

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
    stage.say(ada, "CREATE mode=daily")
    let hash = try require(stage.heard(ada).compactMap(\.hash).last)
    return (stage, ada, hash)
  }

  /// All answers of a match in which the target is locked at once.
  private func answers(_ stage: inout HallStage, _ ada: Person, _ ready: String) throws -> [String]
  {
    stage.say(ada, ready)
    var lines: [String] = []
    for _ in 1...(7 * 5) {
      stage.pass(1_000)
      for message in stage.heard(ada) {
        lines.append(message.line)
        if case .play(_, .round(let start)) = message {
          stage.pass(start.opens - stage.now)
          stage.say(ada, "LOCK v=\(Mode.daily.challenge(of: start).answer.wire)")
        }
      }
    }
    return lines.filter { $0.hasPrefix("SHUT") }
      .map { $0.split(separator: " ").first { $0.hasPrefix("answer=") }.map(String.init) ?? "" }
  }

  @Test("nobody looks on, and nobody who does is shown the day's colors", arguments: [0, 30])
  func unseen(delay: Int) throws {
    var (stage, room, ada) = try HallStage.hosted("mode=daily delay=\(delay)")
    let cal = try stage.person("Cal")
    expect(stage.ask(cal, "WATCH room=\(room)"), equals: ["not-now"])
    expect(stage.ask(ada, "WATCH room=\(room)"), equals: ["not-now"], "from the seat")
    stage.say(ada, "CONFIG mode=rgb")
    stage.say(cal, "WATCH room=\(room)")
    expect(stage.ask(ada, "CONFIG mode=daily"), equals: ["bad-field"])
    expect(stage.ask(ada, "KICK who=\(cal.player.wire)"), equals: [])
    expect(stage.ask(ada, "CONFIG mode=daily").first, equals: "ROOM")
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
    stage.say(ada, "CONFIG mode=daily")
    stage.say(ada, "START")
    stage.pass(Rules.countdownMilliseconds + 1_000)
    if way.then != "READY" { stage.pass(200_000) }
    let told = stage.verbs(ada)
    expect(told.contains("ROUND"))
    stage.say(ada, way.then)
    stage.clear()
    if way.line.isEmpty {
      let back = stage.back(ada)
      expect(stage.verbs(back).contains("ROUND"), "its player comes back to it")
      return
    }
    let cal = try stage.person("Cal")
    let words = way.line.split(separator: " ", maxSplits: 1)
    let since = words.count > 1 ? " \(words[1])" : ""
    stage.say(cal, "\(words[0]) room=\(room)\(since)")
    stage.pass(delay * 1_000)
    let heard = stage.verbs(cal)
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
        stage.say(ada, "PING t=1")
      }
      stage.pass(wait % 300_000)
      stage.clear()
      stage.say(ada, "READY")
      let heard = stage.heard(ada)
      expect(
        heard.map(\.verb).filter { $0 != .idle },
        equals: (isPromisedAgain ? [.readied, .commit, .countdown] : [.readied, .countdown]))
      let (_, _, today) = try daily(at: stage.now)
      expect((heard.compactMap(\.hash).last ?? hash), equals: today)
      // The referee checks the seed against the promise.
      var viewer = Viewer(hashing: .genuine)
      stage.lose(ada)
      let back = stage.back(ada)
      stage.pass(200_000)
      for message in stage.heard(back) { try viewer.fold(message) }
      expect(viewer.room?.match?.isOver, equals: true)
    }
  }

  @Test("to become daily, or not to be any more, takes another promise; other changes do not")
  func becoming() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada, "CREATE seats=1")
    var hashes = [try require(stage.heard(ada).compactMap(\.hash).last)]
    for (mode, isPromisedAgain) in [
      ("hsb", false), ("daily", true), ("rgb", true), ("memory", false), ("daily", true),
    ] {
      stage.say(ada, "CONFIG mode=\(mode)")
      let heard = stage.heard(ada)
      expect(heard.map(\.verb), equals: (isPromisedAgain ? [.settings, .commit] : [.settings]))
      hashes += heard.compactMap(\.hash)
    }
    expect(hashes[1], equals: hashes[3], "the day has not changed")
    expect(Set(hashes).count, equals: 3)
    stage.say(ada, "CONFIG name=x")
    expect(stage.heard(ada).map(\.verb), equals: [.settings])
  }

  /// Somebody known, alone in a daily room of a server that keeps matches.
  private func known(log: String? = "test/chromatch") throws -> (HallStage, Person) {
    var stage = HallStage(log: log)
    let ada = try stage.person("Ada")
    _ = try stage.prove(ada, seed: 1)
    stage.say(ada, "CREATE mode=daily")
    stage.clear()
    return (stage, ada)
  }

  /// The COUNTDOWN that somebody has heard since, as the moment that it promises and whether it is
  /// ranked.
  private func countdown(
    _ stage: inout HallStage, _ ada: Person
  ) -> (opens: Instant, isRanked: Bool)? {
    for case .room(_, .countdown(_, let opens, _, _, let isRanked, _)) in stage.heard(ada) {
      return (opens, isRanked)
    }
    return nil
  }

  @Test("a match begins as the archive says, and counts from READY", arguments: [true, false])
  func answered(isGranted: Bool) throws {
    var (stage, ada) = try known()
    let start = stage.now
    expect(stage.ask(ada, "READY"), equals: ["READIED"])
    let claim = try require(stage.claims.first)
    expect(claim.player == KeyPair(seed: 1).id && claim.match == 1 && claim.day == Day(of: start))
    expect(claim.until, equals: start + Limits().claimMilliseconds / 2)
    expect(stage.ask(ada, "READY") == ["not-now"] && stage.ask(ada, "START") == ["not-now"])
    stage.pass(7)
    stage.input(.claimed(claim, isGranted: isGranted))
    let told = try require(countdown(&stage, ada))
    expect(told.opens == start + Rules.countdownMilliseconds && told.isRanked == isGranted)
    stage.input(.claimed(claim, isGranted: !isGranted))
    expect(stage.heard(ada).isEmpty && stage.claims.count == 1)
    let last = try require(stage.jotted.last)
    expect(last.deed, equals: .claimed(isRanked: isGranted))
  }

  @Test("without an answer in time it begins unranked, and a late answer changes nothing")
  func late() throws {
    var (stage, ada) = try known()
    stage.say(ada, "READY")
    let claim = try require(stage.claims.first)
    stage.pass(Limits().claimMilliseconds - 1)
    expect(countdown(&stage, ada), equals: nil)
    stage.pass(1)
    let told = try require(countdown(&stage, ada))
    expect(told.opens == stage.now + Rules.countdownMilliseconds && !told.isRanked)
    stage.input(.claimed(claim, isGranted: true))
    expect(isEmpty: stage.heard(ada))
  }

  @Test(
    "a player who takes READY back, leaves or changes the mode has used no try",
    arguments: ["READY on=0", "CONFIG mode=rgb seats=1", "LEAVE"])
  func calledOff(line: String) throws {
    var (stage, ada) = try known()
    stage.say(ada, "READY")
    let claim = try require(stage.claims.first)
    stage.say(ada, line)
    stage.input(.claimed(claim, isGranted: true))
    stage.pass(5_000)
    expect(!stage.notes.contains { if case .started = $0 { true } else { false } })
    guard line == "READY on=0" else { return }
    stage.say(ada, "READY")
    expect(stage.claims.count, equals: 2)
    expect(stage.claims[1].match == 1 && stage.claims[1].room == claim.room)
    stage.input(.claimed(claim, isGranted: true))
    expect(countdown(&stage, ada), equals: nil, "that was asked before")
    stage.input(.claimed(stage.claims[1], isGranted: true))
    expect(countdown(&stage, ada)?.isRanked, equals: true)
  }

  /// Somebody whose ranked try has been announced.
  private func begun() throws -> (HallStage, Person) {
    var (stage, ada) = try known()
    stage.say(ada, "READY")
    stage.input(.claimed(try require(stage.claims.first), isGranted: true))
    try expect(#require(countdown(&stage, ada)).isRanked)
    return (stage, ada)
  }

  @Test("no round of a try begins while its player is away, and the next waits for a return")
  func awaited() throws {
    var (stage, ada) = try begun()
    stage.lose(ada)
    stage.pass(Rules.countdownMilliseconds + 20_000)
    var back = stage.back(ada)
    stage.pass(Limits().pauseMilliseconds - 1)
    expect(!stage.verbs(back).contains("ROUND"))
    stage.pass(1)
    expect(stage.verbs(back).contains("ROUND"))
    // What is open is over in time, so that nobody gets to think about it for longer.
    stage.lose(back)
    stage.pass(50_000)
    back = stage.back(back)
    let told = stage.verbs(back)
    expect(told.count { $0 == "ROUND" } == 1 && told.contains("SHUT"))
    stage.pass(Limits().pauseMilliseconds)
    expect(stage.verbs(back).contains("ROUND"))
    var viewer = Viewer(hashing: .genuine)
    stage.lose(back)
    back = stage.back(back)
    stage.pass(200_000)
    for message in stage.heard(back) { try viewer.fold(message) }
    expect(viewer.room?.match?.isOver, equals: true)
  }

  @Test("a round of a try waits no longer than a seat is kept, however often its player comes back")
  func impatient() throws {
    var (stage, ada) = try begun()
    let patience = Rules.countdownMilliseconds + Limits().seatKeptMilliseconds
    for moment in stride(from: 0, to: patience, by: 2_000) {
      expect(!stage.verbs(ada).contains("ROUND"), "at \(moment)")
      stage.lose(ada)
      ada = stage.back(ada)
      stage.pass(2_000)
    }
    expect(stage.verbs(ada).contains("ROUND"))
  }

  @Test("a try is had once, also where a match of it was called off or a room has the same code")
  func once() throws {
    var (stage, ada) = try begun()
    stage.pass(Rules.countdownMilliseconds + 1_000)
    stage.say(ada, "LEAVE")
    let claim = try require(stage.claims.first)
    func attempt(_ room: String) -> Attempt {
      Attempt(player: claim.player, day: claim.day, room: room, number: 1)
    }
    var archive = MemoryArchive()
    // Written down again for the same match, as after a crash, but not once another was refused.
    expect(archive.claim(attempt("NEU9")) && archive.claim(attempt("NEU9")))
    expect(!archive.claim(attempt("BEAM")) && !archive.claim(attempt("NEU9")))
    archive = MemoryArchive()
    expect(archive.claim(attempt(claim.room.text)))
    _ = archive.keep([try MatchEntry(try require(stage.kept.last), hashing: .genuine)])
    expect(!archive.claim(attempt(claim.room.text)), "a room of the same code")
  }

  @Test("a lost try counts with what it came to, and one that showed no color is given back")
  func abandoned() throws {
    for isShown in [true, false] {
      var (stage, ada) = try begun()
      if isShown { stage.pass(Rules.countdownMilliseconds + 1_000) }
      stage.lose(ada)
      stage.pass(Limits().seatKeptMilliseconds + 1)
      let match = try MatchEntry(try require(stage.kept.last), hashing: .genuine)
      let claim = try require(stage.claims.first)
      func attempt(_ number: Int) -> Attempt {
        Attempt(player: claim.player, day: claim.day, room: claim.room.text, number: number)
      }
      var archive = MemoryArchive()
      expect(archive.claim(attempt(1)))
      _ = archive.keep([match])
      let rows = archive.top(.daily, .day(claim.day), on: claim.day, for: .keeper)
      expect(rows.count, equals: isShown ? 1 : 0)
      expect(archive.hasPlayed(claim.player, rankedOn: claim.day), equals: isShown)
      expect(archive.claim(attempt(2)), equals: !isShown)
    }
  }

  @Test("a connection that is lost while a try is written down loses no try")
  func lostMeanwhile() throws {
    var (stage, ada) = try known()
    stage.say(ada, "READY")
    stage.lose(ada)
    stage.input(.claimed(try require(stage.claims.first), isGranted: true))
    stage.pass(10_000)
    let back = stage.back(ada)
    try expect(#require(countdown(&stage, back)).isRanked)
    stage.pass(Limits().pauseMilliseconds)
    expect(stage.verbs(back).contains("ROUND"))
    let restoration = stage.restored(log: "test/chromatch")
    expect(restoration.differing.isEmpty && restoration.roomCount == 1)
  }

  /// Whether there was an archive when the match began, and is one when its room comes back.
  static let archives = [(true, true), (true, false), (false, true), (false, false)]

  @Test("a room comes back with its match as it was announced", arguments: archives)
  func replayed(before: Bool, after: Bool) throws {
    var (stage, ada) = try known(log: before ? "test/chromatch" : nil)
    stage.say(ada, "READY")
    if before {
      stage.pass(3)
      stage.input(.claimed(try require(stage.claims.first), isGranted: true))
    }
    try expect(#require(countdown(&stage, ada)).isRanked, equals: before)
    let restoration = stage.restored(log: after ? "test/chromatch" : nil)
    expect(restoration.differing.isEmpty && restoration.roomCount == 1)
  }

  @Test("nobody is asked about a guest, a program, other modes, or where nothing is kept")
  func practice() throws {
    var (stage, ada) = try known(log: nil)
    expect(stage.ask(ada, "READY"), equals: ["READIED", "COUNTDOWN"])
    stage = HallStage(log: "test/chromatch")
    let guest = try stage.person("Bob")
    stage.say(guest, "CREATE mode=daily")
    expect(stage.ask(guest, "READY"), equals: ["READIED", "COUNTDOWN"])
    let program = try stage.person("Dot", "bot=1")
    try stage.prove(program, seed: 5)
    stage.say(program, "CREATE mode=daily")
    expect(stage.ask(program, "READY"), equals: ["READIED", "COUNTDOWN"])
    let known = try stage.person("Cal")
    _ = try stage.prove(known, seed: 2)
    stage.say(known, "CREATE mode=hsb seats=1")
    expect(stage.ask(known, "READY"), equals: ["READIED", "COUNTDOWN"])
    expect(isEmpty: stage.claims)
  }
}

extension ServerMessage {
  /// The hash that a COMMIT promises.
  fileprivate var hash: String? {
    guard verb == .commit else { return nil }
    return line.split(separator: "hash=").last.map(String.init)
  }
}
