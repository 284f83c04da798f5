// When a match begins by itself and with whom: every player who is there has to be ready, and
// players who agreed to other rules have to agree again. Sealed nonces: a match begins once they
// are opened, or a second later without those that are not; and whatever changes in between calls
// the start off, so that nobody can give anything, or take anything back, once they may know what
// others gave.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Readiness and sealed nonces")
struct ReadinessTests {
  /// A room with Ada, its host, Bob and Cal.
  private struct Three {
    var stage = HallStage()
    let room: String
    let ada: Person
    var bob: Person
    let cal: Person
    static let adas = "00112233445566778899aabbccddeeff"

    init(_ wishes: String = "rounds=1 time=5") throws {
      ada = try stage.person("Ada")
      room = try stage.room(by: ada, wishes)
      bob = try stage.guest("Bob", in: room)
      cal = try stage.guest("Cal", in: room)
    }

    /// Everybody gets ready, which is when seals are to be opened.
    mutating func call() throws {
      stage.say(ada, "READY seal=\(try stage.seal(Three.adas))")
      stage.say(bob, "READY seal=\(try stage.seal("c0ffee"))")
      stage.clear()
      stage.say(cal, "READY nonce=ca1")
      expect(stage.verbs(cal), equals: ["READIED", "REVEAL"])
      stage.clear()
    }

    /// Says a line each, and gives what Ada heard of it.
    mutating func say(_ lines: (Person, String)...) -> [String] {
      stage.clear()
      for (person, line) in lines { stage.say(person, line) }
      return stage.verbs(ada)
    }

    mutating func reveal(_ person: Person, _ nonce: String) -> [String] {
      stage.ask(person, "REVEAL nonce=\(nonce)")
    }

    /// Somebody does something: says a line, is lost, comes back, or sits down for the first time.
    mutating func act(_ line: String) throws {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let people = ["ada": ada, "bob": bob, "cal": cal]
      var order = words[1]
      for (name, person) in people { order.replace(" \(name)", with: " who=\(person.player.wire)") }
      switch order {
      case "cut": stage.lose(bob)
      case "JOIN": _ = try stage.guest("Dan", in: room)
      case "JOIN, LEAVE": stage.say(try stage.guest("Dan", in: room), "LEAVE")
      case "WATCH": stage.say(bob, "WATCH room=\(room)")
      case "back":
        bob = stage.back(bob)
        expect(stage.verbs(bob), contains: "REVEAL", "a player who comes back is called on as well")
      default: stage.say(try require(people[words[0]]), order)
      }
    }

    /// The nonces of the match that began since this was asked last.
    mutating func nonces(heardBy person: Person? = nil) -> [String]? {
      for message in stage.heard((person ?? cal).id) {
        if case .room(_, .countdown(_, _, _, let nonces, _, _)) = message {
          return nonces.map(\.text)
        }
      }
      return nil
    }
  }

  @Test("a player who does not reveal a share for a second contributes none")
  func silent() throws {
    var three = try Three()
    try three.call()
    expect(three.reveal(three.ada, "c0ffee"), equals: ["bad-seal"])
    expect(three.reveal(three.cal, "ca1"), equals: ["not-now"])
    _ = three.reveal(three.bob, "c0ffee")
    three.stage.pass(Limits().revealMilliseconds - 1)
    expect(three.nonces(), equals: nil)
    three.stage.pass(1)
    expect(three.nonces(), equals: ["-", "c0ffee", "ca1"])
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
  }

  @Test("a seal is opened once, and a player who sat down too late has none to open")
  func refused() throws {
    var three = try Three()
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    try three.call()
    expect(three.reveal(three.ada, Three.adas), equals: ["READIED"])
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    let dan = try three.stage.guest("Dan", in: three.room)
    for line in ["REVEAL nonce=c0ffee", "READY on=0"] {
      expect(three.stage.ask(dan, line), equals: ["not-now"])
    }
    _ = three.reveal(three.bob, "c0ffee")
    expect(three.nonces(), equals: [Three.adas, "c0ffee", "ca1"])
  }

  /// What changes while seals are opened, by whom, and what Ada hears of it. Whatever calls the
  /// start off leaves nobody ready.
  static let changes: [(line: String, heard: [String])] = [
    ("bob LEAVE", ["GONE", "READIED", "READIED"]), ("bob BYE", ["GONE", "READIED", "READIED"]),
    ("bob WATCH", ["GONE", "READIED", "READIED"]),
    ("bob cut", ["AWAY", "READIED", "READIED", "READIED"]),
    ("cal LEAVE", ["GONE", "READIED", "READIED"]),
    ("bob READY on=0", ["READIED", "READIED", "READIED"]),
    ("cal READY on=0", ["READIED", "READIED", "READIED"]),
    ("ada KICK bob", ["GONE", "READIED", "READIED"]),
    ("ada BAN cal", ["GONE", "READIED", "READIED"]),
    ("ada CONFIG rounds=2", ["ROOM", "READIED", "READIED", "READIED"]),
    ("ada CONFIG seats=4", ["ROOM", "READIED", "READIED", "READIED"]),
    ("ada CONFIG mode=hsb", ["ROOM", "READIED", "READIED", "READIED"]),
  ]

  @Test("a player who leaves or is not ready any more calls the start off", arguments: changes)
  func calledOff(_ line: String, _ heard: [String]) throws {
    var three = try Three()
    try three.call()
    _ = three.reveal(three.bob, "c0ffee")
    three.stage.clear()
    try three.act(line)
    expect(three.stage.verbs(three.ada), equals: heard)
    three.stage.pass(5_000)
    expect(three.nonces(heardBy: three.ada), equals: nil, "it does not begin after all")
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    // What was given is void: a match that begins now has no nonces.
    three.stage.say(three.ada, "START")
    let nonces = three.nonces(heardBy: three.ada)
    expect(nonces?.allSatisfy { $0 == "-" }, equals: true)
  }

  /// What changes nothing about who plays and what was given.
  static let others = [
    "ada CONFIG name=x", "ada CONFIG delay=5", "ada HOST bob", "dan JOIN", "dan JOIN, LEAVE",
    "bob back", "ada READY", "cal READY nonce=00", "ada START", "ada BOT", "bob REACT id=wow",
  ]

  @Test("everything else leaves the start as it is", arguments: others)
  func untouched(_ line: String) throws {
    var three = try Three()
    try three.call()
    try three.act(line)
    _ = three.reveal(three.ada, Three.adas)
    _ = three.reveal(three.bob, "c0ffee")
    expect(three.nonces(), equals: [Three.adas, "c0ffee", "ca1"])
  }

  @Test("a room that is about to begin is not found by QUICK, and LIST says that it plays")
  func listed() throws {
    var three = try Three()
    try three.call()
    let eve = try three.stage.person("Eve")
    three.stage.say(eve, "LIST")
    let states = three.stage.heard(eve).compactMap(\.listing?.state)
    expect(states, equals: [.playing])
    try expect(three.stage.enter(eve, "QUICK"), differsFrom: three.room)
  }

  @Test("a newcomer is told who is called, with the seals that are open by then")
  func picture() throws {
    var three = try Three()
    try three.call()
    _ = three.reveal(three.bob, "c0ffee")
    let heard = try three.stage.picture(of: three.room)
    expect(heard.compactMap(\.share).map(\.isSealed), equals: [true, false, false])
    expect(heard.contains { $0.verb == .reveal })
  }

  /// What the last one to hesitate can do, and what the others hear.
  static let ways: [(way: String, heard: [String])] = [
    ("LEAVE", ["GONE", "COUNTDOWN"]), ("BYE", ["GONE", "COUNTDOWN"]),
    ("WATCH", ["GONE", "COUNTDOWN"]), ("KICK", ["GONE", "COUNTDOWN"]),
    ("BAN", ["GONE", "COUNTDOWN"]), ("cut", ["AWAY", "COUNTDOWN"]),
    ("READY", ["READIED", "COUNTDOWN"]),
  ]

  @Test("the others begin when the one they waited for is not there any more")
  func nobodyToWaitFor() throws {
    for (way, heard) in Self.ways {
      var three = try Three()
      _ = three.say((three.ada, "READY"), (three.bob, "READY"))
      switch way {
      case "cut":
        three.stage.clear()
        three.stage.lose(three.cal)
        expect(three.stage.verbs(three.ada), equals: heard)
      case "KICK", "BAN":
        expect(three.say((three.ada, "\(way) who=\(three.cal.player.wire)")), equals: heard)
      case "WATCH": expect(three.say((three.cal, "WATCH room=\(three.room)")), equals: heard)
      default: expect(three.say((three.cal, way)), equals: heard, way)
      }
    }
  }

  /// What the host sets otherwise, and whether that is something to agree to again.
  static let settings: [(wish: String, isAgreedAgain: Bool)] = [
    ("mode=hsb", true), ("rounds=2", true), ("time=6", true), ("level=easy", true),
    ("assist=1", true), ("seats=4", true), ("name=x", false), ("listed=0", false),
    ("pass=x", false), ("rated=1", false), ("delay=5", false), ("exact=1", false),
  ]

  @Test("other rules are agreed to again, other settings are not", arguments: settings)
  func agreed(_ wish: String, _ isAgreedAgain: Bool) throws {
    var three = try Three()
    _ = three.say((three.ada, "READY nonce=ab"), (three.bob, "READY on=0 nonce=cd"))
    let heard = three.say((three.ada, "CONFIG \(wish)"))
    // Bob is not ready, but his nonce was given before these rules.
    expect(heard, equals: (isAgreedAgain ? ["ROOM", "READIED", "READIED"] : ["ROOM"]))
    _ = three.say((three.bob, "READY"))
    let expected = isAgreedAgain ? ["READIED"] : ["READIED", "COUNTDOWN"]
    expect(three.say((three.cal, "READY")), equals: expected)
  }

  @Test("a setting that is said again is nothing that happens")
  func unchanged() throws {
    var three = try Three()
    expect(three.say((three.ada, "CONFIG rounds=1 time=5 name=Ada's%20room")), equals: [])
    expect(three.stage.verbs(three.ada), equals: [])
  }
}

extension HallStage {
  /// What stands for a nonce while it is secret.
  func seal(_ nonce: String) throws -> String {
    String(hex: try require(Nonce(hex: nonce)).seal(.genuine))
  }
}

extension ServerMessage {
  fileprivate var share: Share? {
    if case .room(_, .readied(_, _, let share)) = self { share } else { nil }
  }
}
