// A lane with one shard, brought to any stage of its tenure, and everything that it can be told,
// by names. Node 0 owned the shard in epoch 3; node 1 is tried, and claims epoch 4.

import Game

@testable import Rooms

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
  mutating func take(_ input: Tenure.Input, after span: Int = 0) -> [Tenure.Effect] {
    now += span
    var effects: [Tenure.Effect] = []
    tenure.take(input, at: Instant(milliseconds: now), &effects)
    return effects
  }

  /// Lets time pass.
  @discardableResult
  mutating func pass(_ span: Int) -> [Tenure.Effect] {
    now += span
    var effects: [Tenure.Effect] = []
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
