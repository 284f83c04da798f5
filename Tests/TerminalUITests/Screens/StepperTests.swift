// The stepper over a whole round: it never runs back and never leaps, whether the time is up, the
// bell takes time away, or all have locked.

import Game
import Testing

@testable import TerminalUI

@Suite("The stepper")
struct StepperTests {
  /// Columns of the bar that are as bright as rounds are, in tenths of a round.
  private func progress(_ stage: Stage) throws -> Double {
    let session = stage.session
    let match = try #require(session.room?.match)
    guard match.round == nil else {
      return RoundClock(match, at: session.roomTime(at: stage.now), tick: 100).stepper.progress
    }
    return stage.model.glide.progress(at: stage.now)
  }

  @Test func theBellMakesItRunFasterToTheEnd() throws {
    var stage = try Scene.raceHSB.stage(columns: 80, rows: 24)
    let before = try progress(stage)
    stage.play(.set(stage.guess(off: 0)), by: Stage.mira)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.mira)
    let round = try #require(stage.session.room?.match?.round)
    #expect(round.hasRung)
    var last = try progress(stage)
    #expect(last >= before && last - before < 0.05, "the bell itself moves nothing")
    var longest = 0.0
    while stage.now + 100 <= round.closes {
      stage.look(after: 100)
      let next = try progress(stage)
      #expect(next >= last)
      longest = max(longest, next - last)
      last = next
    }
    #expect(last > 3.97, "it gets there in time: \(last)")
    #expect(longest < 0.05, "\(longest)")
  }

  @Test func whenAllHaveLockedItGlidesToTheEndOfTheStep() throws {
    var stage = try Scene.alone.stage(columns: 80, rows: 24)
    let before = try progress(stage)
    stage.play(.set(stage.guess(off: 0)), by: Stage.me)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.me)
    #expect(stage.session.room?.match?.results.count == 4)
    var seen = [try progress(stage)]
    #expect(seen[0] - before < 0.05, "it begins where it was: \(before), \(seen[0])")
    while let next = stage.model.nextFrame(at: stage.now), seen.count < 40, seen.last != 4 {
      stage.look(after: next - stage.now)
      seen.append(try progress(stage))
    }
    #expect(seen == seen.sorted() && seen.last == 4, "\(seen)")
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 - $0 < 0.15 }, "\(seen)")
  }

  @Test func calmScreensDoNotGlide() throws {
    var stage = Stage(Scene.alone.intent, calm: true)
    try Scene.alone.play(&stage)
    stage.play(.set(stage.guess(off: 0)), by: Stage.me)
    stage.play(.lock(stage.guess(off: 0), claim: nil), by: Stage.me)
    #expect(try progress(stage) == 4)
  }
}
