// How many handshakes begin, and for whom.

import Testing

@testable import Net

@Suite("Handshake budget")
struct HandshakeBudgetTests {
  private let one = Neighborhood(ipv4: [10, 0, 0, 1])
  private let other = Neighborhood(ipv4: [10, 0, 0, 2])
  private let limits = HandshakeLimits(
    perSecondMax: 20, underWayMax: 6, ofOneNeighborhoodMax: 4, ofOneNeighborhoodPerSecondMax: 2)

  /// How many of so many begin, each of which is over at once.
  private func begun(
    _ budget: inout HandshakeBudget, _ count: Int, _ neighborhood: Neighborhood, at now: Int64
  ) -> Int {
    var begun = 0
    for _ in 0..<count where budget.begin(neighborhood, at: now) {
      begun += 1
      budget.end(neighborhood)
    }
    return begun
  }

  @Test("an address has so many at once and so many a second, and others do not feel it")
  func address() {
    var budget = HandshakeBudget(limits)
    let atOnce = begun(&budget, 2_000, one, at: 0)
    let inASecond = begun(&budget, 2_000, one, at: 1_000)
    let others = begun(&budget, 3, other, at: 1_000)
    #expect((atOnce, inASecond, others) == (4, 2, 3))
  }

  @Test("over all there are so many a second, whoever asks")
  func all() {
    var budget = HandshakeBudget(limits)
    var count = 0
    for address in UInt8(0)..<100 {
      count += begun(&budget, 1, Neighborhood(ipv4: [10, 0, 1, address]), at: 0)
    }
    #expect(count == 20)
  }

  @Test("so many are under way, of one address and in all, until one is over")
  func underWay() {
    var budget = HandshakeBudget(limits)
    let first = (0..<4).map { _ in budget.begin(one, at: 0) }
    let fifth = budget.begin(one, at: 60_000)
    let others = (0..<3).map { _ in budget.begin(other, at: 60_000) }
    budget.end(one)
    let next = budget.begin(other, at: 60_000)
    #expect(first == [true, true, true, true] && !fifth)
    #expect(others == [true, true, false] && next)
  }

  @Test("an address that has asked long ago is forgotten")
  func forgetting() {
    var budget = HandshakeBudget(limits)
    for address in UInt8(0)..<20 {
      _ = begun(&budget, 4, Neighborhood(ipv4: [10, 0, 1, address]), at: 0)
    }
    _ = budget.begin(one, at: 10_000)
    #expect(budget.accountCount == 1)
  }
}
