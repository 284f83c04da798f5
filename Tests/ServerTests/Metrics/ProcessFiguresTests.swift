// What /proc says of a process, from texts with known answers and from this very process.

import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("Figures of the process")
struct ProcessFiguresTests {
  private func stat(name: String) -> String {
    "4242 (\(name)) S 1 4242 4242 0 -1 4194304 900 0 3 0 250 125 0 0 20 0 5 0 6000 "
      + "104857600 2560 18446744073709551615 1 1 0 0 0\n"
  }

  @Test(
    "they are read from proc(5), whatever the program is called",
    arguments: ["chromatchd", "a b", "a) R 1 2 3", "((", ""])
  func known(name: String) {
    let figures = ProcessFigures(
      stat: stat(name: name), systemStat: "cpu 1 2 3\nintr 9\nctxt 5\nbtime 1700000000\nx 1\n",
      ticksPerSecond: 100, pageBytes: 4_096)
    expect(figures.cpuMilliseconds, equals: 3_750)
    expect(figures.startSeconds, equals: 1_700_000_060)
    expect(figures.virtualBytes, equals: 104_857_600)
    expect(figures.residentBytes, equals: 2_560 * 4_096)
  }

  @Test("what is not there is not known", arguments: ["", "1 (x", "1 (x) S 1", "1 (x) a b c"])
  func unknown(stat: String) {
    let figures = ProcessFigures(
      stat: stat, systemStat: "", ticksPerSecond: 100, pageBytes: 4_096)
    expect(figures, equals: ProcessFigures())
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
