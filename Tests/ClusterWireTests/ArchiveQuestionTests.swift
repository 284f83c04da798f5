// What is asked for the archives' journal and what it answers, as bytes. That a real store
// understands it is for ClusterTests; here answers are cut, garbled and meant for something else.

import Driving
import Rooms
import TestSupport
import Testing

@testable import ClusterWire

@Suite("Questions about the archives' journal")
struct ArchiveQuestionTests {
  static let entry = ArchiveEntry(
    place: 41, author: Claimant(node: 2, start: .max), number: 5, frame: Array("a\nb".utf8))

  /// An answer: whether the transaction took, and what each of its looks found.
  static func answer(
    _ hasSucceeded: Bool, _ ranges: [[(key: String, value: [UInt8])]], hasMore: Bool = false
  ) -> [UInt8] {
    var transaction = ProtobufWriter()
    transaction.message(1) { $0.number(3, 9) }
    transaction.number(2, hasSucceeded ? 1 : 0)
    for pairs in ranges {
      transaction.message(3) { result in
        result.message(1) { range in
          for (key, value) in pairs {
            range.message(2) { pair in
              pair.bytes(1, Array(key.utf8))
              pair.bytes(5, value)
            }
          }
          if hasMore { range.number(3, 1) }
        }
      }
    }
    return transaction.framed
  }

  static let floor = [(key: "cm/archive/floor", value: Array("0000000002".utf8))]
  static let lying = [(key: "cm/archive/entry/0000000041", value: entry.stored)]

  /// A question, and an answer to it with its meaning.
  static let answers: [(ArchiveRequest, [UInt8], ArchiveAnswer)] = [
    (.read(from: 1), answer(true, [[]]), .page(from: 1, floor: 1, [], isLast: true)),
    (
      .read(from: 41), answer(false, [floor, lying]),
      .page(from: 41, floor: 2, [entry], isLast: true)
    ),
    (
      .read(from: 41), answer(false, [floor, lying], hasMore: true),
      .page(from: 41, floor: 2, [entry], isLast: false)
    ),
    (.append(entry), answer(true, [[]]), .stored(place: 41)),
    (.append(entry), answer(false, [lying]), .refused(place: 41, lying: entry)),
    (.append(entry), answer(false, [[]]), .refused(place: 41, lying: nil)),
    (
      .mark(node: 2, before: 7),
      answer(
        true,
        [
          [],
          [
            ("cm/archive/mark/0", Array("0000000009".utf8)),
            ("cm/archive/mark/2", Array("0000000007".utf8)),
          ],
        ]), .marks([0: 9, 2: 7])
    ),
    (.drop(before: 7), answer(true, [[]]), .dropped),
    (.drop(before: 7), answer(false, []), .dropped),
    // What cannot be read lies there all the same, by an author whom there is not.
    (
      .append(entry), answer(false, [[("cm/archive/entry/0000000041", [7])]]),
      .refused(
        place: 41,
        lying: ArchiveEntry(
          place: 41, author: Claimant(node: -1, start: 0), number: 0, frame: []))
    ),
  ]

  @Test("an answer means what it says", arguments: answers.indices)
  func means(index: Int) throws {
    let (request, bytes, answer) = ArchiveQuestionTests.answers[index]
    #expect(try ArchiveQuestion(request).answer(in: bytes) == answer)
  }

  @Test("cut anywhere, an answer is refused", arguments: answers.indices)
  func cut(index: Int) {
    let (request, bytes, _) = ArchiveQuestionTests.answers[index]
    for count in bytes.indices {
      #expect(throws: AnswerUnreadable.self) {
        try ArchiveQuestion(request).answer(in: Array(bytes[..<count]))
      }
    }
  }

  @Test("whatever comes as an answer, nothing traps", arguments: answers.indices)
  func garbled(index: Int) {
    let (_, whole, _) = ArchiveQuestionTests.answers[index]
    var draw = SplitMix64(seed: UInt64(index))
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...draw.number(in: 0...3) {
        bytes[draw.number(in: 0...(bytes.count - 1))] = UInt8(draw.number(in: 0...255))
      }
      for (request, _, _) in ArchiveQuestionTests.answers {
        _ = try? ArchiveQuestion(request).answer(in: bytes)
      }
    }
  }

  @Test("an entry is read as written, and there is one way to write it")
  func entries() {
    let entry = ArchiveQuestionTests.entry
    #expect(ArchiveEntry(stored: entry.stored[...], at: 41) == entry)
    for text in ["2 7", "2 7 5", "02 7 5\n", "2 7 5 \n", "-2 7 5\n", ""] {
      #expect(ArchiveEntry(stored: Array(text.utf8)[...], at: 41) == nil, "\(text)")
    }
  }
}
