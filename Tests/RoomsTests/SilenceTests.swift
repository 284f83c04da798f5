// Lines that come too fast, too late or not at all: what a hall takes, when it asks for a sign of
// life, and when it gives up. When a hall is late, lines come before what was due, and each is
// judged by when it came.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Floods, silence and late halls")
struct SilenceTests {
  @Test("so many lines at once are taken, then so many a second")
  func bucket() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.pass(10_000)
    let limits = Limits()
    for (pause, count) in [(0, limits.lineBurst), (1_000, limits.linesPerSecond)] {
      stage.pass(pause)
      for _ in 0..<1_000 { stage.say(ada, "PING t=1") }
      expect(stage.verbs(ada).count { $0 == "PONG" }, equals: count)
    }
  }

  @Test("a flood is told off twice a second, and closed the third time within a minute")
  func strikes() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    func flood() -> [String] {
      for _ in 0..<500 { stage.say(ada, "PING t=1") }
      return stage.verbs(ada).filter { $0 != "PONG" && $0 != "PING" }
    }
    for (pause, answer) in [
      (0, ["too-fast"]), (499, []), (501, ["too-fast"]), (59_000, ["too-fast"]),
    ] {
      stage.pass(pause)
      expect(flood(), equals: answer)
    }
    expect(stage.closed, equals: [], "the first is forgotten")
    stage.pass(900)
    expect(flood(), equals: ["too-fast"])
    expect(stage.closed, equals: [ada.id])
    expect(flood(), equals: [])
  }

  @Test("lines that cannot be read count as lines, and are answered like them")
  func garbled() throws {
    var limits = Limits()
    limits.lineBurst = 3
    limits.linesPerSecond = 0
    var stage = HallStage(limits)
    let id = stage.connect()
    let answers = (1...4).flatMap { _ in stage.ask(id, "NONSENSE") }
    expect(answers, equals: ["unknown-verb", "unknown-verb", "unknown-verb", "too-fast"])
    stage.input(.garbled(id, RefusalLine(code: .badLine)))
    expect(stage.verbs(id), equals: ["bad-line"])
    expect(stage.closed, equals: [id])
  }

  @Test("silence ends a connection: before HELLO after 10 s, then after 120, in a room after 600")
  func idle() throws {
    var stage = HallStage()
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    _ = try stage.room(by: ada)
    let (silent, noisy) = (stage.connect(), stage.connect())
    for _ in 1...9 {
      stage.pass(1_000)
      stage.say(noisy, "NONSENSE")
    }
    var closed: [ConnectionID] = []
    for (moment, ended) in [(10_000, [silent, noisy]), (120_000, [bob.id]), (600_000, [ada.id])] {
      stage.pass((HallStage.start + moment - 1) - stage.now)
      expect(stage.closed, equals: closed)
      stage.pass(1)
      closed += ended
      expect(stage.closed, equals: closed)
      for id in ended { expect(stage.verbs(id).last, equals: "idle") }
    }
  }

  @Test("a client that answers PING is asked every ten seconds; one that never did is left alone")
  func pings() throws {
    var stage = HallStage()
    let program = stage.connect()
    stage.say(program, "HELLO v=1")
    let person = stage.connect()
    stage.say(person, "HELLO v=1")
    var (answered, unanswered) = (0, 0)
    for _ in 1...10 {
      for case .ping(let nonce) in stage.heard(program) {
        answered += 1
        stage.say(program, "PONG nonce=\(nonce)")
      }
      unanswered += stage.verbs(person).count { $0 == "PING" }
      stage.pass(Limits().pingMilliseconds)
    }
    expect(answered, equals: 10)
    expect(unanswered, equals: Limits().unansweredPingsMax + 1)
  }

  @Test("an answer to the last question begins the questions again; any other does not")
  func pongs() throws {
    var stage = HallStage()
    let id = stage.connect()
    stage.say(id, "HELLO v=1")
    stage.pass(60_000)
    let nonces = stage.heard(id).compactMap(\.nonce)
    stage.say(id, "PONG nonce=\(try #require(nonces.first))")
    stage.pass(20_000)
    expect(stage.verbs(id), equals: [])
    stage.say(id, "PONG nonce=\(try #require(nonces.last))")
    stage.pass(20_000)
    expect(stage.verbs(id), equals: ["PING", "PING", "idle"])
  }

  @Test("a client that answered once and falls silent is closed within 15 seconds")
  func vanished() throws {
    let limits = Limits()
    for isSeated in [false, true] {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      if isSeated { _ = try stage.room(by: ada) }
      var nonces: [String] = []
      for _ in 0..<3 {
        stage.pass(limits.pingMilliseconds)
        for case .ping(let nonce) in stage.heard(ada) { nonces.append(nonce) }
        stage.say(ada, "PONG nonce=\(try #require(nonces.last))")
      }
      let silent = stage.now
      while stage.closed.isEmpty, stage.now - silent < 15_000 { stage.pass(100) }
      expect(stage.closed, equals: [ada.id])
      expect(stage.verbs(ada).last, equals: "idle")
      // Its last second is for what it may still read.
      expect(stage.now - silent, isBelow: 14_000)
    }
  }

  @Test("any line is a sign of life, and who never answers is not expected to")
  func signs() throws {
    var stage = HallStage()
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    stage.pass(Limits().pingMilliseconds)
    for case .ping(let nonce) in stage.heard(ada) { stage.say(ada, "PONG nonce=\(nonce)") }
    for _ in 0..<10 {
      stage.pass(Limits().answerMilliseconds - 1)
      stage.say(ada, "PING t=1")
    }
    expect(stage.closed, equals: [])
    stage.say(bob, "PING t=1")
    stage.pass(Limits().idleMilliseconds - 1)
    expect(stage.closed, equals: [ada.id])
  }

  /// What Ada and Bob say in a round, how long before its close that came, and what is scored:
  /// their guesses, where they are not the exact one, and their times.
  static let rounds: [(said: [(who: Int, line: String, early: Int)], scores: [String])] = [
    ([(0, "SET v=1,2,3", 436), (0, "SET v=4,5,6", 0)], ["1,2,3 5000", "188,188,188 5000"]),
    ([(1, "LOCK", 0), (0, "LOCK", 436)], ["exact 4564 first", "188,188,188 5000"]),
    ([(0, "LOCK", 100), (1, "LOCK", 400)], ["exact 4900", "exact 4600 first"]),
  ]

  @Test("a line that came before the close counts from then, however late it is read")
  func late() throws {
    for (said, expected) in Self.rounds {
      var (stage, _, ada, bob) = try HallStage.pair("rounds=1 time=5")
      let lock = try stage.openRound(by: ada)
      let closes = stage.now + 5_000
      stage.sleep(6_000)
      for (who, line, early) in said {
        let line = line == "LOCK" ? lock : line
        stage.say([ada, bob][who], line, arrived: closes - early)
        if early == 0, line == lock { expect(stage.verbs([ada, bob][who]), contains: "not-now") }
      }
      stage.pass(1_000)
      var scores = ["", ""]
      for case .play(_, .score(let score)) in stage.heard(bob) {
        let guess = lock.hasSuffix("=\(score.guess.wire)") ? "exact" : score.guess.wire
        scores[score.who == ada.player ? 0 : 1] =
          "\(guess) \(score.elapsed)\(score.isFirst ? " first" : "")"
      }
      expect(scores, equals: expected)
    }
  }

  @Test("the server's clock is told as of when PING came, and a round trip ends when PONG came")
  func clock() throws {
    var stage = HallStage()
    let id = stage.connect()
    stage.say(id, "HELLO v=1")
    let nonce = try require(stage.heard(id).compactMap(\.nonce).last)
    let sent = stage.now
    stage.sleep(400)
    stage.say(id, "PING t=7", arrived: sent + 30)
    expect(stage.heard(id), equals: [.pong(t: 7, now: sent + 30)])
    stage.say(id, "PONG nonce=\(nonce)", arrived: sent + 80)
    expect(stage.notes, contains: .measured(milliseconds: 80))
  }

  @Test("a round that is announced late opens after the real moment, not after its own")
  func announcing() throws {
    var (stage, _, ada) = try HallStage.hosted("seats=1")
    stage.say(ada, "READY")
    var hall = stage.hall
    var turn = Turn(at: stage.now + 9_000)
    let due = try require(hall.deadline)
    hall.advance(dueBy: stage.now + 3_000, &turn)
    expect(due, isBelow: stage.now + 3_000)
    let opens = turn.effects.compactMap { effect -> Instant? in
      if case .send(.play(_, .round(let start)), _) = effect { start.opens } else { nil }
    }
    expect(opens, equals: [stage.now + 9_000 + Rules.leadRange.lowerBound])
  }
}
