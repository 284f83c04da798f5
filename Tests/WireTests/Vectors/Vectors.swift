// The vectors as values: a line and what becomes of it. They are read here as vectors/README.md
// tells any implementation to read them.

import TestSupport
import Testing

/// What becomes of a line.
enum Outcome: Equatable, Sendable {
  /// Understood, and written as `canonical`; `meaning` has a value for every key, "" for none.
  case taken(verb: String, meaning: [String: String], canonical: String)
  /// From a server: not known, and passed over.
  case skipped
  /// Answered with NO.
  case refused(code: String, verb: String?)
}

/// One row of a vector file.
struct Vector: Sendable, CustomTestStringConvertible {
  let side: Side
  let line: [UInt8]
  let outcome: Outcome
  /// Whether the line is its own canonical form.
  let isCanonical: Bool
  let place: String
  let reason: String

  var testDescription: String { "\(place) \(reason)" }
}

enum Vectors {
  /// All vectors of the verbs, in the order of the catalog.
  static func ofVerbs() throws -> [Vector] {
    try Catalog.rows().flatMap(of)
  }

  /// The vectors of one verb.
  static func of(_ message: CatalogRow) throws -> [Vector] {
    let table = try ContractTable(
      "vectors/\(message.side.rawValue)/\(message.verb.lowercased()).tsv")
    let columns = ["LINE", "OUTCOME", "CANONICAL"] + message.keys + ["REASON"]
    try require(table.columns == columns, "\(message): columns are the catalog's fields, in order")
    return try table.rows.map { row in
      let meaning = Dictionary(uniqueKeysWithValues: message.keys.map { ($0, row[$0]) })
      return try vector(row, from: message.side, verb: message.verb, named: message.verb, meaning)
    }
  }

  /// The vectors of the grammar; no meaning is given there.
  static func ofGrammar() throws -> [Vector] {
    let table = try ContractTable("vectors/grammar.tsv")
    try require(table.columns == ["FROM", "LINE", "OUTCOME", "CANONICAL", "NAMED", "REASON"])
    return try table.rows.map { row in
      let verb = row["LINE"].prefix { $0 != " " }
      let named = row["NAMED"].isEmpty ? nil : row["NAMED"]
      let side = try require(Side(rawValue: row["FROM"]), "\(row.place): who says it?")
      return try vector(row, from: side, verb: String(verb), named: named, [:])
    }
  }

  private static func vector(
    _ row: ContractTable.Row, from side: Side, verb: String, named: String?,
    _ meaning: [String: String]
  ) throws -> Vector {
    let canonical = row["OUTCOME"] == "canonical" ? row["LINE"] : row["CANONICAL"]
    let outcome: Outcome =
      switch row["OUTCOME"] {
      case "canonical", "accepted":
        .taken(verb: verb, meaning: meaning, canonical: canonical)
      case "skipped": .skipped
      case let code: .refused(code: code, verb: named)
      }
    try require(!row["REASON"].isEmpty, "\(row.place) has no reason")
    return Vector(
      side: side, line: try bytes(row["LINE"]), outcome: outcome,
      isCanonical: row["OUTCOME"] == "canonical", place: row.place, reason: row["REASON"])
  }

  /// Undoes `\xHH`, which stands for one byte.
  static func bytes(_ text: String) throws -> [UInt8] {
    let parts = text.split(separator: "\\x", omittingEmptySubsequences: false)
    var bytes = Array(parts[0].utf8)
    for part in parts.dropFirst() {
      bytes.append(try require(UInt8(part.prefix(2), radix: 16), "\(text): two digits after \\x"))
      bytes += part.dropFirst(2).utf8
    }
    return bytes
  }
}
