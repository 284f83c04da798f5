// Names and messages come from anyone; whatever is in them, a column is a column, nothing is shown
// by half, and nothing that stands beside a name is moved by it.

import TestSupport
import Testing

@testable import TerminalUI

struct ShownTextTests {
  @Test(
    arguments: [
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

  @Test(
    arguments: [
      (4, "李…"), (5, "李小…"), (6, "李小龍"), (3, "李…"), (2, "…"), (1, "…"),
    ])
  func aWideCharacterIsNeverCutInHalf(limit: Int, seen: String) {
    var canvas = Canvas(width: 10, height: 1)
    let end = canvas.text("李小龍", column: 0, row: 0, .text, limit: limit)
    expect(canvas.picture == [seen] && end <= limit)
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
}
