// How old what arrived is, also where somebody sets the wall clock in between.

import TestSupport
import Testing

@testable import Net

@Suite("The age of what arrived")
struct StampAgeTests {
  private static let second: Int64 = 1_000_000_000
  private static let year = 31_536_000 * second

  @Test("it is what the wall clock has gone on by, and never less than nothing")
  func usual() {
    var ages = StampAges()
    for steady in [5, 6, 900] as [Int64] {
      let wall = Self.year + steady * Self.second
      expect(ages.age(ofStamp: wall - 250, at: wall, steady * Self.second), equals: 250)
      expect(ages.age(ofStamp: wall + 250, at: wall, steady * Self.second), equals: 0)
    }
  }

  @Test("nothing that came before the clock was set is taken for old", arguments: [-1, 1])
  func set(direction: Int64) {
    var ages = StampAges()
    let wall = 10 * Self.year
    _ = ages.age(ofStamp: wall, at: wall, 0)
    // It came a second ago, and has been set by years since; so has the next.
    let later = wall + direction * Self.year
    for _ in 1...2 {
      expect(ages.age(ofStamp: wall - Self.second, at: later, Self.second), equals: 0)
    }
    let now = later + 5 * Self.second
    expect(ages.age(ofStamp: now - Self.second, at: now, 6 * Self.second), equals: Self.second)
  }
}
