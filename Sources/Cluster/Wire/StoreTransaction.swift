// Transactions of etcd's key-value service, version 3 (etcd.io/docs/v3.4/dev-guide/
// api_reference_v3), in the frame of gRPC: what they require, do and look up, and how what they
// found is read. It knows no key.
// Invariant: whatever bytes come as an answer, they are read or refused, and never trap.

/// A request to the store, with what its answer means.
public protocol StoreRequest: Sendable {
  /// What is answered.
  associatedtype Response: Sendable
  /// No answer is longer, in bytes.
  static var answerBytesMax: Int { get }
  /// The request, in gRPC's frame.
  var encoded: [UInt8] { get }
  /// Reads the answer, in gRPC's frame.
  ///
  /// - Throws: that it is no answer to this.
  func answer(in bytes: [UInt8]) throws(AnswerUnreadable) -> Response
}

/// What all requests have in common.
public enum StoreProtocol {
  /// Where the store takes them.
  public static let path = "/etcdserverpb.KV/Txn"
}

/// The fields of a transaction, and those of an operation.
enum StoreField {
  static let compare = 1, success = 2, failure = 3
  static let range = 1, put = 2, delete = 3, transaction = 4
}

extension ProtobufWriter {
  /// A key that has this value.
  mutating func requireValue(of key: [UInt8], _ value: [UInt8]) {
    message(1) { compare in
      compare.number(2, 3)
      compare.bytes(3, key)
      compare.bytes(7, value)
    }
  }

  /// A key that was never written, or was deleted.
  mutating func requireAbsent(_ key: [UInt8]) {
    message(1) { compare in
      compare.number(2, 1)
      compare.bytes(3, key)
    }
  }

  /// A key that is there, and whose value comes before another one.
  mutating func requireLess(_ key: [UInt8], than value: [UInt8]) {
    message(1) { compare in
      compare.number(1, 2)
      compare.number(2, 3)
      compare.bytes(3, key)
      compare.bytes(7, value)
    }
  }

  /// Has a value stored, if what is required holds.
  mutating func put(_ key: [UInt8], _ value: [UInt8]) {
    message(2) { operation in
      operation.message(2) { put in
        put.bytes(1, key)
        put.bytes(2, value)
      }
    }
  }

  /// Has a value looked up, if what is required holds or if it does not.
  mutating func get(_ key: [UInt8], _ branch: Int) {
    message(branch) { operation in operation.message(1) { $0.bytes(1, key) } }
  }

  /// Has the entries from a key up to another one looked up, the first so many.
  mutating func getRange(
    _ branch: Int, from first: [UInt8], to end: [UInt8], countMax: Int
  ) {
    message(branch) { operation in
      operation.message(StoreField.range) { range in
        range.bytes(1, first)
        range.bytes(2, end)
        range.number(3, UInt64(countMax))
      }
    }
  }

  /// Has the keys from one up to another one deleted, if what is required holds.
  mutating func delete(from first: [UInt8], to end: [UInt8]) {
    message(StoreField.success) { operation in
      operation.message(StoreField.delete) { range in
        range.bytes(1, first)
        range.bytes(2, end)
      }
    }
  }

  /// What was written, in gRPC's frame.
  var framed: [UInt8] {
    let length = UInt32(bytes.count)
    return [0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + bytes
  }
}

/// Reads what transactions have found.
enum StoreAnswer {
  /// What is in gRPC's frame.
  static func unframed(_ bytes: [UInt8]) throws(AnswerUnreadable) -> ArraySlice<UInt8> {
    guard bytes.count >= 5, bytes[0] == 0 else { throw AnswerUnreadable() }
    let length = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count == 5 + length else { throw AnswerUnreadable() }
    return bytes[5...]
  }

  /// Keys and values in the result of a range, and whether there are more.
  static func pairs(
    in result: ArraySlice<UInt8>
  ) throws(AnswerUnreadable) -> (
    pairs: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)], hasMore: Bool
  ) {
    guard let range = try ProtobufReader.all(1, in: result).first else { throw AnswerUnreadable() }
    var pairs: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    for pair in try ProtobufReader.all(2, in: range) {
      guard let key = try ProtobufReader.all(1, in: pair).last else { throw AnswerUnreadable() }
      pairs.append((key, try ProtobufReader.all(5, in: pair).last ?? []))
    }
    return (pairs, try ProtobufReader.number(3, in: range) == 1)
  }
}
