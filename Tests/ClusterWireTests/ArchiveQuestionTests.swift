// What is asked for the archives' journal and what it answers, as bytes. That a real store
// understands it is for ClusterTests; here answers are cut, garbled and meant for something else.

import Driving
import Rooms
import Testing

@testable import ClusterWire

@Suite("Questions about the archives' journal")
struct ArchiveQuestionTests {
  static let entry = ArchiveEntry(
    place: 41, author: Claimant(node: 2, start: .max), number: 5, frame: Array("a\nb".utf8))

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

  @Test(
    "cut anywhere an answer is refused, and garbled it traps nobody", arguments: answers.indices)
  func nonsense(index: Int) {
    let (request, bytes, _) = ArchiveQuestionTests.answers[index]
    expectSafe(bytes) { try ArchiveQuestion(request).answer(in: $0) }
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
