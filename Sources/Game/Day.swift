// A day of UTC, and the one seed that every match of a daily mode has on it. The seed is a secret
// of the server until the first such match is over; its hash is published before, as every match's.

/// A day of UTC.
public struct Day: Hashable, Sendable {
  /// Days since 1970-01-01.
  public let number: Int

  /// The day of that number.
  public init(number: Int) { self.number = number }

  /// The day that a moment of the server's clock falls on.
  public init(of moment: Instant) {
    let length = 86_400_000
    let milliseconds = moment.milliseconds
    number = milliseconds < 0 ? (milliseconds + 1) / length - 1 : milliseconds / length
  }

  /// The day of a date such as `2026-11-21`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let day = parts[2], (1...12).contains(month), year >= 0
    else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
    // A day that no month has would be one of the next.
    if self.text != text { return nil }
  }

  /// The day in the calendar, such as `2026-11-21`.
  ///
  /// The arithmetic is that of an era of 400 years which begins on 1 March, as Howard Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms" (2013), derives it.
  public var text: String {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The seed of all daily matches of this day: the HMAC, under the server's lasting secret, of
  /// `daily 2026-11-21`.
  public func seed(secret: [UInt8], hashing: Hashing) -> MatchSeed {
    guard let seed = MatchSeed(bytes: hashing.hmac(secret, Array("daily \(text)".utf8))) else {
      preconditionFailure("HMAC-SHA-256 gives 32 bytes")
    }
    return seed
  }
}
