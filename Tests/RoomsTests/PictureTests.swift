// The law of pictures: whoever comes late knows what everyone else knows. A session with all that
// can happen in a room is played; after every step somebody new looks on, and has to know exactly
// what somebody knows who was there from the beginning.

import Chroma
import Game
import Rooms
import Testing
import TranscriptSupport
import Wire

@Suite("Pictures")
struct PictureTests {
  /// A session: who says what, and how much time passes (`+`). `!` loses a connection, `^` comes
  /// back to the seat.
  static let session = """
    ada CREATE rounds=2 time=5 seats=5
    + 0
    bob JOIN
    ada BOT level=1
    bob READY nonce=ab
    cal JOIN
    bob READY on=0
    bob READY nonce=abcd
    cal READY
    cal !
    + 100
    cal ^
    cal READY
    ada READY nonce=ef
    + 3000
    bob SET v=1,2,3
    + 60
    ada LOCK
    + 10
    bob LEAVE
    + 10
    bob JOIN
    dan JOIN
    cal !
    + 1000
    dan SET v=9,9,9
    + 2000
    + 3000
    cal ^
    ada SET v=7,7,7
    + 5000
    cal LOCK
    ada LEAVE
    + 60
    ada JOIN
    + 3000
    + 2000
    bob READY
    dan READY
    cal !
    + 60000
    ada READY
    + 4000
    ada LOCK
    dan !
    bob LOCK
    + 7000
    bob BYE
    + 70000
    """

  @Test("at every step a newcomer knows what an old watcher knows")
  func newcomer() throws {
    var play = try Play()
    for line in PictureTests.session.split(separator: "\n") {
      try play.step(line.split(separator: " ", maxSplits: 1).map(String.init))
      // A batch of moves may be on its way, which only a newcomer knows already.
      play.stage.pass(Limits().moveMilliseconds)
      try play.foldOld()
      let late = try play.newcomer()
      let old = try #require(play.old.room)
      #expect(old.differences(from: late) == [], "after \(line)")
    }
    #expect(play.old.room?.match?.number == 2)
    #expect(play.old.room?.match?.isOver == true)
  }

  @Test(
    "what came after n is exactly what an old watcher heard after n, as long as it is remembered")
  func since() throws {
    var play = try Play()
    var numbered: [ServerMessage] = []
    for line in PictureTests.session.split(separator: "\n") {
      try play.step(line.split(separator: " ", maxSplits: 1).map(String.init))
      numbered += try play.foldOld().filter { $0.number != nil }
    }
    let last = try #require(numbered.last?.number)
    let first = try #require(numbered.first?.number)
    let watcher = try play.stage.person("Zoe")
    for since in (first - 1)...last {
      play.stage.clear()
      play.stage.say(watcher.id, "WATCH room=\(play.room) since=\(since)")
      let heard = play.stage.heard(watcher.id)
      #expect(heard.first?.enteredAt == since)
      #expect(heard.filter { $0.number != nil } == numbered.filter { $0.number ?? 0 > since })
      play.stage.say(watcher.id, "LEAVE")
    }
    for since in [0, last + 1] {
      play.stage.clear()
      play.stage.say(watcher.id, "WATCH room=\(play.room) since=\(since)")
      #expect(play.stage.verbs(watcher.id).prefix(2) == ["IN", "ROOM"])
      play.stage.say(watcher.id, "LEAVE")
    }
  }

  @Test("of a long history the end is remembered, never more than the limit says")
  func forgotten() throws {
    var limits = Limits()
    limits.historyEventsMax = 20
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let cal = try stage.person("Cal")
    for count in 1...100 {
      stage.say(ada.id, count.isMultiple(of: 2) ? "READY on=0" : "READY")
      let last = 3 + count
      for (back, isRemembered) in [(10, true), (21, false)] where last > back {
        stage.clear()
        stage.say(cal.id, "WATCH room=\(room) since=\(last - back)")
        #expect(stage.verbs(cal.id).contains("ROOM") != isRemembered, "\(count), \(back) back")
        stage.say(cal.id, "LEAVE")
      }
      stage.pass(50)
    }
  }
}

/// The session in progress, with an old watcher.
private struct Play {
  var stage = HallStage()
  var room = ""
  var old = Viewer(hashing: .genuine)
  private var people: [String: Person] = [:]
  private var watcher: Person?
  private var lock = "LOCK v=1,2,3"

  init() throws {
    for name in ["ada", "bob", "cal", "dan"] { people[name] = try stage.person(name) }
  }

  mutating func step(_ words: [String]) throws {
    if words[0] == "+" { return stage.pass(try #require(Int(words[1]))) }
    let person = try #require(people[words[0]])
    switch words[1] {
    case "!": stage.input(.disconnected(person.id))
    case "^":
      let id = stage.connect()
      stage.say(id, "HELLO v=1 resume=\(person.token)")
      people[words[0]] = Person(id: id, player: person.player, token: person.token)
    case "JOIN": stage.say(person.id, "JOIN room=\(room)")
    case "LOCK": stage.say(person.id, lock)
    default: stage.say(person.id, words[1])
    }
    if room.isEmpty, case .entered(let code, _, _) = try #require(stage.heard(person.id).first) {
      room = code.text
      let watcher = try stage.person("Old")
      stage.say(watcher.id, "WATCH room=\(room)")
      self.watcher = watcher
    }
  }

  /// The old watcher takes what was heard.
  @discardableResult
  mutating func foldOld() throws -> [ServerMessage] {
    guard let watcher else { return [] }
    let heard = stage.heard(watcher.id)
    for message in heard {
      try old.fold(message)
      if case .play(_, .round(let start)) = message {
        lock = "LOCK v=\(start.target.red),\(start.target.green),\(start.target.blue)"
      }
    }
    return heard
  }

  /// Somebody new looks on for a moment.
  mutating func newcomer() throws -> RoomScene {
    var viewer = Viewer(hashing: .genuine)
    let person = try stage.person("New")
    stage.say(person.id, "WATCH room=\(room)")
    for message in stage.heard(person.id) { try viewer.fold(message) }
    stage.say(person.id, "BYE")
    stage.input(.disconnected(person.id))
    return try #require(viewer.room)
  }
}

extension ServerMessage {
  fileprivate var number: Int? {
    switch self {
    case .room(let number, _), .play(let number, _): number
    default: nil
    }
  }

  fileprivate var enteredAt: Int? {
    if case .entered(_, _, let number) = self { number } else { nil }
  }
}
