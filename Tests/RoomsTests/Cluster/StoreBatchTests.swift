// What shards ask of a store goes into few requests, and what it answers is read as what it means,
// or refused. ClusterTests show that a real store gives these answers.

import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("Requests of shards to a store")
struct StoreBatchTests {
  static let owner = ShardOwner(epoch: 17, Claimant(node: 2, start: .max))
  static let entry = ShardEntry(
    place: 41, name: EntryName(epoch: 17, number: 5), frame: Array("a\nb".utf8))
  static let owned: Found = [("cm/owner/7", owner.stored)]
  static let floor: Found = [("cm/floor/7", Array("0000000002".utf8))]
  static let lying: Found = [("cm/journal/7/0000000041", entry.stored)]
  /// What cannot be read at a place counts as an entry with a name that no node gives.
  static let unreadable = ShardEntry(place: 41, name: .unreadable, frame: [])

  static func page(_ entries: [ShardEntry], isLast: Bool) -> Tenure.Input {
    .page(ShardPage(from: 40, floor: 2, entries, isLast: isLast), for: owner)
  }

  /// Questions, with an answer each and its meaning; nil where there is nothing to tell.
  static let answers: [(ShardRequest, ProtobufWriter, Tenure.Input?)] = [
    (.look, ProtobufWriter(true, [owned]), .owned(owner)),
    (.look, ProtobufWriter(true, [[]]), .owned(nil)),
    // An owner that cannot be read is no answer.
    (.look, ProtobufWriter(true, [[("cm/owner/7", Array("17 2".utf8))]]), nil),
    (.claim(owner, after: nil), ProtobufWriter(true, []), .claimed(owner)),
    (.claim(owner, after: nil), ProtobufWriter(false, [owned]), .contested(owner, by: owner)),
    (.claim(owner, after: owner), ProtobufWriter(false, [[]]), .contested(owner, by: nil)),
    (.append(entry, as: owner), ProtobufWriter(true, []), .stored(entry.name)),
    (
      .append(entry, as: owner), ProtobufWriter(false, [owned, lying]),
      .refused(entry.name, owner: owner, lying: entry.name)
    ),
    (
      .append(entry, as: owner), ProtobufWriter(false, [owned, []]),
      .refused(entry.name, owner: owner, lying: nil)
    ),
    (
      .read(from: 40, as: owner), ProtobufWriter(true, [floor, lying]),
      page([entry], isLast: true)
    ),
    (
      .read(from: 40, as: owner), ProtobufWriter(true, [floor, []], hasMore: true),
      page([], isLast: false)
    ),
    (
      .read(from: 40, as: owner),
      ProtobufWriter(true, [floor, [("cm/journal/7/0000000041", [7])]]),
      page([unreadable], isLast: true)
    ),
    (
      .read(from: 40, as: owner), ProtobufWriter(false, [owned]),
      .dispossessed(owner, by: owner)
    ),
    (.drop(before: 3, as: owner), ProtobufWriter(false, []), nil),
  ]

  @Test("an answer has its meaning, for the shard that asked, and is read only whole")
  func meanings() throws {
    for (request, transaction, meaning) in Self.answers {
      let batch = StoreBatch([ShardQuestion(shard: 7, request)])
      let bytes = answer(nesting: [transaction])
      let read = try batch.answer(in: bytes)
      expect(read.map(\.input), equals: [meaning].compactMap(\.self))
      expect(read.allSatisfy { $0.shard == 7 })
      expectOnlyWhole(bytes) { _ = try batch.answer(in: $0) }
    }
    let two = StoreBatch((0..<2).map { ShardQuestion(shard: $0, .look) })
    let one = answer(nesting: [ProtobufWriter(true, [[]])])
    #expect(throws: AnswerUnreadable.self, "fewer answers than questions") {
      try two.answer(in: one)
    }
  }

  @Test("there is one way to write an owner")
  func owners() {
    let read = ShardOwner(stored: Self.owner.stored[...])
    expect(read, equals: Self.owner)
    for text in [
      "17 2", "17 2 5 ", " 17 2 5", "017 2 5", "17  2 5", "0 2 5", "+7 2 5", "17 -2 5", "",
      "9007199254740993 2 5", "18446744073709551615 2 5",
    ] {
      let other = ShardOwner(stored: Array(text.utf8)[...])
      expect(other, equals: nil, "\(text)")
    }
  }

  @Test("keys of entries sort as their places do, and end before the next shard's")
  func keys() {
    let keys = ShardKeys(shard: 1)
    let places: [UInt64] = [1, 2, 9, 10, 99, 100, 4_000_000_000, ShardEntry.placeMax]
    let all = places.map { String(decoding: keys.entry($0), as: UTF8.self) }
    expect(all, equals: all.sorted())
    let end = String(decoding: keys.end, as: UTF8.self)
    expect(all.allSatisfy { $0 < end })
    let read = places.map { keys.entry($0) }.compactMap { keys.place(in: $0[...]) }
    expect(read, equals: places)
    expect(ShardKeys(shard: 11).place(in: keys.entry(5)[...]), equals: nil)
  }

  @Test("a request takes 32 questions, 1 MiB of entries, and each shard once")
  func takes() {
    var many = (0..<70).map { ShardQuestion(shard: $0, .look) }
    var counts: [Int] = []
    while StoreBatch.takeFirst(of: &many) != nil { counts.append(70 - many.count) }
    expect(counts, equals: [32, 64, 70])
    let frame = [UInt8](repeating: 0, count: ShardEntry.frameBytesMax)
    let long = ShardEntry(place: 1, name: Self.entry.name, frame: frame)
    var heavy = (0..<10).map { ShardQuestion(shard: $0, .append(long, as: Self.owner)) }
    _ = StoreBatch.takeFirst(of: &heavy)
    expect(heavy.count, equals: 10 - StoreBatch.bytesMax / ShardEntry.frameBytesMax)
    var twice = [1, 2, 1].map { ShardQuestion(shard: $0, .look) }
    _ = StoreBatch.takeFirst(of: &twice)
    expect(twice.map(\.shard), equals: [1])
  }

  /// How many journals each request reads of 20 at a pace.
  private func readings(at pace: ReadingPace) -> [Int] {
    var reads = (0..<20).map { ShardQuestion(shard: $0, .read(from: 1, as: Self.owner)) }
    var counts: [Int] = []
    while let batch = StoreBatch.takeFirst(of: &reads, at: pace) {
      expect(batch.reads)
      expect(batch.pageEntries, equals: pace.entries)
      counts.append(batch.questions.count)
    }
    return counts
  }

  @Test("the size of the last answer decides how much of journals is read next")
  func pace() {
    var pace = ReadingPace()
    expect(readings(at: pace), equals: [7, 7, 6])
    expect(pace.entries, equals: 32)
    for _ in 0..<3 { pace.note(60_000) }
    expect((pace.journals, pace.entries) == (7, 128))
    pace.note(200_000)
    expect(pace.entries, equals: 128)
    for _ in 0..<5 { pace.note(300_000) }
    expect((pace.journals, pace.entries) == (7, 16))
    pace.note(nil)
    expect(readings(at: pace), equals: [Int](repeating: 1, count: 20))
    let longest = pace.entries * (ShardEntry.frameBytesMax + 1_024)
    expect(longest, isAtMost: StoreBatch.answerBytesMax)
    pace.note(0)
    pace.note(0)
    expect((pace.journals, pace.entries) == (4, 64))
  }
}
