// A node's first question to the store: by which rules its rooms are played. A node that finds the
// store empty writes its own rules, in a key of their own, as the first line of a journal's segment
// does in a file:
//
//     cm/rules    JOURNAL v=3 rules=00c0ffee00c0ffee
//
// It knows no rules and no connection. The same key is what a member is asked for to see whether it
// is there. Invariant: a store has one answer, the first node's.

/// A question about the rules of a store's rooms.
public struct RulesQuestion: StoreRequest {
  /// No answer is longer, in bytes.
  public static let answerBytesMax = 4_096

  /// What an operator is told who has a node of other rules.
  public static let refusal =
    "the store has rooms of other rules or another secret; no shard is claimed"

  fileprivate static let key = Array("cm/rules".utf8)

  /// What they are if nobody has said so yet.
  public let rules: [UInt8]

  /// Asks, and says what they are to be.
  public init(_ rules: [UInt8]) { self.rules = rules }

  /// The request, in gRPC's frame.
  public var encoded: [UInt8] {
    var transaction = ProtobufWriter()
    transaction.requireAbsent(RulesQuestion.key)
    transaction.put(RulesQuestion.key, rules)
    transaction.get(RulesQuestion.key, StoreField.failure)
    return transaction.framed
  }

  /// Reads the answer: what the rules are.
  ///
  /// - Throws: that it is no answer to this.
  public func answer(in bytes: [UInt8]) throws(AnswerUnreadable) -> [UInt8] {
    let transaction = try StoreAnswer.unframed(bytes)
    if try ProtobufReader.number(2, in: transaction) == 1 { return rules }
    guard let result = try ProtobufReader.all(3, in: transaction).first,
      let pair = try StoreAnswer.pairs(in: result).pairs.first
    else { throw AnswerUnreadable() }
    return Array(pair.value)
  }
}

/// A question to one member of the store: whether it answers. It writes nothing, and the member can
/// answer only as one of a majority.
public struct MemberQuestion: StoreRequest {
  /// No answer is longer, in bytes.
  public static let answerBytesMax = RulesQuestion.answerBytesMax

  /// Asks.
  public init() {}

  /// The request, in gRPC's frame.
  public var encoded: [UInt8] {
    var transaction = ProtobufWriter()
    transaction.get(RulesQuestion.key, StoreField.success)
    return transaction.framed
  }

  /// Reads the answer: any will do.
  ///
  /// - Throws: that it is no answer.
  public func answer(in bytes: [UInt8]) throws(AnswerUnreadable) -> Int {
    try StoreAnswer.unframed(bytes).count
  }
}
