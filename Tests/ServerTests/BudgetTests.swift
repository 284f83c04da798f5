// How descriptors are divided, what /proc says of a process, and which variables are no options.

import Foundation
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

@Suite("Figures of the process")
struct ProcessFiguresTests {
  private func figures(stat: String, system: String = "") -> ProcessFigures {
    ProcessFigures(stat: stat, systemStat: system, ticksPerSecond: 100, pageBytes: 4_096)
  }

  @Test("they are read from proc(5), whatever a program is called; what is missing is not known")
  func known() {
    for name in ["chromatchd", "a b", "a) R 1 2 3", "((", ""] {
      let stat =
        "4242 (\(name)) S 1 4242 4242 0 -1 4194304 900 0 3 0 250 125 0 0 20 0 5 0 6000 "
        + "104857600 2560 18446744073709551615 1 1 0 0 0\n"
      let system = "cpu 1 2 3\nintr 9\nctxt 5\nbtime 1700000000\nx 1\n"
      let figures = figures(stat: stat, system: system)
      expect(figures.cpuMilliseconds == 3_750 && figures.startSeconds == 1_700_000_060, name)
      expect(figures.virtualBytes == 104_857_600 && figures.residentBytes == 2_560 * 4_096, name)
    }
    for stat in ["", "1 (x", "1 (x) S 1", "1 (x) a b c"] {
      expect(figures(stat: stat), equals: ProcessFigures())
    }
  }

  @Test("they are this process's")
  func here() throws {
    let before = Date().timeIntervalSince1970
    let figures = ProcessFigures.read()
    try expect(#require(figures.startSeconds), isAtMost: Int(before) + 1)
    try expect(#require(figures.startSeconds), isAbove: Int(before) - 86_400)
    try expect(#require(figures.cpuMilliseconds), isAtLeast: 0)
    let (resident, virtual) = (figures.residentBytes ?? 0, figures.virtualBytes ?? 0)
    expect(resident > 1 << 20 && resident < virtual)
    let (open, most) = (figures.openDescriptors ?? 0, figures.descriptorsMax ?? 0)
    expect(open >= 3 && open <= most)
  }
}

@Suite("Service links")
struct ServiceLinkTests {
  @Test("where a service is says no option, and what somebody sets is taken")
  func links() {
    for text in [
      "tcp://10.96.14.7:7313", "udp://10.96.0.10:53", "sctp://10.96.0.1:1", "TCP://172.17.0.5:7314",
      "tcp://[fd00:10:96::1]:7313",
    ] { expect(isServiceLink(text), text) }
    for text in [
      "", "7313", "0.0.0.0", "::", "tcp://", "tcp://10.96.14.7", "tcp://:7313", "tcp://h:p",
      "tcp://h:70000", "https://play.example", "https://play.example:7313", "/tcp://x:1",
      "/var/lib/chromatch", "10.0.0.0/8",
    ] { expect(!isServiceLink(text), text) }
  }
}
