// What shards ask of a store and what it answers, as bytes. That a real store understands it is for
// ClusterTests; here answers are cut, garbled and meant for something else.

import Rooms
import Testing

@testable import ClusterWire

@Suite("Requests to a store")
struct StoreBatchTests {
  static let owner = ShardOwner(epoch: 17, Claimant(node: 2, start: .max))
  static let entry = ShardEntry(
    place: 41, name: EntryName(epoch: 17, number: 5), frame: Array("a\nb".utf8))

  /// An answer: for each shard whether its transaction took, and what each of its looks found.
  static func answer(
    _ transactions: [(hasSucceeded: Bool, ranges: Ranges)], hasMore: Bool = false
  ) -> [UInt8] {
    var outer = ProtobufWriter()
    outer.message(1) { $0.number(3, 9) }
    for (hasSucceeded, ranges) in transactions {
      outer.message(3) { operation in
        operation.message(4) { $0.answer(hasSucceeded, ranges, hasMore: hasMore) }
      }
    }
    return outer.framed
  }

  static let floor = [(key: "cm/floor/7", value: Array("0000000002".utf8))]

  static let owned = [(key: "cm/owner/7", value: owner.stored)]

  /// A question, and an answer to it with its meaning.
  static let answers: [(ShardRequest, [UInt8], Tenure.Input?)] = [
    (.look, answer([(true, [owned])]), .owned(owner)),
    (.look, answer([(true, [[]])]), .owned(nil)),
    (.claim(owner, after: nil), answer([(true, [])]), .claimed(owner)),
    (.claim(owner, after: nil), answer([(false, [owned])]), .contested(owner, by: owner)),
    (.claim(owner, after: owner), answer([(false, [[]])]), .contested(owner, by: nil)),
    (.append(entry, as: owner), answer([(true, [])]), .stored(entry.name)),
    (
      .append(entry, as: owner),
      answer([(false, [owned, [("cm/journal/7/0000000041", entry.stored)]])]),
      .refused(entry.name, owner: owner, lying: entry.name)
    ),
    (
      .append(entry, as: owner), answer([(false, [owned, []])]),
      .refused(entry.name, owner: owner, lying: nil)
    ),
    (
      .read(from: 40, as: owner),
      answer([
        (
          true,
          [floor, [("cm/journal/7/0000000041", entry.stored)]]
        )
      ]), .page(ShardPage(from: 40, floor: 2, [entry], isLast: true), for: owner)
    ),
    (
      .read(from: 40, as: owner),
      answer(
        [(true, [floor, []])], hasMore: true),
      .page(ShardPage(from: 40, floor: 2, [], isLast: false), for: owner)
    ),
    // What cannot be read lies there all the same, under a name that nobody gives.
    (
      .read(from: 40, as: owner),
      answer([
        (true, [floor, [("cm/journal/7/0000000041", [7])]])
      ]),
      .page(
        ShardPage(
          from: 40, floor: 2, [ShardEntry(place: 41, name: .unreadable, frame: [])], isLast: true),
        for: owner)
    ),
    (.read(from: 40, as: owner), answer([(false, [owned])]), .dispossessed(owner, by: owner)),
    (.drop(before: 3, as: owner), answer([(false, [])]), nil),
    // An owner that cannot be read is no answer.
    (.look, answer([(true, [[("cm/owner/7", Array("17 2".utf8))]])]), nil),
  ]

  @Test("an answer means what it says", arguments: answers.indices)
  func means(index: Int) throws {
    let (request, bytes, input) = StoreBatchTests.answers[index]
    let read = try StoreBatch([ShardQuestion(shard: 7, request)]).answer(in: bytes)
    #expect(read.map(\.input) == [input].compactMap(\.self))
    #expect(read.allSatisfy { $0.shard == 7 })
  }

  @Test(
    "cut anywhere an answer is refused, and garbled it traps nobody", arguments: answers.indices)
  func nonsense(index: Int) {
    let (request, bytes, _) = StoreBatchTests.answers[index]
    let batch = StoreBatch([ShardQuestion(shard: 7, request)])
    expectSafe(bytes) { try batch.answer(in: $0) }
  }

  @Test("an answer for fewer shards than have asked is refused")
  func tooFew() {
    let batch = StoreBatch((0..<2).map { ShardQuestion(shard: $0, .look) })
    let bytes = StoreBatchTests.answer([(true, [[]])])
    #expect(throws: AnswerUnreadable.self) { try batch.answer(in: bytes) }
  }

  @Test("there is one way to write an owner")
  func owners() {
    for text in ["17 2", "17 2 5 ", " 17 2 5", "017 2 5", "17  2 5", "0 2 5", "+7 2 5", "17 -2 5"] {
      #expect(ShardOwner(stored: Array(text.utf8)[...]) == nil, "\(text)")
    }
    for text in ["", "9007199254740993 2 5", "18446744073709551615 2 5"] {
      #expect(ShardOwner(stored: Array(text.utf8)[...]) == nil, "\(text)")
    }
    let owner = StoreBatchTests.owner
    #expect(ShardOwner(stored: owner.stored[...]) == owner)
  }

  @Test("keys of entries sort as their places do, and end before the next shard's")
  func keys() {
    let keys = ShardKeys(shard: 1)
    let places: [UInt64] = [1, 2, 9, 10, 99, 100, 4_000_000_000, ShardEntry.placeMax]
    let all = places.map { String(decoding: keys.entry($0), as: UTF8.self) }
    #expect(all == all.sorted())
    #expect(all.last.map { $0 < String(decoding: keys.end, as: UTF8.self) } == true)
    #expect(places == places.map { keys.entry($0) }.compactMap { keys.place(in: $0[...]) })
    #expect(ShardKeys(shard: 11).place(in: keys.entry(5)[...]) == nil)
  }

  @Test("a request takes so many questions, so many bytes, and each shard once")
  func takes() {
    var many = (0..<70).map { ShardQuestion(shard: $0, .look) }
    var counts: [Int] = []
    while StoreBatch.takeFirst(of: &many) != nil { counts.append(70 - many.count) }
    #expect(counts == [32, 64, 70])
    let frame = [UInt8](repeating: 0, count: ShardEntry.frameBytesMax)
    let long = ShardEntry(place: 1, name: StoreBatchTests.entry.name, frame: frame)
    var heavy = (0..<10).map { ShardQuestion(shard: $0, .append(long, as: StoreBatchTests.owner)) }
    _ = StoreBatch.takeFirst(of: &heavy)
    #expect(heavy.count == 10 - StoreBatch.bytesMax / ShardEntry.frameBytesMax)
    var twice = [1, 2, 1].map { ShardQuestion(shard: $0, .look) }
    _ = StoreBatch.takeFirst(of: &twice)
    #expect(twice.map(\.shard) == [1])
  }

  @Test("journals are read at a pace that the last answer gives")
  func pace() {
    func readings(_ pace: ReadingPace) -> [Int] {
      var reads = (0..<20)
        .map { ShardQuestion(shard: $0, .read(from: 1, as: StoreBatchTests.owner)) }
      var counts: [Int] = []
      while let batch = StoreBatch.takeFirst(of: &reads, at: pace) {
        #expect(batch.reads)
        #expect(batch.pageEntries == pace.entries)
        counts.append(batch.questions.count)
      }
      return counts
    }
    var pace = ReadingPace()
    #expect(readings(pace) == [7, 7, 6])
    #expect(pace.entries == 32)
    for _ in 0..<3 { pace.note(60_000) }
    #expect((pace.journals, pace.entries) == (7, 128))
    pace.note(200_000)
    #expect(pace.entries == 128)
    for _ in 0..<5 { pace.note(300_000) }
    #expect((pace.journals, pace.entries) == (7, 16))
    pace.note(nil)
    #expect(readings(pace) == [Int](repeating: 1, count: 20))
    #expect(pace.entries * (ShardEntry.frameBytesMax + 1_024) <= StoreBatch.answerBytesMax)
    pace.note(0)
    pace.note(0)
    #expect((pace.journals, pace.entries) == (4, 64))
  }
}
