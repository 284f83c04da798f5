// Saved files after editors, shells and mails: every vector, and that whole files come back to the
// byte, so that all that proves a match still proves it.

import Foundation
import TestSupport
import Testing
import Wire

@Suite("Saved files")
struct SavedTextTests {
  @Test("a saved file is read as the vectors say, and what was done to it is named")
  func vectors() throws {
    let table = try Table("vectors/saved.tsv")
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

  /// What editors, shells and mails make of a file.
  static let ways: [(name: String, change: @Sendable (String) -> [UInt8])] = [
    ("nothing", { Array($0.utf8) }),
    ("a byte-order mark", { Array("\u{feff}\($0)".utf8) }),
    ("UTF-16, low byte first", { utf16("\u{feff}\($0)", isLittle: true) }),
    ("UTF-16, high byte first", { utf16("\u{feff}\($0)", isLittle: false) }),
    ("UTF-16 without a mark", { utf16($0, isLittle: true) }),
    ("a shell", { utf16("\u{feff}\($0.replacing("\n", with: "\r\n"))", isLittle: true) }),
    ("CR LF", { Array($0.replacing("\n", with: "\r\n").utf8) }),
    ("CR", { Array($0.replacing("\n", with: "\r").utf8) }),
    ("newlines at the end", { Array("\($0)\n\r\n".utf8) }),
    ("lines twice apart", { Array($0.replacing("\n", with: "\n\n").utf8) }),
    ("indentation", { Array("    \($0.replacing("\n", with: "\n    "))".utf8) }),
    ("spaces behind lines", { Array($0.replacing("\n", with: " \t\n").utf8) }),
    ("no last newline", { Array($0.utf8.dropLast()) }),
  ]

  private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test("whatever editors did, a saved match and a record come back to the byte")
  func whole() throws {
    for file in ["match", "left"] {
      let text = try Contract.text("vectors/records/\(file).record")
      // Of a record that no log has, a last line without its end may be a name that was cut.
      let hasTree = text.contains("\nTREE ")
      for way in Self.ways where hasTree || way.name != "no last newline" {
        expect(SavedText(way.change(text)).bytes, equals: Array(text.utf8), "\(file), \(way.name)")
      }
    }
  }

  @Test("what is no text is left as it is")
  func none() {
    for bytes: [UInt8] in [
      [0xff, 0xfe, 0x49], [0xff, 0xfe, 0, 0xd8], [0x80, 0x0a], [0, 0, 0x0a],
    ] {
      let saved = SavedText(bytes)
      expect(!saved.changes.contains(.utf16), "\(bytes)")
    }
  }
}
