// How a move is known again by its color, how the quick reader of MOVE agrees with Wire, and the
// numbers that options take.

import Game
import TestSupport
import Testing
import Wire

@testable import chromatch_bench

@Suite("A move")
struct MoveTests {
  @Test("a move has a color of its own, which tells its number")
  func mark() {
    let numbers = Array(0..<20_000) + [1 << 20, (1 << 24) - 1]
    var colors: Set<UInt32> = []
    for number in numbers {
      let sliders = MoveMark.guess(of: number).values
      let color = sliders.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      colors.insert(color)
      expect(MoveMark.sequence(of: color), equals: number)
    }
    expect(colors.count, equals: numbers.count)
  }

  @Test("a move is read from its line as Wire reads it, and no other line is a move")
  func line() throws {
    for text in [
      "MOVE who=p1 near=0 color=#000000", "MOVE who=p8 near=100 color=#ffffff",
      "MOVE who=p7 near=12 color=#0a9bf3",
    ] {
      let quick = try require(MoveLine(Array(text.utf8)[...]))
      guard case .move(let move) = try ServerMessage.decode(Array(text.utf8)[...]) else {
        Issue.record("\(text) is no MOVE to Wire")
        return
      }
      let slow = MoveLine(move)
      expect(quick.who, equals: slow.who)
      expect(quick.color, equals: slow.color)
    }
    for text in [
      "", "MOVE", "MOVE who=p7", "MOVE who=p7 near=12 color=#0a9bf", "LOCKED who=p7 after=100",
      "MOVE who=p7 near=12 color=#0A9BF3", "MOVE who=p7 near=12 color=0a9bf33",
      "MOVE near=12 who=p7 color=#0a9bf3", "MOVE who=p7near=12color=#0a9bf3",
    ] {
      expect(MoveLine(Array(text.utf8)[...]), equals: nil, "\(text)")
    }
  }
}

@Suite("An option of the instrument")
struct OptionTests {
  @Test("an option takes a whole number of its range, ends included, and nothing else")
  func range() throws {
    try expect(["1", "7", "20"].map(whole(in: 1...20)), equals: [1, 7, 20])
    for text in ["0", "21", "-1", "", "two", "1.5", "99999999999999999999"] {
      #expect(throws: (any Error).self, "\(text)") { try whole(in: 1...20)(text) }
    }
  }
}
