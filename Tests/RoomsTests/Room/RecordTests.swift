// The records that a room makes, and what of a match is in no record. That the record of every
// match of every mode is true, whatever people and bots do in it, is the simulation's to prove.
// Questions for the archive, and what is told of the log: each is answered once or given up,
// wherever the client that asked has been carried, and only players hear that a match is kept.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Records and questions for the archive")
struct RecordTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func verify(_ match: FinishedMatch) throws -> RecordFile {
    let file = try RecordFile(reading: match.bytes)
    try RecordVerifier.genuine.verifySeals(of: file)
    try RecordVerifier.genuine.verify(file.match)
    expect(file.match.body == match.body && file.persons == match.persons)
    return file
  }

  @Test("beyond its limit a record has each player's last move of a round, and plays the same")
  func thinned() throws {
    func record(_ limits: Limits) throws -> [String] {
      var stage = HallStage(limits, log: "test.example/chromatch")
      let ada = try stage.person("Ada")
      let room = try stage.room(by: ada, "mode=rgb rounds=2 time=20")
      let bea = try stage.guest("Bea", in: room)
      stage.say(ada, "START")
      stage.pass(Rules.countdownMilliseconds)
      for _ in 1...2 {
        for step in 1...150 {
          stage.say([ada, bea][step % 2], "SET v=\(step),\(step % 7),0")
          stage.pass(50)
        }
        stage.say(ada, "LOCK v=1,2,3")
        stage.pass(20_000 - 150 * 50 + Rules.intervalMilliseconds)
      }
      let match = try require(stage.kept.first)
      return try lines(verify(match).match.body)
    }
    var limits = Limits()
    let whole = try record(limits)
    limits.recordBytesMax = 4_000
    let thin = try record(limits)
    var moved: Set<String> = []
    for line in thin.reversed() {
      if line.hasPrefix("ROUND ") { moved = [] }
      guard line.hasPrefix("SET ") else { continue }
      expect(moved.insert(String(line.split(separator: " ")[2])).inserted, "\(line)")
    }
    expect(whole.count { $0.hasPrefix("SET ") }, isAbove: 100)
    func others(_ lines: [String]) -> [String] {
      lines.filter { !$0.hasPrefix("SET ") && !$0.hasPrefix("RTT ") }
    }
    expect(others(whole), equals: others(thin))
    expect(thin.contains { $0.hasPrefix("SET ") } && whole.count > thin.count)
  }

  @Test("an identity is sealed in the record, and its opening stands beside it")
  func identities() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let id = try stage.prove(ada, seed: 1)
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    _ = try stage.guest("Bea", in: room)
    stage.say(ada, "START")
    stage.pass(3_500)
    stage.say(ada, "LOCK v=1,2,3")
    stage.pass(20_000)
    let match = try require(stage.kept.first)
    try expect(verify(match).persons.map(\.id), equals: [id, nil])
    let body = String(decoding: match.body, as: UTF8.self)
    expect(!body.contains(" id=") && !body.contains("name=Ada"))
  }

  /// What Ada does in a match, whether a log keeps matches, and how many records come of it.
  static let deeds: [(deeds: String, isLogged: Bool, kept: Int)] = [
    ("LEAVE", true, 0), ("", true, 0), ("LOCK", true, 1), ("LOCK LEAVE", true, 0),
    ("LOCK", false, 0),
  ]

  @Test("a match in which nobody locks, of which no round is shut, or without a log is not kept")
  func worthless() throws {
    for (deeds, isLogged, kept) in Self.deeds {
      var stage = HallStage(log: isLogged ? "test.example/chromatch" : nil)
      let ada = try stage.person("Ada")
      let bea = try stage.guest("Bea", in: try stage.room(by: ada, "mode=rgb rounds=1 time=5"))
      stage.say(ada, "START")
      stage.pass(3_500)
      if deeds.hasPrefix("LOCK") { stage.say(ada, "LOCK v=1,2,3") }
      if deeds.hasSuffix("LEAVE") { for person in [ada, bea] { stage.say(person, "LEAVE") } }
      stage.pass(20_000)
      let finished = stage.notes.count { if case .finished = $0 { true } else { false } }
      expect(finished == 1 && stage.kept.count == kept, deeds)
    }
  }

  @Test("those who do not play make a record no longer")
  func strangers() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5 seats=4")
    var bea = try stage.guest("Bea", in: room)
    stage.say(ada, "START")
    for _ in 0..<50 {
      let stranger = try stage.guest("Cal", in: room)
      stage.say(stranger, "LEAVE")
      stage.lose(bea)
      bea = stage.back(bea)
      stage.pass(50)
    }
    stage.pass(1_000)
    stage.say(ada, "LOCK v=1,2,3")
    stage.pass(20_000)
    let file = try verify(try require(stage.kept.first))
    let verbs = lines(file.match.body).map { $0.prefix { $0 != " " } }
    expect(!verbs.contains("AWAY") && !verbs.contains("GONE") && !verbs.contains("BACK"))
    expect(verbs.count, isBelow: 25)
  }

  private static let head = LogHead(
    size: 3, root: [UInt8](repeating: 1, count: 32), signature: [UInt8](repeating: 2, count: 64))

  private func state(since: Int) -> LogState {
    LogState(
      log: "test.example/chromatch", key: [UInt8](repeating: 3, count: 32), head: Self.head,
      since: since, path: [])
  }

  private func answer(since: Int) -> Answer {
    Answer(.log(since: since), [.tree(state(since: since))])
  }

  private let match = LoggedMatch(
    match: 1, index: 2, leaf: [UInt8](repeating: 4, count: 32), head: head, path: [])

  private let change = RatingChange(
    match: 1, who: PlayerID(number: 7), rating: 1_105, delta: 105, margin: 323, missing: 9)

  /// Ada, where a log keeps matches.
  private func asking() throws -> (HallStage, Person) {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    return (stage, ada)
  }

  @Test("a question is passed on, and answered once")
  func asked() throws {
    var (stage, ada) = try asking()
    stage.say(ada, "TREE since=2")
    expect(stage.asked.map(\.question) == [.log(since: 2)] && stage.asked.map(\.id) == [ada.id])
    expect(stage.ask(ada, "TREE"), equals: ["not-now"], "one at a time")
    stage.input(.answered(ada.id, answer(since: 5)))
    expect(isEmpty: stage.heard(ada), "nobody asked that")
    stage.input(.answered(ada.id, answer(since: 2)))
    stage.input(.answered(ada.id, answer(since: 2)))
    expect(stage.heard(ada), equals: [.tree(state(since: 2))])
    stage.say(ada, "TREE")
    expect(stage.asked.map(\.question), equals: [.log(since: 2), .log(since: 0)])
  }

  @Test("a client that does not read is answered once it does")
  func muted() throws {
    var (stage, ada) = try asking()
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    _ = stage.heard(cal)
    stage.say(cal, "TREE since=1")
    stage.input(.overflowed(cal.id))
    stage.input(.answered(cal.id, answer(since: 1)))
    expect(isEmpty: stage.heard(cal))
    stage.input(.drained(cal.id))
    expect(stage.asked.map(\.question), equals: [.log(since: 1), .log(since: 1)])
    _ = stage.heard(cal)
    stage.input(.answered(cal.id, answer(since: 1)))
    expect(stage.heard(cal), equals: [.tree(state(since: 1))])
  }

  @Test("a question without an answer is refused in time, and a late answer is not heard")
  func late() throws {
    var (stage, ada) = try asking()
    stage.say(ada, "TREE since=2")
    stage.pass(Limits().answerableMilliseconds - 1)
    expect(!stage.verbs(ada).contains("not-now"))
    stage.pass(1)
    let refusals = stage.heard(ada).compactMap(\.refusal)
    expect(refusals.map(\.code) == [.notNow] && refusals.map(\.verb) == ["TREE"])
    stage.input(.answered(ada.id, answer(since: 2)))
    expect(isEmpty: stage.heard(ada))
    stage.say(ada, "TREE since=2")
    expect(stage.asked.count, equals: 2)
  }

  /// What somebody known and somebody unknown asks, and what the archive is asked then; nil for
  /// what is refused with a code.
  static let questions: [(line: String, isKnown: Bool, code: String?)] = [
    ("TOP board=daily", false, nil), ("TOP board=best-rgb span=week day=2026-11-21", false, nil),
    ("TOP board=rating-sliders from=7", true, nil), ("TOP board=best-daily", true, "bad-field"),
    ("PAST", false, "unproved"), ("PAST", true, nil),
    ("PAST id=\(String(hex: KeyPair(seed: 1).id.bytes)) from=17", false, nil),
    ("FORGET sure=1", false, "unproved"), ("FORGET sure=0", true, "not-now"),
    ("FORGET sure=1", true, nil),
  ]

  @Test("boards are for everybody, one's own past and forgetting for those who are known")
  func who() throws {
    let start = HallStage.start
    let today = Day(of: start)
    var questions: [Question] = []
    for (line, isKnown, code) in Self.questions {
      var stage = HallStage(at: start, log: "test.example/chromatch")
      let ada = try stage.person("Ada")
      if isKnown { _ = try stage.prove(ada, seed: 1) }
      let heard = stage.ask(ada, line)
      expect(heard, equals: (code.map { [$0] } ?? []), "\(line)")
      questions += stage.asked.map(\.question)
      // In a room nobody has time for it.
      _ = try stage.room(by: ada)
      expect(stage.ask(ada, line), equals: [code == "bad-field" ? "bad-field" : "not-now"])
    }
    let ada = KeyPair(seed: 1).id
    let sunday = try require(Day("2026-11-21"))
    expect(
      questions,
      equals: [
        .top(.daily, .day(today), from: 1, by: nil, today: today),
        .top(.best(mode: "rgb"), .week(of: sunday), from: 1, by: nil, today: today),
        .top(.rating(family: "sliders"), .always, from: 7, by: ada, today: today),
        .past(ada, from: nil, by: ada), .past(ada, from: 17, by: nil), .forget(ada, today: today),
      ])
  }

  @Test(
    "that a match is kept, and what it changes, is told those who sit in its room, and no one else")
  func kept() throws {
    var (stage, ada) = try asking()
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    let dan = try stage.person("Dan")
    for person in [ada, cal, dan] { _ = stage.heard(person) }
    let code = try require(RoomCode(room))
    stage.input(.kept(code, match, [change]))
    expect(stage.heard(ada), equals: [.kept(match), .rated(change)])
    expect(stage.heard(cal).isEmpty && stage.heard(dan).isEmpty)
    let gone = try require(RoomCode("2222"))
    stage.input(.kept(gone, match, [change]))
    expect(isEmpty: stage.heard(ada))
  }
}
