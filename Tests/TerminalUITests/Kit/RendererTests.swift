// The law of the renderer: after its bytes a terminal shows the canvas, whatever it showed before,
// and no cell was touched that already looked so. Dice draw the canvases. A session of a terminal
// leaves nothing switched on.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

private struct CanvasDice {
  var dice: SplitMix64

  static let colors: [Color] = [
    "#181818", "#d0d0d0", "#265c9e", "#3a678c", "#000000", "#ffffff", "#c4483c", "#78a448",
  ]
  static let glyphs = Array(" █▀▄▌▐▟▙▜▛▏▎▍▋▊▉◆★─│╭╮╰╯┃▸abcXYZ019ΔE°…é?".unicodeScalars)
  static let words = [
    "TARGET", "you", "ΔE 8.4", "round 4 of 8", "", " ", "名前 ☕️ e\u{301}", "#3a678c", "李小龍",
    "שרה", "é\u{323}o\u{308}", "ｆｕｌｌ", "สวัสดี",
  ]

  mutating func canvas(width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    for _ in 0..<dice.roll(0..<30) { change(&canvas) }
    return canvas
  }

  mutating func change(_ canvas: inout Canvas) {
    let area = Area(
      column: dice.roll(-3..<canvas.width), row: dice.roll(-2..<canvas.height),
      width: dice.roll(0..<canvas.width + 5), height: dice.roll(0..<6))
    let color = dice.pick(Self.colors)
    let style = Style(
      color, on: dice.roll(0..<2) == 0 ? nil : dice.pick(Self.colors), bold: dice.roll(0..<3) == 0)
    switch dice.roll(0..<9) {
    case 0: canvas.fill(area, color)
    case 1: canvas.swatch(area, color)
    case 2: canvas.text(dice.pick(Self.words), column: area.column, row: area.row, style)
    case 3: canvas.frame(area, title: dice.pick(Self.words), style)
    case 4: canvas.bar(area, fraction: Double(dice.roll(-2..<12)) / 9, color)
    case 5:
      let far = dice.pick(Self.colors)
      canvas.band(area) { color.mixed(with: far, at: $0) }
    case 6:
      canvas.pixel(column: area.column, halfRow: dice.roll(-2..<2 * canvas.height + 2), color)
    case 7:
      for column in area.columns {
        canvas.put(dice.pick(Self.glyphs), column: column, row: area.row, style)
      }
    default: canvas.park(column: area.column, row: area.row, visibly: dice.roll(0..<2) == 0)
    }
  }
}

private struct Line {
  var renderer: Renderer
  var terminal: TerminalModel
  let depth: ColorDepth

  init(_ traits: TerminalTraits, width: Int, height: Int) {
    renderer = Renderer(for: traits)
    depth = traits.depth
    terminal = TerminalModel(columns: width, rows: height, erasesInColor: traits.erasesInColor)
  }

  /// Shows a canvas, and says what is wrong with that; nil if nothing is.
  mutating func show(_ canvas: Canvas, touchingOnlyWhatDiffers: Bool = true) -> String? {
    let wanted = canvas.looks(depth)
    let before = terminal.looks
    // A wide glyph goes as a whole, whether or not there is anything to see of it.
    let ends = terminal.cells.map(\.glyph.isEmpty)
    let halves = zip(ends, ends.dropFirst() + [false]).map { $0 || $1 }
    terminal.forgetTouched()
    terminal.write(renderer.frame(canvas))
    if let complaint = terminal.complaints.first { return complaint }
    let after = terminal.looks
    if let wrong = wanted.indices.first(where: { after[$0] != wanted[$0] }) {
      return "cell \(wrong) is \(after[wrong]), not \(wanted[wrong])"
    }
    if touchingOnlyWhatDiffers,
      let idle = terminal.touched.sorted()
        .first(where: {
          before[$0] == wanted[$0] && !halves[$0] && canvas.cells[$0].columns == 1
            && !canvas.cells[$0].isRest
        })
    {
      return "cell \(idle) was touched for nothing"
    }
    guard let cursor = canvas.cursor else {
      return terminal.isCursorVisible ? "a cursor that nobody parked" : nil
    }
    let isParked = terminal.cursor.map { Point(column: $0.column, row: $0.row) } == cursor.point
    if !isParked { return "the cursor is not parked" }
    return terminal.isCursorVisible == cursor.isVisible ? nil : "the cursor shows wrongly"
  }
}

struct RendererTests {
  static let sizes = [(40, 12), (23, 24), (7, 3), (1, 1), (70, 5)]
  static let depths: [ColorDepth] = [.truecolor, .palette256, .palette16, .monochrome]

  static func traits(_ depth: ColorDepth, erasesInColor: Bool = true) -> TerminalTraits {
    TerminalTraits(
      depth: depth, glyphs: .unicode, erasesInColor: erasesInColor, synchronizes: false)
  }

  @Test(arguments: depths)
  func theTerminalShowsEveryCanvasAndNoIdleCellIsTouched(depth: ColorDepth) {
    for seed in UInt64(1)...6 {
      var dice = CanvasDice(dice: SplitMix64(seed: seed))
      let (width, height) = Self.sizes[Int(seed) % Self.sizes.count]
      let erases = seed % 3 > 0
      var line = Line(Self.traits(depth, erasesInColor: erases), width: width, height: height)
      var canvas = dice.canvas(width: width, height: height)
      expect(line.show(canvas, touchingOnlyWhatDiffers: false), equals: nil, "seed \(seed), first")
      for step in 0..<10 {
        if step % 3 == 0 {
          canvas = dice.canvas(width: width, height: height)
        } else {
          dice.change(&canvas)
        }
        expect(line.show(canvas), equals: nil, "seed \(seed), step \(step)")
      }
    }
  }

  @Test(arguments: [true, false])
  func joinedEmojiLeaveTheirNeighborsAloneOnEveryTerminal(joinsEmoji: Bool) {
    let names = ["👩‍👩‍👧", "❤\u{fe0f}", "👍🏽 李", "🇩🇪🇫🇷", "x👩‍🚀李小龍", "हिन्दी", "ab", "李", ""]
    var dice = SplitMix64(seed: 12)
    var renderer = Renderer(for: Self.traits(.truecolor))
    var terminal = TerminalModel(columns: 14, rows: 2, joinsEmoji: joinsEmoji)
    for step in 0..<80 {
      var canvas = Canvas(width: 14, height: 2)
      canvas.text("left", column: 0, row: 1, .text)
      canvas.text("beside", column: 8, row: 1, .text)
      canvas.text(dice.pick(names), column: dice.roll(0..<13), row: 0, .text)
      canvas.text(dice.pick(names), column: dice.roll(0..<13), row: 0, .text)
      canvas.text(dice.pick(names), column: dice.roll(0..<8), row: 1, .strong)
      terminal.write(renderer.frame(canvas))
      let wanted = canvas.looks(.truecolor)
      // Where a character goes on is its own affair.
      let wrong = zip(terminal.looks, wanted).enumerated()
        .first { $1.0 != $1.1 && !canvas.cells[$0].isRest }
      expect(wrong, equals: nil, "step \(step): \(canvas.picture)")
    }
    expect(terminal.complaints, equals: [])
  }

  @Test func whatIsForgottenIsPaintedAgain() {
    var dice = CanvasDice(dice: SplitMix64(seed: 7))
    let canvas = dice.canvas(width: 40, height: 12)
    var line = Line(Self.traits(.truecolor), width: 40, height: 12)
    expect(line.show(canvas), equals: nil)
    // Something else has written on the terminal.
    line.terminal.write(Array("\u{1b}[3;3H\u{1b}[0;31mWall: the system goes down".utf8))
    line.renderer.forget()
    expect(line.show(canvas, touchingOnlyWhatDiffers: false), equals: nil)
  }

  @Test func asciiTerminalsGetNothingElse() {
    var dice = CanvasDice(dice: SplitMix64(seed: 11))
    for depth in Self.depths {
      var renderer = Renderer(
        for: TerminalTraits(
          depth: depth, glyphs: .ascii, erasesInColor: true, synchronizes: true))
      for _ in 0..<8 {
        expect(renderer.frame(dice.canvas(width: 30, height: 8)).allSatisfy { $0 < 0x80 })
      }
    }
  }

  private static func modes(_ text: StaticString, _ final: Character) -> [Int] {
    String(decoding: text.bytes, as: UTF8.self).split(separator: "\u{1b}[?")
      .filter { $0.contains(final) }
      .compactMap { Int($0.prefix { $0.isNumber }) }
  }

  @Test func leavingUndoesEnteringInReverse() {
    expect(String(decoding: TerminalSession.enter.bytes, as: UTF8.self), contains: "\u{1b}[8l")
    expect(String(decoding: TerminalSession.leave.bytes, as: UTF8.self), contains: "\u{1b}[8h")
    let entered = [1049, 7, 25, 1002, 1006, 2004, 1004]
    let on = Self.modes(TerminalSession.enter, "h")
    let off = Self.modes(TerminalSession.enter, "l")
    expect(Set(on + off), equals: Set(entered))
    expect(off, equals: [7, 25], "what the terminal has on by itself")
    expect(Self.modes(TerminalSession.leave, "h"), equals: [25, 7])
    expect(Self.modes(TerminalSession.leave, "l"), equals: [2026, 1004, 2004, 1006, 1002, 1049])
    expect(String(decoding: TerminalSession.leave.bytes, as: UTF8.self), contains: "\u{1b}[m")
  }

  @Test(arguments: [TerminalSession.leave, TerminalSession.popKeyboard].map(\.bytes))
  func theWayOutFirstEndsWhateverWasCutOff(way: [UInt8]) {
    expect(way.starts(with: "\u{1b}\\\u{1b}[".utf8))
  }
}
