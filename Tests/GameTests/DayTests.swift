// Days of UTC and their seeds. The dates come from GNU date, the seed from Python's hmac:
//
//     date -u -d @951782400 +%F
//     hmac.new(bytes(range(32)), b"daily 2026-11-21", hashlib.sha256).hexdigest()

import Game
import TestSupport
import Testing

@Suite("Day")
struct DayTests {
  /// Seconds of Unix time, the days since its beginning, and the date.
  static let dates: [(seconds: Int, number: Int, text: String)] = [
    // 2000 is divisible by 400; 2100 and 1900 by 100 only.
    (0, 0, "1970-01-01"), (86_399, 0, "1970-01-01"), (-1, -1, "1969-12-31"),
    (-86_401, -2, "1969-12-30"), (951_782_400, 11_016, "2000-02-29"),
    (951_868_800, 11_017, "2000-03-01"), (4_107_542_400, 47_541, "2100-03-01"),
    (4_107_456_000, 47_540, "2100-02-28"), (-2_203_891_200, -25_508, "1900-03-01"),
    (-2_203_977_600, -25_509, "1900-02-28"), (-11_670_998_400, -135_081, "1600-02-29"),
    (-62_135_596_800, -719_162, "0001-01-01"), (253_402_300_799, 2_932_896, "9999-12-31"),
  ]

  @Test("a moment is on the day that the calendar says, and any moment is on some day")
  func calendar() {
    for (seconds, number, text) in Self.dates {
      let day = Day(of: Instant(milliseconds: seconds * 1_000))
      expect(day.number == number && day.text == text, "\(text)")
    }
    for milliseconds in [Int.min, .max] {
      let day = Day(of: Instant(milliseconds: milliseconds))
      expect(day.number / 106_751_991_167 == milliseconds.signum() && !day.text.isEmpty)
    }
  }

  @Test("dates only go up")
  func ascending() {
    let texts = stride(from: -800, to: 30_000, by: 29)
      .map { Day(of: Instant(milliseconds: $0 * 86_400_000)).text }
    expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    expect(texts.allSatisfy { $0.utf8.count == 10 })
    expect(texts.allSatisfy { Day($0)?.text == $0 })
    for text in ["2026-11-31", "2025-02-29", "2026-1-01", "2026-13-01", "+026-11-21", ""] {
      expect(Day(text), equals: nil, "\(text)")
    }
  }

  @Test("the seed of a day is the HMAC of its name")
  func seed() throws {
    let day = Day(of: Instant(milliseconds: 1_795_219_200_000))
    let hex = day.seed(secret: Array(0..<32), hashing: .openSSL).bytes
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    expect(hex.joined(), equals: "9e8a0584b318edb1ac8b7852dc4a830a68c3dc0c9f02f5cd730f35851a0874e1")
    func seed(_ milliseconds: Int) -> MatchSeed {
      Day(of: Instant(milliseconds: milliseconds)).seed(secret: [1], hashing: .openSSL)
    }
    expect(seed(0) == seed(86_399_999) && seed(0) != seed(86_400_000), "the whole day long")
  }
}
