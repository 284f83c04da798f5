// Questions for the archive, and what is told of the log: each is answered once or given up,
// wherever whoever asked has been carried, and only players hear that a match is kept.

import Game
import Identity
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Questions for the archive")
struct QuestionTests {
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

  @Test("a question is passed on, and answered once")
  func asked() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    stage.say(ada.id, "TREE since=2")
    expect(stage.asked.map(\.question) == [.log(since: 2)] && stage.asked.map(\.id) == [ada.id])
    expect(stage.ask(ada.id, "TREE"), equals: ["not-now"], "one at a time")
    stage.input(.answered(ada.id, answer(since: 5)))
    expect(isEmpty: stage.heard(ada.id), "nobody asked that")
    stage.input(.answered(ada.id, answer(since: 2)))
    stage.input(.answered(ada.id, answer(since: 2)))
    expect(stage.heard(ada.id), equals: [.tree(state(since: 2))])
    stage.say(ada.id, "TREE")
    expect(stage.asked.map(\.question), equals: [.log(since: 2), .log(since: 0)])
  }

  @Test("a client that does not read is answered once it does")
  func muted() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    _ = stage.heard(cal.id)
    stage.say(cal.id, "TREE since=1")
    stage.input(.overflowed(cal.id))
    stage.input(.answered(cal.id, answer(since: 1)))
    expect(isEmpty: stage.heard(cal.id))
    stage.input(.drained(cal.id))
    expect(stage.asked.map(\.question), equals: [.log(since: 1), .log(since: 1)])
    _ = stage.heard(cal.id)
    stage.input(.answered(cal.id, answer(since: 1)))
    expect(stage.heard(cal.id), equals: [.tree(state(since: 1))])
  }

  @Test("a question without an answer is refused in time, and a late answer is not heard")
  func late() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    stage.say(ada.id, "TREE since=2")
    stage.pass(Limits().answerableMilliseconds - 1)
    expect(!stage.verbs(ada.id).contains("not-now"))
    stage.pass(1)
    let refusals = stage.heard(ada.id)
      .compactMap { if case .no(let refusal) = $0 { refusal } else { nil } }
    expect(refusals.map(\.code) == [.notNow] && refusals.map(\.verb) == ["TREE"])
    stage.input(.answered(ada.id, answer(since: 2)))
    expect(isEmpty: stage.heard(ada.id))
    stage.say(ada.id, "TREE since=2")
    expect(stage.asked.count, equals: 2)
  }

  /// What somebody known and somebody unknown asks, and what the archive is asked then; nil for
  /// what is refused with a code.
  static let lines: [(line: String, isKnown: Bool, code: String?)] = [
    ("TOP board=daily", false, nil), ("TOP board=best-rgb span=week day=2026-11-21", false, nil),
    ("TOP board=rating-sliders from=7", true, nil), ("TOP board=best-daily", true, "bad-field"),
    ("PAST", false, "unproved"), ("PAST", true, nil),
    ("PAST id=21fe31dfa154a261626bf854046fd227 from=17", false, nil),
    ("FORGET sure=1", false, "unproved"), ("FORGET sure=0", true, "not-now"),
    ("FORGET sure=1", true, nil),
  ]

  @Test("boards are for everybody, one's own past and forgetting for those who are known")
  func who() throws {
    let start = HallStage.start
    let today = Day(of: start)
    var questions: [Question] = []
    for (line, isKnown, code) in Self.lines {
      var stage = HallStage(at: start, log: "test.example/chromatch")
      let ada = try stage.person("Ada")
      if isKnown { _ = try stage.prove(ada, seed: 1) }
      let heard = stage.ask(ada.id, line)
      expect(heard, equals: (code.map { [$0] } ?? []), "\(line)")
      questions += stage.asked.map(\.question)
      // In a room nobody has time for it.
      _ = try stage.room(by: ada)
      expect(stage.ask(ada.id, line), equals: [code == "bad-field" ? "bad-field" : "not-now"])
    }
    let ada = KeyPair(seed: 1).id
    let sunday = try require(Day("2026-11-21"))
    let known = try require(
      KeyID(bytes: [
        0x21, 0xfe, 0x31, 0xdf, 0xa1, 0x54, 0xa2, 0x61, 0x62, 0x6b, 0xf8, 0x54, 0x04, 0x6f, 0xd2,
        0x27,
      ]))
    expect(
      questions,
      equals: [
        .top(.daily, .day(today), from: 1, by: nil, today: today),
        .top(.best(mode: "rgb"), .week(of: sunday), from: 1, by: nil, today: today),
        .top(.rating(family: "sliders"), .always, from: 7, by: ada, today: today),
        .past(ada, from: nil, by: ada), .past(known, from: 17, by: nil), .forget(ada, today: today),
      ])
  }

  @Test(
    "that a match is kept, and what it changes, is told those who sit in its room, and no one else")
  func kept() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    let dan = try stage.person("Dan")
    for person in [ada, cal, dan] { _ = stage.heard(person.id) }
    let code = try require(RoomCode(room))
    stage.input(.kept(code, match, [change]))
    expect(stage.heard(ada.id), equals: [.kept(match), .rated(change)])
    expect(stage.heard(cal.id).isEmpty && stage.heard(dan.id).isEmpty)
    let gone = try require(RoomCode("2222"))
    stage.input(.kept(gone, match, [change]))
    expect(isEmpty: stage.heard(ada.id))
  }
}
