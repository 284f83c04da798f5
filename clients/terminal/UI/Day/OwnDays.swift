// The days on which somebody has played the day's colors: what each came to, how many there were in
// a row, and a month of them as weeks. It reads no clock. Invariant: a day counts once, by its
// first try, and a try that showed no color is none.

import Game
import Wire

/// Days by their numbers.
struct OwnDays: Equatable, Sendable {
  /// What is known of the points of each day that was played; nil where only the day is known.
  private(set) var points: [Int: Int?] = [:]

  /// The days among what PAST tells, the newest first.
  init(_ matches: [PlayedMatch]) {
    // A day of before that is raced again is no day's.
    for match in matches where Mode.ofTheDay?.name == match.mode && match.copies == nil {
      if match.place != nil || match.total > 0 { points[Day(of: match.began).number] = match.total }
    }
  }

  /// Days of which no more is known.
  init(_ days: Set<Int>) { points = Dictionary(uniqueKeysWithValues: days.map { ($0, nil) }) }

  func hasPlayed(_ day: Int) -> Bool { points[day] != nil }

  /// How many days in a row there were up to a day, which is not over, or to the one before.
  func inARow(until today: Day) -> Int {
    var day = hasPlayed(today.number) ? today.number : today.number - 1
    var count = 0
    while hasPlayed(day) { (day, count) = (day - 1, count + 1) }
    return count
  }
}

/// A month, by its first day.
struct Month: Equatable, Sendable {
  let first: Day

  private static let weekDays = 7
  /// Days from a first day to where the next month has surely begun.
  private static let longest = 31

  /// The month that a day is in.
  init(of day: Day) { first = Day(number: day.number - Month.dayOfMonth(day) + 1) }

  /// Such as 2026-11.
  var text: String { String(first.text.dropLast(3)) }

  static func dayOfMonth(_ day: Day) -> Int { Int(day.text.suffix(2)) ?? 1 }

  var next: Month { Month(of: Day(number: first.number + Month.longest)) }
  var previous: Month { Month(of: Day(number: first.number - 1)) }

  /// Its weeks from Monday on, nil for days outside of it; 1 January 1970 was a Thursday.
  var weeks: [[Day?]] {
    let weekday = (first.number + 3) % Month.weekDays
    let end = next.first.number
    return stride(from: first.number - weekday, to: end, by: Month.weekDays)
      .map { start in
        (start..<start + Month.weekDays)
          .map { (first.number..<end).contains($0) ? Day(number: $0) : nil }
      }
  }
}
