// What an address may do, however many connections it has and on however many lanes: lines and
// wrong guesses. Opening another connection gains nothing, and other addresses lose nothing.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Budgets of addresses")
struct BudgetTests {
  private static let other = Origin(household: 2)
  private var limits = Limits()

  @Test("connections of one address share its lines, and another one brings no more")
  mutating func lines() throws {
    (limits.addressLineBurst, limits.addressLinesPerSecond, limits.lineDraw) = (60, 10, 10)
    var stage = HallStage(limits)
    for _ in 1...2 {
      let ada = try stage.person("Ada")
      for _ in 1..<30 { expect(stage.ask(ada, "PING t=1"), equals: ["PONG"]) }
      stage.lose(ada)
    }
    let third = stage.connect()
    stage.say(third, "HELLO v=1")
    let refusal = try require(stage.heard(third).first?.refusal)
    expect(refusal.code == .tooFast && refusal.text?.contains("address") == true)
    for _ in 1...20 { expect(stage.ask(third, "HELLO v=1"), equals: []) }
    // It is no strike, however long it goes on: the connection itself was not too fast.
    for _ in 1...5 {
      stage.pass(limits.strikeMilliseconds)
      for _ in 1...2 { stage.say(third, "LIST") }
    }
    expect(isEmpty: stage.closed)
    _ = try stage.person("Bob", from: Self.other)
    stage.pass(1_000)
    expect(stage.ask(third, "HELLO v=1").first, equals: "WELCOME")
  }

  /// Plays a match to its end that is worth keeping.
  private func play(_ stage: inout HallStage, _ host: Person) {
    stage.say(host, "START")
    stage.pass(3_500)
    stage.say(host, "LOCK v=1,2,3")
    stage.pass(10_000)
  }

  @Test("matches are kept as long as one of the addresses that play them has left little that day")
  mutating func matches() throws {
    limits.addressMatchesMax = 2
    var stage = HallStage(limits, log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    let bob = try stage.guest("Bob", in: room)
    for _ in 1...3 { play(&stage, ada) }
    expect(stage.kept.count, equals: 2)
    let unkept = stage.notes.filter { if case .unkept = $0 { true } else { false } }
    expect(unkept.count, equals: 1, "the log says so")
    // Another player of the same address brings nothing.
    stage.say(bob, "LEAVE")
    let eve = try stage.guest("Eve", in: room)
    play(&stage, ada)
    expect(stage.kept.count, equals: 2)
    // A client from elsewhere has its own budget, and nobody else pays for it.
    stage.say(eve, "LEAVE")
    stage.say(try stage.person("Cal", from: Self.other), "JOIN room=\(room)")
    for _ in 1...3 { play(&stage, ada) }
    expect(stage.kept.count, equals: 4)
  }

  @Test("bytes of matches have a budget, and on the next day it is whole again")
  mutating func recordBytes() throws {
    limits.addressRecordBytesMax = 1
    let eve = Instant(milliseconds: 86_400_000 - 30_000)
    var stage = HallStage(limits, at: eve, log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    _ = try stage.guest("Bob", in: try stage.room(by: ada, "mode=rgb rounds=1 time=5"))
    for _ in 1...2 { play(&stage, ada) }
    expect(stage.kept.count, equals: 1)
    stage.pass(5_000)
    play(&stage, ada)
    expect(stage.kept.count, equals: 2)
  }

  @Test("one address proves so many identities a day, the same as often as it likes")
  mutating func identities() throws {
    limits.addressIdentitiesMax = 2
    var stage = HallStage(limits)
    for seed in [1, 2, 1, 2] { _ = try stage.prove(try stage.person("Ada"), seed: UInt8(seed)) }
    #expect(throws: (any Error).self) { try stage.prove(try stage.person("Ada"), seed: 3) }
    _ = try stage.prove(try stage.person("Ada", from: Self.other), seed: 3)
  }

  @Test("beyond the tries of its address a match of the day begins without being ranked")
  mutating func tries() throws {
    limits.addressAttemptsMax = 1
    var stage = HallStage(limits, log: "test.example/chromatch")
    for seed in [UInt8(1), 2] {
      let ada = try stage.person("Ada")
      _ = try stage.prove(ada, seed: seed)
      stage.say(ada, "CREATE mode=daily")
      stage.say(ada, "READY")
      if let claim = stage.claims.last { stage.input(.claimed(claim, isGranted: true)) }
      let countdown = stage.heard(ada).first { $0.racers != nil }?.line
      expect(countdown?.hasSuffix(" ranked=1"), equals: seed == 1)
    }
    expect(stage.claims.count, equals: 1)
  }

  @Test("answers to one address are so many bytes, whichever connection asks; others are answered")
  mutating func answers() throws {
    (limits.addressAnswerBurst, limits.addressAnswerBytesPerSecond) = (1_000, 100)
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let (bob, cal) = (try stage.person("Bob"), try stage.person("Cal", from: Self.other))
    var answered = 0
    for _ in 1...15 where stage.ask(bob, "LIST").first == "LISTED" { answered += 1 }
    expect(answered > 3 && answered < 12)
    let eve = try stage.person("Eve")
    for line in ["LIST", "WATCH room=\(room)"] {
      stage.say(eve, line)
      let refusal = try require(stage.heard(eve).first?.refusal)
      expect(refusal.code == .notNow && refusal.text?.contains("wait ") == true, "\(refusal)")
    }
    expect(stage.ask(ada, "WHO"), equals: ["not-now"])
    expect(stage.ask(cal, "LIST").first, equals: "LISTED")
    stage.pass(3_000)
    expect(stage.ask(eve, "LIST").first, equals: "LISTED")
  }

  @Test("a client behind a proxy has the budgets of the address that the proxy names")
  func introduced() throws {
    var stage = HallStage()
    let guesser = try stage.person("Ada", from: Self.other)
    for _ in 1...limits.missesMax { stage.say(guesser, "JOIN room=ZZZZ") }
    for (origin, answer) in [(Self.other, "not-now"), (Origin(household: 3), "no-room")] {
      let id = stage.connect()
      stage.input(.introduced(id, from: origin, fullness: nil))
      expect(stage.ask(id, "HELLO v=1").first, equals: "WELCOME")
      expect(stage.ask(id, "JOIN room=ZZZZ"), equals: [answer])
    }
    // The door has looked again, and it is the last answer that counts.
    for (first, last) in [(nil, .address), (.server, nil)] as [(Fullness?, Fullness?)] {
      let id = stage.connect(fullness: first)
      stage.input(.introduced(id, from: Origin(household: 4), fullness: last))
      expect(stage.ask(id, "HELLO v=1").first, equals: (last == nil ? "WELCOME" : "server-full"))
    }
  }

  @Test("lines of one address on several lanes are counted on each of them")
  mutating func linesOnLanes() throws {
    (limits.addressLineBurst, limits.addressLinesPerSecond, limits.lineDraw) = (60, 10, 10)
    var stage = HallStage(limits, lanes: 3)
    for lane in 0..<3 {
      let person = try stage.person("Ada", lane)
      for _ in 1..<20 { expect(stage.ask(person, "PING t=1"), equals: ["PONG"]) }
    }
    for lane in 0..<3 { expect(stage.ask(stage.connect(lane), "HELLO v=1"), equals: ["too-fast"]) }
    _ = try stage.person("Bob", 1, from: Self.other)
  }

  @Test("what an address was answered and has left behind on one lane counts on every other")
  mutating func answersOnLanes() throws {
    (limits.addressAnswerBurst, limits.addressAnswerBytesPerSecond) = (60, 1)
    var stage = HallStage(limits, lanes: 3)
    var answered = 0
    for turn in 0..<12 where stage.ask(try stage.person("Ada", turn % 3), "LIST") == ["END"] {
      answered += 1
    }
    // Each answer has twenty bytes.
    expect(answered > 1 && answered < 5)
    for lane in 0..<3 {
      expect(stage.ask(try stage.person("Eve", lane), "LIST"), equals: ["not-now"])
    }
    expect(stage.ask(try stage.person("Bob", 2, from: Self.other), "LIST"), equals: ["END"])
  }

  @Test("what lasts has budgets of an address, of four times as much for a /48, and of a day")
  mutating func lasting() throws {
    (limits.addressAttemptsMax, limits.addressRecordBytesMax) = (2, 100)
    let day = Instant(milliseconds: 86_400_000)
    var ledger = AddressLedger(limits: limits)
    var taken = 0
    for household in 1...6 {
      let origin = Origin(household: UInt64(household), site: 7)
      while ledger.holds(.attempt, from: origin, at: day) {
        ledger.spend(.attempt, from: origin, at: day)
        taken += 1
      }
    }
    expect(taken, equals: 8)
    let one = Origin(household: 1, site: 7)
    expect(ledger.holds(.match(bytes: 1), from: one, at: day), "each has a budget of its own")
    ledger.spend(.match(bytes: 1_000), from: one, at: day)
    expect(!ledger.holds(.match(bytes: 1), from: one, at: day))
    expect(!ledger.holds(.match(bytes: 1), from: Origin(household: 9, site: 7), at: day))
    expect(ledger.holds(.match(bytes: 1), from: Self.other, at: day))
    let morning = day + 86_400_000
    expect(ledger.holds(.match(bytes: 1), from: one, at: morning))
    expect(ledger.holds(.attempt, from: one, at: morning))
  }

  @Test("ten wrong codes or passwords a minute, then whatever may be a guess has to wait")
  func guesses() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada", from: Self.other)
    let attic = try stage.room(by: ada, "listed=0 pass=sesame")
    let meadow = try stage.room(by: try stage.person("Bob", from: Self.other))
    for number in 1...10 {
      // Each from a connection of its own.
      let eve = try stage.person("Eve")
      let isCode = number % 2 == 0
      let guess = isCode ? "ABCDE\(number % 8 + 2)" : "\(attic) pass=wrong\(number)"
      expect(stage.ask(eve, "JOIN room=\(guess)"), equals: [isCode ? "no-room" : "wrong-pass"])
      stage.lose(eve)
    }
    let eve = try stage.person("Eve")
    for guess in ["ABCD", "ABCDEF", attic, "\(attic) pass=wrong", "\(attic) pass=sesame"] {
      for verb in ["JOIN", "WATCH"] {
        stage.say(eve, "\(verb) room=\(guess)")
        let refusal = try require(stage.heard(eve).first?.refusal)
        expect(refusal.code == .notNow && refusal.text?.hasSuffix("wait 60 s") == true)
      }
    }
    expect(stage.ask(eve, "JOIN room=\(meadow)").first, equals: "IN")
    stage.say(eve, "LEAVE")
    expect(stage.notes.filter { if case .guessing = $0 { true } else { false } }.count, equals: 1)
    // Nobody else has to wait, and after a minute nobody has.
    let cal = try stage.person("Cal", from: Self.other)
    expect(stage.ask(cal, "JOIN room=\(attic) pass=sesame").first, equals: "IN")
    stage.pass(limits.missMilliseconds - 1)
    expect(stage.ask(eve, "JOIN room=ABCDEF"), equals: ["not-now"])
    stage.pass(1)
    expect(stage.ask(eve, "JOIN room=\(attic) pass=sesame").first, equals: "IN")
  }

  @Test("guesses on one lane count on every other, and all of a /48 have four times as many")
  func guessesTogether() throws {
    var stage = HallStage(lanes: 3)
    let room = try stage.room(by: try stage.person("Ada", 0, from: Self.other), "listed=0")
    for number in 1...10 {
      let eve = try stage.person("Eve", number % 3)
      expect(stage.ask(eve, "JOIN room=ABC\(number % 8 + 2)"), equals: ["no-room"])
    }
    for lane in 0..<3 {
      expect(stage.ask(try stage.person("Eve", lane), "JOIN room=\(room)"), equals: ["not-now"])
    }
    let bob = try stage.person("Bob", 1, from: Self.other)
    expect(stage.ask(bob, "JOIN room=\(room)").first, equals: "IN")
    stage = HallStage()
    for (number, site, answer) in (1...40).map({ (UInt64($0), UInt64(7), "no-room") }) + [
      (99, 7, "not-now"), (100, 8, "no-room"),
    ] {
      let eve = try stage.person("Eve", from: Origin(household: number, site: site))
      expect(stage.ask(eve, "JOIN room=ABCD"), equals: [answer])
    }
  }

  @Test("a ledger holds so many accounts, and forgets those that were charged longest ago")
  mutating func forgetting() {
    (limits.accountsMax, limits.missesMax) = (64, 1)
    var ledger = AddressLedger(limits: limits)
    let now = HallStage.start
    let eve = Origin(household: 0, site: 0)
    _ = ledger.miss(from: eve, at: now)
    for number in UInt64(1)...10_000 {
      _ = ledger.miss(from: Origin(household: number, site: number), at: now)
      expect(ledger.accountCount, isAtMost: 2 * limits.accountsMax)
      // A client that goes on guessing is not forgotten.
      if number % 31 == 0 {
        expect(ledger.waitForGuess(from: eve, at: now), equals: limits.missMilliseconds)
      }
    }
    expect(ledger.waitForGuess(from: Origin(household: 1, site: 1), at: now), equals: nil)
  }
}
