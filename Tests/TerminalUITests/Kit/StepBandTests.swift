// Gradients on the grid, patches that are chosen, and tracks of few colors: what each cell becomes,
// and that saying it takes no more bytes than it has to.

import Chroma
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
    #expect(StepBand(area, countMax: StepBand.countAmongOthers).count == steps)
    #expect(StepBand(area).count == max(1, width), "what is judged steps once a column")
  }

  @Test func stepsTouchAndFillTheArea() {
    for width in 1...130 {
      let area = Area(column: 3, row: 2, width: width, height: 4)
      let band = StepBand(area)
      var column = area.column
      for step in 0..<band.count {
        #expect(band[step].column == column && band[step].width > 0)
        #expect(band[step].rows == area.rows)
        column = band[step].endColumn
      }
      #expect(column == area.endColumn)
    }
  }

  @Test func theFirstAndTheLastStepAreExactlyTheEnds() {
    var canvas = Canvas(width: 40, height: 3)
    let area = Area(column: 2, row: 1, width: 36, height: 2)
    canvas.gradient(area, Self.gradient)
    #expect(canvas[2, 1].background == Self.gradient.from)
    #expect(canvas[37, 2].background == Self.gradient.to)
    #expect(canvas[1, 1].background == canvas.surround)
    let band = StepBand(area)
    for step in 0..<band.count {
      let color = Self.gradient.color(at: step, of: band.count - 1)
      #expect(canvas[band[step].column, 1].background == color)
    }
  }

  @Test func theEndsMayBeAheadOfTheRest() {
    var canvas = Canvas(width: 40, height: 1)
    let area = Area(column: 0, row: 0, width: 40, height: 1)
    canvas.gradient(area, Self.gradient)
    let before = canvas
    canvas.gradient(area, Self.gradient, ends: Gradient(from: "#ffffff", to: "#000000"))
    let band = StepBand(area, countMax: StepBand.countAmongOthers)
    #expect(canvas[0, 0].background == "#ffffff" && canvas[39, 0].background == "#000000")
    for column in band[1].column..<band[band.count - 1].column {
      #expect(canvas[column, 0] == before[column, 0])
    }
  }

  @Test func theChosenOneStandsBetweenBars() {
    var canvas = Canvas(width: 4, height: 6)
    canvas.chosen(Area(column: 0, row: 0, width: 4, height: 3), "#265c9e")
    canvas.chosen(Area(column: 0, row: 4, width: 4, height: 2), "#265c9e")
    #expect(canvas.picture == ["▀▀▀▀", "", "▄▄▄▄", "", "", "▄▄▄▄"])
    let legend: KeyValuePairs<Character, Color> = [
      "·": Neutral.surround, "b": "#265c9e", "#": Neutral.bright,
    ]
    #expect(
      canvas.colors(\.background, legend) == ["bbbb", "bbbb", "bbbb", "····", "bbbb", "bbbb"])
    #expect(
      canvas.colors(\.foreground, legend) == ["####", "bbbb", "####", "····", "bbbb", "####"])
  }

  @Test(arguments: [(63, 64, 63), (103, 64, 52), (20, 4, 4), (5, 64, 5)])
  func aTrackOfFewColorsHasNoMore(width: Int, most: Int, colors: Int) {
    var canvas = Canvas(width: width + 13, height: 1)
    let slider = Slider(
      label: "H", value: "7", fraction: 0, isActive: false,
      gradient: { Color(gray: UInt8(10 + $0 * 240)) }, colorsMax: most)
    let track = canvas.slider(slider, column: 0, row: 0, width: width + 13)
    #expect(track.width == width)
    var seen: [Color] = []
    for column in track.columns where canvas[column, 0].background != seen.last {
      seen.append(canvas[column, 0].background)
    }
    // The knob lets the exact color through, where the track has the middle of a few.
    #expect((colors...colors + 1).contains(seen.count))
  }

  @Test func valuesMayStandApartFromTheirTracks() {
    var canvas = Canvas(width: 40, height: 1)
    let slider = Slider(
      label: "S", value: "59%", fraction: 0, isActive: false, gradient: { _ in "#265c9e" })
    let track = canvas.slider(slider, column: 0, row: 0, width: 30, valueEnd: 40)
    #expect(track == Slider.track(column: 0, row: 0, width: 30))
    #expect(canvas.picture[0].hasSuffix("59%") && canvas[30, 0].glyph == " ")
  }

  @Test(arguments: 1...30)
  func blanksAreSaidInTheFewestBytes(count: Int) {
    func bytes(_ canvas: (inout Canvas) -> Void) -> Int {
      var renderer = BudgetTests.renderer(synchronizes: false)
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
    #expect(alone == min(count, erasure) - 1)
    let followed = bytes { canvas in
      canvas.fill(blanks(count), blue)
      canvas.put("x", column: 5 + count, row: 0, Style(Neutral.text, on: blue))
    }
    let letter = bytes { $0.put("x", column: 5, row: 0, Style(Neutral.text, on: blue)) }
    // The pen changes twice instead of once, which is two bytes more.
    #expect(followed - letter == min(count, 2 * erasure) + 2)
  }
}
