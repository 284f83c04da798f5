// How many handshakes begin, and for whom.

import TestSupport
import Testing

@testable import Net

@Suite("Handshake budget")
struct HandshakeBudgetTests {
  private let one = AddressGroup(ipv4: [10, 0, 0, 1])
  private let other = AddressGroup(ipv4: [10, 0, 0, 2])
  private let limits = HandshakeLimits(
    perSecondMax: 20, underWayMax: 6, ofOneGroupMax: 4, ofOneGroupPerSecondMax: 2)

  /// How many of so many begin, each of which is over at once.
  private func begun(
    _ budget: inout HandshakeBudget, _ count: Int, _ addressGroup: AddressGroup, at now: Int64
  ) -> Int {
    var begun = 0
    for _ in 0..<count {
      guard let handshake = budget.begin(addressGroup, at: now) else { continue }
      begun += 1
      budget.end(handshake.ticket)
    }
    return begun
  }

  @Test("an address has so many at once and so many a second, and others do not feel it")
  func address() {
    var budget = HandshakeBudget(limits)
    let atOnce = begun(&budget, 2_000, one, at: 0)
    let inASecond = begun(&budget, 2_000, one, at: 1_000)
    let others = begun(&budget, 3, other, at: 1_000)
    expect((atOnce, inASecond, others) == (4, 2, 3))
  }

  @Test("a server begins so many a second in all, and forgets an address that asked long ago")
  func all() {
    var budget = HandshakeBudget(limits)
    let counts = (0..<100)
      .map { begun(&budget, 1, AddressGroup(ipv4: [10, 0, 1, $0]), at: 0) }
    expect(counts.reduce(0, +), equals: 20)
    _ = budget.begin(one, at: 10_000)
    expect(budget.accountCount, equals: 1)
  }

  @Test("so many are under way of one address, until one is over")
  func underWay() throws {
    var budget = HandshakeBudget(limits)
    let first = (0..<4).map { _ in budget.begin(one, at: 0) }
    let fifth = budget.begin(one, at: 60_000)
    budget.end(try require(first[2]).ticket)
    let sixth = budget.begin(one, at: 60_000)
    expect(!first.contains(nil) && fifth == nil && sixth != nil)
  }

  @Test("for one more than there may be in all, the oldest goes of the address with the most")
  func displacing() throws {
    var budget = HandshakeBudget(limits)
    let first = (0..<4).compactMap { _ in budget.begin(one, at: 0) }
    let others = (0..<3).compactMap { _ in budget.begin(other, at: 0) }
    let third = budget.begin(AddressGroup(ipv4: [10, 0, 0, 3]), at: 0)
    try require(first.count == 4 && others.count == 3)
    expect((first + others.dropLast()).allSatisfy { $0.displaced == nil })
    expect(others[2].displaced, equals: first[0].ticket)
    // Both have three now: the oldest of them all.
    expect(third?.displaced, equals: first[1].ticket)
    budget.end(first[0].ticket)
    let next = budget.begin(one, at: 60_000)
    expect(next?.displaced, equals: others[0].ticket)
  }
}
