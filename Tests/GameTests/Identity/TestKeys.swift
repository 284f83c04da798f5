// What the tests of identities share: the functions that server and clients use as well, bytes from
// digits, and the tables of the protocol's vectors.

import Game
import Net
import TestSupport
import Testing

extension Verifying {
  /// The functions that servers use.
  static let openSSL = Verifying { message, signature, key in
    switch key.scheme {
    case .ed25519: isEd25519Signature(signature, of: message, key: key.bytes)
    case .p256: isP256Signature(signature, of: message, key: key.bytes)
    }
  }
}

/// The bytes that hexadecimal digits stand for.
func bytes(_ digits: String) throws -> [UInt8] {
  let digits = Array(digits)
  return try stride(from: 0, to: digits.count, by: 2)
    .map { try require(UInt8(String(digits[$0...$0 + 1]), radix: 16)) }
}

/// One case of a table of vectors, by the names of its columns.
struct Vector: Sendable, CustomTestStringConvertible {
  let row: ContractTable.Row

  var testDescription: String { "\(row.place): \(row["REASON"])" }

  subscript(column: String) -> String { row[column] }

  /// All cases of a file in `protocol/vectors`.
  static func all(of file: String) throws -> [Vector] {
    try ContractTable("vectors/\(file)").rows.map(Vector.init)
  }
}
