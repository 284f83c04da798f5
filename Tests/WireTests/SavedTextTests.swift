// Saved files after editors, shells and mails: every vector.

import Foundation
import TestSupport
import Testing
import Wire

@Suite("Saved files")
struct SavedTextTests {
  @Test("a saved file is read as the vectors say, and what was done to it is named")
  func vectors() throws {
    let table = try ContractTable("vectors/saved.tsv")
    expect(table.columns, equals: ["BYTES", "READ", "CHANGES", "REASON"])
    for row in table.rows {
      let saved = SavedText(try Vectors.bytes(row["BYTES"]))
      try expect(saved.bytes, equals: Vectors.bytes(row["READ"]), "\(row.place) \(row["REASON"])")
      let changes = saved.changes.map(\.rawValue).joined(separator: ",")
      expect(changes, equals: row["CHANGES"], "\(row.place) \(row["REASON"])")
      let again = SavedText(saved.bytes)
      expect(again.bytes == saved.bytes && again.changes.isEmpty, "\(row.place)")
    }
    expect(table.rows.count, isAbove: 20)
  }

  @Test("what is no text is left as it is")
  func none() {
    for bytes: [UInt8] in [[255, 254, 73], [255, 254, 0, 0xd8], [0x80, 10], [0, 0, 10]] {
      expect(!SavedText(bytes).changes.contains(.utf16), "\(bytes)")
    }
  }
}
