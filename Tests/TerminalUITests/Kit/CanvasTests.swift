// What drawings put where at their limits: glyphs as pictures, colors as letters with a legend.
// Text comes from anyone: a column stays a column. The nearest of 256 colors is really the nearest.

import Chroma
import TestSupport
import Testing

@testable import TerminalUI

private let blue: Color = "#265c9e"

private let red: Color = "#c4483c"

private let legend: KeyValuePairs<Character, Color> = [
  "·": Neutral.surround, "b": blue, "r": red, "-": Neutral.rail,
]

struct CanvasTests {
  @Test(arguments: [
    ("oskar", 5, "oskar|"), ("oskar", 4, "osk…|"), ("oskar", 1, "…|"), ("oskar", 0, "|"),
    ("", 3, "|"), ("ΔE 8.4", 6, "ΔE 8.4|"), ("ΔE 8.4", 5, "ΔE 8…|"), ("名前", 4, "名前|"),
    ("名前", 2, "…|"), ("李小龍", 5, "李小…|"), ("李小龍", 3, "李…|"),
  ])
  func textTooLongForItsPlaceEndsInDotsNeverInHalfACharacter(text: String, limit: Int, seen: String)
  {
    var canvas = Canvas(width: 10, height: 1)
    let end = canvas.text(text, column: 0, row: 0, .text, limit: limit)
    canvas.put("|", column: end, row: 0, .dim)
    expect(canvas.picture, equals: [seen])
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

  @Test(arguments: [
    (0.0, ""), (0.03, ""), (0.04, "▏"), (0.26, "█"), (0.29, "█▏"), (0.99, "███▉"), (1, "████"),
    (7, "████"), (-1, ""), (.nan, ""), (.infinity, "████"),
  ])
  func aBarGrowsInEighths(fraction: Double, seen: String) {
    var canvas = Canvas(width: 4, height: 1)
    canvas.bar(canvas.bounds, fraction: fraction, blue)
    expect(canvas.picture, equals: [seen])
    expect(canvas.colors(\.background, legend), equals: ["----"])
  }

  @Test(arguments: [
    (0.0, "----·---·---·---"), (1.25, "bbbb·?--·---·---"), (2.0, "bbbb·b??·---·---"),
    (4, "bbbb·b??·?rr·rrr"), (9, "bbbb·b??·?rr·rrr"), (-1, "----·---·---·---"),
    (.nan, "----·---·---·---"),
  ])
  func theStepperGlowsAsFarAsTheMatchIs(progress: Double, colors: String) {
    var canvas = Canvas(width: 16, height: 1)
    canvas.stepper(
      Stepper(colors: [blue, blue, red], rounds: 4, progress: progress), column: 0, row: 0,
      width: 16)
    expect(canvas.colors(\.foreground, legend), equals: [colors])
    expect(canvas.picture, equals: ["▄▄▄▄ ▄▄▄ ▄▄▄ ▄▄▄"])
  }

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

  @Test(arguments: [
    ("mira", "mira", 4, "ASCII is itself"),
    ("Zoë Łukasz Ñandú", "Zoë Łukasz Ñandú", 16, "so are Latin letters with accents"),
    ("Δημος Жора Աննա", "Δημος Жора Աննա", 15, "Greek, Cyrillic, Armenian"),
    ("e\u{301}a\u{308}\u{323}", "e\u{301}a\u{308}\u{323}", 2, "marks stand on their letters"),
    ("李小龍", "李小龍", 6, "wide characters take two columns"),
    ("カナ ｶﾅ ＡＢ", "カナ ｶﾅ ＡＢ", 12, "so do kana and full width, not half width"),
    ("한글 \u{1100}\u{1161}\u{11a8}", "한글 \u{1100}\u{1161}\u{11a8}", 7, "Hangul, composed or not"),
    ("שרה", "הרש", 3, "from right to left"),
    ("علي", "يلع", 3, "Arabic, too"),
    ("שרה כהן 12", "ןהכ הרש 12", 10, "a number after a name stays after it"),
    ("1 שרה 2", "1 הרש 2", 7, "nothing beside it is moved"),
    ("אב12גד", "דג12בא", 6, "a number within is read as a number"),
    ("שרה, דוד", "הרש, דוד", 8, "two names stay in their order"),
    ("สวัสดี", "สวัสดี", 4, "Thai vowels stand above and below"),
    ("हिन्दी", "हिन्दी", 5, "vowels beside a letter have a column of their own"),
    ("😀", "😀", 2, "an emoji"),
    ("👩‍👩‍👧", "👩‍👩‍👧", 2, "a family is one picture"),
    ("👍🏽", "👍🏽", 2, "a skin tone is part of it"),
    ("❤\u{fe0f}", "❤\u{fe0f}", 2, "a heart as an emoji is wide"),
    ("🇩🇪", "🇩🇪", 2, "a flag"),
    ("⌚⏰☕", "⌚⏰☕", 6, "symbols that are wide by default"),
    ("◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫", "◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫", 16, "the icons of players"),
    ("a\tb\nc\r\u{7}\u{7f}\u{0}d", "a?b?c????d", 10, "controls are seen, never obeyed"),
    ("\u{1b}[2J\u{9b}2J", "?[2J?2J", 7, "nor are control sequences, of 7 or 8 bits"),
    ("a\u{a0}b\u{2003}c\u{3000}d", "a b c d", 7, "any space is a space"),
    ("a\u{200b}b\u{200e}\u{202e}c\u{feff}\u{ad}d", "abcd", 4, "what is not seen takes no place"),
    ("\u{2068}שרה\u{2069}", "הרש", 3, "nor do isolates"),
    ("\u{e000}\u{f8ff}\u{10ffff}\u{378}", "????", 4, "private and unassigned: nobody knows"),
    ("a\u{2028}b", "a?b", 3, "line separators"),
    ("\u{301}x\u{200d}", "x", 1, "nothing to stand on, nothing to join"),
    (
      "e" + String(repeating: "\u{301}", count: 90),
      "e" + String(repeating: "\u{301}", count: 12), 1,
      "a tower of marks has an end"
    ),
    ("", "", 0, "nothing is nothing"),
  ])
  func textIsShown(text: String, seen: String, columns: Int, why: String) {
    let shown = ShownText(text)
    let picture = shown.characters[...].inSight.map { String($0.glyph) + $0.tail }.joined()
    expect(Array(picture.unicodeScalars), equals: Array(seen.unicodeScalars), "\(why)")
    expect(shown.columns == columns && ShownText.columns(of: text) == columns, "\(why)")
    var canvas = Canvas(width: 30, height: 1)
    let end = canvas.text(text, column: 2, row: 0, .text)
    expect(end, equals: 2 + columns)
    expect(
      Array(canvas.picture[0].unicodeScalars),
      equals: Array((seen.isEmpty ? "" : "  " + seen).unicodeScalars))
  }

  @Test func whateverComesInItsColumnsAreCountedAndNoControlComesOut() {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<80 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<20 {
        let limit = dice.pick([0x80, 0x800, 0x3000, 0x11_0000])
        if let scalar = Unicode.Scalar(UInt32(dice.roll(0..<limit))) { scalars.append(scalar) }
      }
      let text = String(scalars)
      var canvas = Canvas(width: 60, height: 1)
      let end = canvas.text(text, column: 0, row: 0, .text)
      expect(end, equals: ShownText.columns(of: text))
      let shown = canvas.picture[0].unicodeScalars
      expect(shown.allSatisfy { ![.control, .unassigned].contains($0.properties.generalCategory) })
      expect(!shown.contains { (0x2066...0x2069).contains($0.value) || $0.value == 0x202e })
    }
  }

  @Test func asciiHasAStandInForEverythingAndDifferentOnesForIcons() {
    for value in UInt32(0x20)..<0x3000 {
      guard let glyph = Unicode.Scalar(value), Glyph.kind(of: glyph) == .plain else { continue }
      let standIn = AsciiGlyph.standIn(for: glyph)
      expect(standIn.isASCII && standIn.value >= 0x20 && standIn.value < 0x7f)
      if glyph.isASCII { expect(standIn, equals: glyph) }
    }
    let icons = "◆●▲■★♥♣♠☀☾☂♞✿⚑⌂♫".unicodeScalars.map(AsciiGlyph.standIn)
    expect(Set(icons).count, equals: 16)
    expect(!icons.contains("?"))
    let name = "Žoë Ñandú".unicodeScalars.map { Character(AsciiGlyph.standIn(for: $0)) }
    expect(String(name), equals: "?oe Nandu")
  }

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
      // A view can say how far off a color is.
      let shown = ColorDepth.palette256.shown(color)
      expect(shown?.color, equals: best.map { Palette.cubeAndGrays.color(at: $0.0) })
      expect(shown?.difference, equals: shown.map { color.difference(from: $0.color) })
    }
  }
}
