// Somebody sets the machine's clock while rooms are open, or none is: the hall goes on at the new
// time, nobody's match is longer or shorter for it, and the journal plays again.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("A clock that is set")
struct SettingTests {
  private static let years = 6 * 365 * 86_400_000

  /// What the journal of a stage gives back.
  private func restored(_ stage: HallStage) -> Restoration {
    var restoration = Restoration(daily: HallStage.secret, hashing: .genuine, limits: Limits())
    restoration.take(stage.journal[...]) { _ in }
    return restoration
  }

  @Test("a match stands still while the clock is set forward, and goes on where it was")
  func forward() throws {
    var (stage, _, ada, bob) = try HallStage.pair("rounds=1 time=30")
    let lock = try stage.openRound(by: ada)
    stage.pass(1_000)
    let stopped = stage.now
    stage.set(to: stopped + Self.years)
    expect(Set(stage.closed), equals: [ada.id, bob.id])
    (ada, bob) = (stage.back(ada), stage.back(bob))
    guard case .welcome(let welcome) = try require(stage.heard(ada.id).first) else {
      throw Violation("no WELCOME")
    }
    expect(welcome.now, equals: stopped + Self.years)
    stage.pass(Limits().pauseMilliseconds + 500)
    _ = stage.heard(ada.id)
    stage.say(ada.id, lock)
    let locked = stage.heard(ada.id).map(\.line).filter { $0.hasPrefix("LOCKED") }
    // It stood for years, and then for everybody to come back.
    expect(locked.contains { $0.hasSuffix(" t=1500") }, "\(locked)")
    stage.say(bob.id, lock)
    stage.pass(10_000)
    expect(stage.heard(ada.id).contains { $0.verb == .over })
    let restoration = restored(stage)
    expect(restoration.roomCount == 1 && restoration.differing.isEmpty)
    expect(restoration.linesUnreadable, equals: 0)
  }

  @Test("a room that waits keeps its seats, and forgets whoever does not come back")
  func waiting() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    stage.set(to: stage.now + Self.years)
    ada = stage.back(ada)
    expect(stage.hall.rooms[try require(RoomCode(room))]?.room.seats.count, equals: 2)
    stage.pass(Limits().seatKeptMilliseconds)
    let gone = stage.heard(ada.id)
      .contains { message in
        if case .room(_, .gone(let player, _)) = message { player == bob.player } else { false }
      }
    expect(gone)
    expect(restored(stage).differing, equals: [])
  }

  /// The newest COMMIT that somebody has heard, without its number.
  private func promise(to person: Person, _ stage: inout HallStage) -> Substring? {
    let lines = stage.heard(person.id).map(\.line)
    return lines.last { $0.hasPrefix("COMMIT") }?.split(separator: " ")
      .first { $0.hasPrefix("hash=") }
  }

  @Test("without a room the time goes back: the day follows, and no budget is overdrawn")
  func back() throws {
    var right = HallStage()
    let cal = try right.person("Cal")
    right.say(cal.id, "CREATE mode=daily")
    let commit = try require(promise(to: cal, &right))

    var stage = HallStage(at: HallStage.start + Self.years)
    let ada = try stage.person("Ada")
    for _ in 1...20 { stage.say(ada.id, "LIST") }
    stage.set(to: HallStage.start)
    expect(stage.closed, equals: [ada.id])
    let bob = try stage.person("Bob")
    for _ in 1...5 { expect(stage.ask(bob.id, "LIST"), equals: ["END"]) }
    stage.say(bob.id, "CREATE mode=daily")
    expect(promise(to: bob, &stage), equals: commit)
  }
}
