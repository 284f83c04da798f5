// Sealed nonces: a match begins once they are opened, or a second later without those that are not;
// and whatever changes in between calls the start off, so that nobody can give anything, or take
// anything back, once they may know what others gave.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Sealed nonces")
struct RevealTests {
  /// A room with Ada, its host, and Bob, who have sealed their nonces, and Cal, who has not.
  private struct Three {
    var stage = HallStage()
    let room: String
    let ada: Person
    let bob: Person
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
      stage.say(ada.id, "READY seal=\(try stage.seal(Three.adas))")
      stage.say(bob.id, "READY seal=\(try stage.seal("c0ffee"))")
      stage.clear()
      stage.say(cal.id, "READY nonce=ca1")
      expect(stage.verbs(cal.id), equals: ["READIED", "REVEAL"])
      stage.clear()
    }

    mutating func reveal(_ person: Person, _ nonce: String) -> [String] {
      stage.ask(person.id, "REVEAL nonce=\(nonce)")
    }

    /// The nonces of the match that began since this was asked last.
    mutating func nonces(heardBy person: Person? = nil) -> [String]? {
      for message in stage.heard((person ?? cal).id) {
        if case .room(_, .countdown(_, _, _, let nonces, _)) = message { return nonces.map(\.text) }
      }
      return nil
    }
  }

  @Test("a player who does not reveal a share for a second contributes none")
  func silent() throws {
    var three = try Three()
    try three.call()
    _ = three.reveal(three.bob, "c0ffee")
    three.stage.pass(Limits().revealMilliseconds - 1)
    expect(three.nonces(), equals: nil)
    three.stage.pass(1)
    expect(three.nonces(), equals: ["-", "c0ffee", "ca1"])
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
  }

  @Test("only the nonce that was sealed opens a seal, once, and nobody else has one to open")
  func refused() throws {
    var three = try Three()
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    try three.call()
    expect(three.reveal(three.ada, "c0ffee"), equals: ["bad-seal"])
    expect(three.stage.ask(three.cal.id, "REVEAL nonce=ca1"), equals: ["not-now"])
    expect(three.reveal(three.ada, Three.adas), equals: ["READIED"])
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    let dan = try three.stage.guest("Dan", in: three.room)
    expect(three.stage.ask(dan.id, "REVEAL nonce=c0ffee"), equals: ["not-now"])
    expect(three.stage.ask(dan.id, "READY on=0"), equals: ["not-now"])
    _ = three.reveal(three.bob, "c0ffee")
    expect(three.nonces(), equals: [Three.adas, "c0ffee", "ca1"], "Dan sat down too late")
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
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let people = ["ada": three.ada, "bob": three.bob, "cal": three.cal]
    let person = try require(people[words[0]])
    switch words[1] {
    case "cut": three.stage.input(.disconnected(person.id))
    case "WATCH": three.stage.say(person.id, "WATCH room=\(three.room)")
    case let order where order.hasPrefix("KICK") || order.hasPrefix("BAN"):
      let parts = order.split(separator: " ").map(String.init)
      three.stage.say(person.id, "\(parts[0]) who=\(try #require(people[parts[1]]).player.wire)")
    default: three.stage.say(person.id, words[1])
    }
    expect(three.stage.verbs(three.ada.id), equals: heard)
    three.stage.pass(5_000)
    expect(three.nonces(heardBy: three.ada), equals: nil, "it does not begin after all")
    expect(three.reveal(three.ada, Three.adas), equals: ["not-now"])
    // What was given is void: a match that begins now has no nonces.
    three.stage.say(three.ada.id, "START")
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
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let people = ["ada": three.ada, "bob": three.bob, "cal": three.cal]
    var bob = three.bob
    switch words[1] {
    case "JOIN": _ = try three.stage.guest("Dan", in: three.room)
    case "JOIN, LEAVE":
      let dan = try three.stage.guest("Dan", in: three.room)
      three.stage.say(dan.id, "LEAVE")
    case "back":
      bob = three.stage.back(three.bob)
      let verbs = three.stage.verbs(bob.id)
      expect(verbs, contains: "REVEAL", "whoever comes back is called on as well")
    case "HOST bob": three.stage.say(three.ada.id, "HOST who=\(three.bob.player.wire)")
    default: three.stage.say(try require(people[words[0]]).id, words[1])
    }
    _ = three.reveal(three.ada, Three.adas)
    _ = three.reveal(bob, "c0ffee")
    expect(three.nonces(), equals: [Three.adas, "c0ffee", "ca1"])
  }

  @Test("START calls on those who sealed a nonce, ready or not")
  func started() throws {
    var three = try Three()
    three.stage.say(three.bob.id, "READY on=0 seal=\(try three.stage.seal("c0ffee"))")
    expect(three.stage.ask(three.ada.id, "START"), equals: ["REVEAL"])
    expect(three.reveal(three.bob, "c0ffee"), equals: ["READIED", "COUNTDOWN"])
    expect(three.nonces(), equals: ["-", "c0ffee", "-"])
  }

  @Test("a room that is about to begin is not found by QUICK, and LIST says that it plays")
  func listed() throws {
    var three = try Three()
    try three.call()
    let eve = try three.stage.person("Eve")
    three.stage.say(eve.id, "LIST")
    let states = three.stage.heard(eve.id).compactMap(\.state)
    expect(states, equals: [.playing])
    three.stage.say(eve.id, "QUICK")
    expect(three.stage.heard(eve.id).compactMap(\.code).first?.text, differsFrom: three.room)
  }

  @Test("a newcomer is told who is called, with the seals that are open by then")
  func picture() throws {
    var three = try Three()
    try three.call()
    _ = three.reveal(three.bob, "c0ffee")
    let eve = try three.stage.person("Eve")
    three.stage.say(eve.id, "WATCH room=\(three.room)")
    let heard = three.stage.heard(eve.id)
    expect(heard.compactMap(\.share).map(\.isSealed), equals: [true, false, false])
    expect(heard.contains { $0.verb == .reveal })
    _ = three.reveal(three.ada, Three.adas)
    expect(three.stage.verbs(eve.id).prefix(2), equals: ["READIED", "COUNTDOWN"])
  }
}

extension HallStage {
  /// What stands for a nonce while it is secret.
  func seal(_ nonce: String) throws -> String {
    let digits = Array("0123456789abcdef")
    let seal = try require(Nonce(hex: nonce)).seal(.genuine)
    return String(seal.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

extension ServerMessage {
  fileprivate var share: Share? {
    if case .room(_, .readied(_, _, let share)) = self { share } else { nil }
  }

  fileprivate var state: ListedState? {
    if case .listed(let listing) = self { listing.state } else { nil }
  }

  fileprivate var code: RoomCode? {
    if case .entered(let code, _, _) = self { code } else { nil }
  }
}
