// The grids that players slide on. What holds: nothing off the grid exists, colors of grid values
// are found again exactly, every other color moves by a stated least amount, and gray stays gray.

import Chroma
import TestSupport
import Testing

struct GridTests {
  @Test(arguments: [
    (0, 100, 100, "#ff0000"), (60, 100, 100, "#ffff00"), (120, 100, 100, "#00ff00"),
    (180, 100, 100, "#00ffff"), (240, 100, 100, "#0000ff"), (300, 100, 100, "#ff00ff"),
    (359, 100, 100, "#ff0004"), (30, 100, 100, "#ff8000"), (90, 100, 50, "#408000"),
    (207, 59, 55, "#3a678c"), (0, 0, 74, "#bdbdbd"), (123, 0, 100, "#ffffff"),
    (77, 88, 0, "#000000"), (0, 0, 1, "#030303"),
  ])
  func hsbIsTheHexcone(hue: Int, saturation: Int, brightness: Int, hex: String) throws {
    let value = HSB(hue: hue, saturation: saturation, brightness: brightness)
    try expect(#require(value).color.hex, equals: hex)
  }

  @Test(arguments: [
    (0, 0, 0, 0, "#ffffff"), (100, 0, 0, 0, "#00ffff"), (0, 100, 0, 0, "#ff00ff"),
    (0, 0, 100, 0, "#ffff00"), (0, 0, 0, 100, "#000000"), (100, 100, 100, 0, "#000000"),
    (50, 0, 0, 50, "#408080"), (0, 0, 0, 26, "#bdbdbd"), (3, 3, 3, 24, "#bcbcbc"),
  ])
  func cmykIsThePlainProduct(
    cyan: Int, magenta: Int, yellow: Int, black: Int, hex: String
  ) throws {
    let value = CMYK(cyan: cyan, magenta: magenta, yellow: yellow, black: black)
    try expect(#require(value).color.hex, equals: hex)
  }

  @Test func nothingOffTheGridExists() {
    for (h, s, b) in [(360, 0, 0), (-1, 0, 0), (0, 101, 0), (0, -1, 0), (0, 0, 101), (0, 0, .min)] {
      expect(HSB(hue: h, saturation: s, brightness: b), equals: nil)
    }
    for (c, m, y, k) in [(101, 0, 0, 0), (0, -1, 0, 0), (0, 0, .max, 0), (0, 0, 0, 101)] {
      expect(CMYK(cyan: c, magenta: m, yellow: y, black: k), equals: nil)
    }
    expect(HSB(hue: 359, saturation: 100, brightness: 100), differsFrom: nil)
    expect(CMYK(cyan: 100, magenta: 100, yellow: 100, black: 100), differsFrom: nil)
  }

  @Test func everyHSBColorIsFoundAgainExactly() {
    // 11, 7 and 3 share nothing with the sizes of the grid: all its parts are visited.
    for hue in stride(from: 0, through: 359, by: 11) {
      for saturation in stride(from: 1, through: 100, by: 3) {
        for brightness in stride(from: 2, through: 100, by: 7) {
          let value = HSB(hue: hue, saturation: saturation, brightness: brightness)
          let color = value?.color ?? Color("#000000")
          if HSB(nearest: color).color != color {
            Issue.record("\(hue) \(saturation) \(brightness) \(color.hex)")
          }
        }
      }
    }
  }

  @Test func brightHSBValuesAreFoundAgainThemselves() {
    for hue in 0...359 {
      let value = HSB(hue: hue, saturation: 100, brightness: 100)
      expect(value.map { HSB(nearest: $0.color) }, equals: value)
    }
  }

  @Test func everyCMYKColorWithoutAThirdInkIsFoundAgainExactly() {
    for black in stride(from: 0, through: 100, by: 7) {
      for first in stride(from: 0, through: 100, by: 3) {
        for second in stride(from: 0, through: 100, by: 9) {
          let values = [
            CMYK(cyan: 0, magenta: first, yellow: second, black: black),
            CMYK(cyan: first, magenta: 0, yellow: second, black: black),
            CMYK(cyan: second, magenta: first, yellow: 0, black: black),
          ]
          for color in values.compactMap(\.?.color) where CMYK(nearest: color).color != color {
            Issue.record("\(first) \(second) \(black) \(color.hex)")
          }
        }
      }
    }
  }

  @Test func noColorMovesFarOntoAGrid() {
    expect(cube.first { HSB(nearest: $0).color.largestChannelGap(to: $0) > 2 }, equals: nil)
    expect(cube.first { CMYK(nearest: $0).color.largestChannelGap(to: $0) > 1 }, equals: nil)
  }

  @Test func grayStaysGray() {
    for gray in grays {
      let (hsb, cmyk) = (HSB(nearest: gray), CMYK(nearest: gray))
      expect(hsb.hue == 0 && hsb.saturation == 0)
      expect(cmyk.cyan == 0 && cmyk.magenta == 0 && cmyk.yellow == 0)
      expect(hsb.color.largestChannelGap(to: gray), isAtMost: 1)
      expect(cmyk.color.largestChannelGap(to: gray), isAtMost: 1)
    }
  }
}
