// When a tenure does something by itself, and what it then does.

import Game
import Rooms
import TestSupport
import Testing

private typealias Stage = TenureStage

@Suite("Tenure, time")
struct TenureTimeTests {
  private func stage(_ name: String) -> Stage {
    Stage.stages.first { $0.name == name }?.stage ?? Stage()
  }

  @Test(
    "nodes claim in the order of their ranks; a node without a rank claims nothing",
    arguments: 0...3)
  func ranks(rank: Int) {
    var stage = Stage(rank: rank)
    stage.take(.beat(Stage.theirs, isPaused: false), after: 300)
    expect(stage.untilDeadline, equals: 700 + 150 * rank)
    expect(stage.pass(699 + 150 * rank), equals: [])
    expect(stage.pass(1), equals: [.claim(Stage.mine, after: Stage.theirs)])
    var silent = Stage(rank: nil)
    expect(silent.untilDeadline, equals: nil)
    expect(silent.pass(100_000), equals: [])
  }

  @Test("a released shard is claimed at once, in the order of ranks", arguments: 0...2)
  func released(rank: Int) {
    var stage = Stage(rank: rank)
    stage.take(.beat(Stage.theirs, isPaused: false), after: 100)
    stage.take(.released(Stage.theirs), after: 50)
    expect(stage.untilDeadline, equals: 150 * rank)
    expect(stage.pass(150 * rank), equals: [.claim(Stage.mine, after: Stage.theirs)])
  }

  @Test("a node that slept listens before it claims")
  func slept() {
    var stage = self.stage("away")
    expect(stage.pass(1_401), equals: [])
    expect(stage.pass(699), equals: [])
    expect(stage.pass(1), equals: [.claim(Stage.mine, after: Stage.theirs)])
  }

  @Test("a node that may claim again listens first")
  func comesBack() {
    var stage = self.stage("away")
    stage.take(.ranked(nil), after: 10)
    stage.take(.ranked(0), after: 5_000)
    expect(stage.untilDeadline, equals: 700)
  }

  @Test("an unanswered request is repeated unchanged")
  func again() {
    let asked: [(String, Tenure.Effect)] = [
      ("probing", .look), ("claiming", .claim(Stage.mine, after: Stage.theirs)),
      ("reading", .read(from: 1, as: Stage.mine)), ("writing", .append(Stage.writing)),
    ]
    for (name, effect) in asked {
      var stage = self.stage(name)
      for gap in [250, 375] {
        expect(stage.untilDeadline, equals: gap)
        expect(stage.pass(gap - 1), equals: [])
        expect(stage.pass(1), equals: [effect], "\(name)")
        expect(stage.tenure.isWaiting)
      }
    }
  }

  @Test("the longer nothing is answered, the more seldom it is asked: four times in two seconds")
  func moreSeldom() {
    var stage = self.stage("reading")
    var asked = [stage.now]
    for gap in [250, 375, 562, 843, 1_000, 1_000, 1_000] {
      expect(stage.untilDeadline, equals: gap)
      expect(stage.pass(gap), equals: [.read(from: 1, as: Stage.mine)])
      asked.append(stage.now)
    }
    for moment in asked {
      expect(asked.count { (moment..<moment + 2_000).contains($0) }, isAtMost: 4)
    }
    // What comes next begins anew.
    let page = ShardPage(from: 1, floor: 6, Stage.entries, isLast: false)
    expect(stage.take(.page(page, for: Stage.mine)).count, equals: 2)
    expect(stage.untilDeadline, equals: 250)
  }

  @Test("an owner that waits for the store loses the shard once the store answers others")
  func cutOff() {
    var stage = self.stage("probing")
    for _ in 0..<30 {
      expect(stage.take(.beat(Stage.theirs, isPaused: true), after: 100), equals: [])
      _ = stage.pass(0)
    }
    expect(stage.take(.owned(Stage.theirs)), equals: [])
    for _ in 0..<6 {
      expect(stage.take(.beat(Stage.theirs, isPaused: true), after: 100), equals: [])
    }
    expect(
      stage.take(.beat(Stage.theirs, isPaused: true), after: 100),
      equals: [.claim(Stage.mine, after: Stage.theirs)])
  }

  @Test("an owner that the store answers in time keeps the shard")
  func backInTime() {
    var stage = self.stage("probing")
    stage.take(.owned(Stage.theirs), after: 100)
    stage.take(.beat(Stage.theirs, isPaused: false), after: 600)
    expect(stage.take(.beat(Stage.theirs, isPaused: true), after: 100), equals: [.look])
  }

  @Test("an owner with nothing to write hears once a second whether the shard is its own")
  func idle() {
    var stage = self.stage("holding")
    expect(stage.untilDeadline, equals: 1_000)
    expect(stage.pass(1_000), equals: [.append(Stage.sign)])
    expect(stage.take(.stored(Stage.sign.name), after: 3), equals: [])
    expect(stage.untilDeadline, equals: 1_000)
  }

  @Test("rooms stand after a second without an answer, and go on with the answer")
  func pause() {
    var stage = self.stage("writing")
    expect(!beatsPaused(stage))
    for gap in [250, 375] { expect(stage.pass(gap), equals: [.append(Stage.writing)]) }
    expect(stage.pass(375), equals: [.pause(.storeIsSilent)])
    expect(beatsPaused(stage))
    expect(stage.take(.stored(Stage.writing.name)), equals: [.release(through: 1, at: 8), .resume])
    expect(!beatsPaused(stage))
  }

  @Test("after a minute without an answer an owner gives up", arguments: ["reading", "writing"])
  func patience(name: String) {
    var stage = self.stage(name)
    let since = stage.now
    while let span = stage.untilDeadline, stage.now + span < since + 60_000 {
      expect(!stage.pass(span).contains(.resign(.storeAway)))
    }
    expect(beatsPaused(stage))
    expect(stage.pass(since + 60_000 - stage.now), equals: [.resign(.storeAway)])
    expect(stage.tenure.beat(at: Instant(milliseconds: stage.now)), equals: nil)
  }

  @Test("only a node that reads or holds a shard says so")
  func beats() {
    for (name, stage) in Stage.stages {
      let owner = stage.tenure.beat(at: Instant(milliseconds: stage.now))?.owner
      let isOurs = [.reading, .holding].contains(stage.tenure.role)
      expect(owner, equals: (isOurs ? Stage.mine : nil), "\(name)")
    }
  }

  private func beatsPaused(_ stage: Stage) -> Bool {
    stage.tenure.beat(at: Instant(milliseconds: stage.now))?.isPaused ?? false
  }
}
