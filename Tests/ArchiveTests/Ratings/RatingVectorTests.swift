// The matches of protocol/vectors/ratings.tsv, rated again. Another library, openskill 6.2.0 for
// Python, computed them, so a wrong formula cannot agree with itself.

import Archive
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

    init(_ row: ContractTable.Row) throws {
      before = try Self.ratings(row["BEFORE"])
      places = try row["PLACES"].split(separator: " ").map { try require(Int($0)) }
      after = try Self.ratings(row["AFTER"])
      counted = try Self.ratings(row["COUNTED"])
      testDescription = "\(row.place): \(row["REASON"])"
      try require(before.count == places.count && after.count == places.count)
    }

    private static func ratings(_ text: String) throws -> [Rating] {
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
    try ContractTable("vectors/ratings.tsv").rows.map(Vector.init)
  }

  @Test("ratings change as the vector says", arguments: try vectors())
  func rate(_ vector: Vector) {
    let contestants = zip(vector.before, vector.places).map { Contestant(rating: $0, place: $1) }
    expect(ratings(after: contestants), equals: vector.after)
    let all = contestants.indices.map { one in contestants.indices.filter { $0 != one } }
    expect(ratings(after: contestants, rivals: all), equals: vector.counted)
  }
}
