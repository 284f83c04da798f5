// How many bytes a frame may cost: the budgets of the design, for a race at the two sizes it is
// drawn for, on a terminal with all colors. A slow line feels these numbers; nothing else does.

import Testing

@testable import TerminalUI

struct BudgetTests {
  struct Size: Sendable {
    let width: Int
    let height: Int
    let firstFrameBytesMax: Int
    let dragBytesMax: Int
  }

  static let sizes = [
    Size(width: 80, height: 24, firstFrameBytesMax: 11_000, dragBytesMax: 700),
    Size(width: 120, height: 40, firstFrameBytesMax: 18_000, dragBytesMax: 900),
  ]

  static func renderer(synchronizes: Bool = true) -> Renderer {
    Renderer(
      for: TerminalTraits(
        depth: .truecolor, glyphs: .unicode, erasesInColor: true, synchronizes: synchronizes))
  }

  @Test(arguments: sizes)
  func theFirstFrameIsShort(size: Size) {
    var renderer = Self.renderer()
    let screen = RaceScreen(width: size.width, height: size.height)
    let bytes = renderer.frame(screen.draw()).count
    #expect(bytes <= size.firstFrameBytesMax, "first frame \(bytes)")
    #expect(bytes > 5_000, "a race is more than this")
  }

  @Test(arguments: sizes)
  func aTickOfTheClockIsAtMost120Bytes(size: Size) {
    var renderer = Self.renderer()
    var screen = RaceScreen(width: size.width, height: size.height)
    _ = renderer.frame(screen.draw())
    var longest = 0
    for tick in 0..<100 {
      // A round of 20 s, ten times a second.
      screen.progress = 3 + Double(tick) / 200
      screen.time = "\((200 - tick) / 10).\((200 - tick) % 10) s"
      longest = max(longest, renderer.frame(screen.draw()).count)
    }
    #expect(longest <= 120, "longest tick \(longest)")
    #expect(longest > 20)
  }

  @Test(arguments: sizes)
  func aDragIsCheap(size: Size) {
    var renderer = Self.renderer()
    var screen = RaceScreen(width: size.width, height: size.height)
    _ = renderer.frame(screen.draw())
    var longest = 0
    for saturation in [60, 61, 62, 64, 68, 72, 73, 71, 60, 59, 57, 40, 39] {
      screen.saturation = saturation
      longest = max(longest, renderer.frame(screen.draw()).count)
    }
    #expect(longest <= size.dragBytesMax, "longest drag \(longest)")
    #expect(longest > 200)
  }

  @Test func nothingNewIsNoBytes() {
    var renderer = Self.renderer()
    let screen = RaceScreen()
    #expect(!renderer.frame(screen.draw()).isEmpty)
    #expect(renderer.frame(screen.draw()).isEmpty)
  }
}
