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

  @Test("connections of one address share its lines, and another one brings no more")
  func lines() throws {
    var limits = Limits()
    (limits.addressLineBurst, limits.addressLinesPerSecond, limits.lineDraw) = (60, 10, 10)
    var stage = HallStage(limits)
    let first = try stage.person("Ada")
    for _ in 1..<30 { expect(stage.ask(first.id, "PING t=1"), equals: ["PONG"]) }
    stage.input(.disconnected(first.id))
    let second = try stage.person("Ada")
    for _ in 1..<30 { expect(stage.ask(second.id, "PING t=1"), equals: ["PONG"]) }
    let third = stage.connect()
    stage.say(third, "HELLO v=1")
    let refusal = try require(stage.heard(third).first?.refusal)
    expect(refusal.code == .tooFast && refusal.text?.contains("address") == true)
    for _ in 1...20 { expect(stage.ask(third, "HELLO v=1"), equals: []) }
    // It is no strike, however long it goes on: the connection itself was not too fast.
    for _ in 1...5 {
      stage.pass(limits.strikeMilliseconds)
      stage.say(third, "LIST")
      stage.say(third, "LIST")
    }
    expect(isEmpty: stage.closed)
    _ = try stage.person("Bob", from: BudgetTests.other)
    stage.pass(1_000)
    expect(stage.ask(third, "HELLO v=1").first, equals: "WELCOME")
  }

  /// Plays a match to its end that is worth keeping.
  private func play(_ stage: inout HallStage, _ players: [Person]) {
    stage.say(players[0].id, "START")
    stage.pass(3_500)
    stage.say(players[0].id, "LOCK v=1,2,3")
    stage.pass(10_000)
  }

  @Test("matches are kept as long as one of the addresses that play them has left little that day")
  func matches() throws {
    var limits = Limits()
    limits.addressMatchesMax = 2
    var stage = HallStage(limits, log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    let bob = try stage.guest("Bob", in: room)
    for _ in 1...3 { play(&stage, [ada, bob]) }
    expect(stage.kept.count, equals: 2)
    let unkept = stage.notes.filter { if case .unkept = $0 { true } else { false } }
    expect(unkept.count, equals: 1, "the log says so")
    // Another room, other connections: it is the same address.
    stage.say(bob.id, "LEAVE")
    let eve = try stage.guest("Eve", in: room)
    play(&stage, [ada, eve])
    expect(stage.kept.count, equals: 2)
    // Who comes from elsewhere has a budget of their own, and nobody else pays for it.
    stage.say(eve.id, "LEAVE")
    let cal = try stage.person("Cal", from: BudgetTests.other)
    stage.say(cal.id, "JOIN room=\(room)")
    for _ in 1...3 { play(&stage, [ada, cal]) }
    expect(stage.kept.count, equals: 4)
  }

  @Test("bytes of matches have a budget, and on the next day it is whole again")
  func recordBytes() throws {
    var limits = Limits()
    limits.addressRecordBytesMax = 1
    let eve = Instant(milliseconds: 86_400_000 - 30_000)
    var stage = HallStage(limits, at: eve, log: "test.example/chromatch")
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada, "mode=rgb rounds=1 time=5")
    let bob = try stage.guest("Bob", in: room)
    for _ in 1...2 { play(&stage, [ada, bob]) }
    expect(stage.kept.count, equals: 1)
    stage.pass(5_000)
    play(&stage, [ada, bob])
    expect(stage.kept.count, equals: 2)
  }

  @Test("one address proves so many identities a day, the same as often as it likes")
  func identities() throws {
    var limits = Limits()
    limits.addressIdentitiesMax = 2
    var stage = HallStage(limits)
    for seed in [1, 2, 1, 2] { _ = try stage.prove(try stage.person("Ada"), seed: UInt8(seed)) }
    #expect(throws: (any Error).self) { try stage.prove(try stage.person("Ada"), seed: 3) }
    _ = try stage.prove(try stage.person("Ada", from: BudgetTests.other), seed: 3)
  }

  @Test("beyond the tries of its address a match of the day begins without being ranked")
  func tries() throws {
    var limits = Limits()
    limits.addressAttemptsMax = 1
    var stage = HallStage(limits, log: "test.example/chromatch")
    for seed in [UInt8(1), 2] {
      let ada = try stage.person("Ada")
      _ = try stage.prove(ada, seed: seed)
      stage.say(ada.id, "CREATE mode=daily")
      stage.say(ada.id, "READY")
      if let claim = stage.claims.last { stage.input(.claimed(claim, isGranted: true)) }
      let begun = stage.heard(ada.id)
        .compactMap { message in
          if case .room(_, .countdown(_, _, _, _, let isRanked)) = message { isRanked } else { nil }
        }
      expect(begun, equals: [seed == 1])
    }
    expect(stage.claims.count, equals: 1)
  }

  @Test("answers to one address are so many bytes, whichever connection asks; others are answered")
  func answers() throws {
    var limits = Limits()
    (limits.addressAnswerBurst, limits.addressAnswerBytesPerSecond) = (1_000, 100)
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    let room = try stage.room(by: ada)
    let bob = try stage.person("Bob")
    let cal = try stage.person("Cal", from: BudgetTests.other)
    var answered = 0
    for _ in 1...15 where stage.ask(bob.id, "LIST").first == "LISTED" { answered += 1 }
    expect(answered > 3 && answered < 12)
    let eve = try stage.person("Eve")
    for line in ["LIST", "WATCH room=\(room)"] {
      stage.say(eve.id, line)
      let refusal = try require(stage.heard(eve.id).first?.refusal)
      expect(refusal.code == .notNow && refusal.text?.contains("wait ") == true, "\(refusal)")
    }
    expect(stage.ask(ada.id, "WHO"), equals: ["not-now"])
    expect(stage.ask(cal.id, "LIST").first, equals: "LISTED")
    stage.pass(3_000)
    expect(stage.ask(eve.id, "LIST").first, equals: "LISTED")
  }

  @Test("a client behind a proxy has the budgets of the address that the proxy names")
  func introduced() throws {
    var stage = HallStage()
    let guesser = try stage.person("Ada", from: BudgetTests.other)
    for _ in 1...Limits().missesMax { stage.say(guesser.id, "JOIN room=ZZZZ") }
    let wait = RefusalCode.notNow.rawValue
    expect(stage.ask(guesser.id, "JOIN room=ZZZZ"), equals: [wait])
    for (origin, answer) in [(BudgetTests.other, wait), (Origin(household: 3), "no-room")] {
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
  func linesOnLanes() throws {
    var limits = Limits()
    (limits.addressLineBurst, limits.addressLinesPerSecond, limits.lineDraw) = (60, 10, 10)
    var stage = LaneStage(3, limits)
    for lane in 0..<3 {
      let person = try stage.person("Ada", lane)
      for _ in 1..<20 { expect(stage.ask(person, "PING t=1"), equals: ["PONG"]) }
    }
    for lane in 0..<3 { expect(stage.ask(stage.connect(lane), "HELLO v=1"), equals: ["too-fast"]) }
    _ = try stage.person("Bob", 1, from: BudgetTests.other)
  }

  @Test("what an address was answered and has left behind on one lane counts on every other")
  func answersOnLanes() throws {
    var limits = Limits()
    (limits.addressAnswerBurst, limits.addressAnswerBytesPerSecond) = (60, 1)
    var stage = LaneStage(3, limits)
    var answered = 0
    for turn in 0..<12 {
      let person = try stage.person("Ada", turn % 3)
      if stage.ask(person, "LIST") == ["END"] { answered += 1 }
    }
    // Each answer has twenty bytes.
    expect(answered > 1 && answered < 5)
    for lane in 0..<3 {
      expect(stage.ask(try stage.person("Eve", lane), "LIST"), equals: ["not-now"])
    }
    let bob = try stage.person("Bob", 2, from: BudgetTests.other)
    expect(stage.ask(bob, "LIST"), equals: ["END"])
  }

  @Test("what lasts has budgets of an address, of four times as much for a /48, and of a day")
  func lasting() throws {
    var limits = Limits()
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
    expect(ledger.holds(.match(bytes: 1), from: BudgetTests.other, at: day))
    let morning = day + 86_400_000
    expect(ledger.holds(.match(bytes: 1), from: one, at: morning))
    expect(ledger.holds(.attempt, from: one, at: morning))
  }

  @Test("ten wrong codes or passwords a minute, then whatever may be a guess has to wait")
  func guesses() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada", from: BudgetTests.other)
    let attic = try stage.room(by: ada, "listed=0 pass=sesame")
    let bob = try stage.person("Bob", from: BudgetTests.other)
    let meadow = try stage.room(by: bob)
    for number in 1...10 {
      // Each from a connection of its own.
      let eve = try stage.person("Eve")
      let isCode = number % 2 == 0
      let guess = isCode ? "ABCDE\(number % 8 + 2)" : "\(attic) pass=wrong\(number)"
      expect(stage.ask(eve.id, "JOIN room=\(guess)"), equals: [isCode ? "no-room" : "wrong-pass"])
      stage.input(.disconnected(eve.id))
    }
    let eve = try stage.person("Eve")
    for guess in ["ABCD", "ABCDEF", attic, "\(attic) pass=wrong", "\(attic) pass=sesame"] {
      for verb in ["JOIN", "WATCH"] {
        stage.say(eve.id, "\(verb) room=\(guess)")
        let refusal = try require(stage.heard(eve.id).first?.refusal)
        expect(refusal.code == .notNow && refusal.text?.hasSuffix("wait 60 s") == true)
      }
    }
    expect(stage.ask(eve.id, "JOIN room=\(meadow)").first, equals: "IN")
    stage.say(eve.id, "LEAVE")
    expect(stage.notes.filter { if case .guessing = $0 { true } else { false } }.count, equals: 1)
    // Nobody else has to wait, and after a minute nobody has.
    let cal = try stage.person("Cal", from: BudgetTests.other)
    expect(stage.ask(cal.id, "JOIN room=\(attic) pass=sesame").first, equals: "IN")
    stage.pass(limits.missMilliseconds - 1)
    expect(stage.ask(eve.id, "JOIN room=ABCDEF"), equals: ["not-now"])
    stage.pass(1)
    expect(stage.ask(eve.id, "JOIN room=\(attic) pass=sesame").first, equals: "IN")
  }

  private var limits: Limits { Limits() }

  @Test("guesses on one lane count on every other")
  func guessesOnLanes() throws {
    var stage = LaneStage(3)
    let room = try stage.room(by: try stage.person("Ada", 0, from: BudgetTests.other), "listed=0")
    for number in 1...10 {
      let eve = try stage.person("Eve", number % 3)
      expect(stage.ask(eve, "JOIN room=ABC\(number % 8 + 2)"), equals: ["no-room"])
    }
    for lane in 0..<3 {
      let eve = try stage.person("Eve", lane)
      expect(stage.ask(eve, "JOIN room=\(room)"), equals: ["not-now"])
    }
    let bob = try stage.person("Bob", 1, from: BudgetTests.other)
    expect(stage.ask(bob, "JOIN room=\(room)").first, equals: "IN")
  }

  @Test("all of a /48 have four times what one address has")
  func sites() throws {
    var stage = HallStage()
    for number in 1...40 {
      let eve = try stage.person("Eve", from: Origin(household: UInt64(number), site: 7))
      expect(stage.ask(eve.id, "JOIN room=ABCD"), equals: ["no-room"])
    }
    let eve = try stage.person("Eve", from: Origin(household: 99, site: 7))
    expect(stage.ask(eve.id, "JOIN room=ABCD"), equals: ["not-now"])
    let bob = try stage.person("Bob", from: Origin(household: 100, site: 8))
    expect(stage.ask(bob.id, "JOIN room=ABCD"), equals: ["no-room"])
  }

  @Test("a ledger holds so many accounts, and forgets those that were charged longest ago")
  func forgetting() {
    var limits = Limits()
    (limits.accountsMax, limits.missesMax) = (64, 1)
    var ledger = AddressLedger(limits: limits)
    let now = HallStage.start
    let eve = Origin(household: 0, site: 0)
    _ = ledger.miss(from: eve, at: now)
    for number in 1...10_000 {
      let origin = Origin(household: UInt64(number), site: UInt64(number))
      _ = ledger.miss(from: origin, at: now)
      expect(ledger.accountCount, isAtMost: 2 * limits.accountsMax)
      // Whoever goes on is not forgotten.
      if number % 31 == 0 {
        expect(ledger.waitForGuess(from: eve, at: now), equals: limits.missMilliseconds)
      }
    }
    let forgotten = Origin(household: 1, site: 1)
    expect(ledger.waitForGuess(from: forgotten, at: now), equals: nil)
  }
}
