// Players, seats and matches for the tests of archives, from a seed.

import Archive
import Game
import Net
import TestSupport
import Testing

extension Hashing {
  static let openSSL = Hashing(
    sha256: { Net.sha256($0) }, hmac: { hmacSHA256(key: $0, message: $1) })
}

extension SplitMix64 {
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

extension PlayerProfile {
  /// The player of that number, always the same.
  static func sample(_ number: Int, name: String? = nil) throws -> PlayerProfile {
    let key = try require(PublicKey(bytes: sha256(Array("player \(number)".utf8))))
    return PlayerProfile(
      id: KeyID(of: key, hashing: .openSSL), name: name ?? "Ada \(number)", icon: "star",
      color: 0xff8800)
  }
}

extension KeyID {
  /// The identity of that player.
  static func player(_ number: Int) throws -> KeyID { try PlayerProfile.sample(number).id }
}

/// The first day of the tests: 2026-11-22.
let firstDay = Day(number: 20_779)

extension Day {
  static func + (day: Day, days: Int) -> Day { Day(number: day.number + days) }

  /// A moment on it.
  func moment(_ milliseconds: Int = 0) -> Instant {
    Instant(milliseconds: number * 86_400_000 + milliseconds)
  }
}

extension SeatEntry {
  /// A seat of that player.
  static func sample(
    _ who: Int, _ player: Int?, place: Int?, total: Int, colors: [Int] = []
  ) throws -> SeatEntry {
    SeatEntry(
      who: who, profile: try player.map { try .sample($0) }, person: "", place: place,
      total: total, colors: colors)
  }
}

extension [SeatEntry] {
  /// Two players, of whom the first has all points and the other half of them.
  static func two(_ one: Int = 1, _ other: Int = 2, total: Int = 900) throws -> [SeatEntry] {
    [
      try .sample(1, one, place: 1, total: total),
      try .sample(2, other, place: 2, total: total / 2),
    ]
  }
}

extension MatchEntry {
  /// A rated match of two players, the first of whom wins.
  static func duel(
    _ number: Int, on day: Day = firstDay, of one: Int = 1, _ other: Int = 2
  ) throws -> MatchEntry { try sample(number, on: day, .two(one, other)) }

  /// A daily match of the first day.
  static func daily(
    _ number: Int, isRanked: Bool = true, _ seats: [SeatEntry]
  ) throws -> MatchEntry {
    try sample(
      number, mode: "daily", family: nil, daily: firstDay, isRanked: isRanked, seats)
  }

  /// Two players, a guest and a bot, each time on another day.
  static func table(_ number: Int) throws -> MatchEntry {
    try sample(
      number, on: firstDay + number,
      [
        .sample(1, 1, place: 1, total: 900), .sample(2, 2, place: 2, total: 800),
        .sample(3, nil, place: 3, total: 700), SeatEntry(who: 4, place: 4, total: 600),
      ])
  }
}

/// Matches at random, with many ties: of eight players, guests and bots, some of one address; rated
/// or not, by usual rules or others, daily and ranked.
struct MatchGenerator {
  var generator: SplitMix64
  private var number = 0
  private var day = firstDay

  init(seed: Int) { generator = SplitMix64(seed: UInt64(seed)) }

  /// The next match.
  mutating func next() throws -> MatchEntry {
    number += 1
    if generator.int(0...2) == 0 { day = day + generator.int(1...5) }
    let isDaily = generator.int(0...3) == 0
    let totals = (0..<(isDaily ? 1 : generator.int(1...6))).map { _ in 500 * generator.int(0...9) }
    var seats: [SeatEntry] = []
    // Nobody has two seats, except now and then.
    let kinds = (0...9).shuffled(using: &generator)
    let isTwice = generator.int(0...9) == 0
    for (seat, total) in totals.enumerated() {
      let kind = kinds[isTwice && seat == 1 ? 0 : seat]
      let place = generator.int(0...9) == 0 ? nil : 1 + totals.count { $0 > total }
      let colors = isDaily ? (0..<5).map { _ in generator.int(0...100) }.map(\.gray) : []
      seats.append(
        SeatEntry(
          who: seat + 1, profile: kind < 8 ? try .sample(kind, name: "Ada \(number)") : nil,
          person: kind < 9 ? "" : nil, place: place, total: total, colors: colors,
          household: generator.int(0...3) == 0 ? 1 : nil))
    }
    let mode = ["rgb", "gradient", "tiles"][generator.int(0...2)]
    return try MatchEntry.sample(
      number, on: day, mode: isDaily ? "daily" : mode,
      family: isDaily || generator.int(0...3) == 0 ? nil : mode == "rgb" ? "sliders" : mode,
      isUsual: isDaily || generator.int(0...4) > 0, daily: isDaily ? day : nil,
      isRanked: isDaily && generator.int(0...4) > 0, seats)
  }
}
