// The ladder of warmth: that screens and plain lines call the same guess the same, and where its
// steps are.

import Chroma
import Game
import TestSupport
import Testing

@testable import TerminalUI

@Suite("Warmth")
struct WarmthTests {
  @Test("a guess that comes nearer never gets colder, and has every step on its way")
  func climbs() {
    let tolerance = Difference(thousandths: 5_000)
    let steps = stride(from: 100_000, through: 0, by: -250)
      .map { Warmth(Difference(thousandths: $0), within: tolerance) }
    expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
    expect(Set(steps), equals: Set(Warmth.allCases))
    expect(Warmth(tolerance, within: tolerance), equals: .there)
  }

  @Test("lines and screens call the same guess the same")
  func agrees() throws {
    var stage = try Scene.assist.stage(columns: 120, rows: 40)
    var words: Set<String> = []
    for off in stride(from: 0, through: 255, by: 17) {
      let guess = stage.guess(off: off)
      stage.act(.set(guess))
      let (room, match) = (
        try require(stage.session.room), try require(stage.session.room?.match)
      )
      let round = try require(match.round)
      let difference = try require(
        match.rules.mode.difference(guess, in: round.challenge))
      let word = Warmth(difference, within: round.tolerance).word
      words.insert(word)
      expect(room.amRacing && stage.text.contains("\(Say.difference(difference))  \(word)"))
      let line = PlainNarrator.yours(stage.session, at: stage.session.roomTime(at: stage.now))
      expect(line?.hasSuffix(", \(word)"), equals: true)
    }
    expect(words.count, isAtLeast: 3)
  }
}
