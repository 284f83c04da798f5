// Gradients on the grid and tracks of few colors: what each cell becomes, and that saying it takes
// no more bytes than it has to.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

struct StepBandTests {
  static let gradient = Gradient(from: "#e08448", to: "#60306e")

  @Test(
    arguments: [
      (0, 1), (1, 1), (2, 2), (3, 3), (4, 2), (6, 2), (17, 5), (56, 18), (76, 20), (116, 20),
    ])
  func amongOthersABandHasAsManyStepsAsAreWorthTheirBytes(width: Int, steps: Int) {
    let area = Area(column: 0, row: 0, width: width, height: 1)
    expect(StepBand(area, countMax: StepBand.countAmongOthers).count, equals: steps)
    expect(StepBand(area).count, equals: max(1, width), "what is judged steps once a column")
  }

  @Test(arguments: [(63, 64, 63), (103, 64, 52), (20, 4, 4), (5, 64, 5)])
  func aTrackOfFewColorsHasNoMore(width: Int, most: Int, colors: Int) {
    var canvas = Canvas(width: width + 13, height: 1)
    let slider = Slider(
      label: "H", value: "7", fraction: 0, isActive: false,
      gradient: { Color(gray: UInt8(10 + $0 * 240)) }, colorsMax: most)
    let track = canvas.slider(slider, column: 0, row: 0, width: width + 13)
    expect(track.width, equals: width)
    var seen: [Color] = []
    for column in track.columns where canvas[column, 0].background != seen.last {
      seen.append(canvas[column, 0].background)
    }
    // The knob lets the exact color through, where the track has the middle of a few.
    expect((colors...colors + 1), contains: seen.count)
  }

  @Test(arguments: [1, 4, 5, 9, 10, 30])
  func blanksAreSaidInTheFewestBytes(count: Int) {
    func bytes(_ canvas: (inout Canvas) -> Void) -> Int {
      var renderer = Renderer.forBudgets(synchronizes: false)
      let before = Canvas(width: 60, height: 1)
      _ = renderer.frame(before)
      var after = before
      canvas(&after)
      return renderer.frame(after).count
    }
    func blanks(_ count: Int) -> Area { Area(column: 5, row: 0, width: count, height: 1) }
    let blue: Color = "#265c9e"
    let erasure = count < 10 ? 4 : 5
    let alone = bytes { $0.fill(blanks(count), blue) } - bytes { $0.fill(blanks(1), blue) }
    expect(alone, equals: min(count, erasure) - 1)
    let followed = bytes { canvas in
      canvas.fill(blanks(count), blue)
      canvas.put("x", column: 5 + count, row: 0, Style(Neutral.text, on: blue))
    }
    let letter = bytes { $0.put("x", column: 5, row: 0, Style(Neutral.text, on: blue)) }
    // The pen changes twice instead of once, which is two bytes more.
    expect(followed - letter, equals: min(count, 2 * erasure) + 2)
  }
}
