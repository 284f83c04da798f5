// A house that is kept from its work finds lines that came meanwhile, and rounds that should have
// shut. It judges as if it had been in time.

import Game
import Rooms
import TestSupport
import Testing
import TranscriptSupport

@Suite("Lateness")
struct LatenessTests {
  /// Where somebody's sliders stand for the score of a round of five seconds.
  ///
  /// - Parameter play: what is done to the world, given when the round closes.
  private func guess(_ play: (Int) -> [Deed]) throws -> Guess? {
    let setup = House.Setup(
      secret: Array(repeating: 3, count: 32), limits: Limits(), outboxBytesMax: 64_000,
      windowBytes: 64_000)
    var draw = SplitMix64(seed: 1)
    let person = Person(
      number: 0, clock: Character.clock(&draw), path: Path(delay: 5, jitter: 0, seed: 1), halls: 1)
    let world = World([House(number: 0, setup, tell: nil)], [person])
    let lines = ["HELLO v=1", "CREATE seats=1 rounds=1 time=5", "READY"]
    try world.perform(Deed(at: 0, action: .connect(0, hall: 0)))
    for (number, line) in lines.enumerated() {
      try world.perform(Deed(at: 100 * number + 100, action: .say(0, line)))
    }
    try world.pass(to: 4_000)
    let closes = try #require(person.round).closes - World.start
    for deed in play(closes) { try world.perform(deed) }
    try world.pass(to: closes + 4_000)
    let match = try #require(person.viewer.room?.match)
    return match.scores.first?.values.first?.guess
  }

  @Test("a SET that arrives before the close is scored, whenever the house gets to it")
  func beforeClose() throws {
    for span in [100, 700, 3_000] {
      let guess = try guess { closes in
        [
          Deed(at: closes - 500, action: .pause(hall: 0, span)),
          Deed(at: closes - 441, action: .say(0, "SET v=1,2,3")),
        ]
      }
      #expect(guess == Guess([1, 2, 3]), "late by \(span)")
    }
  }

  @Test("a SET that arrives after the close is not, though the round is still open")
  func afterClose() throws {
    let guess = try guess { closes in
      [
        Deed(at: closes - 500, action: .pause(hall: 0, 3_000)),
        Deed(at: closes, action: .say(0, "SET v=1,2,3")),
      ]
    }
    #expect(guess == Mode.rgb.start)
  }
}
