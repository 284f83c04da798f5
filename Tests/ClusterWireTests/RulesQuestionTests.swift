// What is asked for the rules of a store's rooms and what it answers, as bytes.

import Testing

@testable import ClusterWire

@Suite("Questions about the rules of a store")
struct RulesQuestionTests {
  @Test("the node that comes first says the rules, and all others are told")
  func means() throws {
    let rules = Array("JOURNAL v=3 rules=00c0ffee00c0ffee".utf8)
    let others = Array("JOURNAL v=2 rules=0123456789abcdef".utf8)
    let question = RulesQuestion(rules)
    let (first, second) = (answer(true, [[]]), answer(false, [[("cm/rules", others)]]))
    #expect(try question.answer(in: first) == rules)
    #expect(try question.answer(in: second) == others)
    #expect(throws: AnswerUnreadable.self) { try question.answer(in: answer(false, [[]])) }
    for whole in [first, second] { expectSafe(whole) { try question.answer(in: $0) } }
  }
}
