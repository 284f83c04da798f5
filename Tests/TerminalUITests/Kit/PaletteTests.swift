// The 256 colors of a terminal, and that the nearest of them is really the nearest.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct PaletteTests {
  @Test func everyEntryIsNearestToItself() {
    for entry in UInt8(16)...255 {
      let color = Palette.cubeAndGrays.color(at: entry)
      expect(Palette.cubeAndGrays.nearest(to: color), equals: entry)
      expect(ColorDepth.palette256.shown(color)?.difference, equals: .zero)
    }
    for entry in UInt8(0)...15 {
      expect(Palette.sixteen.nearest(to: Palette.sixteen.color(at: entry)), equals: entry)
    }
  }

  @Test func nothingIsNearerThanTheNearest() {
    var dice = SplitMix64(seed: 5)
    var cache = PaletteCache(.cubeAndGrays)
    let entries = (UInt8(16)...255).map { ($0, Lab(Palette.cubeAndGrays.color(at: $0))) }
    for _ in 0..<60 {
      let channels = (0..<3).map { _ in UInt8(dice.roll(0..<256)) }
      let color = Color(red: channels[0], green: channels[1], blue: channels[2])
      let lab = Lab(color)
      let best = entries.min { ciede2000($0.1, lab) < ciede2000($1.1, lab) }
      expect(Palette.cubeAndGrays.nearest(to: color), equals: best?.0, "\(color.hex)")
      expect(cache.nearest(to: color), equals: best?.0)
      expect(cache.nearest(to: color), equals: best?.0, "from the cache")
    }
  }

  @Test(
    arguments: [
      (ColorDepth.truecolor, "#123456", "#123456", 0),
      (.palette256, "#123456", "#005f87", 15_499),
      (.palette256, "#265c9e", "#005faf", 2_511),
      (.palette16, "#ff0101", "#ff0000", 83),
    ] as [(ColorDepth, Color, String, Int)])
  func aViewCanSayHowFarOffAColorIs(
    depth: ColorDepth, color: Color, hex: String, thousandths: Int
  ) throws {
    let shown = try require(depth.shown(color))
    expect(shown.color.hex, equals: hex)
    expect(shown.difference.thousandths, equals: thousandths)
  }

  @Test(
    arguments: [
      ("none", .monochrome), ("16", .palette16), ("256", .palette256), ("24bit", .truecolor),
      ("24", .truecolor), ("truecolor", .truecolor), ("", nil), ("many", nil), ("0", nil),
    ] as [(String, ColorDepth?)])
  func depthsHaveNames(name: String, depth: ColorDepth?) {
    expect(ColorDepth(name: name), equals: depth)
    if let depth { expect(ColorDepth(name: depth.name), equals: depth) }
  }
}
