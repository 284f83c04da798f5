// The catalog, the verbs of the codec and the vectors say the same: which verbs there are, which
// fields they have, in which order, of which types, and which of them may be left out.

import Foundation
import Game
import TestSupport
import Testing
import Wire

@Suite("Catalog, codec and vectors agree")
struct CatalogTests {
  private let rows: [CatalogRow]

  init() throws { rows = try Catalog.rows() }

  @Test("the catalog has every verb of the codec, in its order, and no other")
  func verbs() {
    let clients = ClientVerb.allCases.map { "client \($0.rawValue)" }
    let servers = ServerVerb.allCases.map { "server \($0.rawValue)" }
    expect(rows.map { "\($0.side.rawValue) \($0.verb)" }, equals: clients + servers)
  }

  @Test("verbs and keys are of the grammar's form, and no key stands twice in a message")
  func grammar() {
    for row in rows {
      expect(row.verb.wholeMatch(of: /[A-Z]{2,16}/), differsFrom: nil)
      expect(row.keys.allSatisfy { $0.wholeMatch(of: /[a-z0-9_]{1,16}/) != nil })
      expect(Set(row.keys).count == row.keys.count && row.keys.count <= Wire.fieldsMax)
    }
  }

  @Test("there is a file of vectors for each verb and no other file")
  func files() throws {
    for side in Side.allCases {
      let verbs = rows.filter { $0.side == side }.map { "\($0.verb.lowercased()).tsv" }
      try expect(Contract.files(in: "vectors/\(side.rawValue)"), equals: verbs.sorted())
    }
    let files = try Contract.files(in: "vectors")
    expect(
      files,
      equals: [
        "README.md", "alike.tsv", "challenges.tsv", "client", "framing.tsv", "grammar.tsv",
        "identity.tsv", "invitations.tsv", "keys.tsv", "matches.txt", "names.tsv", "ratings.tsv",
        "records", "saved.tsv", "server",
      ])
  }

  @Test("events of a room are numbered, and the number is their first field")
  func numbers() throws {
    for row in rows {
      let message = try AnyMessage(full(row).line[...], from: row.side)
      expect(message?.isNumbered, equals: row.isNumbered, "\(row)")
      try expect(
        full(row).keys, equals: row.keys, "\(row): a first vector has every field, in order")
      expect((row.fieldsText.split(separator: " ").first == "n:count?"), equals: row.isNumbered)
    }
  }

  @Test("exactly the fields that the catalog lets off may be left out")
  func presence() throws {
    for row in rows {
      let full = try full(row)
      for field in row.fields {
        let line = full.without(field.key)
        guard case .taken(_, let meaning, _) = Outcome(reading: line, from: row.side) else {
          expect(!field.isOptional, "\(row): \(field.key) may not be left out")
          expect(sentence(refusing: line, from: row.side), equals: "\(field.key) is missing")
          continue
        }
        expect(field.isOptional, "\(row): \(field.key) may be left out")
        let standard = field.type == "flag" ? field.standard.map { $0 == "1" ? "yes" : "no" } : nil
        let expected = standard ?? field.standard ?? absence(of: field.type)
        expect(
          meaning[field.key], equals: expected, "\(row): what \(field.key) means when left out")
      }
    }
  }

  @Test("every field takes what its type allows and nothing else")
  func types() throws {
    for row in rows {
      let full = try full(row)
      for field in row.fields {
        let samples = try Samples(of: field.type, from: row.side)
        for value in samples.good {
          let line = full.with(field.key, value)
          guard case .taken(_, _, let canonical) = Outcome(reading: line, from: row.side) else {
            Issue.record("\(row): \(field.key)=\(value) should be taken as \(field.type)")
            continue
          }
          expect(canonical, equals: String(decoding: line, as: UTF8.self))
        }
        for value in samples.bad {
          let line = full.with(field.key, value)
          let text = sentence(refusing: line, from: row.side) ?? "taken"
          expect(text.hasPrefix("\(field.key) is "), "\(row): \(field.key)=\(value) is \(text)")
        }
      }
    }
  }

  @Test("for every field there are vectors that have it, get it wrong and leave it out")
  func coverage() throws {
    for row in rows {
      let vectors = try Vectors.of(row)
      let sentences = vectors.compactMap { sentence(refusing: $0.line[...], from: row.side) }
      for field in row.fields {
        let wrong = sentences.contains {
          $0.hasPrefix("\(field.key) is ") && !$0.hasSuffix("missing")
        }
        expect(wrong, "\(row): no vector gets \(field.key) wrong")
        let missing = sentences.contains("\(field.key) is missing")
        expect(missing, equals: !field.isOptional, "\(row): vectors that leave \(field.key) out")
      }
    }
  }

  @Test("every refusal of reading and every word of the vocabulary stands in the vectors")
  func vocabulary() throws {
    let vectors = try Vectors.ofVerbs() + Vectors.ofGrammar()
    var codes: Set<String> = []
    var words: [String: Set<String>] = [:]
    for vector in vectors {
      switch vector.outcome {
      case .refused(let code, _): codes.insert(code)
      case .taken(_, let meaning, _):
        for (key, value) in meaning { words[key, default: []].formUnion([value]) }
      case .skipped: break
      }
    }
    expect(codes, equals: [RefusalCode.badField.rawValue, RefusalCode.unknownVerb.rawValue])
    func demand(_ key: String, has expected: [String]) {
      expect(words[key]?.isSuperset(of: expected), equals: true, "\(key): all of \(expected)")
    }
    demand("code", has: RefusalCode.allCases.map(\.rawValue))
    demand("icon", has: Icon.allCases.map(\.rawValue))
    demand("why", has: Departure.allCases.map(\.rawValue))
    demand("state", has: ListedState.allCases.map(\.rawValue))
    demand("role", has: Role.allCases.map(\.rawValue))
    demand("level", has: Level.allCases.map(\.rawValue))
    demand("mode", has: Mode.all.map(\.name))
    demand("id", has: Reaction.allCases.map(\.rawValue))
  }

  /// What a field of a type without a default means when it is left out.
  private func absence(of type: String) -> String {
    if type == "mark" { return "no" }
    return type.hasPrefix("some") ? "0" : ""
  }

  private func full(_ row: CatalogRow) throws -> Fields {
    let first = try require(try Vectors.of(row).first, "\(row) has no vectors")
    try require(first.isCanonical, "\(first.place) is canonical")
    return Fields(first.line)
  }
}

/// A line that is well-formed, taken apart by hand.
private struct Fields {
  let line: [UInt8]
  private let parts: [Substring]

  init(_ line: [UInt8]) {
    self.line = line
    parts = String(decoding: line, as: UTF8.self).split(separator: " ")
  }

  var keys: [String] { parts.dropFirst().map(Fields.key) }

  func without(_ key: String) -> ArraySlice<UInt8> {
    joined(parts.filter { Fields.key($0) != key })
  }

  func with(_ key: String, _ value: String) -> ArraySlice<UInt8> {
    joined(parts.map { Fields.key($0) == key ? "\(key)=\(value)" : $0 })
  }

  private static func key(_ part: Substring) -> String { String(part.prefix { $0 != "=" }) }

  private func joined(_ parts: [Substring]) -> ArraySlice<UInt8> {
    Array(parts.joined(separator: " ").utf8)[...]
  }
}
