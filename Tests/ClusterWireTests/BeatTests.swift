// Beats as lines: both ways, and whatever else may come.

import Game
import Rooms
import TestSupport
import Testing

@testable import ClusterWire

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

  @Test("a beat is one line, both ways, on its own subject alone", arguments: beats.indices)
  func lines(index: Int) {
    let (line, beat) = BeatTests.beats[index]
    #expect(String(decoding: beat.line, as: UTF8.self) == line)
    #expect(LaneBeat(line: Array(line.utf8), on: beat.subject) == beat)
    #expect(beat.subject == "cm.beat.2.\(beat.lane)")
    for subject in [
      "cm.beat.3.\(beat.lane)", "cm.beat.2.\(beat.lane + 1)", "cm.list.2.\(beat.lane)", "cm.beat.2",
      "",
    ] {
      #expect(LaneBeat(line: Array(line.utf8), on: subject) == nil)
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
    #expect(beat.line.count <= LaneBeat.bytesMax)
    #expect(LaneBeat(line: beat.line, on: beat.subject) == beat)
  }

  static let others =
    [
      "", "BEAT", "TOLD v=1 node=2 start=8812 lane=0 clock=99 config=0000000000000000",
      "BEAT v=0 node=2 start=8812 lane=0 clock=99 config=0000000000000000",
      "BEAT v=2 node=2 start=8812 lane=0 clock=99",
      "BEAT v=2 node=2 start=8812 lane=0 clock=99 config=0000000000000000 held=256:1",
      "BEAT v=1 node=-2 start=8812 lane=0 clock=99 config=0000000000000000",
      "BEAT v=1 node=64 start=8812 lane=0 clock=99 config=0000000000000000",
      "BEAT v=1 node=02 start=8812 lane=0 clock=99 config=0000000000000000",
      "BEAT v=1 start=8812 node=2 lane=0 clock=99 config=0000000000000000",
      "BEAT v=1 node=2 start=8812 lane=0 config=0000000000000000",
      "BEAT v=1 node=2 start=8812 lane=0 clock=-1 config=0000000000000000",
      "BEAT v=1 node=2 start=8812 lane=0 clock=9007199254740993 config=0000000000000000",
      "\(start)",
      "\(start) config=", "\(start) config=0", "\(start) config=00000000000000FF",
      "\(start) config=00000000000000fg", "\(start) at=a:1 config=0000000000000000",
    ]
    + [
      "", "node=2", "more=1", "at=", "held=", "held=7", "held=256:1", "held=7:0", "held=7:1,7:1",
      "free=7:1p", "held=9:1,7:1", "at=a:1\n", "held=7:9007199254740993",
      "free=7:18446744073709551615",
    ]
    .map { "\(start) config=0000000000000000 \($0)" }

  @Test("anything else is no beat")
  func other() {
    for line in Self.others {
      #expect(LaneBeat(line: Array(line.utf8), on: "cm.beat.2.0") == nil, "\(line)")
    }
  }

  @Test("whatever comes, nothing traps")
  func garbled() {
    var draw = SplitMix64(seed: 1)
    for (line, original) in BeatTests.beats {
      for _ in 0..<1_000 {
        let bytes = ClusterWireTests.garbled(Array(line.utf8), &draw)
        guard let beat = LaneBeat(line: bytes, on: original.subject) else { continue }
        #expect(beat.line == bytes || !bytes.starts(with: "BEAT v=1 ".utf8))
      }
    }
  }

  @Test("of another version is read what this one knows")
  func otherVersion() {
    let line = "BEAT v=2 load=7 node=2 start=8812 lane=0 clock=99 config=00000000000000ff held=7:17"
    let beat = LaneBeat(
      BeatTests.me, lane: 0, at: BeatTests.moment,
      held: [7: LaneBeat.Held(epoch: 17, isPaused: false)], configuration: 255)
    #expect(LaneBeat(line: Array(line.utf8), on: "cm.beat.2.0") == beat)
    #expect(LaneBeat(line: Array(line.utf8), on: "cm.beat.3.0") == nil)
  }
}
