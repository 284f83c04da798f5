// What one's past comes to on the home screen: days in a row, months, a rating; and friends, of
// whom no server is told.

import Game
import TestSupport
import Testing
import Wire

@testable import ClientCore
@testable import TerminalUI

@Suite("Own days, and friends")
struct OwnDaysTests {
  /// 2026-11-27.
  private static let today = Day(number: 20_784)

  private func played(
    _ ago: Int, _ total: Int, place: Int? = 1, _ mode: String = "daily"
  ) -> PlayedMatch {
    PlayedMatch(
      index: 0, mode: mode, place: place, of: 1, total: total,
      began: Instant(milliseconds: (Self.today.number - ago) * 86_400_000 + 1_000))
  }

  @Test("a day counts by its first try, and a try that showed no color is none")
  func days() {
    let days = OwnDays([
      played(0, 900), played(0, 300), played(1, 0, place: nil), played(2, 70, place: nil),
      played(3, 5, "rgb"),
    ])
    let number = Self.today.number
    expect(days.points, equals: [number: 300, number - 2: 70])
    func row(_ ago: Int...) -> Int {
      OwnDays(Set(ago.map { number - $0 })).inARow(until: Self.today)
    }
    expect([row(), row(0), row(1, 2), row(0, 1, 3), row(2)], equals: [0, 1, 2, 2, 0])
  }

  @Test("a month is weeks from Monday, with each of its days once")
  func months() {
    expect(Month(of: Self.today).text, equals: "2026-11")
    expect(Month(of: Self.today).weeks.first?.last??.text, equals: "2026-11-01")
    var month = Month(of: Self.today)
    for _ in 0..<30 {
      let days = month.weeks.flatMap(\.self).compactMap(\.self)
      expect(month.weeks.allSatisfy { $0.count == 7 })
      expect(days.map(Month.dayOfMonth), equals: Array(1...days.count))
      expect(month.next.previous, equals: month)
      month = month.previous
    }
  }

  @Test("friends are kept, go again, and are never more than a hundred; other lines are nobody")
  func friends() {
    var friends = Friends()
    friends.toggle("47Z3-3QX1", "Ada")
    friends.toggle("ZT0J-R4QK", "Bea B")
    friends.toggle("47Z3-3QX1", "Ada")
    expect(friends.bytes, equals: Array("ZT0J-R4QK Bea B\n".utf8))
    expect(Friends(friends.bytes), equals: friends)
    expect(isEmpty: Friends(Array("x Ada\n47Z3-3QX1\n\u{1B}[31m-red! y\n".utf8)).bytes)
    for number in 0..<150 { friends.toggle("AAAA-\(1_000 + number)", "x") }
    expect(friends.all.count, equals: Friends.countMax)
    expect(friends.contains("AAAA-1149") && !friends.contains("ZT0J-R4QK"))
  }
}
