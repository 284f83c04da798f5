// The law of pictures: a latecomer knows what everyone else knows. A session with all that can
// happen in a room is played; after every step a new watcher comes, and has to know exactly what a
// watcher knows who was there from the beginning.

import Chroma
import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Pictures")
struct PictureTests {
  /// Two matches: who says what, and how much time passes (`+`), parted by
  /// bars. `!` loses a connection, `^` comes back to the seat.
  static let matches = """
    ada CREATE rounds=2 time=5 seats=5 | + 0 | bob JOIN | ada BOT level=1 | bob READY nonce=ab |
    cal JOIN | bob READY on=0 | bob READY nonce=abcd | cal READY | cal ! | + 100 | cal ^ |
    cal READY | ada READY nonce=ef | + 3000 | bob SET v=1,2,3 | + 60 | ada LOCK | + 10 |
    bob LEAVE | + 10 | bob JOIN | dan JOIN | cal ! | + 1000 | dan SET v=9,9,9 | + 2000 | + 3000 |
    cal ^ | ada SET v=7,7,7 | + 5000 | cal LOCK | ada LEAVE | + 60 | ada JOIN | + 3000 | + 2000 |
    cal ! | + 60000 | bob READY | dan READY | ada READY | + 4000 | ada LOCK | dan ! | bob LOCK |
    + 7000 | bob BYE | + 70000
    """

  /// What a host and others can do besides.
  static let courtesies = """
    ada CREATE rounds=1 time=5 seats=4 | bob JOIN | cal JOIN | ada HOST who=$bob |
    bob READY nonce=ab | cal READY on=0 nonce=cd | bob CONFIG name=Here listed=0 | bob ! | bob ^ |
    bob READY | bob HOST who=$ada | bob ! | cal READY | ada READY | + 3000 | bob ^ |
    ada REACT id=wave | ada WATCH | cal LOCK | dan JOIN | + 3000 |
    ada CONFIG mode=memory rounds=2 time=5 | + 100 | dan KICK who=$cal | ada KICK who=$cal |
    cal JOIN | bob WATCH | dan READY | cal READY | ada READY | + 4000 | ada SET v=1,2,3 |
    bob JOIN | + 5000 | bob JOIN | ada BAN who=$dan | cal WATCH | + 12000 | cal JOIN |
    ada CONFIG mode=daily seats=1 | bob LEAVE | cal LEAVE | ada CONFIG mode=arcade time=5 |
    ada CONFIG mode=daily seats=1 | ada CONFIG mode=arcade time=5 seats=3 | ada BOT level=4 |
    cal JOIN | ada START | + 9000 | cal LOCK | + 12000 | ada LEAVE | + 40000
    """

  /// A match in each mode where others may look on, with somebody who locks in time and somebody
  /// who does nothing.
  static func rounds(of mode: Mode) -> String {
    let values = mode.channels.map { "\($0.drawn.lowerBound)" }.joined(separator: ",")
    return """
      ada CREATE mode=\(mode.name) time=6 rounds=2 | bob JOIN | ada BOT level=3 | ada START |
      + 3000 |
      ada SET v=\(values) | + 1500 | ada LOCK | + 5000 | + 5000 | ada LOCK | + 5000
      """
  }

  private func steps(_ session: String) -> [String] {
    session.split { $0 == "|" || $0 == "\n" }
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  static let sessions = [matches, courtesies] + Mode.all.filter { !$0.isDaily }.map(rounds)

  @Test(
    "at every step a newcomer knows what an old watcher knows, however late both are told",
    arguments: sessions, [0, 2])
  func newcomer(_ session: String, delay: Int) throws {
    var play = try Play(delay: delay)
    for line in steps(session) {
      try play.step(line)
      try play.foldOld()
      let late = try play.newcomer()
      let old = try require(play.old.room)
      expect(old.differences(from: late), equals: [], "after \(line)")
    }
    // The session got as far as it was written for.
    let match = try require(play.old.room?.match)
    if session == Self.matches, delay == 0 {
      expect(match.number == 2 && match.isOver)
    } else {
      expect(!match.answers.isEmpty)
    }
  }

  @Test(
    "a late watcher gets exactly the remembered events that an old one heard after n",
    arguments: [matches, courtesies])
  func since(_ session: String) throws {
    var limits = Limits()
    // The sessions take longer than a room remembers.
    limits.historyMilliseconds = 3_600_000
    var play = try Play(limits)
    var numbered: [ServerMessage] = []
    for line in steps(session) {
      try play.step(line)
      numbered += try play.foldOld().filter { $0.number != nil }
    }
    let last = try require(numbered.last?.number)
    let first = try require(numbered.first?.number)
    for since in (first - 1)...last {
      let heard = try play.watch("since=\(since)")
      expect(heard.first?.enteredAt, equals: since)
      expect(heard.filter { $0.number != nil }, equals: numbered.filter { $0.number ?? 0 > since })
    }
    for since in [0, last + 1] {
      try expect(play.watch("since=\(since)").prefix(2).map(\.verb), equals: [.entered, .settings])
    }
  }

  @Test("of a long history the end is remembered, never more than the limit says")
  func forgotten() throws {
    var limits = Limits()
    limits.historyEventsMax = 20
    var (stage, room, ada) = try HallStage.hosted("", limits)
    let cal = try stage.person("Cal")
    for count in 1...100 {
      stage.say(ada.id, count.isMultiple(of: 2) ? "READY on=0" : "READY")
      let last = 3 + count
      for (back, isRemembered) in [(10, true), (21, false)] where last > back {
        stage.clear()
        stage.say(cal.id, "WATCH room=\(room) since=\(last - back)")
        expect(
          stage.verbs(cal.id).contains("ROOM"), differsFrom: isRemembered, "\(count), \(back) back")
        stage.say(cal.id, "LEAVE")
      }
      stage.pass(1_000)
    }
  }
}

/// The session in progress, with an old watcher.
private struct Play {
  var stage: HallStage
  var room = ""
  var old = Viewer(hashing: .genuine)
  private var people: [String: Person] = [:]
  private var watcher: Person?
  private var mode = Mode.rgb
  private var lock = "LOCK v=1,2,3"
  /// How many seconds later watchers are told.
  private let delay: Int

  init(_ limits: Limits = Limits(), delay: Int = 0) throws {
    stage = HallStage(limits)
    self.delay = delay
    for name in ["ada", "bob", "cal", "dan"] { people[name] = try stage.person(name) }
  }

  /// Lets one line of a session happen.
  mutating func step(_ line: String) throws {
    var words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if words[0] == "+" {
      stage.pass(try require(Int(words[1])))
      return listen()
    }
    let person = try require(people[words[0]])
    for (name, other) in people { words[1].replace("$\(name)", with: other.player.wire) }
    if words[1].hasPrefix("CREATE") { words[1] += " delay=\(delay)" }
    switch words[1] {
    case "!": stage.input(.disconnected(person.id))
    case "^": people[words[0]] = stage.back(person)
    case "JOIN", "WATCH": stage.say(person.id, "\(words[1]) room=\(room)")
    case "LOCK": stage.say(person.id, lock)
    default: stage.say(person.id, words[1])
    }
    listen()
    if watcher == nil {
      watcher = try stage.person("Old")
      if let watcher { stage.say(watcher.id, "WATCH room=\(room)") }
    }
  }

  /// Players look at what they have been told, to know the room and how to lock.
  private mutating func listen() {
    for name in ["ada", "bob", "cal", "dan"] {
      for message in people[name].map({ stage.heard($0.id) }) ?? [] {
        switch message {
        case .entered(let code, _, _): room = code.text
        case .room(_, .settings(let view)): mode = view.rules.mode
        case .play(_, .round(let start)):
          lock = "LOCK v=\(mode.challenge(of: start).answer.wire)"
        default: continue
        }
      }
    }
  }

  /// The old watcher takes what was heard.
  @discardableResult
  mutating func foldOld() throws -> [ServerMessage] {
    guard let watcher else { return [] }
    let heard = stage.heard(watcher.id)
    for message in heard { try old.fold(message) }
    return heard
  }

  /// What somebody new knows who looks on for a moment.
  mutating func newcomer() throws -> RoomScene {
    var viewer = Viewer(hashing: .genuine)
    for message in try watch() { try viewer.fold(message) }
    return try require(viewer.room)
  }

  /// What somebody new hears who looks on for a moment.
  mutating func watch(_ more: String = "") throws -> [ServerMessage] {
    let person = try stage.person("New")
    stage.say(person.id, "WATCH room=\(room)\(more.isEmpty ? "" : " ")\(more)")
    let heard = stage.heard(person.id)
    stage.say(person.id, "BYE")
    stage.input(.disconnected(person.id))
    return heard
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
