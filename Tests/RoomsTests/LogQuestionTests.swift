// Questions about the log of finished matches, and what is told of it: each is answered once,
// wherever whoever asked has been carried, and only players hear that a match is kept.

import Game
import Testing
import Wire

@testable import Rooms

@Suite("The log of matches")
struct LogQuestionTests {
  private static let head = LogHead(
    size: 3, root: [UInt8](repeating: 1, count: 32), signature: [UInt8](repeating: 2, count: 64))

  private func state(since: Int) -> LogState {
    LogState(
      log: "test.example/chromatch", key: [UInt8](repeating: 3, count: 32), head: Self.head,
      since: since, path: [])
  }

  private let match = LoggedMatch(
    match: 1, index: 2, leaf: [UInt8](repeating: 4, count: 32), head: head, path: [])

  @Test("a question is passed on, and answered once")
  func asked() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    stage.say(ada.id, "TREE since=2")
    #expect(stage.logAsked.map(\.since) == [2] && stage.logAsked.map(\.id) == [ada.id])
    #expect(stage.ask(ada.id, "TREE") == ["not-now"], "one at a time")
    stage.input(.told(ada.id, state(since: 5)))
    #expect(stage.heard(ada.id).isEmpty, "nobody asked that")
    stage.input(.told(ada.id, state(since: 2)))
    stage.input(.told(ada.id, state(since: 2)))
    #expect(stage.heard(ada.id) == [.tree(state(since: 2))])
    stage.say(ada.id, "TREE")
    #expect(stage.logAsked.map(\.since) == [2, 0])
  }

  @Test("whoever does not read is answered once they do")
  func muted() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    _ = stage.heard(cal.id)
    stage.say(cal.id, "TREE since=1")
    stage.input(.overflowed(cal.id))
    stage.input(.told(cal.id, state(since: 1)))
    #expect(stage.heard(cal.id).isEmpty)
    stage.input(.drained(cal.id))
    #expect(stage.logAsked.map(\.since) == [1, 1])
    _ = stage.heard(cal.id)
    stage.input(.told(cal.id, state(since: 1)))
    #expect(stage.heard(cal.id) == [.tree(state(since: 1))])
  }

  @Test("that a match is kept is told those who sit in its room, and no one else")
  func kept() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let cal = try stage.watcher("Cal", in: room)
    let dan = try stage.person("Dan")
    for person in [ada, cal, dan] { _ = stage.heard(person.id) }
    let code = try #require(RoomCode(room))
    stage.input(.kept(code, match))
    #expect(stage.heard(ada.id) == [.kept(match)])
    #expect(stage.heard(cal.id).isEmpty && stage.heard(dan.id).isEmpty)
    let gone = try #require(RoomCode("2222"))
    stage.input(.kept(gone, match))
    #expect(stage.heard(ada.id).isEmpty)
  }
}
