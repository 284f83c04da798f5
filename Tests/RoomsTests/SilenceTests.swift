// Lines that come too fast, too late or not at all: what a hall takes, when it asks for a sign of
// life, and when it gives up.

import Game
import Rooms
import TestSupport
import Testing
import Wire

@Suite("Floods and silence")
struct SilenceTests {
  @Test("so many lines at once are taken, then so many a second")
  func bucket() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let limits = Limits()
    func pongs(_ count: Int) -> Int {
      for _ in 0..<count { stage.say(ada.id, "PING t=1") }
      return stage.verbs(ada.id).count { $0 == "PONG" }
    }
    stage.pass(10_000)
    expect(pongs(1_000), equals: limits.lineBurst)
    stage.pass(1_000)
    expect(pongs(1_000), equals: limits.linesPerSecond)
    stage.pass(500)
    expect(pongs(60), equals: 60)
  }

  @Test("a flood is told off twice a second, and closed the third time within a minute")
  func strikes() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    func flood() -> [String] {
      for _ in 0..<500 { stage.say(ada.id, "PING t=1") }
      return stage.verbs(ada.id).filter { $0 != "PONG" && $0 != "PING" }
    }
    expect(flood(), equals: ["too-fast"])
    stage.pass(499)
    expect(flood(), equals: [])
    stage.pass(501)
    expect(flood(), equals: ["too-fast"])
    stage.pass(59_000)
    expect(flood(), equals: ["too-fast"])
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

  @Test("a connection has ten seconds for HELLO, whatever else it says")
  func hello() {
    var stage = HallStage()
    let (silent, noisy) = (stage.connect(), stage.connect())
    for _ in 1...9 {
      stage.pass(1_000)
      stage.say(noisy, "NONSENSE")
    }
    stage.clear()
    stage.pass(999)
    expect(stage.closed, equals: [])
    stage.pass(1)
    expect(stage.closed, equals: [silent, noisy])
    expect(stage.verbs(silent), equals: ["idle"])
    expect(stage.verbs(noisy), equals: ["idle"])
    expect(stage.hall.deadline.map { $0 > stage.now } ?? true)
  }

  @Test("silence ends a connection after two minutes, in a room after ten")
  func idle() throws {
    var stage = HallStage()
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    _ = try stage.room(by: ada)
    stage.pass(119_999)
    expect(stage.closed, equals: [])
    stage.pass(1)
    expect(stage.closed, equals: [bob.id])
    stage.pass(479_999)
    expect(stage.closed, equals: [bob.id])
    stage.pass(1)
    expect(stage.closed, equals: [bob.id, ada.id])
    expect(stage.verbs(ada.id).last, equals: "idle")
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
    let nonces = stage.heard(id)
      .compactMap { message -> String? in
        if case .ping(let nonce) = message { nonce } else { nil }
      }
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
        for case .ping(let nonce) in stage.heard(ada.id) { nonces.append(nonce) }
        stage.say(ada.id, "PONG nonce=\(try #require(nonces.last))")
      }
      let silent = stage.now
      while stage.closed.isEmpty, stage.now - silent < 15_000 { stage.pass(100) }
      expect(stage.closed, equals: [ada.id])
      expect(stage.verbs(ada.id).last, equals: "idle")
      // Its last second is for what it may still read.
      expect(stage.now - silent, isBelow: 14_000)
    }
  }

  @Test("any line is a sign of life, and who never answers is not expected to")
  func signs() throws {
    var stage = HallStage()
    let (ada, bob) = (try stage.person("Ada"), try stage.person("Bob"))
    stage.pass(Limits().pingMilliseconds)
    for case .ping(let nonce) in stage.heard(ada.id) { stage.say(ada.id, "PONG nonce=\(nonce)") }
    for _ in 0..<10 {
      stage.pass(Limits().answerMilliseconds - 1)
      stage.say(ada.id, "PING t=1")
    }
    expect(stage.closed, equals: [])
    stage.say(bob.id, "PING t=1")
    stage.pass(Limits().idleMilliseconds - 1)
    expect(stage.closed, equals: [ada.id])
  }
}
