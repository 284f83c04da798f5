// What a tenure does, in every stage, with everything that it can be told, and when it does
// something by itself. What the table does not list does nothing at all, and every pair is tried.

import Game
import TestSupport
import Testing

@testable import Cluster
@testable import Rooms

private typealias Stage = TenureStage

@Suite("Tenure")
struct TenureTests {
  /// What comes of an input: what the tenure is about then, and what it wants.
  struct Row {
    let stage: String, input: String
    let role: Tenure.Role
    let effects: [TenureEffect]

    init(_ stage: String, _ input: String, _ role: Tenure.Role, _ effects: TenureEffect...) {
      (self.stage, self.input, self.role, self.effects) = (stage, input, role, effects)
    }
  }

  static let further = ShardAppend(
    owner: Stage.mine, place: 9, name: EntryName(epoch: 4, number: 2), batch: 9)
  static let jotted = ShardAppend(
    owner: Stage.mine, place: 8, name: EntryName(epoch: 4, number: 1), batch: 9)

  static let table: [Row] = [
    Row("away", "paused beat of theirs", .away, .look),
    Row("away", "paused beat of newer", .away, .look),
    Row("probing", "paused beat of newer", .away, .look),

    Row("claiming", "beat of newer", .away),
    Row("claiming", "paused beat of newer", .away),
    Row("claiming", "not ranked", .away),
    Row("claiming", "give up", .away),
    Row("claiming", "claimed", .reading, .read(from: 1, as: Stage.mine)),
    Row("claiming", "contested by mine", .reading, .read(from: 1, as: Stage.mine)),
    Row("claiming", "contested by newer", .away),

    Row("reading", "page", .reading, .replay(Stage.entries, isLast: true)),
    Row(
      "reading", "page that goes on", .reading, .replay(Stage.entries, isLast: false),
      .read(from: 8, as: Stage.mine)),
    Row("reading", "page with a hole", .away, .resign(.damaged)),
    Row("reading", "dispossessed", .away, .resign(.superseded)),
    Row("reading", "unreadable", .away, .resign(.damaged)),
    Row("reading", "give up", .away, .resign(.handedOver)),

    Row("replaying", "replayed", .holding, .open),
    Row("replaying", "dispossessed", .away, .resign(.superseded)),
    Row("replaying", "unreadable", .away, .resign(.damaged)),
    Row("replaying", "give up", .away, .resign(.handedOver)),

    Row("holding", "jotted", .holding, .append(jotted)),
    // Whether somebody came after us the store tells.
    Row("holding", "beat of newer", .holding, .append(Stage.sign)),
    Row("holding", "paused beat of newer", .holding, .append(Stage.sign)),
    Row("holding", "written from 7", .holding, .drop(before: 7, as: Stage.mine)),
    Row("holding", "unreadable", .away, .resign(.damaged)),
    Row("holding", "give up", .away, .pause(.leaving), .resign(.handedOver)),

    Row("writing", "stored", .holding, .release(through: 1, at: 8)),
    Row("writing", "refused, lying there", .holding, .release(through: 1, at: 8)),
    Row("writing", "refused", .away, .resign(.superseded)),
    Row("writing", "refused for another entry", .away, .resign(.superseded)),
    Row("writing", "written from 7", .holding, .drop(before: 7, as: Stage.mine)),
    Row("writing", "unreadable", .away, .resign(.damaged)),
    Row("writing", "give up", .holding, .pause(.leaving)),

    Row("leaving", "stored", .away, .release(through: 1, at: 8), .resign(.handedOver)),
    Row(
      "leaving", "refused, lying there", .away, .release(through: 1, at: 8), .resign(.handedOver)),
    Row("leaving", "refused", .away, .resign(.superseded)),
    Row("leaving", "refused for another entry", .away, .resign(.superseded)),
    Row("leaving", "written from 7", .holding, .drop(before: 7, as: Stage.mine)),
    Row("leaving", "unreadable", .away, .resign(.damaged)),

    Row("paused", "stored", .holding, .release(through: 1, at: 8), .resume),
    Row("paused", "refused, lying there", .holding, .release(through: 1, at: 8), .resume),
    Row("paused", "refused", .away, .resign(.superseded)),
    Row("paused", "refused for another entry", .away, .resign(.superseded)),
    Row("paused", "written from 7", .holding, .drop(before: 7, as: Stage.mine)),
    Row("paused", "unreadable", .away, .resign(.damaged)),
  ]

  @Test(
    "a tenure does in every stage what the table says, whatever it is told",
    arguments: TenureStage.stages.indices)
  func everything(index: Int) {
    let (name, stage) = Stage.stages[index]
    for (input, told) in Stage.inputs {
      let row = TenureTests.table.first { $0.stage == name && $0.input == input }
      var stage = stage
      let role = stage.tenure.role
      expect(stage.take(told), equals: row?.effects ?? [], "\(name), \(input)")
      expect(stage.tenure.role, equals: row?.role ?? role, "\(name), \(input)")
    }
  }

  @Test("the table names stages and inputs that there are, each pair once")
  func names() {
    let rows = TenureTests.table
    expect(rows.allSatisfy { row in Stage.stages.contains { $0.name == row.stage } })
    expect(rows.allSatisfy { row in Stage.inputs.contains { $0.name == row.input } })
    expect(Set(rows.map { "\($0.stage), \($0.input)" }).count, equals: rows.count)
  }

  @Test("deeds that come meanwhile go into one more entry, before a leaving owner goes as well")
  func batches() {
    for name in ["writing", "leaving"] {
      var stage = Stage.at(name)
      for batch in 8...9 { expect(stage.take(.jotted(batch: batch)), equals: []) }
      expect(
        stage.take(.stored(Stage.writing.name)),
        equals: [.release(through: 1, at: 8), .append(TenureTests.further)])
      expect(
        stage.take(.stored(TenureTests.further.name)),
        equals: [.release(through: 9, at: 9)] + (name == "leaving" ? [.resign(.handedOver)] : []))
    }
  }

  @Test("an epoch of its own is never claimed twice, whatever is heard of older ones")
  func epochs() {
    var stage = Stage.at("holding")
    stage.take(.giveUp)
    // A store that was put back to what it was before.
    stage.pass(700)
    stage.take(.contested(ShardOwner(epoch: 5, Stage.me), by: Stage.theirs))
    let claim = stage.pass(700)
    expect(claim, equals: [.claim(ShardOwner(epoch: 5, Stage.me), after: Stage.theirs)])
  }

  @Test("behind the last epoch nobody claims; who said that it is there is forgotten after a while")
  func lastEpoch() {
    let last = ShardOwner(epoch: ShardOwner.epochMax, Claimant(node: 9, start: 1))
    for input in [Tenure.Input.beat(last, isPaused: false), .released(last)] {
      var stage = Stage()
      stage.take(input)
      for _ in 0..<500 { expect(stage.pass(20), equals: []) }
      var effects: [TenureEffect] = []
      for _ in 0..<100 where effects.isEmpty { effects = stage.pass(20) }
      expect(effects, equals: [.claim(ShardOwner(epoch: 1, Stage.me), after: nil)])
      // The actual owner is heard again.
      stage.take(.contested(ShardOwner(epoch: 1, Stage.me), by: Stage.theirs))
      for _ in 0..<100 {
        stage.take(.beat(Stage.theirs, isPaused: false))
        expect(stage.pass(20), equals: [])
      }
    }
    var before = Stage()
    before.take(.released(ShardOwner(epoch: last.epoch - 1, last.claimant)))
    let claim = TenureEffect.claim(
      ShardOwner(epoch: last.epoch, Stage.me),
      after: ShardOwner(epoch: last.epoch - 1, last.claimant))
    expect(before.pass(1).first, equals: claim)
  }

  @Test("an entry that comes back below the floor counts for nothing")
  func floor() {
    var stage = Stage.at("reading")
    let late = ShardEntry(place: 2, name: EntryName(epoch: 3, number: 2), frame: [])
    let page = ShardPage(from: 1, floor: 6, [late] + Stage.entries, isLast: true)
    expect(stage.take(.page(page, for: Stage.mine)), equals: [.replay(Stage.entries, isLast: true)])
  }

  /// Journals that are not whole: it lacks its first entry, one in the middle, all; an older writer
  /// comes after a newer one; a writer from after the claim. And one that is full to its last
  /// place.
  static let damages: [[(place: UInt64, epoch: UInt64)]] = [
    [(7, 3)], [(6, 3), (8, 3)], [], [(6, 3), (7, 2)], [(6, 4)], [(ShardEntry.placeMax, 3)],
  ]

  @Test("a journal that is not whole is left alone for a while")
  func damaged() {
    for damage in Self.damages {
      var stage = Stage.at("reading")
      let entries = damage.map {
        ShardEntry(
          place: $0.place, name: EntryName(epoch: $0.epoch, number: min($0.place, 9)), frame: [])
      }
      let floor = damage.first?.place == ShardEntry.placeMax ? ShardEntry.placeMax : 6
      let page = ShardPage(from: 1, floor: floor, entries, isLast: true)
      expect(stage.take(.page(page, for: Stage.mine)), equals: [.resign(.damaged)], "\(damage)")
      expect(stage.pass(10_699), equals: [])
      expect(stage.pass(1), equals: [.claim(ShardOwner(epoch: 5, Stage.me), after: Stage.mine)])
    }
  }

  @Test("nodes claim in the order of their ranks, a released shard at once; without a rank none")
  func ranks() {
    for rank in 0...3 {
      for isReleased in [false, true] {
        var stage = Stage(rank: rank)
        stage.take(.beat(Stage.theirs, isPaused: false), after: 300)
        if isReleased { stage.take(.released(Stage.theirs), after: 50) }
        let span = (isReleased ? 0 : 700) + 150 * rank
        expect(stage.untilDeadline, equals: span)
        if span > 0 { expect(stage.pass(span - 1), equals: []) }
        expect(stage.pass(min(span, 1)), equals: [.claim(Stage.mine, after: Stage.theirs)])
      }
    }
    var silent = Stage(rank: nil)
    expect(silent.untilDeadline, equals: nil)
    expect(silent.pass(100_000), equals: [])
  }

  @Test("a node that slept or may claim again listens before it claims")
  func slept() {
    var slept = Stage.at("away")
    expect(slept.pass(1_401), equals: [])
    expect(slept.pass(699), equals: [])
    expect(slept.pass(1), equals: [.claim(Stage.mine, after: Stage.theirs)])
    var back = Stage.at("away")
    back.take(.ranked(nil), after: 10)
    back.take(.ranked(0), after: 5_000)
    expect(back.untilDeadline, equals: 700)
  }

  @Test("an unanswered request is repeated unchanged")
  func again() {
    let asked: [(String, TenureEffect)] = [
      ("probing", .look), ("claiming", .claim(Stage.mine, after: Stage.theirs)),
      ("reading", .read(from: 1, as: Stage.mine)), ("writing", .append(Stage.writing)),
    ]
    for (name, effect) in asked {
      var stage = Stage.at(name)
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
    var stage = Stage.at("reading")
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
    var stage = Stage.at("probing")
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
    var stage = Stage.at("probing")
    stage.take(.owned(Stage.theirs), after: 100)
    stage.take(.beat(Stage.theirs, isPaused: false), after: 600)
    expect(stage.take(.beat(Stage.theirs, isPaused: true), after: 100), equals: [.look])
  }

  @Test("owners with nothing to write ask once a second, all at once, if shards are theirs")
  func idle() {
    var stage = Stage.at("holding")
    expect(stage.pass(1_000 - stage.now), equals: [.append(Stage.sign)])
    expect(stage.take(.stored(Stage.sign.name), after: 3), equals: [])
    expect(stage.untilDeadline, equals: 997)
  }

  @Test("rooms stand after a second without an answer, and go on with the answer")
  func pause() {
    var stage = Stage.at("writing")
    expect(!beatsPaused(stage))
    for gap in [250, 375] { expect(stage.pass(gap), equals: [.append(Stage.writing)]) }
    expect(stage.pass(375), equals: [.pause(.storeIsSilent)])
    expect(beatsPaused(stage))
    expect(stage.take(.stored(Stage.writing.name)), equals: [.release(through: 1, at: 8), .resume])
    expect(!beatsPaused(stage))
  }

  @Test("after a minute without an answer an owner gives up", arguments: ["reading", "writing"])
  func patience(name: String) {
    var stage = Stage.at(name)
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

/// A tenure that somebody tells things, at moments in milliseconds.
struct TenureStage {
  static let me = Claimant(node: 1, start: 11)
  static let other = Claimant(node: 0, start: 5)
  static let theirs = ShardOwner(epoch: 3, other)
  static let mine = ShardOwner(epoch: 4, me)
  static let newer = ShardOwner(epoch: 5, other)

  static let entries = (6...7)
    .map { place in
      ShardEntry(
        place: place, name: EntryName(epoch: 3, number: place), frame: Array("\(place)\n".utf8))
    }
  static let page = ShardPage(from: 1, floor: 6, entries, isLast: true)
  static let writing = ShardAppend(
    owner: mine, place: 8, name: EntryName(epoch: 4, number: 1), batch: 1)
  static let sign = ShardAppend(
    owner: mine, place: 8, name: EntryName(epoch: 4, number: 1), batch: nil)

  var tenure: Tenure
  private(set) var now = 0

  init(rank: Int? = 0) {
    tenure = Tenure(
      of: TenureStage.me, rank: rank, times: TenureTimes(), at: Instant(milliseconds: 0))
  }

  /// Tells it something, after so many milliseconds.
  @discardableResult
  mutating func take(_ input: Tenure.Input, after span: Int = 0) -> [TenureEffect] {
    now += span
    var effects: [TenureEffect] = []
    tenure.take(input, at: Instant(milliseconds: now), &effects)
    return effects
  }

  /// Lets time pass.
  @discardableResult
  mutating func pass(_ span: Int) -> [TenureEffect] {
    now += span
    var effects: [TenureEffect] = []
    tenure.advance(to: Instant(milliseconds: now), &effects)
    return effects
  }

  /// How long until it has to be called; nil when never.
  var untilDeadline: Int? { tenure.deadline.map { $0 - Instant(milliseconds: now) } }

  /// Each stage, as it is come to.
  static let stages: [(name: String, stage: TenureStage)] = {
    var stage = TenureStage()
    var stages: [(String, TenureStage)] = []
    stage.take(.beat(theirs, isPaused: false))
    stages.append(("away", stage))
    var probing = stage
    probing.take(.beat(theirs, isPaused: true))
    stages.append(("probing", probing))
    stage.pass(700)
    stages.append(("claiming", stage))
    stage.take(.claimed(mine))
    stages.append(("reading", stage))
    stage.take(.page(page, for: mine))
    stages.append(("replaying", stage))
    stage.take(.replayed)
    stages.append(("holding", stage))
    stage.take(.jotted(batch: 1))
    stages.append(("writing", stage))
    var leaving = stage
    leaving.take(.giveUp)
    stages.append(("leaving", leaving))
    stage.pass(1_000)
    stages.append(("paused", stage))
    return stages
  }()

  /// At one of them.
  static func at(_ name: String) -> TenureStage {
    stages.first { $0.name == name }?.stage ?? TenureStage()
  }

  static let hole = ShardPage(from: 1, floor: 5, entries, isLast: true)

  /// Everything that it can be told, heard at the right moment and at the wrong one.
  static let inputs: [(name: String, input: Tenure.Input)] = [
    ("beat of theirs", .beat(theirs, isPaused: false)),
    ("paused beat of theirs", .beat(theirs, isPaused: true)),
    ("beat of newer", .beat(newer, isPaused: false)),
    ("paused beat of newer", .beat(newer, isPaused: true)),
    ("old beat", .beat(ShardOwner(epoch: 2, other), isPaused: false)),
    ("theirs released", .released(theirs)),
    ("old released", .released(ShardOwner(epoch: 2, other))),
    ("ranked", .ranked(2)), ("not ranked", .ranked(nil)), ("give up", .giveUp),
    ("jotted", .jotted(batch: 9)),
    ("written from 8", .written(from: 8)), ("written from 7", .written(from: 7)),
    ("replayed", .replayed), ("unreadable", .unreadable),
    ("owned by theirs", .owned(theirs)), ("owned by newer", .owned(newer)),
    ("owned by nobody", .owned(nil)),
    ("claimed", .claimed(mine)), ("claimed another time", .claimed(ShardOwner(epoch: 2, me))),
    ("contested by mine", .contested(mine, by: mine)),
    ("contested by newer", .contested(mine, by: newer)),
    ("contested another time", .contested(ShardOwner(epoch: 2, me), by: newer)),
    ("page", .page(page, for: mine)),
    ("page that goes on", .page(ShardPage(from: 1, floor: 6, entries, isLast: false), for: mine)),
    ("page of another place", .page(ShardPage(from: 9, floor: 6, [], isLast: true), for: mine)),
    ("page of another time", .page(page, for: ShardOwner(epoch: 2, me))),
    ("page with a hole", .page(hole, for: mine)),
    ("dispossessed", .dispossessed(mine, by: newer)),
    ("dispossessed another time", .dispossessed(ShardOwner(epoch: 2, me), by: newer)),
    ("stored", .stored(writing.name)),
    ("another stored", .stored(EntryName(epoch: 4, number: 9))),
    ("refused, lying there", .refused(writing.name, owner: newer, lying: writing.name)),
    ("refused", .refused(writing.name, owner: newer, lying: nil)),
    (
      "refused for another entry",
      .refused(writing.name, owner: mine, lying: EntryName(epoch: 3, number: 1))
    ),
    ("another refused", .refused(EntryName(epoch: 4, number: 9), owner: newer, lying: nil)),
  ]
}
