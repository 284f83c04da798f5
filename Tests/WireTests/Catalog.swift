// messages.tsv as values: every verb with its fields, their types and whether they may be left out.
// It reads the table and believes it; whether the codec agrees is for the tests to say.

import TestSupport
import Testing

/// Who says a line.
enum Side: String, CaseIterable, Sendable {
  case client, server
}

/// One field of a message, as `key:type`, `key:type?` or `key:type=default`.
struct Field: Hashable, Sendable {
  let key: String
  /// The type's name with its limits, such as "int(1-20)".
  let type: String
  let isOptional: Bool
  /// What a field that was left out means, where it means something.
  let standard: String?

  init(parsing text: Substring) throws {
    let parts = text.split(separator: ":", maxSplits: 1)
    try require(parts.count == 2, "\(text) is not key:type")
    key = String(parts[0])
    let halves = parts[1].split(separator: "=", maxSplits: 1)
    standard = halves.count == 2 ? String(halves[1]) : nil
    let hasMark = halves[0].hasSuffix("?")
    type = String(hasMark ? halves[0].dropLast() : halves[0])
    isOptional = hasMark || standard != nil
  }
}

/// One row of the catalog.
struct CatalogRow: Sendable, CustomTestStringConvertible {
  let side: Side
  let verb: String
  let isNumbered: Bool
  /// The fields as they are written, for comparison with the specification.
  let fieldsText: String
  let fields: [Field]
  let when: String
  let meaning: String

  var keys: [String] { fields.map(\.key) }
  /// The row of the specification's table.
  var specified: String {
    "| `\(verb)` | \(fieldsText.isEmpty ? "–" : "`\(fieldsText)`") | \(when) | \(meaning) |"
  }
  var testDescription: String { "\(verb) from a \(side.rawValue)" }
}

enum Catalog {
  static func rows() throws -> [CatalogRow] {
    let table = try ContractTable("messages.tsv")
    try require(
      table.columns == [
        "FROM", "VERB", "NUMBERED", "FIELDS", "WHEN", "ALLOWED", "COST", "SEEN", "JOURNAL", "SWIFT",
        "MEANING",
      ])
    return try table.rows.map { row in
      try require(["yes", "no"].contains(row["NUMBERED"]), "\(row.place): numbered or not?")
      return CatalogRow(
        side: try require(Side(rawValue: row["FROM"]), "\(row.place): who says it?"),
        verb: row["VERB"], isNumbered: row["NUMBERED"] == "yes", fieldsText: row["FIELDS"],
        fields: try row["FIELDS"].split(separator: " ").map(Field.init), when: row["WHEN"],
        meaning: row["MEANING"])
    }
  }
}
