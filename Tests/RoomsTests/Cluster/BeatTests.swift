// A beat is one line, which is read as it was written; any other line is no beat.

import Game
import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("Beats")
struct BeatTests {
  static let me = Claimant(node: 2, start: 8_812)
  static let moment = Instant(milliseconds: 99)
  static let start = "BEAT v=1 node=2 start=8812 lane=0 clock=99"
  static let beats: [(String, LaneBeat)] = [
    ("\(start) config=0000000000000000", LaneBeat(me, lane: 0, at: moment)),
    (
      "BEAT v=1 node=2 start=8812 lane=3 clock=99 config=00000000000000ff at=[::1]:7313 leaving=1",
      LaneBeat(
        me, lane: 3, at: moment, isLeaving: true, configuration: 255, address: "[::1]:7313")
    ),
    (
      "\(start) config=0000000000000000 held=7:17,9:4p free=3:5",
      LaneBeat(
        me, lane: 0, at: moment,
        held: [
          7: LaneBeat.Held(epoch: 17, isPaused: false), 9: LaneBeat.Held(epoch: 4, isPaused: true),
        ], released: [3: 5])
    ),
  ]

  @Test("a beat is read as it was written, on its own subject alone")
  func bothWays() {
    for (line, beat) in Self.beats {
      expect(String(decoding: beat.line, as: UTF8.self), equals: line)
      let lane = beat.lane
      // A node that may speak as node 2 alone cannot speak as another.
      expectRead(
        beat, from: Array(line.utf8), on: "cm.beat.2.\(lane)",
        notOn: ["cm.beat.3.\(lane)", "cm.beat.2.\(lane + 1)", "cm.list.2.\(lane)", ""],
        write: { $0.line }, read: { LaneBeat(line: $0, on: $1) })
    }
  }

  @Test("the longest beat is shorter than a beat may be")
  func longest() {
    let shards = 0..<LaneTenures.shardCount
    let held = shards.map { ($0, LaneBeat.Held(epoch: ShardOwner.epochMax, isPaused: true)) }
    let beat = LaneBeat(
      Claimant(node: Membership.nodesMax - 1, start: .max), lane: .max,
      at: Instant(milliseconds: 1 << 53), isLeaving: true,
      held: Dictionary(uniqueKeysWithValues: held),
      released: Dictionary(uniqueKeysWithValues: shards.map { ($0, ShardOwner.epochMax) }),
      configuration: .max, address: String(repeating: "a", count: 260))
    expect(beat.line.count, isAtMost: LaneBeat.bytesMax)
    expect(LaneBeat(line: beat.line, on: beat.subject), equals: beat)
  }

  /// Words of a good beat, and what may not stand there instead.
  static let edits = [
    ("BEAT", "TOLD"), ("v=1", "v=0"), ("node=2", "node=-2"), ("node=2", "node=64"),
    ("node=2", "node=02"), ("node=2 start=8812", "start=8812 node=2"), (" clock=99", ""),
    ("clock=99", "clock=-1"), ("clock=99", "clock=9007199254740993"), (" config=0", " config="),
    ("config=00", "config="), ("00 held", "0F held"), ("00 held", "0g held"), (" config=0", "0"),
    ("00 held", "00  held"), ("held=7:17", "node=2"), ("held", "more"), ("held=7:17", "at="),
    ("7:17", ""), ("7:17", "7"), ("7:17", "256:1"), ("7:17", "7:0"), ("7:17", "7:1,7:1"),
    ("held=7:17", "free=7:1p"), ("7:17", "9:1,7:1"), ("held=7:17", "at=a:1\n"),
    ("7:17", "7:9007199254740993"), ("7:17", "7:18446744073709551615"),
    ("v=1", "at=a:1 v=1"), ("v=1", "v=2 held=256:1"), ("BEAT v=1 ", "v=1 "),
  ]

  @Test("any other line is no beat")
  func others() {
    let good = "\(Self.start) config=0000000000000000 held=7:17"
    expect(LaneBeat(line: Array(good.utf8), on: "cm.beat.2.0"), differsFrom: nil)
    for line in ["", "BEAT"] + Self.edits.map({ good.replacing($0, with: $1) }) {
      expect(line, differsFrom: good)
      for subject in ["cm.beat.2.0", "cm.beat.64.0"] {
        expect(LaneBeat(line: Array(line.utf8), on: subject), equals: nil, "\(line)")
      }
    }
  }

  @Test("words that this version knows are read in a beat of another version")
  func otherVersion() {
    let line = "BEAT v=2 load=7 node=2 start=8812 lane=0 clock=99 config=00000000000000ff held=7:17"
    let beat = LaneBeat(
      Self.me, lane: 0, at: Self.moment,
      held: [7: LaneBeat.Held(epoch: 17, isPaused: false)], configuration: 255)
    expect(LaneBeat(line: Array(line.utf8), on: "cm.beat.2.0"), equals: beat)
    expect(LaneBeat(line: Array(line.utf8), on: "cm.beat.3.0"), equals: nil)
  }
}
