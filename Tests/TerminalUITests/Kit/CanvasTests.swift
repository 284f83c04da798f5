// What each drawing puts where: glyphs as pictures, colors as letters with a legend. Pictures are
// drawn at the size of the thing and a little more, so that what spills over is seen.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

private let blue: Color = "#265c9e"
private let red: Color = "#c4483c"
private let legend: KeyValuePairs<Character, Color> = [
  "·": Neutral.surround, "b": blue, "r": red, "#": Neutral.bright, "e": Neutral.edge,
  "-": Neutral.rail, "t": Neutral.text, "l": Neutral.label, "d": Neutral.dim,
]

struct CanvasTests {
  // MARK: Cells and text

  @Test(
    arguments: [
      ("oskar", 5, "oskar|"), ("oskar", 4, "osk…|"), ("oskar", 1, "…|"), ("oskar", 0, "|"),
      ("", 3, "|"), ("ΔE 8.4", 6, "ΔE 8.4|"), ("ΔE 8.4", 5, "ΔE 8…|"), ("名前", 4, "名前|"),
      ("名前", 2, "…|"),
    ])
  func textThatIsTooLongForItsPlaceEndsInDots(text: String, limit: Int, seen: String) {
    var canvas = Canvas(width: 10, height: 1)
    let end = canvas.text(text, column: 0, row: 0, .text, limit: limit)
    canvas.put("|", column: end, row: 0, .dim)
    expect(canvas.picture, equals: [seen])
  }

  // MARK: Shapes

  @Test func aSwatchHasSoftCornersOnTheSurround() {
    var canvas = Canvas(width: 12, height: 4)
    canvas.swatch(Area(column: 1, row: 0, width: 6, height: 3), blue)
    canvas.swatch(Area(column: 8, row: 0, width: 3, height: 2), red)
    expect(canvas.picture, equals: [" ▟    ▙", "", " ▜    ▛", ""])
    expect(
      canvas.colors(\.foreground, legend),
      equals: [
        "·bbbbbb·rrr·", "·bbbbbb·rrr·", "·bbbbbb·····", "············",
      ])
    expect(
      canvas.colors(\.background, legend),
      equals: [
        "··bbbb··rrr·", "·bbbbbb·rrr·", "··bbbb······", "············",
      ])
  }

  @Test func pixelsAreHalvesOfCellsAndKeepTheOtherHalf() {
    var canvas = Canvas(width: 4, height: 2)
    canvas.fill(Area(column: 3, row: 0, width: 1, height: 1), red)
    canvas.pixel(column: 0, halfRow: 0, blue)
    canvas.pixel(column: 1, halfRow: 1, blue)
    canvas.pixel(column: 2, halfRow: 3, blue)
    canvas.pixel(column: 2, halfRow: 2, red)
    canvas.pixel(column: 3, halfRow: 1, blue)
    canvas.pixel(column: 4, halfRow: 0, blue)
    canvas.pixel(column: 0, halfRow: -1, blue)
    canvas.pixel(column: 0, halfRow: 4, blue)
    expect(canvas.colors(\.foreground, legend), equals: ["b··r", "··r·"])
    expect(canvas.colors(\.background, legend), equals: ["·b·b", "··b·"])
  }

  @Test func aBandHasTwoColorsACell() {
    var canvas = Canvas(width: 4, height: 2)
    var places: [Double] = []
    canvas.band(Area(column: 1, row: 0, width: 2, height: 2)) {
      places.append($0)
      return $0 < 0.5 ? blue : red
    }
    expect(places, equals: [0.125, 0.375, 0.625, 0.875])
    expect(canvas.picture, equals: [" ▌▌", " ▌▌"])
    expect(canvas.colors(\.foreground, legend), equals: ["·br·", "·br·"])
    expect(canvas.colors(\.background, legend), equals: ["·br·", "·br·"])
  }

  @Test(
    arguments: [
      (0.0, ""), (0.03, ""), (0.04, "▏"), (0.25, "█"), (0.26, "█"), (0.29, "█▏"), (0.5, "██"),
      (0.99, "███▉"),
      (1, "████"), (7, "████"), (-1, ""), (.nan, ""), (.infinity, "████"),
    ])
  func aBarGrowsInEighths(fraction: Double, seen: String) {
    var canvas = Canvas(width: 4, height: 1)
    canvas.bar(canvas.bounds, fraction: fraction, blue)
    expect(canvas.picture, equals: [seen])
    expect(canvas.colors(\.background, legend), equals: ["----"])
  }

  // MARK: Controls

  private func slider(_ fraction: Double, isActive: Bool, width: Int = 19) -> Canvas {
    var canvas = Canvas(width: width, height: 1)
    let track = canvas.slider(
      Slider(label: "S", value: "59%", fraction: fraction, isActive: isActive) { _ in blue },
      column: 0, row: 0, width: width)
    expect(track, equals: Area(column: 5, row: 0, width: width - 13, height: 1))
    return canvas
  }

  @Test func aSliderAtRestHasAThinKnobAndDimText() {
    let canvas = slider(0.4, isActive: false)
    expect(canvas.picture, equals: ["  S  ▌▌┃▌▌▌     59%"])
    expect(canvas.colors(\.foreground, legend), equals: ["··l··bb#bbb·····ttt"])
    expect(canvas.colors(\.background, legend), equals: ["·····bbbbbb········"])
  }

  @Test func theActiveSliderHasABrightKnobBetweenEdges() {
    let canvas = slider(0.4, isActive: true)
    expect(canvas.picture, equals: ["▸ S  ▌▐█▌▌▌     59%"])
    expect(canvas.colors(\.foreground, legend), equals: ["#·#··be#ebb·····###"])
    expect(canvas[2, 0].isBold && canvas[18, 0].isBold)
  }

  private func stepper(_ progress: Double, rounds: Int = 4) -> Canvas {
    var canvas = Canvas(width: 16, height: 1)
    canvas.stepper(
      Stepper(colors: [blue, blue, red], rounds: rounds, progress: progress),
      column: 0, row: 0, width: 16)
    return canvas
  }

  @Test(
    arguments: [
      (0.0, "----·---·---·---"), (1.0, "bbbb·---·---·---"), (1.25, "bbbb·?--·---·---"),
      (1.5, "bbbb·b?-·---·---"), (2.0, "bbbb·b??·---·---"), (4, "bbbb·b??·?rr·rrr"),
      (9, "bbbb·b??·?rr·rrr"),
      (-1, "----·---·---·---"), (.nan, "----·---·---·---"),
    ])
  func theStepperGlowsAsFarAsTheMatchIs(progress: Double, colors: String) {
    expect(stepper(progress).colors(\.foreground, legend), equals: [colors])
    expect(stepper(progress).picture, equals: ["▄▄▄▄ ▄▄▄ ▄▄▄ ▄▄▄"])
  }

  // MARK: Where things are

  @Test func aPressOnATrackIsTheValueUnderIt() {
    let track = Area(column: 5, row: 3, width: 11, height: 1)
    for (column, fraction) in [(5, 0.0), (10, 0.5), (15, 1), (4, 0), (-90, 0), (16, 1), (900, 1)] {
      expect(track.fraction(at: column), equals: fraction)
    }
    for column in track.columns {
      expect(track.column(at: track.fraction(at: column)), equals: column)
    }
    expect(Area(column: 5, row: 0, width: 1, height: 1).fraction(at: 5), equals: 0)
  }
}
