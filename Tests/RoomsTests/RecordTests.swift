// The records that a room makes: whole matches of every mode, in which people and bots do whatever
// can be done, can be played again from them, to the byte; and what of a match is in no record.

import Game
import Records
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Records of rooms")
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

  @Test("every match of every mode is true, whatever people do in it", arguments: Mode.all)
  func whole(mode: Mode) throws {
    var verbs: Set<String> = []
    for seed in 0..<12 {
      var party = try RecordParty(mode, seed: UInt64(seed))
      let heard = Set(try party.playMatches(2))
      let finished = party.stage.notes.count { if case .finished = $0 { true } else { false } }
      // Where nobody locked nothing is kept.
      expect(party.stage.kept.count <= finished && finished >= 2)
      for match in party.stage.kept {
        let file = try verify(match)
        for (line, text) in zip(file.match.lines, lines(match.body)) {
          verbs.insert(String(text.prefix { $0 != " " }))
          // What was told is in the record as everybody heard it.
          if case .told(.play) = line { expect(heard, contains: text, "\(text)") }
        }
        let body = String(decoding: match.body, as: UTF8.self)
        expect(!body.contains("name=Ada") && match.persons.contains { $0.name == "Ada" })
      }
    }
    var expected: Set = [
      "RECORD", "ROOM", "SEAT", "COMMIT", "COUNTDOWN", "TICK", "ROUND", "LOCK", "LOCKED", "MISSED",
      "SHUT", "SCORE", "OVER", "PLACE", "SEED", "RTT",
    ]
    if !mode.isDaily { expected.formUnion(["READIED", "REVEAL", "QUIT", "GONE"]) }
    if mode.answer == .sliders { expected.insert("SET") }
    if mode.ringsBell, mode.seats.upperBound > 1 { expected.insert("BELL") }
    expect(verbs, equals: expected)
  }

  @Test("a room whose matches no log keeps writes nothing")
  func unkept() throws {
    var party = try RecordParty(.rgb, seed: 1, log: nil)
    _ = try party.playMatches(1)
    expect(isEmpty: party.stage.kept)
    expect(party.stage.hall.rooms.values.allSatisfy { $0.room.record == nil })
  }

  @Test("beyond its limit a record has each player's last move of a round, and plays the same")
  func thinned() throws {
    var limits = Limits()
    limits.recordBytesMax = 4_000
    var long = try RecordParty(.hsb, seed: 5, busy: 40)
    var short = try RecordParty(.hsb, seed: 5, limits: limits, busy: 40)
    _ = try long.playMatches(1)
    _ = try short.playMatches(1)
    let (whole, thin) = (long.stage.kept[0], short.stage.kept[0])
    _ = try verify(thin)
    var moved: Set<String> = []
    for line in lines(thin.body).reversed() {
      if line.hasPrefix("ROUND ") { moved = [] }
      guard line.hasPrefix("SET ") else { continue }
      expect(moved.insert(String(line.split(separator: " ")[2])).inserted, "\(line)")
    }
    expect(whole.body.count, isAbove: 4 * thin.body.count)
    let sets = lines(whole.body).filter { $0.hasPrefix("SET ") }
    expect(sets.count, isAbove: 100)
    func others(_ match: FinishedMatch) -> [String] {
      lines(match.body).filter { !$0.hasPrefix("SET ") && !$0.hasPrefix("RTT ") }
    }
    expect(others(whole), equals: others(thin))
  }

  @Test("an identity is sealed in the record, and its opening stands beside it")
  func identities() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let id = try stage.prove(ada, seed: 1)
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    _ = try stage.guest("Bea", in: room)
    stage.say(ada.id, "START")
    stage.pass(3_500)
    stage.say(ada.id, "LOCK v=1,2,3")
    stage.pass(20_000)
    let match = try require(stage.kept.first)
    try expect(verify(match).persons.map(\.id), equals: [id, nil])
    expect(!String(decoding: match.body, as: UTF8.self).contains(" id="))
  }

  @Test(
    "a match in which nobody locks, or of which no round is shut, is not kept",
    arguments: ["LEAVE", "", "LOCK", "LOCK LEAVE"])
  func worthless(_ deeds: String) throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    let bea = try stage.guest("Bea", in: room)
    stage.say(ada.id, "START")
    stage.pass(3_500)
    if deeds.hasPrefix("LOCK") { stage.say(ada.id, "LOCK v=1,2,3") }
    if deeds.hasSuffix("LEAVE") {
      for person in [ada, bea] { stage.say(person.id, "LEAVE") }
    } else {
      stage.pass(20_000)
    }
    let finished = stage.notes.count { if case .finished = $0 { true } else { false } }
    expect(finished, equals: 1)
    expect(stage.kept.count, equals: deeds == "LOCK" ? 1 : 0)
  }

  @Test("those who do not play make a record no longer")
  func strangers() throws {
    var stage = HallStage(log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5 seats=4")
    var bea = try stage.guest("Bea", in: room)
    stage.say(ada.id, "START")
    for _ in 0..<50 {
      let stranger = try stage.guest("Cal", in: room)
      stage.say(stranger.id, "LEAVE")
      stage.input(.disconnected(bea.id))
      bea = stage.back(bea)
      stage.pass(50)
    }
    stage.pass(1_000)
    stage.say(ada.id, "LOCK v=1,2,3")
    stage.pass(20_000)
    let file = try verify(try require(stage.kept.first))
    let verbs = lines(file.match.body).map { $0.prefix { $0 != " " } }
    expect(!verbs.contains("AWAY") && !verbs.contains("GONE") && !verbs.contains("BACK"))
    expect(verbs.count, isBelow: 25)
  }
}

/// Ada, who hosts, Bea and Cal and as many bots as fit, who do anything at any time.
private struct RecordParty {
  var stage: HallStage
  private let mode: Mode
  private let busy: Int
  private let ada: Person
  private var others: [Person]
  private let room: String
  private var draw: SplitMix64
  private var heard: [String] = []

  /// - Parameter busy: how often somebody moves a slider, for each other thing.
  init(
    _ mode: Mode, seed: UInt64, log: String? = "test.example/chromatch",
    limits: Limits = Limits(), busy: Int = 1
  ) throws {
    var limits = limits
    // The hall is late all the time, and strangers are to come in all the same.
    limits.newcomersMilliseconds = .max
    stage = HallStage(limits, log: log)
    draw = SplitMix64(seed: seed)
    self.mode = mode
    self.busy = busy
    ada = try stage.person("Ada")
    let rules = mode.isFixed ? "" : " rounds=\(draw.number(in: 1...3)) time=\(busy > 1 ? 20 : 6)"
    room = try stage.room(by: ada, "mode=\(mode.name)\(rules)")
    others = []
    guard mode.seats.upperBound > 1 else { return }
    for name in ["Bea", "Cal"] { others.append(try stage.guest(name, in: room)) }
    for level in 1...draw.number(in: 1...4) { stage.say(ada.id, "BOT level=\(level)") }
  }

  private var people: [Person] { [ada] + others }

  /// Plays matches one after another.
  ///
  /// - Returns: all that Ada heard, line by line.
  mutating func playMatches(_ count: Int) throws -> [String] {
    for _ in 0..<count {
      begin()
      var steps = 0
      while isPlaying, steps < 20_000 {
        steps += 1
        try step()
      }
      listen()
    }
    return heard
  }

  private var isPlaying: Bool { stage.hall.rooms.values.contains { $0.room.match != nil } }

  private mutating func begin() {
    var sealed: [(Person, String)] = []
    for person in others where draw.chance(70) {
      let nonce = "abcdef0123456789\(draw.number(in: 10...99))"
      guard draw.chance(60), let hex = Nonce(hex: nonce) else {
        stage.say(person.id, "READY nonce=\(nonce)")
        continue
      }
      stage.say(person.id, "READY seal=\(String(hex: hex.seal(.genuine)))")
      sealed.append((person, nonce))
    }
    stage.say(ada.id, mode.seats.upperBound == 1 ? "READY nonce=ada0" : "START")
    for (person, nonce) in sealed where draw.chance(80) {
      stage.say(person.id, "REVEAL nonce=\(nonce)")
    }
    stage.pass(1_100)
  }

  /// Some time passes, and somebody does something.
  private mutating func step() throws {
    listen()
    if draw.chance(10) {
      stage.oversleep(draw.number(in: 0...400), within: 100_000_000)
    } else {
      stage.pass(draw.number(in: 0...(busy > 1 ? 30 : 300)))
    }
    for _ in 0..<busy where draw.chance(70) { move() }
    guard let person = draw.pick(people) else { return }
    switch draw.number(in: 0...120) {
    case 0: leave(person)
    case 1: if let other = draw.pick(others) { stage.say(ada.id, "KICK who=\(other.player.wire)") }
    case 2:
      if let index = others.indices.first(where: { others[$0].id == person.id }) {
        stage.input(.disconnected(person.id))
        stage.pass(draw.number(in: 0...2_000))
        others[index] = stage.back(person)
      }
    case 3: stage.say(try stage.person("Dot").id, "JOIN room=\(room)")
    case 4...60: lock(person)
    default: break
    }
  }

  /// The host goes only where nobody else is, because somebody has to listen.
  private mutating func leave(_ person: Person) {
    if others.contains(where: { $0.id == person.id }) {
      stage.say(person.id, draw.chance(50) ? "LEAVE" : "WATCH room=\(room)")
    }
  }

  private mutating func move() {
    guard let person = draw.pick(people) else { return }
    let values = mode.channels.map { draw.number(in: $0.grid) }
    say(person, "SET v=\(Guess(values).wire)")
  }

  /// Right, or anywhere; with or without a claim.
  private mutating func lock(_ person: Person) {
    guard let match = stage.hall.rooms.values.first?.room.match, let round = match.round else {
      return
    }
    let values = mode.channels.map { draw.number(in: $0.grid) }
    let guess = draw.chance(40) ? round.challenge.answer : Guess(values)
    let elapsed = stage.now - round.start.opens
    let claim = draw.chance(60) ? " t=\(max(0, elapsed - draw.number(in: 0...150)))" : ""
    say(person, "LOCK v=\(guess.wire)\(claim)")
  }

  /// A line arrives some time before the hall is told, or the hall cannot tell when.
  private mutating func say(_ person: Person, _ line: String) {
    guard let message = try? ClientMessage.decode(Array(line.utf8)[...]) else { return }
    let earlier = stage.now - (draw.chance(30) ? draw.number(in: 0...60) : 0)
    stage.input(.said(person.id, message, arrived: earlier...stage.now))
  }

  /// Everybody answers the server's PINGs, sooner or later.
  private mutating func listen() {
    for person in people {
      for message in stage.heard(person.id) {
        if person.id == ada.id { heard.append(message.line) }
        guard case .ping(let nonce) = message else { continue }
        if draw.chance(70) { stage.sleep(draw.number(in: 0...40)) }
        stage.say(person.id, "PONG nonce=\(nonce)")
      }
    }
  }
}
