// The server's clock, guessed from answers that took their time: how far off it can be, whatever
// the network does.

import Game
import TestSupport
import Testing

@testable import TerminalUI

/// A server whose clock is `offset` ahead of the local one, behind a noisy network.
private struct Network {
  var offset: Int
  /// Milliseconds each way, at least.
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

struct ClockTests {
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
    let network = ClockTests.networks[index]
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
