// The matches of protocol/vectors/ratings.tsv, rated again. Another library, openskill 6.2.0 for
// Python, computed them, so a wrong formula cannot agree with itself.

import Foundation
import Ratings
import TestSupport
import Testing

@Suite("Ratings of the specification")
struct RatingVectorTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let before: [Rating]
    let places: [Int]
    let after: [Rating]
    let counted: [Rating]
    let testDescription: String

    init(_ row: String, line: Int) throws {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false)
      try require(cells.count == 5, "line \(line) has five cells")
      before = try Self.ratings(cells[0])
      places = try cells[1].split(separator: " ").map { try require(Int($0)) }
      after = try Self.ratings(cells[2])
      counted = try Self.ratings(cells[3])
      testDescription = "line \(line): \(cells[4])"
      try require(before.count == places.count && after.count == places.count)
    }

    private static func ratings(_ text: Substring) throws -> [Rating] {
      try text.split(separator: " ")
        .map { pair in
          let numbers = try pair.split(separator: ":").map { try require(Int($0)) }
          try require(numbers.count == 2)
          let rating = Rating(mean: numbers[0], deviation: numbers[1])
          try require([rating.mean, rating.deviation] == numbers, "within what a rating can be")
          return rating
        }
    }
  }

  static func vectors() throws -> [Vector] {
    let path = "../../../protocol/vectors/ratings.tsv"
    let url = URL(filePath: #filePath).appending(path: path).standardizedFileURL
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    try require(rows.first == "BEFORE\tPLACES\tAFTER\tCOUNTED\tREASON")
    return try rows.enumerated().dropFirst().map { try Vector(String($1), line: $0 + 1) }
  }

  @Test("ratings change as the vector says", arguments: try vectors())
  func rate(_ vector: Vector) {
    let contestants = zip(vector.before, vector.places).map { Contestant(rating: $0, place: $1) }
    expect(ratings(after: contestants), equals: vector.after)
    let all = contestants.indices.map { one in contestants.indices.filter { $0 != one } }
    expect(ratings(after: contestants, rivals: all), equals: vector.counted)
  }

  @Test("there are forty")
  func count() throws { try expect(Self.vectors().count, equals: 40) }
}
