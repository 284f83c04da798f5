// Beats as lines: both ways, and whatever else may come.

import Rooms
import TestSupport
import Testing

@testable import ClusterWire

@Suite("Beats")
struct BeatTests {
  static let me = Claimant(node: 2, start: 8_812)
  static let beats: [(String, LaneBeat)] = [
    ("BEAT v=1 node=2 start=8812 lane=0", LaneBeat(me, lane: 0)),
    ("BEAT v=1 node=2 start=8812 lane=3 leaving=1", LaneBeat(me, lane: 3, isLeaving: true)),
    (
      "BEAT v=1 node=2 start=8812 lane=0 held=7:17,9:4p free=3:5",
      LaneBeat(
        me, lane: 0,
        held: [
          7: LaneBeat.Held(epoch: 17, isPaused: false), 9: LaneBeat.Held(epoch: 4, isPaused: true),
        ], released: [3: 5])
    ),
  ]

  @Test("a beat is one line, both ways", arguments: beats.indices)
  func lines(index: Int) {
    let (line, beat) = BeatTests.beats[index]
    #expect(String(decoding: beat.line, as: UTF8.self) == line)
    #expect(LaneBeat(line: Array(line.utf8)) == beat)
  }

  @Test("the longest beat is shorter than a beat may be")
  func longest() {
    let shards = 0..<LaneTenures.shardCount
    let held = shards.map { ($0, LaneBeat.Held(epoch: .max, isPaused: true)) }
    let beat = LaneBeat(
      Claimant(node: .max, start: .max), lane: .max, isLeaving: true,
      held: Dictionary(uniqueKeysWithValues: held),
      released: Dictionary(uniqueKeysWithValues: shards.map { ($0, UInt64.max) }))
    #expect(beat.line.count <= LaneBeat.bytesMax)
    #expect(LaneBeat(line: beat.line) == beat)
  }

  static let others = [
    "", "BEAT", "TOLD v=1 node=2 start=8812 lane=0", "BEAT v=2 node=2 start=8812 lane=0",
    "BEAT v=1 node=-2 start=8812 lane=0", "BEAT v=1 node=2 start=8812 lane=0 ",
    "BEAT v=1 node=02 start=8812 lane=0", "BEAT v=1 start=8812 node=2 lane=0",
    "BEAT v=1 node=2 start=8812 lane=0 node=2", "BEAT v=1 node=2 start=8812 lane=0 more=1",
    "BEAT v=1 node=2 start=8812 lane=0 held=", "BEAT v=1 node=2 start=8812 lane=0 held=7",
    "BEAT v=1 node=2 start=8812 lane=0 held=256:1", "BEAT v=1 node=2 start=8812 lane=0 held=7:0",
    "BEAT v=1 node=2 start=8812 lane=0 held=7:1,7:1", "BEAT v=1 node=2 start=8812 lane=0 free=7:1p",
    "BEAT v=1 node=2 start=8812 lane=0 held=9:1,7:1", "BEAT v=1 node=2 start=8812 lane=0\n",
  ]

  @Test("anything else is no beat", arguments: others)
  func other(line: String) { #expect(LaneBeat(line: Array(line.utf8)) == nil) }

  @Test("whatever comes, nothing traps")
  func garbled() {
    var draw = SplitMix64(seed: 1)
    for (line, _) in BeatTests.beats {
      for _ in 0..<5_000 {
        var bytes = Array(line.utf8)
        bytes[draw.number(in: 0...(bytes.count - 1))] = UInt8(draw.number(in: 0...255))
        if let beat = LaneBeat(line: bytes) { #expect(beat.line == bytes) }
      }
    }
  }
}
