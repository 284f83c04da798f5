// Who has proved who they are, what that opens to them, and what it costs to try. Whole sessions of
// good and bad proofs are in protocol/transcripts/identity.txt. And who can pass for whom: every
// pair of the vectors, in both orders; people and bots that nobody could tell apart otherwise; and
// what a room makes of names that cannot be seen.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@Suite("Who is who in a room")
struct ProvingTests {
  /// What somebody says who would sit, and what those hear whom nobody knows.
  static let ways: [(line: String, unknown: String, known: String)] = [
    ("JOIN room=", "unproved", "IN"), ("WATCH room=", "IN", "IN"),
    ("CREATE known=1", "unproved", "IN"), ("CREATE known=0", "IN", "IN"),
  ]

  @Test("only those sit in a room for known players who are known")
  func knownRooms() throws {
    for (line, unknown, known) in Self.ways {
      for (isKnown, outcome) in [(false, unknown), (true, known)] {
        var stage = HallStage()
        let ada = try stage.person("Ada")
        try stage.prove(ada, seed: 1)
        let room = try stage.room(by: ada, "known=1")
        let bea = try stage.person("Bea")
        if isKnown { try stage.prove(bea, seed: 2) }
        let whole = line.hasSuffix("room=") ? line + room : line
        expect(stage.ask(bea, whole).first, equals: outcome, "\(line), \(isKnown)")
      }
    }
  }

  @Test("QUICK leads nobody unknown into such a room, and a watcher unknown cannot sit down")
  func quick() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    try stage.prove(ada, seed: 1)
    let room = try stage.room(by: ada, "known=1 seats=3")
    stage.say(ada, "READY")
    let bea = try stage.person("Bea")
    try expect(stage.enter(bea, "QUICK"), differsFrom: room)
    stage.say(bea, "LEAVE")
    stage.say(bea, "WATCH room=\(room)")
    expect(stage.ask(bea, "JOIN room=\(room)"), equals: ["unproved"])
    let cal = try stage.person("Cal")
    try stage.prove(cal, seed: 3)
    try expect(stage.enter(cal, "QUICK"), equals: room)
  }

  @Test(
    "an identity has one seat in a rated room, even while it is away from that one",
    arguments: [false, true])
  func oneSeat(isAway: Bool) throws {
    var (stage, room, _) = try HallStage.hosted("rated=1")
    let bea = try stage.person("Bea")
    try stage.prove(bea, seed: 2)
    stage.say(bea, "JOIN room=\(room)")
    if isAway { stage.lose(bea) }
    let again = try stage.person("Bea")
    try stage.prove(again, seed: 2)
    expect(stage.ask(again, "JOIN room=\(room)"), equals: ["not-now"])
    stage.say(again, "WATCH room=\(room)")
    expect(stage.ask(again, "JOIN room=\(room)"), equals: ["not-now"], "from looking on")
    stage.say(again, "LEAVE")
    try expect(stage.enter(again, "QUICK"), differsFrom: room)
    stage.say(again, "LEAVE")
    let back = isAway ? stage.back(bea) : bea
    stage.say(back, "LEAVE")
    expect(stage.ask(again, "JOIN room=\(room)").first, equals: "IN", "once it is free")
  }

  @Test("two terminals of one identity may race in a room, which cannot become rated then")
  func twoSeats() throws {
    var (stage, room, ada) = try HallStage.hosted()
    for _ in 1...2 {
      let bea = try stage.person("Bea")
      try stage.prove(bea, seed: 2)
      expect(stage.ask(bea, "JOIN room=\(room)").first, equals: "IN")
    }
    expect(stage.ask(ada, "CONFIG rated=1"), equals: ["bad-field"])
  }

  @Test("a ban holds for the identity, of players and of watchers", arguments: ["JOIN", "WATCH"])
  func bans(verb: String) throws {
    var (stage, room, ada) = try HallStage.hosted()
    let bea = try stage.person("Bea")
    try stage.prove(bea, seed: 2)
    stage.say(bea, "\(verb) room=\(room)")
    stage.say(ada, "BAN who=\(bea.player.wire)")
    stage.lose(bea)
    let again = try stage.person("Dan")
    try stage.prove(again, seed: 2)
    let other = try stage.person("Bea")
    try stage.prove(other, seed: 3)
    for way in ["JOIN", "WATCH"] {
      expect(stage.ask(again, "\(way) room=\(room)"), equals: ["banned"])
    }
    try expect(stage.enter(again, "QUICK"), differsFrom: room)
    expect(stage.ask(other, "JOIN room=\(room)").first, equals: "IN")
  }

  /// What an end sees, what a client signs and says, and whether that proves somebody.
  static let ends: [(sees: Binding, signs: Binding, kind: Binding.Kind, isTaken: Bool)] = [
    (.address("192.168.1.10:7313"), .address("192.168.1.10:7313"), .address, true),
    (.address("192.168.1.10:7313"), .address("192.168.1.66:7313"), .address, false),
    (.address("127.0.0.1:7313"), .address("127.0.0.1:7314"), .address, false),
    (.address("192.168.1.10:7313"), .open, .open, false), (.open, .open, .open, false),
    (.open, .address("192.168.1.10:7313"), .address, false),
    (.tls([7]), .address("192.168.1.10:7313"), .address, false),
  ]

  @Test("a proof that another server was given proves nobody, and nothing is forgotten by it")
  func passedOn() throws {
    for (sees, signs, kind, isTaken) in Self.ends {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      let line = try stage.proof(by: ada, seed: 1, sees: sees, signs: signs, kind)
      expect(stage.ask(ada, line), equals: isTaken ? ["PROVED"] : ["bad-signature"], "\(signs)")
      expect(stage.ask(ada, "FORGET sure=1"), equals: isTaken ? ["not-now"] : ["unproved"])
    }
  }

  @Test("an address cannot make a server check signatures without end")
  func budget() throws {
    let checks = Checks()
    var limits = Limits()
    (limits.addressLineBurst, limits.addressLinesPerSecond) = (2_400, 0)
    var stage = HallStage(limits, verifying: Verifying { _, _, _ in checks.count() })
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

  /// The names in a room whose players come one after another.
  private func names(_ said: [String]) throws -> [String] {
    var stage = HallStage()
    let host = try stage.person(said[0])
    let room = try stage.room(by: host)
    for name in said.dropFirst() { _ = try stage.guest(name, in: room) }
    return try stage.picture(of: room).compactMap(\.seat?.profile.name)
  }

  @Test("a player whose name looks like another's gets a number, and nobody else does")
  func vectors() throws {
    for row in try ContractTable("vectors/alike.tsv").rows {
      for (first, second) in [(row["ONE"], row["OTHER"]), (row["OTHER"], row["ONE"])] {
        let alone = try [first, second].map { try names([$0])[0] }
        let together = try names([first, second])
        expect(together[0], equals: alone[0])
        let isAlike = together[1] != alone[1]
        expect(isAlike ? "yes" : "no", equals: row["ALIKE"], "\(row.place): \(row["REASON"])")
      }
    }
  }

  @Test("a number that somebody got cannot be taken by anybody else")
  func numbers() throws {
    let ada = ["Ada", "%D0%90da", "Ada%202", "ada2", "%EF%BC%A1da", "AD%CE%91", "Ada%C2%B2", "ada"]
    try expect(
      names(ada),
      equals: [
        "Ada", "\u{410}da 2", "Ada 2 2", "ada2 3", "\u{ff21}da 3", "AD\u{391} 4", "Ada² 4", "ada 5",
      ])
  }

  @Test("a name of nothing to see is no name, for players and for rooms")
  func blank() throws {
    var stage = HallStage()
    let ada = try stage.person("%E2%80%8B%E3%85%A4")
    let room = try stage.room(by: ada, "name=%E2%A0%80")
    let watcher = try stage.watcher("Eve", in: room)
    stage.say(ada, "CONFIG name=%F0%9D%85%99 rounds=7")
    stage.say(ada, "CONFIG name=%E2%80%AFTea%E2%80%8D%20%20time")
    let names = stage.heard(watcher)
      .compactMap { message in
        if case .room(_, .settings(let told)) = message { told.name } else { nil }
      }
    let number = ada.player.number
    expect(names, equals: ["player \(number)'s room", "Tea time"])
  }

  @Test("a bot never has the name of a person, in whatever letters it is written")
  func bots() throws {
    var stage = HallStage()
    let ada = try stage.person("Umb%D0%B5r")
    let room = try stage.room(by: ada)
    for _ in 2...8 { stage.say(ada, "BOT") }
    let names = try stage.picture(of: room).compactMap(\.seat?.profile.name)
    expect(names.count == 8 && names.contains("Umber 2") && !names.contains("Umber"))
  }
}

private func digits(of seed: UInt8) -> String { String(hex: KeyPair(seed: seed).key.bytes) }

extension HallStage {
  /// Has somebody prove to own a key.
  ///
  /// - Returns: who they are now.
  @discardableResult mutating func prove(_ person: Person, seed: UInt8) throws -> KeyID {
    say(person, try proof(by: person, seed: seed))
    guard case .proved(let id, let tag) = try require(heard(person).first) else {
      throw Violation("no PROVED")
    }
    expect(id == KeyPair(seed: seed).id && tag == id.tag)
    return id
  }

  /// The PROVE of somebody who asks for a challenge on a connection that ends so.
  fileprivate mutating func proof(
    by person: Person, seed: UInt8, sees: Binding = .inMemory, signs: Binding = .inMemory,
    _ kind: Binding.Kind = .address
  ) throws -> String {
    let keys = KeyPair(seed: seed)
    input(.bound(person.id, sees))
    say(person, "IDENTIFY key=\(digits(of: seed))")
    guard case .challenge(let nonce, let server) = try require(heard(person).first) else {
      throw Violation("no CHALLENGE")
    }
    let signature = keys.sign(ProofText(to: server, nonce: nonce, key: keys.key, on: signs))
    return "PROVE sig=\(String(hex: signature)) bind=\(kind.rawValue)"
  }
}
