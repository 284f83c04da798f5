// What a node asks of the store for the bans that all nodes have in common. A key for the whole
// list, as lines that an operator can read:
//
//     cm/bans    identity 21fe31dfa154a261626bf854046fd227, a line feed, and so on
//
// It knows no ban and no connection. Invariant: a list takes only the place of the one that its
// node knew, so of two orders at once none is lost.

/// A question about the bans of all nodes.
public struct BansQuestion: StoreRequest {
  /// No answer is longer, in bytes.
  public static let answerBytesMax = 1 << 20

  private static let key = Array("cm/bans".utf8)

  /// What is to be stored; nil only asks.
  public let lines: [UInt8]?
  /// In the place of this; nil if nothing is to be there.
  public let known: [UInt8]?

  /// Asks what is there.
  public init() { (lines, known) = (nil, nil) }

  /// Has lines stored, unless something else is there than these.
  public init(_ lines: [UInt8], inPlaceOf known: [UInt8]?) {
    (self.lines, self.known) = (lines, known)
  }

  /// The request, in gRPC's frame.
  public var encoded: [UInt8] {
    var transaction = ProtobufWriter()
    if let lines {
      if let known {
        transaction.requireValue(of: BansQuestion.key, known)
      } else {
        transaction.requireAbsent(BansQuestion.key)
      }
      transaction.put(BansQuestion.key, lines)
    }
    transaction.get(BansQuestion.key, lines == nil ? StoreField.success : StoreField.failure)
    return transaction.framed
  }

  /// Reads the answer: what is there now, as the only element; nothing if nothing is.
  ///
  /// - Throws: that it is no answer to this.
  public func answer(in bytes: [UInt8]) throws(AnswerUnreadable) -> [[UInt8]] {
    let transaction = try StoreAnswer.unframed(bytes)
    if let lines, try ProtobufReader.number(2, in: transaction) == 1 { return [lines] }
    guard let result = try ProtobufReader.all(3, in: transaction).first else {
      throw AnswerUnreadable()
    }
    return try StoreAnswer.pairs(in: result).pairs.prefix(1).map { Array($0.value) }
  }
}
