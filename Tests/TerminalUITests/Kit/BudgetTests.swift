// What the kit's parts cost on the wire, put together to a race as it is designed, at the two sizes
// it is drawn for.

import TestSupport
import Testing

@testable import TerminalUI

struct BudgetTests {
  static func renderer(synchronizes: Bool = true) -> Renderer {
    Renderer(
      for: TerminalTraits(
        depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: synchronizes))
  }

  @Test(arguments: FrameBudget.all)
  func theFirstFrameIsShort(budget: FrameBudget) {
    var renderer = Self.renderer()
    let screen = RaceScreen(width: budget.columns, height: budget.rows)
    let bytes = renderer.frame(screen.draw()).count
    #expect(bytes <= budget.firstFrame, "first frame \(bytes)")
    #expect(bytes > 5_000, "a race is more than this")
  }

  @Test(arguments: FrameBudget.all)
  func aTickOfTheClockIsShort(budget: FrameBudget) {
    var renderer = Self.renderer()
    var screen = RaceScreen(width: budget.columns, height: budget.rows)
    _ = renderer.frame(screen.draw())
    var longest = 0
    for tick in 0..<100 {
      // A round of 20 s, ten times a second.
      screen.progress = 3 + Double(tick) / 200
      screen.time = "\((200 - tick) / 10).\((200 - tick) % 10) s"
      longest = max(longest, renderer.frame(screen.draw()).count)
    }
    #expect(longest <= budget.tick, "longest tick \(longest)")
    #expect(longest > 20)
  }

  @Test(arguments: FrameBudget.all)
  func aDragIsCheap(budget: FrameBudget) {
    var renderer = Self.renderer()
    var screen = RaceScreen(width: budget.columns, height: budget.rows)
    _ = renderer.frame(screen.draw())
    var longest = 0
    for saturation in [60, 61, 62, 64, 68, 72, 73, 71, 60, 59, 57, 40, 39] {
      screen.saturation = saturation
      longest = max(longest, renderer.frame(screen.draw()).count)
    }
    #expect(longest <= budget.drag, "longest drag \(longest)")
    #expect(longest > 200)
  }

  @Test func nothingNewIsNoBytes() {
    var renderer = Self.renderer()
    let screen = RaceScreen()
    #expect(!renderer.frame(screen.draw()).isEmpty)
    #expect(renderer.frame(screen.draw()).isEmpty)
  }
}
