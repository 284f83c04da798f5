// What a tenure does, in every stage, with everything that it can be told. What the table does not
// list does nothing at all, and every pair is tried.

import Game
import TestSupport
import Testing

@testable import Rooms

private typealias Stage = TenureStage

@Suite("Tenure")
struct TenureTests {
  /// What comes of an input: what the tenure is about then, and what it wants.
  struct Row {
    let stage: String, input: String
    let role: Tenure.Role
    let effects: [Tenure.Effect]

    init(_ stage: String, _ input: String, _ role: Tenure.Role, _ effects: Tenure.Effect...) {
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

  @Test("deeds that come while an entry is under way all go into the next one")
  func batches() {
    var stage = Stage.stages.first { $0.name == "writing" }?.stage ?? Stage()
    expect(stage.take(.jotted(batch: 8)), equals: [])
    expect(stage.take(.jotted(batch: 9)), equals: [])
    expect(
      stage.take(.stored(Stage.writing.name)),
      equals: [.release(through: 1, at: 8), .append(TenureTests.further)])
  }

  @Test("a leaving owner writes its deeds before it releases the shard")
  func leaving() {
    var stage = Stage.stages.first { $0.name == "leaving" }?.stage ?? Stage()
    stage.take(.jotted(batch: 9))
    expect(
      stage.take(.stored(Stage.writing.name)),
      equals: [.release(through: 1, at: 8), .append(TenureTests.further)])
    expect(
      stage.take(.stored(TenureTests.further.name)),
      equals: [.release(through: 9, at: 9), .resign(.handedOver)])
  }

  @Test("an epoch of its own is never claimed twice, whatever is heard of older ones")
  func epochs() {
    var stage = Stage.stages.first { $0.name == "holding" }?.stage ?? Stage()
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
      var effects: [Tenure.Effect] = []
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
    let claim = Tenure.Effect.claim(
      ShardOwner(epoch: last.epoch, Stage.me),
      after: ShardOwner(epoch: last.epoch - 1, last.claimant))
    expect(before.pass(1).first, equals: claim)
  }

  @Test("a journal that is full to its last place is damaged, and nothing traps")
  func lastPlace() {
    var stage = Stage.stages.first { $0.name == "reading" }?.stage ?? Stage()
    let entry = ShardEntry(
      place: ShardEntry.placeMax, name: EntryName(epoch: 3, number: 1), frame: [])
    let page = ShardPage(from: 1, floor: ShardEntry.placeMax, [entry], isLast: true)
    expect(stage.take(.page(page, for: Stage.mine)), equals: [.resign(.damaged)])
  }

  @Test("an entry that comes back below the floor counts for nothing")
  func floor() {
    var stage = Stage.stages.first { $0.name == "reading" }?.stage ?? Stage()
    let late = ShardEntry(place: 2, name: EntryName(epoch: 3, number: 2), frame: [])
    let page = ShardPage(from: 1, floor: 6, [late] + Stage.entries, isLast: true)
    expect(stage.take(.page(page, for: Stage.mine)), equals: [.replay(Stage.entries, isLast: true)])
  }

  /// Journals that are not whole: it lacks its first entry, one in the middle, all; an older
  /// writer comes after a newer one; a writer from after the claim.
  static let damages: [[ShardEntry]] = {
    func entry(_ place: UInt64, of epoch: UInt64) -> ShardEntry {
      ShardEntry(place: place, name: EntryName(epoch: epoch, number: place), frame: [])
    }
    return [
      [entry(7, of: 3)], [entry(6, of: 3), entry(8, of: 3)], [],
      [entry(6, of: 3), entry(7, of: 2)], [entry(6, of: 4)],
    ]
  }()

  @Test("a journal that is not whole is left alone for a while", arguments: damages)
  func damaged(entries: [ShardEntry]) {
    var stage = Stage.stages.first { $0.name == "reading" }?.stage ?? Stage()
    let page = ShardPage(from: 1, floor: 6, entries, isLast: true)
    expect(stage.take(.page(page, for: Stage.mine)), equals: [.resign(.damaged)])
    expect(stage.pass(10_699), equals: [])
    expect(stage.pass(1), equals: [.claim(ShardOwner(epoch: 5, Stage.me), after: Stage.mine)])
  }
}
