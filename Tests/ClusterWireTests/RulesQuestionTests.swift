// What is asked for the rules of a store's rooms and what it answers, as bytes. That a real store
// understands it is for ClusterTests.

import TestSupport
import Testing

@testable import ClusterWire

@Suite("Questions about the rules of a store")
struct RulesQuestionTests {
  private static let rules = Array("JOURNAL v=3 rules=00c0ffee00c0ffee".utf8)
  private static let others = Array("JOURNAL v=2 rules=0123456789abcdef".utf8)
  private static let question = RulesQuestion(rules)
  private static let first = ArchiveQuestionTests.answer(true, [[]])
  private static let second = ArchiveQuestionTests.answer(false, [[("cm/rules", others)]])

  @Test("whoever comes first says what they are, and all others are told")
  func means() throws {
    #expect(try Self.question.answer(in: Self.first) == Self.rules)
    #expect(try Self.question.answer(in: Self.second) == Self.others)
    #expect(throws: AnswerUnreadable.self) {
      try Self.question.answer(in: ArchiveQuestionTests.answer(false, [[]]))
    }
  }

  @Test("cut anywhere, an answer is refused; garbled, it traps nobody")
  func nonsense() {
    var draw = SplitMix64(seed: 9)
    for whole in [Self.first, Self.second] {
      for count in whole.indices {
        #expect(throws: AnswerUnreadable.self) {
          try Self.question.answer(in: Array(whole[..<count]))
        }
      }
      for _ in 0..<2_000 {
        var bytes = whole
        for _ in 0...draw.number(in: 0...3) {
          bytes[draw.number(in: 0...(bytes.count - 1))] = UInt8(draw.number(in: 0...255))
        }
        _ = try? Self.question.answer(in: bytes)
      }
    }
  }
}
