// The matches of protocol/vectors/matches.txt, played again: rules that authors of other servers
// are most likely to read otherwise, to the millisecond and the point.

import Foundation
import Game
import TestSupport
import Testing

@Suite("Matches of the specification")
struct MatchVectorTests {
  /// One match: how it begins, and its ledger (see Ledger.swift).
  struct Vector: Sendable, CustomTestStringConvertible {
    let rules: Rules
    let seed: MatchSeed
    let nonces: [Nonce]
    let ledger: String
    let testDescription: String

    /// Reads a match that begins with its `match` line; what it shows stands above it.
    init(_ lines: ArraySlice<Substring>, after reason: String) throws {
      let words = try require(lines.first).split(separator: " ")
      let fields = Dictionary(
        uniqueKeysWithValues: try words.dropFirst()
          .map { word in
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            try require(parts.count == 2, "\(word) is a field")
            return (parts[0], parts[1])
          })
      func field(_ key: String) throws -> String { try require(fields[key], "\(key) is there") }
      rules = try .checked(
        try require(Mode.named(try field("mode"))),
        rounds: try require(Int(try field("rounds"))),
        seconds: try require(Int(try field("time"))),
        level: try require(Level(rawValue: try field("level"))))
      seed = try .written(try field("seed"))
      nonces = try Nonce.list(try field("nonces"))
      ledger = lines.dropFirst().joined(separator: "\n")
      testDescription = reason
    }
  }

  static func vectors() throws -> [Vector] {
    try protocolFile("vectors/matches.txt").split(separator: "\n\n")
      .map { block in
        let lines = block.split(separator: "\n")
        let reason = lines.prefix { $0.hasPrefix("#") }
        return try Vector(
          lines[reason.endIndex...],
          after: reason.map { $0.dropFirst(2) }.joined(separator: " "))
      }
  }

  @Test("a match goes as the vector says", arguments: try vectors())
  func match(_ vector: Vector) throws {
    let ledger = Ledger(vector.rules, seed: vector.seed, nonces: vector.nonces)
    try demand(ledger, vector.ledger)
  }
}
