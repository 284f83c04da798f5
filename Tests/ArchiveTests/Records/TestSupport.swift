// What the tests of records share: the functions that servers use, and the vectors of records.

import Archive
import Game
import Net
import TestSupport
import Testing
import Wire

extension RecordVerifier {
  /// Checks as servers and clients do.
  static let openSSL = RecordVerifier(
    hashing: .openSSL, isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
}

/// The bytes that hexadecimal digits write.
func bytes(_ digits: some StringProtocol) -> [UInt8] {
  let values = digits.compactMap(\.hexDigitValue).map(UInt8.init)
  return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}

/// The vectors of records.
enum RecordVectors {
  private static let folder = "vectors/records"

  static func text(_ name: String) throws -> String { try protocolFile("\(folder)/\(name)") }
  static func record(_ name: String) throws -> [UInt8] { try Array(text(name).utf8) }

  static func table(_ name: String) throws -> [ContractTable.Row] {
    try ContractTable("\(folder)/\(name)").rows
  }

  static func compare(_ name: String, with text: String) throws {
    try expectGolden("protocol/\(folder)/\(name)", holds: text)
  }
}
