// What these tests share: answers as a store gives them, and bytes that have gone wrong.

import TestSupport
import Testing

@testable import Cluster

/// Keys and values that the store found at one look.
typealias Found = [(key: String, value: [UInt8])]

extension ProtobufWriter {
  /// A transaction's answer: whether it took, and what each of its looks found.
  init(_ hasSucceeded: Bool, _ looks: [Found], hasMore: Bool = false) {
    self.init()
    message(1) { $0.number(3, 9) }
    number(2, hasSucceeded ? 1 : 0)
    for pairs in looks {
      var range = ProtobufWriter()
      for (key, value) in pairs {
        range.message(2) { pair in
          pair.bytes(1, Array(key.utf8))
          pair.number(3, 12)
          pair.bytes(5, value)
        }
      }
      if hasMore { range.number(3, 1) }
      message(3) { $0.bytes(1, range.bytes) }
    }
  }

  /// These bytes as the store sends them, in gRPC's frame.
  var sent: [UInt8] {
    [0, 0, UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 255), UInt8(bytes.count & 255)]
      + bytes
  }
}

/// An answer to one transaction, as the store sends it.
func answer(_ hasSucceeded: Bool, _ looks: [Found], hasMore: Bool = false) -> [UInt8] {
  ProtobufWriter(hasSucceeded, looks, hasMore: hasMore).sent
}

/// An answer to a batch of transactions, as the store sends it.
func answer(nesting transactions: [ProtobufWriter]) -> [UInt8] {
  var outer = ProtobufWriter()
  outer.message(1) { $0.number(3, 9) }
  for transaction in transactions { outer.message(3) { $0.bytes(4, transaction.bytes) } }
  return outer.sent
}

/// Expects that an answer that ends early is refused, wherever it ends, and that nothing traps when
/// some of its bytes are others.
func expectOnlyWhole(_ answer: [UInt8], _ read: ([UInt8]) throws -> Void) {
  for count in answer.indices {
    #expect(throws: AnswerUnreadable.self) { try read(Array(answer[..<count])) }
  }
  tryGarbled(answer, times: 500) { try? read($0) }
}

/// Calls something with bytes of which one to four are others, and sometimes the last are missing.
func tryGarbled(_ whole: [UInt8], times: Int, _ body: ([UInt8]) -> Void) {
  var draw = SplitMix64(seed: UInt64(whole.count))
  for _ in 0..<times {
    var bytes = whole
    for _ in 0...draw.number(in: 0...3) {
      bytes[draw.number(in: 0...(whole.count - 1))] = UInt8(draw.number(in: 0...255))
    }
    if draw.chance(10) { bytes.removeLast(draw.number(in: 0...whole.count)) }
    body(bytes)
  }
}

/// Expects that a value is read from its bytes on its own subject alone, and that bytes that have
/// gone wrong are refused or are read as something that is read again.
func expectRead<Value: Equatable>(
  _ value: Value, from bytes: [UInt8], on subject: String, notOn others: [String],
  write: (Value) -> [UInt8]?, read: ([UInt8], String) -> Value?
) {
  expect(read(bytes, subject), equals: value)
  for other in others { expect(read(bytes, other), equals: nil, "on \(other)") }
  tryGarbled(bytes, times: 2_000) { garbled in
    guard let strange = read(garbled, subject) else { return }
    let again = write(strange).flatMap { read($0, subject) }
    expect(again, equals: strange)
  }
}
