// The user's own sliders, at most thirty times a second on the wire; what a lock claims; and the
// server's clock, guessed from answers that took their time.

import Chroma
import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
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
    world.act(0, .lock(Guess([4, 5, 6])), then: 50)
    expect(world.clients[0].session.notices.last?.code, equals: .frozen)
  }

  @Test func beforeARoundOpensNothingMoves() throws {
    var world = World()
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 40, down: 40, then: 500)
    world.act(0, .ready(true))
    world.reach { $0.clients[0].session.guess != nil }
    let opens = try require(world.room(0)?.match?.round?.start.opens)
    expect(world.now, isBelow: opens, "the target is there in time")
    world.act(0, .set(Guess([1, 2, 3])))
    expect(world.clients[0].session.guess, equals: Mode.rgb.start)
    world.reach { $0.now >= opens }
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

  private func claims(_ world: World) -> [Int?] {
    world.said(0)
      .compactMap { message in
        if case .play(.lock(_, let claim)) = message { claim } else { nil }
      }
  }

  @Test func theMomentOfTheKeyCountsAndLagIsTakenOff() throws {
    var world = World("claim")
    world.add(.create(shortWishes, bots: [1]), name: "ada", up: 60, down: 60, then: 15_000)
    world.act(0, .ready(true))
    world.reach { $0.clients[0].session.canMove(at: $0.clients[0].local($0.now)) }
    world.run(700)
    let round = try require(world.room(0)?.match?.round)
    let elapsed = world.now - round.start.opens
    world.act(0, .lock(round.challenge.answer))
    expect(claims(world), equals: [elapsed])
    world.run(200)
    let me = try require(world.clients[0].session.me)
    expect(world.room(0)?.match?.round?.lock(of: me)?.elapsed, equals: elapsed)
    expect(world.room(0)?.match?.round?.lock(of: me)?.lag, equals: 60)
    world.reach { $0.room(0)?.match?.results.first?.scores.count == 2 }
    let score = try require(world.room(0)?.match?.results[0].score(of: me))
    expect(score.elapsed == elapsed && score.lag == 60 && score.isFirst)
  }

  @Test func noClaimIsNegativeOrFartherOffThanTheClockIs() throws {
    for (up, down) in [(1, 99), (200, 10)] {
      for wait in [0, 40] {
        var world = World("claims")
        world.add(.create(shortWishes, bots: [1]), name: "ada", up: up, down: down, then: 2_000)
        world.act(0, .ready(true))
        world.reach { $0.room(0)?.match?.round != nil }
        let opens = try require(world.room(0)?.match?.round?.start.opens)
        let client = world.clients[0]
        let local = client.session.clock.local(at: opens)
        world.run(max(0, client.server(local) - world.now) + wait)
        world.act(0, .lock(Guess([1, 2, 3])))
        let claim = try require(claims(world).first ?? nil)
        expect(claim, isAtLeast: 0)
        expect(abs(claim - (world.now - opens)), isAtMost: (up + down) / 2)
      }
    }
  }

  /// A network, and how far off the clock may be after the burst and after a minute.
  static let networks:
    [(
      name: String, base: (up: Int, down: Int), noise: (up: Int, down: Int), burst: Int, minute: Int
    )] = [
      ("loopback", (0, 0), (0, 0), 0, 0),
      ("wire", (2, 2), (1, 1), 1, 1),
      ("wireless, noisy both ways", (8, 8), (60, 60), 30, 8),
      ("noisy up alone", (8, 8), (200, 0), 60, 8),
      ("noisy down alone", (8, 8), (0, 200), 60, 8),
      ("across the ocean, lopsided by nature", (40, 60), (30, 30), 25, 14),
    ]

  @Test(arguments: networks.indices)
  func theErrorIsSmallAndNeverMoreThanHalfARoundTrip(index: Int) throws {
    let network = Self.networks[index]
    for seed in 0..<8 {
      let offset = [1_700_000_000_000, -5_000_000, 0, 31][seed % 4]
      let draw = RandomStream(key: secret("\(network.name) \(seed)"), hashing: hashing)
      var line = Network(offset: offset, base: network.base, noise: network.noise, draw: draw)
      var clock = ServerClock()
      let start = Instant(milliseconds: -77_777 * seed)
      clock.start(at: start)
      line.run(&clock, from: start, for: 1_500)
      func error() -> Int { abs(clock.server(at: start) - (start + offset)) }
      expect(error(), isAtMost: network.burst)
      expect(error(), isAtMost: (clock.roundTrip ?? 0) / 2 + 1)
      line.run(&clock, from: start + 1_501, for: 60_000)
      expect(error(), isAtMost: network.minute)
      expect(error(), isAtMost: (clock.roundTrip ?? 0) / 2 + 1)
    }
  }

  @Test func answersThatNobodyAskedForCountForNothing() {
    var clock = ServerClock()
    clock.start(at: Instant(milliseconds: 0))
    let number = clock.question(at: Instant(milliseconds: 0))
    clock.answer(number + 1, server: Instant(milliseconds: 99), at: Instant(milliseconds: 1))
    expect(clock.roundTrip, equals: nil)
    clock.answer(number, server: Instant(milliseconds: 50), at: Instant(milliseconds: 10))
    clock.answer(number, server: Instant(milliseconds: 5_000), at: Instant(milliseconds: 10))
    expect(clock.roundTrip, equals: 10)
    expect(clock.server(at: Instant(milliseconds: 5)), equals: Instant(milliseconds: 50))
  }

  @Test func aBurstComesFirstThenOneQuestionEveryTwoSeconds() {
    var clock = ServerClock()
    clock.start(at: Instant(milliseconds: 0))
    var asked: [Int] = []
    while let next = clock.nextQuestion, next.milliseconds < 9_000 {
      if clock.dueQuestion(at: next) != nil { asked.append(next.milliseconds) }
    }
    expect(asked, equals: [0, 150, 300, 450, 600, 750, 2_750, 4_750, 6_750, 8_750])
    clock.stop()
    expect(clock.nextQuestion, equals: nil)
    expect(clock.dueQuestion(at: Instant(milliseconds: 99_000)), equals: nil)
  }
}

/// A server whose clock is `offset` ahead of the local one, behind a noisy network.
private struct Network {
  var offset: Int
  var base: (up: Int, down: Int)
  /// Milliseconds more each way, at most; most are far less.
  var noise: (up: Int, down: Int)
  var draw: RandomStream

  private mutating func delay(_ base: Int, _ noise: Int) -> Int {
    let share = draw.next(below: 1_000)
    return base + noise * share * share * share / 1_000_000_000
  }

  /// Asks everything that is due until the end, and takes the answers when they come.
  mutating func run(_ clock: inout ServerClock, from start: Instant, for milliseconds: Int) {
    var answers: [(at: Instant, number: Int, server: Instant)] = []
    while true {
      let next = answers.indices.min { answers[$0].at < answers[$1].at }
      let question = clock.nextQuestion ?? start
      if let next, answers[next].at <= question {
        let answer = answers.remove(at: next)
        clock.answer(answer.number, server: answer.server, at: answer.at)
        continue
      }
      guard question - start <= milliseconds, let number = clock.dueQuestion(at: question) else {
        return
      }
      let arrival = question + delay(base.up, noise.up)
      answers.append((arrival + delay(base.down, noise.down), number, arrival + offset))
    }
  }
}
