// What a move and a delivery cost a lane, in instructions, which no other program on the machine
// changes: a gate, so that a copy of a room for each move is noticed when it comes back. The pure
// targets are optimized in the build that tests use, but not across modules, so a server spends
// about half of this.

import Foundation
import Testing

@testable import TestSupport

/// Whether there is a program that counts instructions, and nothing that adds some.
private let canCount =
  !isSanitized && FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

@Stage
@Suite("Costs", .enabled(if: canCount, "there is no valgrind, or a sanitizer is in the way"))
struct CostTests {
  /// A twentieth more than in November 2026; a change that makes it less lowers them. The first is
  /// that of a move that is journaled and recorded, the second what of it that takes.
  private static let perMoveMax = 58_800.0
  private static let perKeptMoveMax = 7_850.0
  private static let perDeliveryMax = 1_310.0

  @Test("a move and a delivery cost no more instructions than they did")
  func gate() throws {
    let folder = try Scratch()
    let file = "\(folder.path)/counts"
    let run = try PlainRun.ended(
      .shell,
      [
        "-c", "exec valgrind --tool=callgrind --dump-before=getppid --callgrind-out-file=$0 \"$@\"",
        file, Program.tests.path, "costs",
      ])
    try require(run.end == .exited(0), "\(run.scene)")
    // Two numbers for each match: its moves, and how often something was delivered meanwhile.
    let numbers = run.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try require(numbers.count == 6, "\(run.scene)")
    // Before and after the moves of each match the counts so far are written to a file.
    let counts = try [2, 4, 6]
      .map { part in
        let text = try require(folder.text(of: "\(file).\(part)"))
        let line = text.split(separator: "\n").first { $0.hasPrefix("summary: ") }
        return try require(line.flatMap { Double($0.dropFirst("summary: ".count)) })
      }
    let perMove = counts[0] / numbers[0]
    let perKeptMove = perMove - counts[2] / numbers[4]
    let perDelivery = (counts[1] - counts[0]) / (numbers[3] - numbers[1])
    print(
      """
      costs: \(Int(perMove)) instructions a move, \(Int(perKeptMove)) of them to keep it, \
      \(Int(perDelivery)) a delivery
      """)
    expect(perMove, isBelow: Self.perMoveMax)
    expect(perKeptMove, isBelow: Self.perKeptMoveMax)
    expect(perDelivery, isBelow: Self.perDeliveryMax)
    // Or nothing was counted.
    expect(perMove > Self.perMoveMax / 3 && perKeptMove > Self.perKeptMoveMax / 10)
    expect(perDelivery, isAbove: Self.perDeliveryMax / 10)
  }
}
