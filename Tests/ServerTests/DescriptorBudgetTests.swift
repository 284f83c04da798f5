// How the descriptors of a process are divided.

import TestSupport
import Testing

@testable import Server

@Suite("The budget of descriptors")
struct DescriptorBudgetTests {
  @Test("everything fits into what is free, and connections get most of it", arguments: 34...2_000)
  func division(free: Int) throws {
    let limits = ServerLimits()
    let budget = try require(DescriptorBudget(free: free, limits: limits))
    let accepted = 1
    expect(budget.connections + budget.returning + accepted + limits.spareDescriptors, equals: free)
    expect(budget.connections, isAtLeast: 2 * budget.returning)
    expect((0...limits.connectionsReturningMax), contains: budget.returning)
  }

  @Test("no more connections than are wanted, and no server without any")
  func ends() {
    var limits = ServerLimits()
    limits.connectionsMax = 7
    expect(DescriptorBudget(free: 1_000_000, limits: limits)?.connections, equals: 7)
    for free in [-1, 0, limits.spareDescriptors, limits.spareDescriptors + 1] {
      expect(DescriptorBudget(free: free, limits: limits), equals: nil)
    }
  }
}
