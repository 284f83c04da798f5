// Answers of a store as bytes, and what is done to bytes to find whether reading them is safe.

import TestSupport
import Testing

@testable import ClusterWire

/// What the looks of a transaction found.
typealias Ranges = [[(key: String, value: [UInt8])]]

extension ProtobufWriter {
  /// Writes the answer to a transaction: whether it took, and what each of its looks found.
  mutating func answer(_ hasSucceeded: Bool, _ ranges: Ranges, hasMore: Bool) {
    number(2, hasSucceeded ? 1 : 0)
    for pairs in ranges {
      message(3) { result in
        result.message(1) { range in
          for (key, value) in pairs {
            range.message(2) { pair in
              pair.bytes(1, Array(key.utf8))
              pair.number(3, 12)
              pair.bytes(5, value)
            }
          }
          if hasMore { range.number(3, 1) }
        }
      }
    }
  }
}

/// The answer to one transaction.
func answer(_ hasSucceeded: Bool, _ ranges: Ranges, hasMore: Bool = false) -> [UInt8] {
  var transaction = ProtobufWriter()
  transaction.message(1) { $0.number(3, 9) }
  transaction.answer(hasSucceeded, ranges, hasMore: hasMore)
  return transaction.framed
}

/// Bytes of which one to four are others.
func garbled(_ bytes: [UInt8], _ draw: inout SplitMix64) -> [UInt8] {
  var bytes = bytes
  for _ in 0...draw.number(in: 0...3) {
    bytes[draw.number(in: 0...(bytes.count - 1))] = UInt8(draw.number(in: 0...255))
  }
  return bytes
}

/// An answer that is cut anywhere is refused; one that is garbled traps nobody.
func expectSafe<Answer>(_ whole: [UInt8], _ read: ([UInt8]) throws -> Answer) {
  for count in whole.indices {
    #expect(throws: AnswerUnreadable.self) { try read(Array(whole[..<count])) }
  }
  var draw = SplitMix64(seed: UInt64(whole.count))
  for _ in 0..<300 { _ = try? read(garbled(whole, &draw)) }
}
