// What an allowance gives back, and to whom: also to somebody who asks again and again meanwhile.

import TestSupport
import Testing

@testable import Net

@Suite("Allowances")
struct AllowanceTests {
  @Test(
    "so much at once, and then so much a second, however often somebody asks",
    arguments: [
      1, 3, 10, 50, 62, 63, 200,
    ])
  func pace(milliseconds: Int) {
    var allowance = Allowance()
    var count = 0
    for moment in stride(from: 0, through: 10_000, by: milliseconds)
    where allowance.take(1, burst: 16, perSecond: 16, at: Int64(moment)) {
      count += 1
    }
    let asked = 10_000 / milliseconds + 1
    // A rare asker gets all; nobody gets more than the burst and what ten seconds bring.
    expect(count, isAtMost: min(asked, 16 + 160))
    expect(count, isAtLeast: min(asked, 16 + 160) - 1, "\(count) of \(asked)")
  }

  @Test("what has no bound has none")
  func unbounded() {
    var allowance = Allowance()
    for moment in 0..<100 {
      let isTaken = allowance.take(65_536, burst: .max, perSecond: .max, at: Int64(moment))
      expect(isTaken)
    }
  }

  @Test("more than there is is refused and takes nothing, and all comes back")
  func refused() {
    var allowance = Allowance()
    let whole = allowance.take(10, burst: 10, perSecond: 5, at: 0)
    let early = allowance.take(6, burst: 10, perSecond: 5, at: 1_199)
    let due = allowance.take(6, burst: 10, perSecond: 5, at: 1_200)
    expect((whole, early, due) == (true, false, true))
    expect(!allowance.isWhole(perSecond: 5, at: 3_199))
    expect(allowance.isWhole(perSecond: 5, at: 3_200))
  }
}
