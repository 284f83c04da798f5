// What a move and a delivery cost a lane, in instructions, which no other program on the machine
// changes: a gate, so that a copy of a room for each move is noticed when it comes back. The pure
// targets are optimized in the build that tests use, but not across modules, so a server spends
// about half of this.

import Foundation
import TestSupport
import Testing

/// Whether there is a program that counts instructions, and nothing that adds some.
private let canCount =
  !isSanitized && FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

@Stage
@Suite("Costs", .enabled(if: canCount, "there is no valgrind, or a sanitizer is in the way"))
struct CostTests {
  /// A twentieth more than in November 2026. Whoever makes it less lowers them. The first is that
  /// of a move that is journaled and recorded, the second what of it that takes.
  private static let perMoveMax = 66_800.0
  private static let perKeptMoveMax = 7_800.0
  private static let perDeliveryMax = 1_310.0

  /// Plays so many moves before so many watchers.
  private func play(
    moves: Int, watchers: Int, isKept: Bool = true
  ) throws -> (instructions: Double, deliveries: Double) {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/valgrind")
    process.arguments =
      [
        "--tool=callgrind", "--callgrind-out-file=/dev/null",
        folder.appending(path: "cost-program").path, "\(moves)", "\(watchers)",
      ] + (isKept ? [] : ["unkept"])
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    // Both are a few lines, so neither pipe is ever full.
    let told = try read(errors)
    let text = try read(output)
    process.waitUntilExit()
    let line = told.split(separator: "\n").first { $0.contains("Collected :") }
    let count = try #require(line?.split(separator: " ").last.flatMap { Double($0) }, "\(told)")
    return (count, try #require(Double(text.dropLast()), "\(text)"))
  }

  private func read(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test("a move and a delivery cost no more instructions than they did")
  func gate() throws {
    let (idle, alone) = (try play(moves: 0, watchers: 0), try play(moves: 1_000, watchers: 0))
    let (full, watched) = (try play(moves: 0, watchers: 40), try play(moves: 1_000, watchers: 40))
    let perMove = (alone.instructions - idle.instructions) / 1_000
    let (still, moved) = (
      try play(moves: 0, watchers: 0, isKept: false),
      try play(moves: 1_000, watchers: 0, isKept: false)
    )
    let perKeptMove = perMove - (moved.instructions - still.instructions) / 1_000
    let perDelivery =
      (watched.instructions - full.instructions - (alone.instructions - idle.instructions))
      / (watched.deliveries - alone.deliveries)
    print(
      """
      costs: \(Int(perMove)) instructions a move, \(Int(perKeptMove)) of them to keep it, \
      \(Int(perDelivery)) a delivery
      """)
    #expect(perMove < Self.perMoveMax)
    #expect(perKeptMove < Self.perKeptMoveMax)
    #expect(perDelivery < Self.perDeliveryMax)
    // Or nothing was counted.
    #expect(perMove > Self.perMoveMax / 3 && perKeptMove > Self.perKeptMoveMax / 10)
    #expect(perDelivery > Self.perDeliveryMax / 10)
  }
}
