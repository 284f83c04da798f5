// The challenges of protocol/vectors/challenges.tsv, drawn again. The rows of the first modes were
// computed by a second implementation. `make golden` adds rows of this one for a mode that has
// none; the browser's client, which shares no code with it, draws those again.

import Chroma
import Foundation
import Game
import TestSupport
import Testing

@Suite("Challenges of the specification")
struct ChallengeVectorTests {
  /// One row: what a round is drawn from, and what has to come of it.
  struct Vector: Sendable, CustomTestStringConvertible {
    let mode: Mode
    let course: Course
    let seed: MatchSeed
    let nonces: [Nonce]
    let expected: [String]
    let testDescription: String

    init(_ row: ContractTable.Row) throws {
      func number(_ name: String) throws -> Int { try require(Int(row[name]), row.place) }
      mode = try require(Mode.named(row["mode"]))
      course = Course(
        round: try number("round"), streak: try number("streak"),
        level: try require(Level(rawValue: row["level"])))
      seed = try .written(row["seed"])
      nonces = try Nonce.list(row["nonces"])
      expected = ["answer", "target", "to", "tiles"].map { row[$0] }
      testDescription = "\(row.place): \(mode.name), \(row["REASON"])"
    }
  }

  static func vectors() throws -> [Vector] {
    try ContractTable("vectors/challenges.tsv").rows.map(Vector.init)
  }

  @Test("a challenge is drawn as the vector says", arguments: try vectors())
  func challenge(_ vector: Vector) {
    var draw = RandomStream(
      seed: vector.seed, round: vector.course.round, nonces: vector.nonces, hashing: .openSSL)
    let challenge = vector.mode.challenge(&draw, vector.course)
    let answer = challenge.answer.values.map(String.init).joined(separator: ",")
    let tiles = challenge.tiles.map(\.hex).joined(separator: ",")
    let found = [answer, challenge.target.color.hex, challenge.target.to?.hex ?? "", tiles]
    expect(found, equals: vector.expected)
  }

  @Test("every mode, level and number of tiles stands in the vectors")
  func goldenRows() throws {
    if writesGolden {
      let text = try protocolFile("vectors/challenges.tsv")
      let rows = try Mode.all.filter { !text.contains("\n\($0.name)\t") }.flatMap(Self.rows)
      let file = protocolFolder.appending(path: "vectors/challenges.tsv")
      try (text + rows.joined()).write(to: file, atomically: true, encoding: .utf8)
    }
    let vectors = try Self.vectors()
    for mode in Mode.all { expect(vectors.contains { $0.mode == mode }, "\(mode.name)") }
    let tiles = vectors.filter { $0.mode == .tiles }
    expect(Level.allCases.allSatisfy { level in tiles.contains { $0.course.level == level } })
    let counts = Set(tiles.map { $0.expected[3].split(separator: ",").count })
    expect(counts, equals: [4, 6, 9, 12])
  }

  /// The first two rounds of the specification's example.
  private static func rows(of mode: Mode) throws -> [String] {
    let nonces: [Nonce] = [try .checked("c0ffee"), .none]
    let seed = (0..<32).map { String($0 + 256, radix: 16).dropFirst() }.joined()
    return try (1...2)
      .map { round in
        var draw = RandomStream(
          seed: try .written(seed), round: round, nonces: nonces, hashing: .openSSL)
        let challenge = mode.challenge(&draw, Course(round: round, streak: 0, level: .normal))
        let cells = [
          mode.name, "normal", "0", seed, nonces.map(\.text).joined(separator: ","), "\(round)",
          challenge.answer.values.map(String.init).joined(separator: ","),
          challenge.target.color.hex, challenge.target.to?.hex ?? "",
          challenge.tiles.map(\.hex).joined(separator: ","),
          "round \(round), as the server draws it",
        ]
        return cells.joined(separator: "\t") + "\n"
      }
  }
}
