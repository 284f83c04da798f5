// What the tests of records share: the functions that servers use, the protocol's files, tables of
// vectors, and how a golden file is written.

import Archive
import Foundation
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
  private static let folder = protocolFolder.appending(path: "vectors/records")

  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  static func record(_ name: String) throws -> [UInt8] { try Array(text(name).utf8) }

  /// The cells of a table below its header.
  static func table(_ name: String, _ columns: String) throws -> [[String]] {
    var rows = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    try require(rows.popLast() == [""], "\(name) does not end in a newline")
    let header = rows.removeFirst()
    try require(header == columns.split(separator: " ").map(String.init))
    try require(rows.allSatisfy { $0.count == header.count })
    return rows
  }

  /// Compares a file with what it should hold; `CHROMATCH_GOLDEN=write` writes it.
  static func compare(_ name: String, with text: String) throws {
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    try expect(self.text(name), equals: text)
  }
}
