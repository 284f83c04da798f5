// What a store answers is read as what it means, or refused: about the archives' journal and about
// the rules of its rooms. ClusterTests show that a real store gives these answers.

import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("Answers about the archives' journal and the rules")
struct StoreAnswerTests {
  static let entry = ArchiveEntry(
    place: 41, author: Claimant(node: 2, start: .max), number: 5, frame: Array("a\nb".utf8))
  static let floor: Found = [("cm/archive/floor", Array("0000000002".utf8))]
  static let lying: Found = [("cm/archive/entry/0000000041", entry.stored)]
  static let marks: Found = [
    ("cm/archive/mark/0", Array("0000000009".utf8)),
    ("cm/archive/mark/2", Array("0000000007".utf8)),
  ]
  /// What cannot be read at a place counts as an entry of an author that does not exist.
  static let unreadable = ArchiveEntry(
    place: 41, author: Claimant(node: -1, start: 0), number: 0, frame: [])

  /// Questions, with an answer each and its meaning.
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
      .append(entry), answer(false, [[("cm/archive/entry/0000000041", [7])]]),
      .refused(place: 41, lying: unreadable)
    ),
    (.mark(node: 2, before: 7), answer(true, [[], marks]), .marks([0: 9, 2: 7])),
    (.drop(before: 7), answer(true, [[]]), .dropped),
    (.drop(before: 7), answer(false, []), .dropped),
  ]

  @Test("an answer about the archives' journal has its meaning, and is read only whole")
  func archives() throws {
    for (request, bytes, meaning) in Self.answers {
      let read = try ArchiveQuestion(request).answer(in: bytes)
      expect(read, equals: meaning)
      expectOnlyWhole(bytes) { _ = try ArchiveQuestion(request).answer(in: $0) }
    }
  }

  @Test("an archive's entry is read as it was written, and there is one way to write it")
  func entries() {
    let read = ArchiveEntry(stored: Self.entry.stored[...], at: 41)
    expect(read, equals: Self.entry)
    for text in ["2 7", "2 7 5", "02 7 5\n", "2 7 5 \n", "-2 7 5\n", ""] {
      let other = ArchiveEntry(stored: Array(text.utf8)[...], at: 41)
      expect(other, equals: nil, "\(text)")
    }
  }

  @Test("the first node says what the rules are, and all later ones are told")
  func rules() throws {
    let mine = Array("JOURNAL v=3 rules=00c0ffee00c0ffee".utf8)
    let others = Array("JOURNAL v=2 rules=0123456789abcdef".utf8)
    let question = RulesQuestion(mine)
    for (bytes, rules) in [
      (answer(true, [[]]), mine), (answer(false, [[("cm/rules", others)]]), others),
    ] {
      let read = try question.answer(in: bytes)
      expect(read, equals: rules)
      expectOnlyWhole(bytes) { _ = try question.answer(in: $0) }
    }
    let nothing = answer(false, [[]])
    #expect(throws: AnswerUnreadable.self) { try question.answer(in: nothing) }
  }
}
