// What is shown of a rating, how it ages, and who of a match is rated. The figures were worked out
// by hand from the formulas in protocol/README.md.

import Archive
import TestSupport
import Testing

@Suite("Careers")
struct CareerTests {
  /// Mean and deviation, and what is shown of them.
  static let sights: [(mean: Int, deviation: Int, shown: Int, margin: Int)] = [
    // 1137.50744, 0.00004 and 1000.49988; 1000.5 and 999.5, rounded half up; −39001.5 and 0.5, too.
    (25_000_000, 8_333_333, 1_000, 333), (27_635_389, 8_065_901, 1_138, 323),
    (30_000_000, 2_000_000, 1_960, 80), (0, 8_333_333, 0, 333),
    (-25_000_000, 8_333_333, -1_000, 333), (12_500, 1, 1_000, 0), (12_503, 1, 1_001, 0),
    (-12_497, 1, 1_000, 0), (-12_498, 1, 999, 0), (-1_000_000_000, 12_500, -39_001, 1),
  ]

  @Test("the shown rating is 1000 + 40(μ − 3σ), rounded half up")
  func sight() {
    for (mean, deviation, shown, margin) in Self.sights {
      let rating = Rating(mean: mean, deviation: deviation)
      expect(rating.shown == shown && rating.margin == margin, "\(mean) ± \(deviation)")
    }
  }

  /// A deviation, idle days, and the deviation after them.
  static let rests: [(deviation: Int, days: Int, after: Int)] = [
    // √(4 + 1/15), √5 and √69.4, then a newcomer's; √(1/15).
    (2_000_000, 0, 2_000_000), (2_000_000, -7, 2_000_000), (2_000_000, 1, 2_016_598),
    (2_000_000, 15, 2_236_068), (2_000_000, 981, 8_330_666), (2_000_000, 982, 8_333_333),
    (2_000_000, .max, 8_333_333), (1, 1, 258_199), (8_333_333, 1, 8_333_333),
  ]

  @Test("each idle day adds a fifteenth to σ², up to a newcomer's", arguments: rests)
  func rest(deviation: Int, days: Int, after: Int) {
    let rested = Rating(mean: 31_000_000, deviation: deviation).rested(days: days)
    expect(rested, equals: Rating(mean: 31_000_000, deviation: after))
  }

  @Test("only whole days without a match are idle")
  func idleDays() {
    let rating = Rating(mean: 25_000_000, deviation: 2_000_000)
    let career = Career(rating: rating, matches: 3, day: 20_000)
    expect(career.rating(on: 20_000), equals: rating)
    expect(career.rating(on: 20_001), equals: rating)
    expect(career.rating(on: 20_002), equals: rating.rested(days: 1))
    expect(career.rating(on: 19_000), equals: rating, "a clock set back costs nobody anything")
    expect(career.rating(on: .max).deviation, equals: 8_333_333)
    expect(career.rating(on: .min), equals: rating)
  }

  @Test("the tenth match ends the provisional time")
  func provisional() {
    var career = Career.newcomer(on: 20_000)
    for match in 1...10 {
      expect(career.isProvisional)
      career = career.after(.newcomer, on: 20_000 + match)
      expect(career.matches == match && career.day == 20_000 + match)
    }
    expect(!career.isProvisional)
    expect(career.after(.newcomer, on: 5).day, equals: 20_010, "days never go back")
  }

  /// Who sat where and came where, as `player:place`, and the places among the rated.
  static let finishes: [(seats: String, places: String, reason: String)] = [
    ("a:1 b:2", "1 2", "two players"),
    ("b:2 a:1", "2 1", "in the order of seats"),
    ("a:1 b:1 c:3", "1 1 3", "a tie"),
    ("-:1 a:2 -:3 b:4", "- 1 - 2", "guests and bots are left out"),
    ("a:1 b:- c:2 d:-", "1 3 2 3", "who left shares the last place"),
    ("a:- b:-", "1 1", "all have left"),
    ("a:1 -:2", "- -", "nobody is rated alone"),
    ("-:1 -:2", "- -", "nobody to rate"),
    ("a:1 b:2 a:3", "- - -", "one player in two seats"),
    ("", "", "an empty room"),
  ]

  @Test("places among the rated", arguments: finishes)
  func places(seats: String, places: String, reason: String) {
    let finishes = seats.split(separator: " ")
      .map { seat in
        let parts = seat.split(separator: ":")
        return Finish(player: parts[0] == "-" ? nil : String(parts[0]), place: Int(parts[1]))
      }
    let found = ratedPlaces(finishes).map { $0.map(String.init) ?? "-" }
    expect(found.joined(separator: " "), equals: places, "\(reason)")
  }
}
