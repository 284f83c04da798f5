// What each drawing puts where: glyphs as pictures, colors as letters with a legend. Pictures are
// drawn at the size of the thing and a little more, so that what spills over is seen.

import Chroma
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

  @Test func textIsClippedAtTheEdges() {
    var canvas = Canvas(width: 6, height: 2)
    let end = canvas.text("chromatch", column: -3, row: 0, .strong)
    canvas.text("up", column: 5, row: 1, .text)
    canvas.text("out", column: 0, row: 2, .text)
    canvas.text("out", column: 0, row: -1, .text)
    #expect(canvas.picture == ["omatch", "     u"])
    #expect(end == 6)
    #expect(canvas[0, 0].isBold)
    #expect(canvas.colors(\.foreground, legend) == ["######", "·····t"])
  }

  @Test func textEndsBeforeAColumnOrStandsInTheMiddle() {
    var canvas = Canvas(width: 11, height: 4)
    let start = canvas.text("59%", endColumn: 11, row: 0, .text)
    canvas.text("ab", centeredIn: 0..<11, row: 1, .text)
    canvas.text("abc", centeredIn: 4..<9, row: 2, .text)
    canvas.text("too long a text", centeredIn: 2..<7, row: 3, .text)
    #expect(start == 8)
    #expect(canvas.picture == ["        59%", "    ab", "     abc", "  too …"])
  }

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
    #expect(canvas.picture == [seen])
  }

  @Test func aStyleWithoutBackgroundKeepsTheOneThatIsThere() {
    var canvas = Canvas(width: 4, height: 1)
    canvas.fill(Area(column: 1, row: 0, width: 2, height: 1), blue)
    canvas.text("abc", column: 0, row: 0, Style(Neutral.text))
    canvas.text("d", column: 3, row: 0, Style(Neutral.text, on: red))
    #expect(canvas.colors(\.background, legend) == ["·bbr"])
  }

  @Test func blanksOfOneBackgroundAreOneCell() {
    var canvas = Canvas(width: 2, height: 1)
    canvas.put(" ", column: 0, row: 0, .strong)
    #expect(canvas[0, 0] == canvas[1, 0])
  }

  @Test func aCanvasIsNeverEmpty() {
    let canvas = Canvas(width: -4, height: 0)
    #expect((canvas.width, canvas.height) == (1, 1))
    #expect(canvas.picture == [""])
  }

  @Test func theCursorIsParkedOnTheCanvasOrStaysWhereItWas() {
    var canvas = Canvas(width: 3, height: 3)
    #expect(canvas.cursor == nil)
    canvas.park(column: 2, row: 1)
    canvas.park(column: 3, row: 1, visibly: true)
    #expect(canvas.cursor == Cursor(point: Point(column: 2, row: 1), isVisible: false))
  }

  // MARK: Shapes

  @Test func aSwatchHasSoftCornersOnTheSurround() {
    var canvas = Canvas(width: 12, height: 4)
    canvas.swatch(Area(column: 1, row: 0, width: 6, height: 3), blue)
    canvas.swatch(Area(column: 8, row: 0, width: 3, height: 2), red)
    #expect(canvas.picture == [" ▟    ▙", "", " ▜    ▛", ""])
    #expect(
      canvas.colors(\.foreground, legend) == [
        "·bbbbbb·rrr·", "·bbbbbb·rrr·", "·bbbbbb·····", "············",
      ])
    #expect(
      canvas.colors(\.background, legend) == [
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
    #expect(canvas.colors(\.foreground, legend) == ["b··r", "··r·"])
    #expect(canvas.colors(\.background, legend) == ["·b·b", "··b·"])
  }

  @Test func aBandHasTwoColorsACell() {
    var canvas = Canvas(width: 4, height: 2)
    var places: [Double] = []
    canvas.band(Area(column: 1, row: 0, width: 2, height: 2)) {
      places.append($0)
      return $0 < 0.5 ? blue : red
    }
    #expect(places == [0.125, 0.375, 0.625, 0.875])
    #expect(canvas.picture == [" ▌▌", " ▌▌"])
    #expect(canvas.colors(\.foreground, legend) == ["·br·", "·br·"])
    #expect(canvas.colors(\.background, legend) == ["·br·", "·br·"])
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
    #expect(canvas.picture == [seen])
    #expect(canvas.colors(\.background, legend) == ["----"])
  }

  @Test func aFrameIsRoundAndItsTitleStandsInIt() {
    var canvas = Canvas(width: 12, height: 7)
    canvas.frame(Area(column: 0, row: 0, width: 12, height: 3), title: "you")
    canvas.frame(Area(column: 0, row: 3, width: 12, height: 2), title: "everybody here")
    canvas.frame(Area(column: 1, row: 5, width: 2, height: 2), title: "x")
    canvas.frame(Area(column: 5, row: 5, width: 1, height: 2))
    #expect(
      canvas.picture == [
        "╭─ you ────╮", "│          │", "╰──────────╯", "╭─ every… ─╮", "╰──────────╯", " ╭╮",
        " ╰╯",
      ])
  }

  // MARK: Controls

  private func slider(_ fraction: Double, isActive: Bool, width: Int = 19) -> Canvas {
    var canvas = Canvas(width: width, height: 1)
    let track = canvas.slider(
      Slider(label: "S", value: "59%", fraction: fraction, isActive: isActive) { _ in blue },
      column: 0, row: 0, width: width)
    #expect(track == Area(column: 5, row: 0, width: width - 13, height: 1))
    return canvas
  }

  @Test func aSliderAtRestHasAThinKnobAndDimText() {
    let canvas = slider(0.4, isActive: false)
    #expect(canvas.picture == ["  S  ▌▌┃▌▌▌     59%"])
    #expect(canvas.colors(\.foreground, legend) == ["··l··bb#bbb·····ttt"])
    #expect(canvas.colors(\.background, legend) == ["·····bbbbbb········"])
  }

  @Test func theActiveSliderHasABrightKnobBetweenEdges() {
    let canvas = slider(0.4, isActive: true)
    #expect(canvas.picture == ["▸ S  ▌▐█▌▌▌     59%"])
    #expect(canvas.colors(\.foreground, legend) == ["#·#··be#ebb·····###"])
    #expect(canvas[2, 0].isBold && canvas[18, 0].isBold)
  }

  @Test func theKnobStaysOnTheTrack() {
    #expect(slider(0, isActive: true).picture == ["▸ S  █▌▌▌▌▌     59%"])
    #expect(slider(1, isActive: true).picture == ["▸ S  ▌▌▌▌▐█     59%"])
    #expect(slider(-3, isActive: false).picture == ["  S  ┃▌▌▌▌▌     59%"])
    #expect(slider(.nan, isActive: false).picture == ["  S  ┃▌▌▌▌▌     59%"])
    #expect(slider(9, isActive: false).picture == ["  S  ▌▌▌▌▌┃     59%"])
  }

  @Test func theThinKnobIsDarkOnLightTracks() {
    var canvas = Canvas(width: 14, height: 1)
    canvas.slider(
      Slider(label: "B", value: "1", fraction: 0, isActive: false) { _ in "#e0e0e0" },
      column: 0, row: 0, width: 14)
    #expect(canvas[5, 0].foreground == Neutral.edge)
    #expect(canvas[5, 0].background == "#e0e0e0")
  }

  @Test func withoutRoomForATrackASliderIsItsLabelAndValue() {
    var canvas = Canvas(width: 12, height: 1)
    let track = canvas.slider(
      Slider(label: "S", value: "59%", fraction: 0.5, isActive: true) { _ in blue },
      column: 0, row: 0, width: 12)
    #expect(track.width == 0)
    #expect(canvas.picture == ["▸ S      59%"])
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
    #expect(stepper(progress).colors(\.foreground, legend) == [colors])
    #expect(stepper(progress).picture == ["▄▄▄▄ ▄▄▄ ▄▄▄ ▄▄▄"])
  }

  @Test func roundsRunIntoEachOther() {
    let between = stepper(4)
    // Cells 6 and 7 lie before the gap between rounds 2 and 3, cell 9 after it.
    #expect(between[6, 0].foreground == blue.mixed(with: red, at: 0.125))
    #expect(between[7, 0].foreground == blue.mixed(with: red, at: 0.375))
    #expect(between[9, 0].foreground == blue.mixed(with: red, at: 0.875))
  }

  @Test func theCellOfNowGrowsInEighths() {
    // A cell is a quarter of a round here; an eighth of it is 1/32 of a round.
    for eighth in 0...8 {
      let exact = stepper(Double(eighth) / 32)[0, 0].foreground
      #expect(exact == Neutral.rail.mixed(with: blue, at: Double(eighth) / 8))
      #expect(stepper((Double(eighth) + 0.9) / 32)[0, 0].foreground == exact || eighth == 8)
    }
  }

  @Test func aStepperOfOneRoundHasNoGap() {
    #expect(stepper(0.5, rounds: 1).picture == ["▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄"])
    #expect(stepper(0.5, rounds: 0).picture == ["▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄"])
  }

  @Test func theKeyLineKeepsWhatFits() {
    let hints = [KeyHint("↑↓", "slider"), KeyHint("⏎", "lock in"), KeyHint("Esc", "menu")]
    var canvas = Canvas(width: 26, height: 1)
    let areas = canvas.keyLine(hints, row: 0)
    #expect(canvas.picture == ["  ↑↓ slider   ⏎ lock in"])
    #expect(canvas.colors(\.foreground, legend) == ["··tt·dddddd···t·dddd·dd···"])
    #expect(
      areas == [
        Area(column: 2, row: 0, width: 9, height: 1), Area(column: 14, row: 0, width: 9, height: 1),
      ])
    #expect(canvas[2, 0].isBold && !canvas[5, 0].isBold)
    var wide = Canvas(width: 36, height: 1)
    #expect(wide.keyLine(hints, row: 0).count == 3)
    var narrow = Canvas(width: 35, height: 1)
    #expect(narrow.keyLine(hints, row: 0).count == 2)
  }

  // MARK: Where things are

  @Test func aPressOnATrackIsTheValueUnderIt() {
    let track = Area(column: 5, row: 3, width: 11, height: 1)
    for (column, fraction) in [(5, 0.0), (10, 0.5), (15, 1), (4, 0), (-90, 0), (16, 1), (900, 1)] {
      #expect(track.fraction(at: column) == fraction)
    }
    for column in track.columns { #expect(track.column(at: track.fraction(at: column)) == column) }
    #expect(Area(column: 5, row: 0, width: 1, height: 1).fraction(at: 5) == 0)
  }

  @Test func theLastMarkedControlIsOnTop() {
    var map = HitMap<String>()
    map.mark(Area(column: 0, row: 0, width: 10, height: 10), as: "screen")
    map.mark(Area(column: 2, row: 2, width: 3, height: 1), as: "track")
    map.mark(Area(column: 9, row: 9, width: 0, height: 5), as: "nothing")
    #expect(map.hit(at: Point(column: 4, row: 2))?.control == "track")
    #expect(map.hit(at: Point(column: 5, row: 2))?.control == "screen")
    #expect(map.hit(at: Point(column: 9, row: 9))?.control == "screen")
    #expect(map.hit(at: Point(column: 10, row: 0)) == nil)
    #expect(map.area(of: "track") == Area(column: 2, row: 2, width: 3, height: 1))
    #expect(map.area(of: "button") == nil)
  }
}
