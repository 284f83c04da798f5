// The challenges of protocol/vectors/challenges.tsv, drawn again: an implementation in another
// language has to draw the same targets and tiles. The rows of the first modes were computed by
// such a second implementation, not by this one. `make golden` adds rows of this one for a mode
// that has none; the browser's client, which shares no code with it, draws those again.

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

    init(_ cells: [String: String], line: Int) throws {
      func cell(_ name: String) throws -> String { try require(cells[name], "\(name) is there") }
      func number(_ name: String) throws -> Int { try require(Int(try cell(name))) }
      mode = try require(Mode.named(try cell("mode")))
      course = Course(
        round: try number("round"), streak: try number("streak"),
        level: try require(Level(rawValue: try cell("level"))))
      seed = try .written(try cell("seed"))
      nonces = try Nonce.list(try cell("nonces"))
      expected = try ["answer", "target", "to", "tiles"].map(cell)
      testDescription = "line \(line): \(mode.name), \(try cell("REASON"))"
    }
  }

  static func vectors() throws -> [Vector] {
    let rows = try protocolFile("vectors/challenges.tsv").split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    let names = try require(rows.first)
    return try rows.enumerated().dropFirst()
      .map { index, cells in
        try require(cells.count == names.count)
        return try Vector(
          Dictionary(uniqueKeysWithValues: zip(names, cells)), line: index + 1)
      }
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

  @Test("every mode stands in the vectors")
  func goldenRows() throws {
    if ProcessInfo.processInfo.environment["CHROMATCH_GOLDEN"] == "write" {
      let text = try protocolFile("vectors/challenges.tsv")
      let rows = try Mode.all.filter { !text.contains("\n\($0.name)\t") }.flatMap(Self.rows)
      let file = protocolFolder.appending(path: "vectors/challenges.tsv")
      try (text + rows.joined()).write(to: file, atomically: true, encoding: .utf8)
    }
    let vectors = try Self.vectors()
    for mode in Mode.all { expect(vectors.contains { $0.mode == mode }, "\(mode.name)") }
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

  @Test("every level and every number of tiles stands in the vectors")
  func coverage() throws {
    let vectors = try Self.vectors()
    let tiles = vectors.filter { $0.mode == .tiles }
    expect(Level.allCases.allSatisfy { level in tiles.contains { $0.course.level == level } })
    let counts = Set(tiles.map { $0.expected[3].split(separator: ",").count })
    expect(counts, equals: [4, 6, 9, 12])
  }
}
