// Who has proved who they are, what that opens to them, and what it costs to try. Whole sessions of
// good and bad proofs are in protocol/transcripts/identity.txt.

import Game
import Identity
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Identities in rooms")
struct ProvingTests {
  /// What somebody says who would sit, and what those hear whom nobody knows.
  static let ways: [(line: String, unknown: String, known: String)] = [
    ("JOIN room=", "unproved", "IN"), ("WATCH room=", "IN", "IN"),
    ("CREATE known=1", "unproved", "IN"), ("CREATE known=0", "IN", "IN"),
  ]

  @Test("only those sit in a room for known players who are known", arguments: ways)
  func knownRooms(line: String, unknown: String, known: String) throws {
    for (isKnown, outcome) in [(false, unknown), (true, known)] {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      try stage.prove(ada, seed: 1)
      let room = try stage.room(by: ada, "known=1")
      let bea = try stage.person("Bea")
      if isKnown { try stage.prove(bea, seed: 2) }
      let whole = line.hasSuffix("room=") ? line + room : line
      expect(stage.ask(bea.id, whole).first, equals: outcome, "\(isKnown)")
    }
  }

  @Test("QUICK leads nobody unknown into such a room, and a watcher unknown cannot sit down")
  func quick() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    try stage.prove(ada, seed: 1)
    let room = try stage.room(by: ada, "known=1 seats=3")
    let bea = try stage.person("Bea")
    stage.say(bea.id, "QUICK")
    expect(!stage.heard(bea.id).contains { $0.enters(room) })
    stage.say(bea.id, "LEAVE")
    stage.say(bea.id, "WATCH room=\(room)")
    expect(stage.ask(bea.id, "JOIN room=\(room)"), equals: ["unproved"])
    let cal = try stage.person("Cal")
    try stage.prove(cal, seed: 3)
    stage.say(cal.id, "QUICK")
    expect(stage.heard(cal.id).contains { $0.enters(room) })
  }

  @Test(
    "an identity has one seat in a rated room, even while it is away from that one",
    arguments: [false, true])
  func oneSeat(isAway: Bool) throws {
    var (stage, room, _) = try HallStage.hosted("rated=1")
    let bea = try stage.person("Bea")
    try stage.prove(bea, seed: 2)
    stage.say(bea.id, "JOIN room=\(room)")
    if isAway { stage.input(.disconnected(bea.id)) }
    let again = try stage.person("Bea")
    try stage.prove(again, seed: 2)
    expect(stage.ask(again.id, "JOIN room=\(room)"), equals: ["not-now"])
    stage.say(again.id, "WATCH room=\(room)")
    expect(stage.ask(again.id, "JOIN room=\(room)"), equals: ["not-now"], "from looking on")
    stage.say(again.id, "LEAVE")
    stage.say(again.id, "QUICK")
    expect(!stage.heard(again.id).contains { $0.enters(room) })
    stage.say(again.id, "LEAVE")
    let back = isAway ? stage.back(bea) : bea
    stage.say(back.id, "LEAVE")
    expect(stage.ask(again.id, "JOIN room=\(room)").first, equals: "IN", "once it is free")
  }

  @Test("two terminals of one identity may race in a room, which cannot become rated then")
  func twoSeats() throws {
    var (stage, room, ada) = try HallStage.hosted()
    for _ in 1...2 {
      let bea = try stage.person("Bea")
      try stage.prove(bea, seed: 2)
      expect(stage.ask(bea.id, "JOIN room=\(room)").first, equals: "IN")
    }
    expect(stage.ask(ada.id, "CONFIG rated=1"), equals: ["bad-field"])
  }

  @Test("a ban holds for the identity, of players and of watchers", arguments: ["JOIN", "WATCH"])
  func bans(verb: String) throws {
    var (stage, room, ada) = try HallStage.hosted()
    let bea = try stage.person("Bea")
    try stage.prove(bea, seed: 2)
    stage.say(bea.id, "\(verb) room=\(room)")
    stage.say(ada.id, "BAN who=\(bea.player.wire)")
    stage.input(.disconnected(bea.id))
    let again = try stage.person("Dan")
    try stage.prove(again, seed: 2)
    let other = try stage.person("Bea")
    try stage.prove(other, seed: 3)
    for way in ["JOIN", "WATCH"] {
      expect(stage.ask(again.id, "\(way) room=\(room)"), equals: ["banned"])
    }
    stage.say(again.id, "QUICK")
    expect(!stage.heard(again.id).contains { $0.enters(room) })
    expect(stage.ask(other.id, "JOIN room=\(room)").first, equals: "IN")
  }

  /// What an end sees, what a client signs and says, and whether that proves somebody.
  static let ends: [(sees: Binding, signs: Binding, kind: Binding.Kind, isTaken: Bool)] = [
    (.address("192.168.1.10:7313"), .address("192.168.1.10:7313"), .address, true),
    (.address("192.168.1.10:7313"), .address("192.168.1.66:7313"), .address, false),
    (.address("127.0.0.1:7313"), .address("127.0.0.1:7314"), .address, false),
    (.address("192.168.1.10:7313"), .open, .open, false),
    (.open, .open, .open, false), (.open, .address("192.168.1.10:7313"), .address, false),
    (.tls([7]), .address("192.168.1.10:7313"), .address, false),
  ]

  @Test(
    "a proof that another server was given proves nobody, and nothing is forgotten by it",
    arguments: ends)
  func passedOn(sees: Binding, signs: Binding, kind: Binding.Kind, isTaken: Bool) throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    let keys = KeyPair(seed: 1)
    stage.input(.bound(ada.id, sees))
    stage.say(ada.id, "IDENTIFY key=\(digits(of: 1))")
    guard case .challenge(let nonce, let server) = try require(stage.heard(ada.id).first) else {
      throw Violation("no CHALLENGE")
    }
    let text = ProofText(to: server, nonce: nonce, key: keys.key, on: signs)
    let line = "PROVE sig=\(String(hex: keys.sign(text))) bind=\(kind.rawValue)"
    expect(stage.ask(ada.id, line), equals: isTaken ? ["PROVED"] : ["bad-signature"])
    expect(
      stage.ask(ada.id, "FORGET sure=1"), equals: isTaken ? ["not-now"] : ["unproved"])
  }

  @Test("an address cannot make a server check signatures without end")
  func budget() throws {
    let checks = Checks()
    var limits = Limits()
    (limits.addressLineBurst, limits.addressLinesPerSecond) = (2_400, 0)
    var stage = HallStage(
      limits, verifying: Verifying { _, _, _ in checks.count() })
    for _ in 1...50 {
      let id = stage.connect()
      stage.say(id, "HELLO v=1")
      for _ in 1...10 {
        stage.say(id, "IDENTIFY key=\(digits(of: 1))")
        stage.input(.bound(id, .inMemory))
        stage.say(id, "PROVE sig=\(String(repeating: "00", count: 64)) bind=addr")
      }
    }
    // A question and an answer are 24 lines.
    expect((50...100), contains: checks.made)
  }

  /// Counts, and finds every signature bad. Only one test at a time has it.
  private final class Checks: @unchecked Sendable {
    private(set) var made = 0

    func count() -> Bool {
      made += 1
      return false
    }
  }
}

private func digits(of seed: UInt8) -> String { String(hex: KeyPair(seed: seed).key.bytes) }

extension HallStage {
  /// Has somebody prove to own a key.
  ///
  /// - Returns: who they are now.
  @discardableResult
  mutating func prove(_ person: Person, seed: UInt8) throws -> KeyID {
    let keys = KeyPair(seed: seed)
    input(.bound(person.id, .inMemory))
    say(person.id, "IDENTIFY key=\(digits(of: seed))")
    guard case .challenge(let nonce, let server) = try require(heard(person.id).first) else {
      throw Violation("no CHALLENGE")
    }
    let signature = keys.sign(ProofText(to: server, nonce: nonce, key: keys.key, on: .inMemory))
    say(person.id, "PROVE sig=\(String(hex: signature)) bind=addr")
    guard case .proved(let id, let tag) = try require(heard(person.id).first) else {
      throw Violation("no PROVED")
    }
    expect(id == keys.id && tag == id.tag)
    return id
  }
}

extension ServerMessage {
  fileprivate func enters(_ room: String) -> Bool {
    if case .entered(let code, _, _) = self { code.text == room } else { false }
  }

  fileprivate var identity: KeyID? {
    if case .room(_, .seat(_, let profile)) = self { profile.identity } else { nil }
  }

  fileprivate var listedCode: String? {
    if case .listed(let listing) = self { listing.code.text } else { nil }
  }
}
