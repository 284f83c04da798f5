// The user's own sliders: at once on the screen, at most thirty times a second on the wire, and
// never where the server would not have them.

import Game
import TestSupport
import Testing
import Wire

@testable import TerminalUI

struct OwnSlidersTests {
  private func sets(_ world: World) -> [(at: Instant, guess: Guess)] {
    world.clients[0].sent
      .compactMap { sent in
        if case .play(.set(let guess)) = sent.message { (sent.at, guess) } else { nil }
      }
  }

  @Test func aDragIsSentAtMostThirtyTimesASecondAndEndsWithItsEnd() throws {
    var world = World()
    _ = try world.addPlayer()
    for step in 0..<1_000 {
      world.act(0, .set(Guess([step % 256, 0, 7])))
      expect(world.clients[0].session.guess, equals: Guess([step % 256, 0, 7]))
      world.run(2)
    }
    world.run(100)
    let sets = sets(world)
    expect(sets.count, isAbove: 50, "and not much less often")
    expect(zip(sets, sets.dropFirst()).allSatisfy { $1.at - $0.at >= 33 })
    for set in sets {
      let inASecond = sets.count { $0.at >= set.at && $0.at - set.at < 1_000 }
      expect(inASecond, isAtMost: 30)
    }
    expect(sets.last?.guess, equals: Guess([999 % 256, 0, 7]))
  }

  @Test func aLockOvertakesTheMoveThatWaits() throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .set(Guess([1, 2, 3])))
    world.act(0, .set(Guess([4, 5, 6])))
    world.act(0, .lock(Guess([7, 8, 9])))
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    let lock = Command.lock(Guess([7, 8, 9]), claim: world.now - opens)
    expect(world.said(0).suffix(2), equals: [.play(.set(Guess([1, 2, 3]))), .play(lock)])
    expect(world.clients[0].session.guess, equals: Guess([7, 8, 9]))
  }

  @Test func nothingMovesUntilALockIsAnswered() throws {
    var world = World()
    _ = try world.addPlayer()
    world.act(0, .lock(Guess([0, 255, 0])))
    world.act(0, .set(Guess([4, 5, 6])))
    expect(world.clients[0].session.guess, equals: Guess([0, 255, 0]))
    world.run(50)
    let session = world.clients[0].session
    expect(session.notices.last?.code, equals: .tooFar)
    world.act(0, .set(Guess([4, 5, 6])))
    expect(world.clients[0].session.guess, equals: Guess([4, 5, 6]))
    world.act(0, .lock(Guess([4, 5, 6])))
    world.run(50)
    expect(world.clients[0].session.notices.last?.code, equals: .frozen)
  }

  @Test func beforeARoundOpensNothingMoves() throws {
    var world = World()
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 40, down: 40)
    world.run(500)
    world.act(0, .ready(true))
    let isAnnounced = world.run { $0.clients[0].session.guess != nil }
    expect(isAnnounced)
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(world.now, isBelow: opens, "the target is there in time")
    world.act(0, .set(Guess([1, 2, 3])))
    expect(world.clients[0].session.guess, equals: Mode.rgb.start)
    let isOpen = world.run { $0.now >= opens }
    expect(isOpen)
    world.run(opens - world.now + 1)
    world.act(0, .set(Guess([1, 2, 3])))
    expect(world.clients[0].session.guess, equals: Guess([1, 2, 3]))
    world.run(100)
    expect(isEmpty: world.clients[0].session.notices)
  }

  @Test func guessesOffTheGridAreNotEvenTried() throws {
    var world = World()
    _ = try world.addPlayer()
    for guess in [[256, 0, 0], [-1, 0, 0], [1, 2], [1, 2, 3, 4], []].map(Guess.init) {
      world.act(0, .set(guess))
      world.act(0, .lock(guess))
    }
    expect(world.clients[0].session.guess, equals: Mode.rgb.start)
    world.run(50)
    expect(!world.said(0).contains { $0.verb == .set || $0.verb == .lock })
  }
}
