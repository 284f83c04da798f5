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

  @Test("the catalog has every verb of the codec, in its order, and a file of vectors for each")
  func verbs() throws {
    let clients = ClientVerb.allCases.map { "client \($0.rawValue)" }
    let servers = ServerVerb.allCases.map { "server \($0.rawValue)" }
    expect(rows.map { "\($0.side.rawValue) \($0.verb)" }, equals: clients + servers)
    for side in Side.allCases {
      let verbs = rows.filter { $0.side == side }.map { "\($0.verb.lowercased()).tsv" }
      let folder = protocolFolder.appending(path: "vectors/\(side.rawValue)").path
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      expect(files.sorted(), equals: verbs.sorted())
    }
  }

  @Test("what is generated from the catalog is fresh")
  func freshness() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let generator = protocolFolder.appending(path: "generate.py").path
    process.arguments = ["python3", "-B", generator, "--check"]
    try process.run()
    process.waitUntilExit()
    expect(process.terminationStatus, equals: 0, "`make golden` writes what is not fresh")
  }

  @Test("events of a room are numbered, and the number is their first field")
  func numbers() throws {
    for row in rows {
      let full = try require(try Vectors.of(row).first, "\(row) has no vectors")
      expect(full.isCanonical, "\(full.place) is canonical")
      let message = try AnyMessage(full.line[...], from: row.side)
      expect(message?.isNumbered, equals: row.isNumbered, "\(row)")
      let keys = String(decoding: full.line, as: UTF8.self).split(separator: " ").dropFirst()
        .map { String($0.prefix { $0 != "=" }) }
      expect(keys, equals: row.keys, "\(row): a first vector has every field, in order")
      expect((row.fieldsText.split(separator: " ").first == "n:count?"), equals: row.isNumbered)
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
    demand("names", has: Naming.allCases.map(\.rawValue))
    demand("level", has: Level.allCases.map(\.rawValue))
    demand("mode", has: Mode.all.map(\.name))
    demand("id", has: Reaction.allCases.map(\.rawValue))
  }
}
