// The one ranked try of a day: the archive is asked before the match begins, and what it says is
// what everybody is told. Without an answer the match begins all the same, and is not ranked.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Ranked tries")
struct RankedTests {
  /// Somebody known, alone in a daily room of a server that keeps matches.
  private func daily(log: String? = "test/chromatch") throws -> (HallStage, Person) {
    var stage = HallStage(log: log)
    let ada = try stage.person("Ada")
    _ = try stage.prove(ada, seed: 1)
    stage.say(ada.id, "CREATE mode=daily")
    stage.clear()
    return (stage, ada)
  }

  /// The COUNTDOWN that somebody has heard since, as the moment that it promises and whether it is
  /// ranked.
  private func countdown(
    _ stage: inout HallStage, _ ada: Person
  ) -> (opens: Instant, isRanked: Bool)? {
    for case .room(_, .countdown(_, let opens, _, _, let isRanked)) in stage.heard(ada.id) {
      return (opens, isRanked)
    }
    return nil
  }

  @Test("a match begins as the archive says, and counts from READY", arguments: [true, false])
  func answered(isGranted: Bool) throws {
    var (stage, ada) = try daily()
    let start = stage.now
    expect(stage.ask(ada.id, "READY"), equals: ["READIED"])
    let claim = try require(stage.claims.first)
    expect(claim.player == KeyPair(seed: 1).id && claim.match == 1 && claim.day == Day(of: start))
    expect(claim.until, equals: start + Limits().claimMilliseconds / 2)
    expect(stage.ask(ada.id, "READY") == ["not-now"] && stage.ask(ada.id, "START") == ["not-now"])
    stage.pass(7)
    stage.input(.claimed(claim, isGranted: isGranted))
    let told = try require(countdown(&stage, ada))
    expect(told.opens == start + Rules.countdownMilliseconds && told.isRanked == isGranted)
    stage.input(.claimed(claim, isGranted: !isGranted))
    expect(stage.heard(ada.id).isEmpty && stage.claims.count == 1)
    let last = try require(stage.jotted.last)
    expect(last.deed, equals: .claimed(isRanked: isGranted))
  }

  @Test("without an answer in time it begins unranked, and a late answer changes nothing")
  func late() throws {
    var (stage, ada) = try daily()
    stage.say(ada.id, "READY")
    let claim = try require(stage.claims.first)
    stage.pass(Limits().claimMilliseconds - 1)
    expect(countdown(&stage, ada), equals: nil)
    stage.pass(1)
    let told = try require(countdown(&stage, ada))
    expect(told.opens == stage.now + Rules.countdownMilliseconds && !told.isRanked)
    stage.input(.claimed(claim, isGranted: true))
    expect(isEmpty: stage.heard(ada.id))
  }

  @Test(
    "a player who takes READY back, leaves or changes the mode has used no try",
    arguments: ["READY on=0", "CONFIG mode=rgb seats=1", "LEAVE"])
  func calledOff(line: String) throws {
    var (stage, ada) = try daily()
    stage.say(ada.id, "READY")
    let claim = try require(stage.claims.first)
    stage.say(ada.id, line)
    stage.input(.claimed(claim, isGranted: true))
    stage.pass(5_000)
    expect(!stage.notes.contains { if case .started = $0 { true } else { false } })
    guard line == "READY on=0" else { return }
    stage.say(ada.id, "READY")
    expect(stage.claims.count, equals: 2)
    expect(stage.claims[1].match == 1 && stage.claims[1].room == claim.room)
    stage.input(.claimed(claim, isGranted: true))
    expect(countdown(&stage, ada), equals: nil, "that was asked before")
    stage.input(.claimed(stage.claims[1], isGranted: true))
    expect(countdown(&stage, ada)?.isRanked, equals: true)
  }

  /// Whether there was an archive when the match began, and is one when its room comes back.
  static let archives = [(true, true), (true, false), (false, true), (false, false)]

  @Test("a room comes back with its match as it was announced", arguments: archives)
  func replayed(before: Bool, after: Bool) throws {
    var (stage, ada) = try daily(log: before ? "test/chromatch" : nil)
    stage.say(ada.id, "READY")
    if before {
      stage.pass(3)
      stage.input(.claimed(try require(stage.claims.first), isGranted: true))
    }
    try expect(#require(countdown(&stage, ada)).isRanked, equals: before)
    var journal: [UInt8] = []
    for line in stage.jotted { line.encode(into: &journal) }
    var restoration = Restoration(
      daily: HallStage.secret, hashing: .genuine, limits: Limits(),
      log: after ? "test/chromatch" : nil)
    restoration.take(journal[...]) { _ in }
    expect(restoration.differing.isEmpty && restoration.roomCount == 1)
  }

  @Test("nobody is asked about a guest, a program, other modes, or where nothing is kept")
  func practice() throws {
    var (stage, ada) = try daily(log: nil)
    expect(stage.ask(ada.id, "READY"), equals: ["READIED", "COUNTDOWN"])
    stage = HallStage(log: "test/chromatch")
    let guest = try stage.person("Bob")
    stage.say(guest.id, "CREATE mode=daily")
    expect(stage.ask(guest.id, "READY"), equals: ["READIED", "COUNTDOWN"])
    let program = try stage.person("Dot", "bot=1")
    try stage.prove(program, seed: 5)
    stage.say(program.id, "CREATE mode=daily")
    expect(stage.ask(program.id, "READY"), equals: ["READIED", "COUNTDOWN"])
    let known = try stage.person("Cal")
    _ = try stage.prove(known, seed: 2)
    stage.say(known.id, "CREATE mode=hsb seats=1")
    expect(stage.ask(known.id, "READY"), equals: ["READIED", "COUNTDOWN"])
    expect(isEmpty: stage.claims)
  }
}
