// A server that is about to stop: what runs goes on, nothing begins, and everybody is told,
// whatever they are doing and on whatever lane. And a machine whose clock is set: the hall goes on
// at the new time, nobody's match is longer or shorter for it, and the journal plays again.

import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Ends and set clocks")
struct EndingTests {
  private static let end = HallStage.start + 600_000

  @Test("nobody stays ready, and nobody who waited long enough is given a match")
  func disbanded() throws {
    var (stage, _, ada, bob) = try HallStage.pair()
    stage.say(ada, "READY nonce=c0ffee")
    stage.clear()
    stage.input(.drain(until: Self.end))
    let told: [ServerMessage] = [
      .room(n: 6, .readied(ada.player, false, .none)), .stopping(until: Self.end),
    ]
    expect(stage.heard(ada), equals: told)
    expect(stage.heard(bob), equals: told)
    expect(stage.jotted.last?.deed, equals: .said(ada.player, .ready(false, .none)))
    stage.pass(Limits().patienceMilliseconds + 1)
    expect(!stage.hall.isPlaying && stage.notes.isEmpty)
  }

  @Test("a match that waits for its seals begins though the server is about to stop")
  func sealed() throws {
    var (stage, _, ada) = try HallStage.hosted("seats=1")
    stage.say(ada, "READY seal=\(String(repeating: "5a", count: 32))")
    stage.clear()
    stage.input(.drain(until: Self.end))
    expect(stage.hall.isPlaying && stage.verbs(ada) == ["STOPPING"])
    stage.pass(Limits().revealMilliseconds)
    expect(stage.verbs(ada), equals: ["COUNTDOWN"])
  }

  @Test("a watcher who cannot be told, or may have missed it, is told later")
  func slow() throws {
    var (stage, room, _) = try HallStage.hosted()
    let cal = try stage.watcher("Cal", in: room)
    stage.input(.overflowed(cal.id))
    stage.input(.drain(until: Self.end))
    for _ in 1...2 {
      expect(stage.verbs(cal), equals: [])
      stage.input(.drained(cal.id))
      expect(stage.verbs(cal).count { $0 == "STOPPING" }, equals: 1)
      stage.input(.overflowed(cal.id))
    }
  }

  @Test("a client that moves between lanes during a shutdown is told once")
  func lanes() throws {
    var stage = HallStage(lanes: 2)
    let room = try stage.room(by: try stage.person("Ada", 0))
    let bob = try stage.person("Bob", 1)
    stage.input(.drain(until: Self.end), 0)
    expect(stage.verbs(bob), equals: [])
    expect(stage.ask(bob, "JOIN room=\(room)").prefix(2), equals: ["STOPPING", "IN"])
    stage.input(.drain(until: Self.end), 1)
    expect(stage.verbs(bob), equals: [])
  }

  @Test("once the lane that counts rooms knows it, no other one opens any")
  func counted() throws {
    var stage = HallStage(lanes: 2)
    let bob = try stage.person("Bob", 1)
    stage.input(.drain(until: Self.end), Hall.bookLane)
    expect(stage.ask(bob, "CREATE").last, equals: "not-now")
    expect(stage.halls.allSatisfy { $0.roomCount == 0 })
  }

  private static let years = 6 * 365 * 86_400_000

  @Test("a match stands still while the clock is set forward, and goes on where it was")
  func forward() throws {
    var (stage, _, ada, bob) = try HallStage.pair("rounds=1 time=30")
    let lock = try stage.openRound(by: ada)
    stage.pass(1_000)
    let stopped = stage.now
    stage.set(to: stopped + Self.years)
    expect(Set(stage.closed), equals: [ada.id, bob.id])
    (ada, bob) = (stage.back(ada), stage.back(bob))
    guard case .welcome(let welcome) = try require(stage.heard(ada).first) else {
      throw Violation("no WELCOME")
    }
    expect(welcome.now, equals: stopped + Self.years)
    stage.pass(Limits().pauseMilliseconds + 500)
    _ = stage.heard(ada)
    stage.say(ada, lock)
    let locked = stage.heard(ada).map(\.line).filter { $0.hasPrefix("LOCKED") }
    // It stood for years, and then for everybody to come back.
    expect(locked.contains { $0.hasSuffix(" t=1500") }, "\(locked)")
    stage.say(bob, lock)
    stage.pass(10_000)
    expect(stage.heard(ada).contains { $0.verb == .over })
    let restoration = stage.restored()
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
    let gone = stage.heard(ada)
      .contains { message in
        if case .room(_, .gone(let player, _)) = message { player == bob.player } else { false }
      }
    expect(gone)
    expect(stage.restored().differing, equals: [])
  }

  /// The newest COMMIT that somebody has heard, without its number.
  private func promise(to person: Person, _ stage: inout HallStage) -> Substring? {
    let lines = stage.heard(person).map(\.line)
    return lines.last { $0.hasPrefix("COMMIT") }?.split(separator: " ")
      .first { $0.hasPrefix("hash=") }
  }

  @Test("without a room the time goes back: the day follows, and no budget is overdrawn")
  func back() throws {
    var right = HallStage()
    let cal = try right.person("Cal")
    right.say(cal, "CREATE mode=daily")
    let commit = try require(promise(to: cal, &right))

    var stage = HallStage(at: HallStage.start + Self.years)
    let ada = try stage.person("Ada")
    for _ in 1...20 { stage.say(ada, "LIST") }
    stage.set(to: HallStage.start)
    expect(stage.closed, equals: [ada.id])
    let bob = try stage.person("Bob")
    for _ in 1...5 { expect(stage.ask(bob, "LIST"), equals: ["END"]) }
    stage.say(bob, "CREATE mode=daily")
    expect(promise(to: bob, &stage), equals: commit)
  }
}
